/**
 * Opaque functions over the lines of an array along its last axis: what the kernel language cannot say (running sums,
 * sorting). Their bodies are JavaScript, run on the issuing thread; each is one task.
 */
import type { DType, TypedArray } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { checkUsable } from '../store/index.js';
import { type ArgSpec, type BodyArg, defineKind, type TaskKind } from '../task/index.js';
import { moveaxis } from './manipulate.js';
import { allocate, type NDArray } from './ndarray.js';

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

/** A kind that calls `body` with each line of the source and its line of the target. */
export function defineLines(name: string, body: (from: Line, to: Line) => void): TaskKind {
  return defineKind({ name, args, body: { kind: 'js', run: ([source, target]) => overLines(source, target, body) } });
}

/** The result of a kind of `defineLines` along an axis; its lines have `length` elements. */
export function applyLines(kind: TaskKind, x: NDArray, axis: number, dtype: DType, length: number): NDArray {
  checkUsable(x, kind.name);
  const last = axis === x.ndim - 1 ? x : moveaxis(x, axis, -1);
  const out = allocate(dtype, [...last.shape.slice(0, -1), length]);
  runtime().launch(kind, out.shape, [last, out]);
  return axis === x.ndim - 1 ? out : moveaxis(out, -1, axis);
}

function overLines(source: BodyArg, target: BodyArg, body: (from: Line, to: Line) => void): void {
  const last = target.shape.length - 1;
  const index = new Array<number>(last).fill(0);
  const count = target.shape.slice(0, last).reduce((a, b) => a * b, 1);
  for (let i = 0; i < count; i++) {
    body(lineAt(source, index, last), lineAt(target, index, last));
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
