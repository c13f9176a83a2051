/** Bits in bytes. */
import { ArgumentError, byPlace, DTypeError, INTEGER, type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import { bool, uint8 } from '../../dtype/index.js';
import { multiply } from '../arithmetic.js';
import { astype } from '../assign.js';
import { axisArgument } from '../axes.js';
import { notEqual } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { asarray, zeros } from '../creation.js';
import { concat } from '../join.js';
import { ARRAY, AXIS_OR_NULL } from '../kinds.js';
import { bitwiseAnd, bitwiseRightShift } from '../logic.js';
import { expandDims, moveaxis } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { byName, type Positional } from '../positional.js';
import { sum } from '../reductions.js';
import { ravel, reshape } from '../reshape.js';

/** Options of `packbits`. */
export interface PackOptions {
  /** Along which axis; default (or null): of the flattened array. */
  readonly axis?: number | null;
  /** Whether the first bit is a byte's highest (`big`) or lowest (`little`). Default `big`. */
  readonly bitorder?: 'big' | 'little';
}
/** Options of `unpackbits`. */
export interface UnpackOptions extends PackOptions {
  /** How many bits along the axis: zeros behind the last; a negative number leaves out so many. Default: all. */
  readonly count?: number;
}
const BIT_ORDER = oneOf('big', 'little');
const PACK: OptionKinds<PackOptions> = { axis: AXIS_OR_NULL, bitorder: BIT_ORDER };
const UNPACK: OptionKinds<UnpackOptions> = { axis: AXIS_OR_NULL, count: INTEGER, bitorder: BIT_ORDER };

/** Places of a byte's bits, in order. */
function places(order: 'big' | 'little' | undefined): NDArray {
  return asarray(order === 'little' ? [0, 1, 2, 3, 4, 5, 6, 7] : [7, 6, 5, 4, 3, 2, 1, 0], { dtype: uint8 });
}

/** The array with the axis last, and the way back. */
function lastAxis(x: NDArray, axis: number | null | undefined, operation: string): [NDArray, (y: NDArray) => NDArray] {
  if (axis === undefined || axis === null) return [ravel(x), (y) => y];
  const at = axisArgument(axis, x.ndim, operation);
  return [moveaxis(x, at, -1), (y) => moveaxis(y, -1, at)];
}

/** The array with zeros behind the last along its last axis. */
function padded(x: NDArray, count: number): NDArray {
  if (count === 0) return x;
  return concat([x, zeros([...x.shape.slice(0, -1), count], { dtype: x.dtype.name })], { axis: -1 });
}

/**
 * Eight elements in a row as the bits of a uint8: 1 where they are not 0; missing ones of the last byte are 0. Throws `DTypeError` for floats.
 *
 * @example
 * await np.packbits([1, 0, 0, 0, 0, 0, 1, 1, 1]).tolist(); // [131, 128]
 */
export const packbits = takes(
  'packbits',
  ARRAY,
  byPlace(PACK, 'axis'),
  options(PACK),
)((x: ArrayLike, how?: Positional<PackOptions, 'axis'>, more?: Omit<PackOptions, 'axis'>): NDArray => {
  const { axis, bitorder } = byName('packbits', how, 'axis', more) ?? {};
  const given = toArray(x, 'packbits');
  const isWhole = given === x || ArrayBuffer.isView(x) ? given.dtype.kind !== 'float' : true;
  if (!isWhole)
    throw new DTypeError(
      `packbits: expected integers or bools, got ${given.dtype.name}; compare, or convert with astype('bool')`,
    );
  const [lines, back] = lastAxis(given, axis, 'packbits');
  const bits = astype(lines.dtype === bool ? lines : notEqual(lines, 0), uint8);
  const length = bits.shape[bits.ndim - 1];
  const bytes = Math.ceil(length / 8);
  const eights = reshape(padded(bits, 8 * bytes - length), [...bits.shape.slice(0, -1), bytes, 8]);
  const weights = asarray(bitorder === 'little' ? [1, 2, 4, 8, 16, 32, 64, 128] : [128, 64, 32, 16, 8, 4, 2, 1], {
    dtype: uint8,
  });
  return back(sum(multiply(eights, weights), { axis: -1, dtype: uint8 }));
});

/**
 * The bits of each uint8 as eight elements, 0 or 1, in a row. Throws `DTypeError` for other dtypes.
 *
 * @example
 * await np.unpackbits(np.asarray([131], { dtype: 'uint8' })).tolist(); // [1, 0, 0, 0, 0, 0, 1, 1]
 */
export const unpackbits = takes(
  'unpackbits',
  ARRAY,
  byPlace(UNPACK, 'axis'),
  options(UNPACK),
)((x: ArrayLike, how?: Positional<UnpackOptions, 'axis'>, more?: Omit<UnpackOptions, 'axis'>): NDArray => {
  const { axis, bitorder, count } = byName('unpackbits', how, 'axis', more) ?? {};
  const given = toArray(x, 'unpackbits');
  if (given.dtype !== uint8)
    throw new DTypeError(`unpackbits: expected uint8, got ${given.dtype.name}; convert with astype('uint8')`);
  const [lines, back] = lastAxis(given, axis, 'unpackbits');
  const bits = bitwiseAnd(bitwiseRightShift(expandDims(lines, { axis: -1 }), places(bitorder)), 1);
  const all = 8 * lines.shape[lines.ndim - 1];
  const line = reshape(bits, [...lines.shape.slice(0, -1), all]);
  const wanted = count === undefined ? all : count < 0 ? all + count : count;
  if (wanted < 0) throw new ArgumentError(`unpackbits: ${all} bits cannot be ${-(count ?? 0)} fewer`);
  return back(wanted <= all ? part(line, line.ndim - 1, 0, wanted) : padded(line, wanted - all));
});
