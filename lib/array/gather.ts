/**
 * Elements at computed positions. An index outside its axis is found when the task runs: readers of the result throw `IndexError`. Negative
 * indices count from the end.
 */

import { byPlace, DTypeError, each, IndexError, type OptionKinds, options, takes } from '../base/index.js';
import { bool, type DType, int64 } from '../dtype/index.js';
import { indexOfFloat, input, type Kernel, kernel, output, whole } from '../ir/index.js';
import type { Constraint } from '../partition/index.js';
import { runtime } from '../runtime/index.js';
import { broadcastShapes, formatShape, internView, type Shape } from '../shape/index.js';
import { broadcastView, checkUsable } from '../store/index.js';
import { type ArgSpec, defineKind, type TaskKind } from '../task/index.js';
import { applyUnary } from './apply.js';
import { axisArgument } from './axes.js';
import { type ArrayLike, MOST_DEPTH, type Nested, toArray } from './convert.js';
import { deliver } from './deliver.js';
import { INDEX_MODE, type IndexMode, type IndexModeOption, inMode } from './index-mode.js';
import { ARRAY, AXIS } from './kinds.js';
import { allocate, NDArray, viewOf } from './ndarray.js';
import { byName, type Positional } from './positional.js';
import { ravel, reshape } from './reshape.js';
import { areRows, takeRows } from './rows.js';
import { OUT, type OutOption } from './target.js';
import { byRank, Ufunc } from './ufunc.js';

/** Options of `take`. */
export interface TakeOptions extends OutOption, IndexModeOption {
  /** Along which axis; default: the flattened array. */
  readonly axis?: number;
}
const TAKE_OPTIONS: OptionKinds<TakeOptions> = { axis: AXIS.axis, ...OUT, mode: INDEX_MODE };

const kinds = new Map<string, TaskKind>();

/**
 * Elements (or slices along `axis`) of `x` at `indices`; the shape of these takes that axis's place. Throws `DTypeError` unless indices are
 * integers, or an array of floats that are whole numbers; readers of the result throw `IndexError` for a fraction, and for one outside the axis: all of the result then, its other elements too.
 *
 * @example
 * await np.take(np.asarray([5, 6, 7]), [2, 0, -1]).tolist(); // [7, 5, 7]
 */
export const take = takes(
  'take',
  ARRAY,
  ARRAY,
  byPlace(TAKE_OPTIONS, 'axis'),
  options(TAKE_OPTIONS),
)((x: ArrayLike, indices: ArrayLike, how?: Positional<TakeOptions, 'axis'>, more?: Omit<TakeOptions, 'axis'>): NDArray => {
  const options = byName('take', how, 'axis', more);
  const given = toArray(x, 'take');
  const a = options?.axis === undefined ? ravel(given) : given;
  const axis = axisArgument(options?.axis ?? 0, a.ndim, 'take');
  const at = indicesIn(indices, a.view.shape[axis], options?.mode, 'take');
  const shape = [...a.view.shape.slice(0, axis), ...at.view.shape, ...a.view.shape.slice(axis + 1)];
  checkAny(a.view.shape[axis], at, 'take');
  return deliver(pick(a, [at], at.view.shape, axis, shape), options?.out, 'take');
});

/**
 * NumPy's `x[i0, i1, …]`: index arrays for the leading axes, broadcast together; further axes are kept whole. Throws as
 * `take` does: one index outside, and no element of the result can be read.
 *
 * @example
 * const x = np.asarray([[1, 2], [3, 4]]);
 * await x.gather([0, 1], [1, 0]).tolist(); // [2, 3]
 */
export const gather = takes(
  'gather',
  ARRAY,
  each(ARRAY),
)((x: ArrayLike, ...indices: ArrayLike[]): NDArray => {
  const a = toArray(x, 'gather');
  if (indices.length === 0 || indices.length > a.ndim) {
    throw new IndexError(
      `gather: expected 1 to ${a.ndim} index arrays for shape ${formatShape(a.view.shape)}, got ${indices.length}`,
    );
  }
  const at = indices.map((i) => indexArray(i, 'gather'));
  const common = at.reduce<Shape>((s, i) => broadcastShapes(s, i.view.shape, 'gather'), []);
  at.forEach((i, axis) => checkAny(a.view.shape[axis], i, 'gather'));
  return pick(a, at, common, 0, [...common, ...a.view.shape.slice(indices.length)]);
});

/** Floats of arrays as indices; readers throw `IndexError` for one that is no whole number. */
const wholeUfunc = new Ufunc({
  name: 'index',
  arity: 1,
  signature: ([{ computes }]) => ({ compute: computes, result: int64 }),
  emit: (e, [x], d) => indexOfFloat(e, x, d),
});

/** Index arguments as an integer array; arrays of floats may be whole numbers. Throws `DTypeError`. */
export function indexArray(indices: ArrayLike, operation: string): NDArray {
  const isFloats = indices instanceof NDArray && indices.dtype.kind === 'float';
  return isFloats ? applyUnary(wholeUfunc, indices) : integerArray(indices, operation);
}

/** Index arguments as an integer array. Throws `DTypeError`. */
export function integerArray(indices: ArrayLike, operation: string): NDArray {
  const isArray = indices instanceof NDArray || ArrayBuffer.isView(indices);
  const at = isArray || !allIntegers(indices) ? toArray(indices, operation) : toArray(indices, operation, int64);
  if (at.dtype === bool || at.dtype.kind === 'float') {
    const hint =
      at.dtype === bool
        ? 'a mask chooses with x.get(mask), or np.where(mask, x, y), which keeps the shape'
        : "convert them with astype('int64'), or make them as such: np.arange(n, { dtype: 'int64' })";
    throw new DTypeError(`${operation}: indices must be integers, got ${at.dtype.name}; ${hint}`);
  }
  return at;
}

/** Index arguments as a mode has them within an axis. */
export function indicesIn(indices: ArrayLike, size: number, mode: IndexMode | undefined, operation: string): NDArray {
  const ofFloats = indices instanceof NDArray && indices.dtype.kind === 'float';
  return inMode(indexArray(indices, operation), size, mode, ofFloats);
}

/** JavaScript's numbers are indices when they are integral. */
export function allIntegers(value: Nested, depth = 0): boolean {
  if (Array.isArray(value)) return depth < MOST_DEPTH && value.every((item: Nested) => allIntegers(item, depth + 1));
  return typeof value === 'bigint' || Number.isInteger(value);
}

function checkAny(size: number, at: NDArray, operation: string): void {
  if (size === 0 && at.size > 0) throw new IndexError(`${operation}: cannot take elements of an axis of size 0`);
}

/**
 * Issues the gather: `at` (of shape `common`) indexes axes `axis`, `axis + 1`, …; the further axes are the result's own. A 0-d result is
 * computed as one element of an axis.
 */
function pick(a: NDArray, at: readonly NDArray[], common: Shape, axis: number, shape: Shape): NDArray {
  checkUsable(a, 'take');
  if (shape.length === 0) return reshape(pick(a, at, [1], axis, [1]), []);
  const trailing = shape.length - axis - common.length;
  if (at.length === 1 && areRows(a, axis, shape)) return takeRows(a, at[0], axis, shape);
  const out = allocate(a.dtype, shape);
  const indices = at.map((i) => {
    const { strides, offset } = broadcastView(i.view, common);
    const zeros = (n: number): number[] => new Array<number>(n).fill(0);
    return viewOf(i, internView(shape, [...zeros(axis), ...strides, ...zeros(trailing)], offset));
  });
  runtime().launch(kindOf(a, at, axis), shape, [a, ...indices, out]);
  return out;
}

function kindOf(a: NDArray, at: readonly NDArray[], axis: number): TaskKind {
  const types = at.map((i) => i.dtype);
  const key = `${a.dtype.code} ${a.ndim} ${axis} ${types.map((d) => d.code).join()}`;
  let kind = kinds.get(key);
  if (kind === undefined) kinds.set(key, (kind = makeKind(a.dtype, a.ndim, types, axis)));
  return kind;
}

function makeKind(dtype: DType, rank: number, types: readonly DType[], axis: number): TaskKind {
  const args: ArgSpec[] = [{ privilege: 'read', access: 'whole' }];
  for (const _ of types) args.push({ privilege: 'read', access: 'elementwise' });
  args.push({ privilege: 'write', access: 'elementwise' });
  const constraints: Constraint[] = [{ kind: 'image', from: 1, to: 0, axis }];
  for (let k = 2; k < args.length; k++) constraints.push({ kind: 'align', a: 1, b: k });
  return defineKind({
    name: 'take',
    args,
    constraints,
    body: { kind: 'kernel', kernel: byRank((r) => makeKernel(dtype, rank, types, axis, r)) },
  });
}

function makeKernel(dtype: DType, rank: number, types: readonly DType[], axis: number, domainRank: number): Kernel {
  const args = [whole(dtype, rank), ...types.map((d) => input(d, domainRank)), output(dtype, domainRank)];
  const added = domainRank - rank;
  return kernel(domainRank, args, [], (b) => {
    const coordinates = Array.from({ length: rank }, (_, i) => {
      if (i < axis) return b.index(i);
      if (i < axis + types.length) return b.cast(b.load(1 + i - axis), int64);
      return b.index(i + added);
    });
    b.store(args.length - 1, b.gather(0, ...coordinates));
  });
}
