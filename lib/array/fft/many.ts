/** Transforms along several axes: transforms along one axis, in turn. */
import { byPlace, options, takes } from '../../base/index.js';
import { type ComplexForm, defineForms } from '../complex/calls.js';
import type { ComplexArray } from '../complex/complex-array.js';
import { toComplex } from '../complex/convert.js';
import { deliverAny } from '../complex/reduce-options.js';
import type { ArrayLike } from '../convert.js';
import { ARRAY } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { along, complexOf, hermitianAlong, realAlong, realArray } from './along.js';
import { axesOf, FFTN_OPTIONS, type FftnOptions, scaleOf } from './options.js';

type How = Positional<FftnOptions, 's'>;
type More = Omit<FftnOptions, 's'>;
type Transform = (x: unknown, options: FftnOptions | undefined, operation: string) => unknown;

const complexTransform =
  (inverse: boolean): Transform =>
  (x, options, operation) => {
    const steps = axesOf(toComplex(x, operation), options, operation);
    const over = (z: ComplexArray, [axis, n]: readonly [number, number]): ComplexArray =>
      along(z, n, axis, inverse, scaleOf(n, inverse, options?.norm), operation);
    return [...steps].reverse().reduce(over, complexOf(x, operation));
  };

/** The last axis is that of real numbers. */
const fromReal: Transform = (x, options, operation) => {
  const array = realArray(x, operation);
  const steps = [...axesOf(array, options, operation)];
  const last = steps.pop();
  if (last === undefined) return complexOf(array, operation);
  const half = realAlong(array, last[1], last[0], scaleOf(last[1], false, options?.norm), operation);
  const over = (z: ComplexArray, [axis, n]: readonly [number, number]): ComplexArray =>
    along(z, n, axis, false, scaleOf(n, false, options?.norm), operation);
  return steps.reverse().reduce(over, half);
};

const toReal: Transform = (x, options, operation) => {
  const z = complexOf(x, operation);
  const axes = options?.axes ?? options?.s?.map((_, i, s) => i - s.length) ?? z.shape.map((_, i) => i);
  const own = z.shape.map((n, i) => (i === (axes[axes.length - 1] + z.ndim) % z.ndim ? 2 * (n - 1) : n));
  const steps = [...axesOf({ shape: own, ndim: z.ndim }, options, operation)];
  const last = steps.pop();
  if (last === undefined) return z.re;
  const over = (y: ComplexArray, [axis, n]: readonly [number, number]): ComplexArray =>
    along(y, n, axis, true, scaleOf(n, true, options?.norm), operation);
  return hermitianAlong(steps.reduce(over, z), last[1], last[0], scaleOf(last[1], true, options?.norm));
};

/** Of the last two axes, unless axes are named. */
const ofTwo =
  (transform: Transform): Transform =>
  (x, options, operation) =>
    transform(x, { ...options, axes: options?.axes ?? [-2, -1] }, operation);

const transforms = {
  fftn: complexTransform(false),
  ifftn: complexTransform(true),
  rfftn: fromReal,
  irfftn: toReal,
  fft2: ofTwo(complexTransform(false)),
  ifft2: ofTwo(complexTransform(true)),
  rfft2: ofTwo(fromReal),
  irfft2: ofTwo(toReal),
} as const;

function call(name: keyof typeof transforms, x: unknown, how: How | undefined, more: More | undefined): NDArray {
  const { out, ...rest } = byName(name, how, 's', more) ?? {};
  return deliverAny(transforms[name](x, rest, name) as NDArray, out, name);
}

for (const name of Object.keys(transforms) as (keyof typeof transforms)[])
  defineForms({ [name]: ((x: unknown, how?: How, more?: More) => call(name, x, how, more)) as ComplexForm });

const KINDS = [ARRAY, byPlace(FFTN_OPTIONS, 's'), options(FFTN_OPTIONS)] as const;

/**
 * The discrete Fourier transform along several axes, by default all.
 *
 * @example
 * await np.real(np.fft.fftn([[1, 1], [1, 1]])).tolist(); // [[4, 0], [0, 0]]
 */
export const fftn = takes('fftn', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('fftn', x, how, more));

/**
 * The inverse of `fftn`.
 *
 * @example
 * await np.real(np.fft.ifftn([[4, 0], [0, 0]])).tolist(); // [[1, 1], [1, 1]]
 */
export const ifftn = takes('ifftn', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('ifftn', x, how, more));

/**
 * The transform of real numbers along several axes, by default all; of the last of them frequencies from 0 to n / 2.
 *
 * @example
 * np.fft.rfftn(np.ones([4, 6])).shape; // [4, 4]
 */
export const rfftn = takes('rfftn', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('rfftn', x, how, more));

/**
 * The inverse of `rfftn`: real numbers.
 *
 * @example
 * np.fft.irfftn(np.fft.rfftn(np.ones([4, 6]))).shape; // [4, 6]
 */
export const irfftn = takes('irfftn', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('irfftn', x, how, more));

/**
 * As `fftn`, along the last two axes.
 *
 * @example
 * await np.real(np.fft.fft2([[1, 1], [1, 1]])).tolist(); // [[4, 0], [0, 0]]
 */
export const fft2 = takes('fft2', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('fft2', x, how, more));

/**
 * The inverse of `fft2`.
 *
 * @example
 * await np.real(np.fft.ifft2([[4, 0], [0, 0]])).tolist(); // [[1, 1], [1, 1]]
 */
export const ifft2 = takes('ifft2', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('ifft2', x, how, more));

/**
 * As `rfftn`, along the last two axes.
 *
 * @example
 * np.fft.rfft2(np.ones([4, 6])).shape; // [4, 4]
 */
export const rfft2 = takes('rfft2', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('rfft2', x, how, more));

/**
 * The inverse of `rfft2`: real numbers.
 *
 * @example
 * np.fft.irfft2(np.fft.rfft2(np.ones([4, 6]))).shape; // [4, 6]
 */
export const irfft2 = takes('irfft2', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('irfft2', x, how, more));
