/** Integrals and convolutions of sampled functions. */

import { ArgumentError, byPlace, NUMBER, type OptionKinds, oneOf, ShapeError, takes } from '../../base/index.js';
import { promote } from '../../dtype/index.js';
import type { KernelBuilder, Value } from '../../ir/index.js';
import { formatShape } from '../../shape/index.js';
import { apply } from '../apply.js';
import { astype } from '../assign.js';
import { axisArgument } from '../axes.js';
import { type ArrayLike, toArray } from '../convert.js';
import { ARRAY } from '../kinds.js';
import { flip } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { byName, isArrayLike, type Positional } from '../positional.js';
import { averaging, sum } from '../reductions.js';
import { floating } from '../signatures.js';
import { Ufunc } from '../ufunc.js';
import { pointsOf } from './sample-points.js';
import { framedSums } from './window-sums.js';

/** Options of `trapezoid`. */
export interface TrapezoidOptions {
  /** Sample points: of the axis's length, or of the array's shape; default `dx` apart. */
  readonly x?: ArrayLike;
  /** Distance of samples; default 1. */
  readonly dx?: number;
  /** Along which axis; default the last. */
  readonly axis?: number;
}
const TRAPEZOID_OPTIONS: OptionKinds<TrapezoidOptions> = { axis: NUMBER, x: ARRAY, dx: NUMBER };

/**
 * The integral along an axis by the trapezoidal rule. Throws `ShapeError` when `x` does not fit.
 *
 * @example
 * await np.trapezoid([1, 2, 3]).item();                   // 4
 * await np.trapezoid([1, 2, 3], { x: [4, 6, 8] }).item(); // 8
 */
export const trapezoid = takes(
  'trapezoid',
  ARRAY,
  byPlace(TRAPEZOID_OPTIONS, 'x'),
)((y: ArrayLike, x?: ArrayLike | TrapezoidOptions): NDArray => {
  const options: TrapezoidOptions | undefined = isArrayLike(x) ? { x } : x;
  const given = toArray(y, 'trapezoid');
  const a = astype(given, averaging(given.dtype), { copy: false });
  const axis = axisArgument(options?.axis ?? -1, a.ndim, 'trapezoid');
  const n = a.shape[axis];
  const inner = Math.max(0, n - 1);
  const [low, high] = neighbours(a, axis, inner);
  if (options?.x === undefined) return sum(apply(panelUfunc, [high, low, options?.dx ?? 1]), { axis });
  const points = pointsOf(options.x, a, axis, 'trapezoid');
  return sum(apply(pointedPanelUfunc, [high, low, ...neighbours(points, axis, inner).reverse()]), { axis });
});

/** All elements along an axis but the last, and all but the first: `count` each. */
function neighbours(x: NDArray, axis: number, count: number): [NDArray, NDArray] {
  return [part(x, axis, 0, count), part(x, axis, x.shape[axis] - count, count)];
}

/** Areas between neighbours: their sum, in their own dtype, times half of the width. */
function panel(e: KernelBuilder, high: Value, low: Value, width: Value): Value {
  const both = e.cast(e.add(high, low), width.dtype);
  return e.mul(e.mul(both, width), e.const(0.5, width.dtype));
}

const panelUfunc = new Ufunc({
  name: 'trapezoid',
  arity: 3,
  signature: floating,
  emit: (e, [high, low, width]) => panel(e, high, low, e.cast(width, high.dtype)),
});

const pointedPanelUfunc = new Ufunc({
  name: 'trapezoid',
  arity: 4,
  signature: floating,
  emit: (e, operands) => {
    const { compute } = floating(operands.map(({ dtype }) => dtype));
    const [high, low, behind, before] = operands;
    return panel(e, high, low, e.sub(e.cast(behind, compute), e.cast(before, compute)));
  },
});

/** Which part of a convolution: all of it, that of the longer operand's length in the middle, or where they overlap fully. */
export type ConvolveMode = 'full' | 'same' | 'valid';
const MODE: OptionKinds<{ readonly mode?: ConvolveMode }> = { mode: oneOf('full', 'same', 'valid') };

/**
 * The discrete convolution of two vectors. Throws `ShapeError` unless both are vectors, not empty, and `ArgumentError` for an unknown mode.
 *
 * @example
 * await np.convolve([1, 2, 3], [0, 1, 0.5]).tolist();                   // [0, 1, 2.5, 4, 1.5]
 * await np.convolve([1, 2, 3], [0, 1, 0.5], { mode: 'same' }).tolist(); // [1, 2.5, 4]
 */
export const convolve = takes(
  'convolve',
  ARRAY,
  ARRAY,
  byPlace(MODE, 'mode'),
)((a: ArrayLike, v: ArrayLike, how?: Positional<{ readonly mode?: ConvolveMode }, 'mode'>): NDArray => {
  const options = byName('convolve', how, 'mode');
  return convolved(a, v, options?.mode ?? 'full', 'convolve');
});

/**
 * The cross-correlation of two vectors: the convolution of `a` with the reversed `v`. Throws as `convolve` does.
 *
 * @example
 * await np.correlate([1, 2, 3], [0, 1, 0.5]).tolist(); // [3.5]
 */
export const correlate = takes(
  'correlate',
  ARRAY,
  ARRAY,
  byPlace(MODE, 'mode'),
)((a: ArrayLike, v: ArrayLike, how?: Positional<{ readonly mode?: ConvolveMode }, 'mode'>): NDArray => {
  const options = byName('correlate', how, 'mode');
  const [x, y] = [toArray(a, 'correlate'), toArray(v, 'correlate')];
  const mode = options?.mode ?? 'valid';
  return x.size < y.size ? flip(convolved(y, flip(x), mode, 'correlate')) : convolved(x, flip(y), mode, 'correlate');
});

function convolved(a: ArrayLike, v: ArrayLike, mode: ConvolveMode, operation: string): NDArray {
  const given = [toArray(a, operation), toArray(v, operation)];
  const wrong = given.find((x) => x.ndim !== 1 || x.size === 0);
  if (wrong !== undefined)
    throw new ShapeError(`${operation}: expected two vectors with elements, got shape ${formatShape(wrong.shape)}`);
  if (mode !== 'full' && mode !== 'same' && mode !== 'valid')
    throw new ArgumentError(`${operation}: expected mode 'full', 'same' or 'valid', got '${mode}'`);
  const dtype = promote(given[0].dtype, given[1].dtype);
  const [x, y] = given.map((operand) => astype(operand, dtype, { copy: false }));
  const [long, short] = x.size >= y.size ? [x, y] : [y, x];
  const m = short.size;
  const before = mode === 'full' ? m - 1 : mode === 'same' ? Math.floor(m / 2) : 0;
  const after = mode === 'full' ? m - 1 : mode === 'same' ? Math.ceil(m / 2) - 1 : 0;
  return framedSums(long, short, before, after);
}
