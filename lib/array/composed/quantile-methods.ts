/** Methods and options of quantiles, and lines of the elements that are reduced. */
import { ArgumentError, FLAG, type Kind, type OptionKinds, oneOf } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import { astype } from '../assign.js';
import type { ArrayLike } from '../convert.js';
import { deliver } from '../deliver.js';
import { keepAxes, type ReduceOptions } from '../fold.js';
import { ARRAY, AXES } from '../kinds.js';
import { permuteDims } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { reshape } from '../reshape.js';
import { OUT, type OutOption } from '../target.js';

/** The value of a quantile between two elements: see `quantile`. */
export type QuantileMethod =
  | 'linear'
  | 'lower'
  | 'higher'
  | 'midpoint'
  | 'nearest'
  | 'invertedCdf'
  | 'averagedInvertedCdf'
  | 'closestObservation'
  | 'interpolatedInvertedCdf'
  | 'hazen'
  | 'weibull'
  | 'medianUnbiased'
  | 'normalUnbiased';

/** Options of `quantile` and its like. */
export interface QuantileOptions extends ReduceOptions, OutOption {
  /** The value of a quantile between two elements; default 'linear'. */
  readonly method?: QuantileMethod;
  /** How much each element counts: of the array's shape, or of the shape of the axes. For the method 'invertedCdf'. Default: all the same. */
  readonly weights?: ArrayLike;
}

/** The share of the element behind a position: on an element, on one of an odd rank (default: as on an even one), and between two elements. */
interface Steps {
  readonly on: number;
  readonly onOdd?: number;
  readonly between: number;
}

/**
 * Where among n elements the q-quantile lies: at `n q + a + q (1 - a - b) - 1` for the methods of Hyndman and Fan (1996), which are
 * straight lines between elements unless there are steps, or the nearest element counts: of two that are equally near the one of even rank.
 */
export interface Method {
  readonly a: number;
  readonly b: number;
  /** Gives elements of the array alone, in its own dtype. */
  readonly chooses?: true;
  readonly steps?: Steps | 'nearest';
}

export const quantileMethods: Readonly<Record<QuantileMethod, Method>> = {
  linear: { a: 1, b: 1 },
  lower: { a: 1, b: 1, chooses: true, steps: { on: 0, between: 0 } },
  higher: { a: 1, b: 1, chooses: true, steps: { on: 0, between: 1 } },
  midpoint: { a: 1, b: 1, steps: { on: 0, between: 0.5 } },
  nearest: { a: 1, b: 1, chooses: true, steps: 'nearest' },
  invertedCdf: { a: 0, b: 1, chooses: true, steps: { on: 0, between: 1 } },
  averagedInvertedCdf: { a: 0, b: 1, steps: { on: 0.5, between: 1 } },
  closestObservation: { a: -0.5, b: 1.5, chooses: true, steps: { on: 1, onOdd: 0, between: 1 } },
  interpolatedInvertedCdf: { a: 0, b: 1 },
  hazen: { a: 0.5, b: 0.5 },
  weibull: { a: 0, b: 0 },
  medianUnbiased: { a: 1 / 3, b: 1 / 3 },
  normalUnbiased: { a: 3 / 8, b: 3 / 8 },
};

const METHOD: Kind<QuantileMethod> = oneOf(...(Object.keys(quantileMethods) as QuantileMethod[]));
export const QUANTILE_OPTIONS: OptionKinds<QuantileOptions> = {
  axis: AXES,
  keepdims: FLAG,
  method: METHOD,
  weights: ARRAY,
  ...OUT,
};

/** The rank of the element before a quantile, and how far that counts as being from there to the next. */
export interface Position {
  readonly below: number;
  readonly t: number;
}

/** Where the q-quantile of n elements is. */
export function positionOf(q: number, n: number, { a, b, steps }: Method): Position {
  const p = a === 1 && b === 1 ? q * (n - 1) : n * q + (a + q * (1 - a - b)) - 1;
  const below = Math.floor(p);
  if (below < 0) return { below: 0, t: 0 };
  if (below >= n - 1) return { below: n - 1, t: 0 };
  return { below, t: shareOf(p - below, below, steps) };
}

function shareOf(t: number, below: number, steps: Method['steps']): number {
  if (steps === undefined) return t;
  if (steps === 'nearest') return t === 0.5 ? below % 2 : Math.round(t);
  if (t > 0) return steps.between;
  return below % 2 === 1 ? (steps.onOdd ?? steps.on) : steps.on;
}

/** A share, or several. */
export type Shares = number | readonly number[];

/** Shares from 0 to 1, of percents where the operation is of percents. Throws `ArgumentError`. */
export function sharesOf(q: Shares, operation: string): Shares {
  const ofPercents = operation.endsWith('percentile');
  const shares = typeof q === 'number' ? [q] : q;
  const most = ofPercents ? 100 : 1;
  if (!Array.isArray(shares) || shares.length === 0 || !shares.every((p) => p >= 0 && p <= most))
    throw new ArgumentError(`${operation}: expected a number from 0 to ${most}, or an Array of them`);
  const share = (p: number): number => (ofPercents ? p / 100 : p);
  return typeof q === 'number' ? share(q) : q.map(share);
}

/** The method of a call. Throws `ArgumentError` for weights with a method that has no place for them. */
export function methodOf(options: QuantileOptions | undefined, operation: string): QuantileMethod {
  const { method = 'linear', weights } = options ?? {};
  if (weights !== undefined && method !== 'invertedCdf')
    throw new ArgumentError(`${operation}: weights are for the method 'invertedCdf', got '${method}'`);
  return method;
}

/** The reduced axes as one, the last. */
export function inLines(x: NDArray, axes: readonly number[], compute: DType): NDArray {
  const kept = x.shape.map((_, i) => i).filter((i) => !axes.includes(i));
  const count = axes.reduce((n, i) => n * x.shape[i], 1);
  const moved = permuteDims(astype(x, compute, { copy: false }), [...kept, ...axes]);
  return reshape(moved, [...kept.map((i) => x.shape[i]), count]);
}

/** Quantiles with the axes that stay, of several shares behind a leading axis, where the caller wants them. */
export function delivered(
  found: NDArray,
  q: Shares,
  axes: readonly number[],
  options: QuantileOptions | undefined,
  operation: string,
): NDArray {
  const lead = typeof q === 'number' ? 0 : 1;
  const places = axes.map((axis) => axis + lead);
  return deliver(options?.keepdims === true ? keepAxes(found, places) : found, options?.out ?? undefined, operation);
}
