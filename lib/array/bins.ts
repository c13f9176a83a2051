/**
 * Values folded into bins, each into the one at its index (NumPy's `ufunc.at` and `bincount`), in one of two ways, by the sizes alone:
 *
 *     few bins    a kernel: each of at most 64 blocks of values has bins of its own, which are combined in order. It fuses with the
 *                 tasks that compute indices and values, blocks run side by side, and over several memories their bins stay where they
 *                 are until a read (privilege `reduce`)
 *     many bins   bins for each block would cost more than they save: one task takes the values in order, in place
 *
 * An index outside is found when the task runs: readers of the result throw `IndexError`.
 */
import { IndexError } from '../base/index.js';
import { type DType, int64, isInteger, isStored } from '../dtype/index.js';
import { binsOut, input, type Kernel, kernel, unitsOf } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import { type ArgSpec, type BodyArg, defineKind, type TaskKind } from '../task/index.js';
import { assign, astype } from './assign.js';
import { asarray, zeros } from './creation.js';
import { broadcastTo } from './manipulate.js';
import { allocate, type NDArray } from './ndarray.js';
import { routineKind } from './routine-kind.js';
import { byRank } from './ufunc.js';

export type BinOp = 'sum' | 'prod' | 'min' | 'max';
/** How a value goes into an element; of several values that are set, the last stays. */
type IntoOp = BinOp | 'set';

/** The operations that programs write for these, which errors name. */
const NAMES: Readonly<Record<IntoOp, string>> = {
  sum: 'addAt',
  prod: 'multiplyAt',
  min: 'minimumAt',
  max: 'maximumAt',
  set: 'set',
};

/** Bins of all blocks that cost too little to be worth saving. */
const FEW = 16384;

/** Whether so many values in so many bins are worth bins for each block. */
export function isFew(values: number, bins: number): boolean {
  return unitsOf([values], 1, 'outer').count * bins <= Math.max(values / 2, FEW);
}

const kinds = new Map<string, TaskKind>();

function remembered(key: string, make: () => TaskKind): TaskKind {
  let kind = kinds.get(key);
  if (kind === undefined) kinds.set(key, (kind = make()));
  return kind;
}

/**
 * New bins with the folds of the values, in the bins' dtype: `values` over the shape of `at`, or null for ones. A bin without values has
 * the fold's identity.
 */
export function newBins(op: BinOp, at: NDArray, values: NDArray | null, dtype: DType, bins: number): NDArray {
  if (isStored(dtype)) return astype(newBins(op, at, values, dtype.computes, bins), dtype);
  const types = values === null ? [at.dtype] : [at.dtype, values.dtype];
  const kind = remembered(`${op} ${dtype.code} ${types.map((d) => d.code).join()}`, () => blockKind(op, types, dtype));
  const out = allocate(dtype, [bins]);
  runtime().launch(kind, at.view.shape, values === null ? [at, out] : [at, values, out]);
  return out;
}

function blockKind(op: BinOp, types: readonly DType[], dtype: DType): TaskKind {
  const args: ArgSpec[] = types.map(() => ({ privilege: 'read', access: 'elementwise' }));
  args.push({ privilege: 'write', access: 'bins' });
  const body = byRank((rank) => blockKernel(op, types, dtype, rank));
  return defineKind({ name: NAMES[op], args, body: { kind: 'kernel', kernel: body } });
}

function blockKernel(op: BinOp, types: readonly DType[], dtype: DType, rank: number): Kernel {
  const args = [...types.map((d) => input(d, rank)), binsOut(dtype)];
  return kernel(
    rank,
    args,
    [],
    (b) => {
      const value = types.length > 1 ? b.cast(b.load(1), dtype) : b.const(dtype.long ? 1n : 1, dtype);
      b.scatter(op, types.length, b.cast(b.load(0), int64), value);
    },
    { rowRank: rank },
  );
}

const inPlace: readonly ArgSpec[] = [
  { privilege: 'readwrite', access: 'whole' },
  { privilege: 'read', access: 'whole' },
  { privilege: 'read', access: 'whole' },
];

/** The domain is [values, bins]. */
export const SELECTS = { indices: 1, size: 1 };

function scripted(op: IntoOp, dtype: DType): TaskKind {
  return defineKind({ name: NAMES[op], args: inPlace, body: { kind: 'js', run: (args) => foldLine(op, dtype, args) } });
}

/** Folds values into bins in place, in their order. All have one axis; indices are int64, bins and values of one dtype. */
export function foldInto(op: IntoOp, bins: NDArray, at: NDArray, values: NDArray): void {
  if (isStored(bins.dtype)) {
    const wide = astype(bins, bins.dtype.computes);
    foldInto(op, wide, at, astype(values, wide.dtype));
    assign(bins, wide);
    return;
  }
  const routine = `scatter_${op}_${bins.dtype.short}`;
  const isNative = runtime().device.routine(routine) >= 0;
  const kind = isNative ? routineKind(NAMES[op], routine, inPlace, SELECTS) : remembered(routine, () => scripted(op, bins.dtype));
  runtime().launch(kind, [at.size, bins.size], [bins, at, values]);
}

/** The sums of values that have the same index, or how often it occurs: `at` has one axis, and so have the values. */
export function sums(at: NDArray, values: NDArray | null, bins: number): NDArray {
  const dtype = values === null ? int64 : values.dtype;
  if (isFew(at.size, bins)) return newBins('sum', at, values, dtype, bins);
  const out = zeros([bins], { dtype });
  const ones = values ?? broadcastTo(asarray(1n), at.view.shape);
  foldInto('sum', out, astype(at, int64, { copy: false }), ones);
  return out;
}

type Value = number | bigint;

function combiner(op: IntoOp, dtype: DType): (a: never, b: never) => Value {
  switch (op) {
    case 'sum':
      return (a, b) => a + b;
    case 'prod':
      return isInteger(dtype) && !dtype.long ? Math.imul : (a, b) => a * b;
    case 'min':
      return (a: Value, b: Value) => (a < b || Number.isNaN(a) ? a : b);
    case 'max':
      return (a: Value, b: Value) => (a > b || Number.isNaN(a) ? a : b);
    case 'set':
      return (_, b) => b;
  }
}

/** Index number `i` of a task's, as a position from 0 on. Throws `IndexError` where it is outside `size` elements. */
export function placeAt({ data, offset, strides }: BodyArg, i: number, size: number, operation: string): number {
  const given = Number(data[offset + i * strides[0]]);
  const place = given < 0 ? given + size : given;
  if (place >= 0 && place < size) return place;
  throw new IndexError(
    `${operation}: index ${given}, number ${i} of the indices, is outside the ${size} elements that it selects from`,
  );
}

function foldLine(op: IntoOp, dtype: DType, [bins, at, values]: readonly BodyArg[]): void {
  const combine = combiner(op, dtype);
  const size = bins.shape[0];
  for (let i = 0; i < at.shape[0]; i++) {
    const q = bins.offset + placeAt(at, i, size, NAMES[op]) * bins.strides[0];
    bins.data[q] = combine(bins.data[q] as never, values.data[values.offset + i * values.strides[0]] as never) as never;
  }
}
