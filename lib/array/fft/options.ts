/** Options of Fourier transforms: lengths, axes and how results are scaled. */
import {
  ArgumentError,
  either,
  INTEGER,
  type Kind,
  listOf,
  NULL,
  NUMBER,
  type OptionKinds,
  oneOf,
  ShapeError,
} from '../../base/index.js';
import { axesArgument, axisArgument } from '../axes.js';
import { ComplexArray } from '../complex/complex-array.js';
import { joined } from '../complex/parts.js';
import { zeros } from '../creation.js';
import { concat } from '../join.js';
import { AXIS_NUMBER, NUMBERS } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { OUT, type OutOption } from '../target.js';

/** Where transforms are scaled: back by 1 / n, both ways by its root, or forth. */
export type Norm = 'backward' | 'ortho' | 'forward';

/** Options of a transform along one axis. */
export interface FftOptions extends OutOption {
  /** The length along the axis: longer lines are cut, shorter ones filled with zeros. Default: as it is. */
  readonly n?: number | null;
  /** Along which axis; default -1. */
  readonly axis?: number;
  /** Which way results are scaled by 1 / n, or both ways by its root; default 'backward'. */
  readonly norm?: Norm | null;
}
const NORM: Kind<Norm | null> = either(oneOf('backward', 'ortho', 'forward'), NULL) as Kind<Norm | null>;
const LENGTH: Kind<number | null> = either(INTEGER, NULL);
export const FFT_OPTIONS: OptionKinds<FftOptions> = { n: LENGTH, axis: AXIS_NUMBER, norm: NORM, ...OUT };

/** Options of a transform along several axes. */
export interface FftnOptions extends OutOption {
  /** The lengths along the axes; default: as they are. */
  readonly s?: readonly number[] | null;
  /** Along which axes; default all, or the last ones that `s` has lengths for. */
  readonly axes?: readonly number[] | null;
  /** As for one axis. */
  readonly norm?: Norm | null;
}
const LENGTHS: Kind<readonly number[] | null> = either(listOf(NUMBER), NULL);
export const FFTN_OPTIONS: OptionKinds<FftnOptions> = {
  s: LENGTHS,
  axes: either(NUMBERS, NULL) as Kind<readonly number[] | null>,
  norm: NORM,
  ...OUT,
};

/** The factor of the results of a transform over `n` numbers. */
export function scaleOf(n: number, inverse: boolean, norm: Norm | null | undefined): number {
  if (norm === 'ortho') return 1 / Math.sqrt(n);
  return inverse === ((norm ?? 'backward') === 'backward') ? 1 / n : 1;
}

/** The longest transform: of 2^31 numbers. */
const LONGEST = 2 ** 31;

/** A length along an axis. Throws `ArgumentError` unless it is from 1 to 2^31. */
export function lengthOf(n: number | null | undefined, own: number, operation: string): number {
  const length = n ?? own;
  if (!Number.isInteger(length) || length < 1)
    throw new ArgumentError(`${operation}: expected at least one number to transform, got a length of ${length}`);
  if (length > LONGEST)
    throw new ArgumentError(`${operation}: at most ${LONGEST} numbers are transformed, got a length of ${length}`);
  return length;
}

/** The axis of an array of so many. Throws `IndexError`, and `ShapeError` for a 0-d array. */
export function axisOf(axis: number | undefined, rank: number, operation: string): number {
  if (rank === 0) throw new ShapeError(`${operation}: a 0-d array has no axis`);
  return axisArgument(axis ?? -1, rank, operation);
}

/** Axes and their lengths. */
export function axesOf(
  x: { readonly shape: readonly number[]; readonly ndim: number },
  options: FftnOptions | undefined,
  operation: string,
): readonly (readonly [axis: number, n: number])[] {
  const { s, axes } = options ?? {};
  const given = axes ?? (s === undefined || s === null ? x.shape.map((_, i) => i) : s.map((_, i) => i - s.length));
  if (s !== undefined && s !== null && s.length !== given.length)
    throw new ArgumentError(`${operation}: expected as many lengths as axes, got ${s.length} and ${given.length}`);
  const own = axesArgument(given, x.ndim, operation);
  return own.map((axis, i) => [axis, lengthOf(s?.[i], x.shape[axis], operation)]);
}

function fittedPart(x: NDArray, axis: number, n: number): NDArray {
  const own = x.view.shape[axis];
  if (own === n) return x;
  if (own > n) return part(x, axis, 0, n);
  const rest = zeros(
    x.view.shape.map((size, i) => (i === axis ? n - own : size)),
    x.dtype,
  );
  return concat([x, rest], { axis });
}

/** An array cut or filled with zeros to a length along an axis. */
export function fitted<X extends NDArray | ComplexArray>(x: X, axis: number, n: number): X {
  if (!(x instanceof ComplexArray)) return fittedPart(x as NDArray, axis, n) as X;
  return joined(fittedPart(x.re, axis, n), fittedPart(x.im, axis, n)) as X;
}
