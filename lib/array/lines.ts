/**
 * Opaque functions over the lines of an array along its last axis, which the kernel language cannot express (running sums, sorting). Each
 * is one task: a routine of the device where it has one for the dtype, else JavaScript on the issuing thread.
 */
import { type DType, isStored, type TypedArray } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { sizeOf } from '../shape/index.js';
import { checkUsable } from '../store/index.js';
import { type ArgSpec, type BodyArg, defineKind, type TaskKind } from '../task/index.js';
import { astype } from './assign.js';
import { moveaxis } from './manipulate.js';
import { allocate, type NDArray } from './ndarray.js';
import { reshape } from './reshape.js';
import { routineKind } from './routine-kind.js';

const args: readonly ArgSpec[] = [
  { privilege: 'read', access: 'whole' },
  { privilege: 'write', access: 'whole' },
];

/** Where a line lies in its typed array. */
export interface Line {
  readonly data: TypedArray;
  readonly start: number;
  readonly step: number;
  readonly length: number;
}

/** Computes a line of the target from its line of the source. */
type Body = (from: Line, to: Line, scalars: readonly number[]) => void;

/** A function over lines: its JavaScript body, and its routines for the dtypes of the source. */
export class LineFunction {
  readonly name: string;
  readonly body: Body;
  readonly scripted: TaskKind;
  readonly #routine: string;
  readonly #scalars: readonly number[];

  /** Body and routines are given `scalars`, and the scalars of a call after them. */
  constructor(name: string, routine: string, scalars: readonly number[], body: Body) {
    this.name = name;
    this.#routine = routine;
    this.#scalars = scalars;
    this.body = body;
    this.scripted = defineKind({
      name,
      args,
      body: { kind: 'js', run: ([source, target], scalars) => overLines(source, target, scalars.map(Number), body) },
    });
  }

  /** The result along an axis; its lines have `length` elements. */
  apply(x: NDArray, axis: number, dtype: DType, length: number, more?: readonly number[]): NDArray {
    checkUsable(x, this.name);
    if (isStored(x.dtype) || isStored(dtype)) {
      const wide = this.apply(astype(x, x.dtype.computes, { copy: false }), axis, dtype.computes, length, more);
      return astype(wide, dtype, { copy: false });
    }
    const last = axis === x.ndim - 1 ? x : moveaxis(x, axis, -1);
    const out = allocate(dtype, [...last.view.shape.slice(0, -1), length]);
    this.write(last, out, more);
    return axis === x.ndim - 1 ? out : moveaxis(out, -1, axis);
  }

  /** Whether the device has a routine for lines of a dtype. */
  isNative(dtype: DType): boolean {
    return runtime().device.routine(this.#routineFor(dtype)) >= 0;
  }

  /** Writes the results along the last axis, of dtypes that are computed with. */
  write(x: NDArray, out: NDArray, more?: readonly number[]): void {
    const scalars = more === undefined ? this.#scalars : [...this.#scalars, ...more];
    if (this.isNative(x.dtype)) this.#launch(this.#routineFor(x.dtype), x, out, scalars);
    else runtime().launch(this.scripted, out.view.shape, [x, out], scalars);
  }

  #routineFor(dtype: DType): string {
    return `lines_${this.#routine}_${dtype.short}`;
  }

  #launch(routine: string, x: NDArray, out: NDArray, scalars: readonly number[]): void {
    const count = sizeOf(x.view.shape.slice(0, -1));
    const length = x.view.shape[x.ndim - 1];
    const wanted = out.view.shape[out.ndim - 1];
    const stores = [reshape(x, [count, length]), reshape(out, [count, wanted])];
    runtime().launch(routineKind(this.name, routine, args), [count, length, wanted], stores, scalars);
  }
}

function overLines(source: BodyArg, target: BodyArg, scalars: readonly number[], body: Body): void {
  const last = target.shape.length - 1;
  const index = new Array<number>(last).fill(0);
  const count = target.shape.slice(0, last).reduce((a, b) => a * b, 1);
  for (let i = 0; i < count; i++) {
    body(lineAt(source, index, last), lineAt(target, index, last), scalars);
    for (let axis = last - 1; axis >= 0; axis--) {
      if (++index[axis] < target.shape[axis]) break;
      index[axis] = 0;
    }
  }
}

function lineAt(arg: BodyArg, index: readonly number[], last: number): Line {
  const start = index.reduce((at, i, axis) => at + i * arg.strides[axis], arg.offset);
  return { data: arg.data, start, step: arg.strides[last], length: arg.shape[last] };
}

/** A copy of a line. */
export function denseLine(line: Line): TypedArray {
  if (line.step === 1) return line.data.slice(line.start, line.start + line.length);
  const values = new (line.data.constructor as new (length: number) => TypedArray)(line.length);
  for (let i = 0; i < line.length; i++) values[i] = line.data[line.start + i * line.step] as never;
  return values;
}
