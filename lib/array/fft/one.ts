/** Transforms along one axis. */
import { byPlace, options, takes } from '../../base/index.js';
import { type ComplexForm, defineForms } from '../complex/calls.js';
import type { ComplexArray } from '../complex/complex-array.js';
import { toComplex } from '../complex/convert.js';
import { conj } from '../complex/parts-of.js';
import { deliverAny } from '../complex/reduce-options.js';
import type { ArrayLike } from '../convert.js';
import { ARRAY } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { along, complexOf, hermitianAlong, realAlong, realArray } from './along.js';
import { axisOf, FFT_OPTIONS, type FftOptions, lengthOf, type Norm, scaleOf } from './options.js';

type How = Positional<FftOptions, 'n'>;
type More = Omit<FftOptions, 'n'>;

/** A transform along one axis of an array of either sort. */
type Transform = (x: unknown, options: FftOptions | undefined, operation: string) => unknown;

const shapeOf = (x: unknown, operation: string): readonly number[] => toComplex(x, operation).shape;

/** The axis, the length of the real or complex line, and the scale. */
function measured(
  x: unknown,
  options: FftOptions | undefined,
  operation: string,
  own: (n: number) => number,
): { n: number; axis: number; norm: Norm } {
  const shape = shapeOf(x, operation);
  const axis = axisOf(options?.axis, shape.length, operation);
  return { n: lengthOf(options?.n, own(shape[axis]), operation), axis, norm: options?.norm ?? 'backward' };
}

const complexTransform =
  (inverse: boolean): Transform =>
  (x, options, operation) => {
    const { n, axis, norm } = measured(x, options, operation, (own) => own);
    return along(x, n, axis, inverse, scaleOf(n, inverse, norm), operation);
  };

/** Of real numbers; `conjugated`: their inverse transform. */
const fromReal =
  (conjugated: boolean): Transform =>
  (x, options, operation) => {
    const array = realArray(x, operation);
    const { n, axis, norm } = measured(array, options, operation, (own) => own);
    const found = realAlong(array, n, axis, scaleOf(n, conjugated, norm), operation);
    return conjugated ? conj(found as unknown as NDArray) : found;
  };

/** To real numbers; `conjugated`: by the transform. */
const toReal =
  (conjugated: boolean): Transform =>
  (x, options, operation) => {
    const { n, axis, norm } = measured(x, options, operation, (own) => 2 * (own - 1));
    const z = complexOf(x, operation);
    const given = conjugated ? (conj(z as unknown as NDArray) as unknown as ComplexArray) : z;
    return hermitianAlong(given, n, axis, scaleOf(n, !conjugated, norm));
  };

const transforms = {
  fft: complexTransform(false),
  ifft: complexTransform(true),
  rfft: fromReal(false),
  irfft: toReal(false),
  hfft: toReal(true),
  ihfft: fromReal(true),
} as const;

function call(name: keyof typeof transforms, x: unknown, how: How | undefined, more: More | undefined): NDArray {
  const { out, ...rest } = byName(name, how, 'n', more) ?? {};
  return deliverAny(transforms[name](x, rest, name) as NDArray, out, name);
}

for (const name of Object.keys(transforms) as (keyof typeof transforms)[])
  defineForms({ [name]: ((x: unknown, how?: How, more?: More) => call(name, x, how, more)) as ComplexForm });

const KINDS = [ARRAY, byPlace(FFT_OPTIONS, 'n'), options(FFT_OPTIONS)] as const;

/**
 * The discrete Fourier transform along an axis, of real or complex numbers: element k of the result is the sum of x[j] exp(-2πi jk/n).
 * complex64 of float32 and complex64, else complex128. Any length; with small prime factors it takes n log n steps, with large ones some
 * times as many. Throws `ArgumentError` where there is nothing to transform.
 *
 * @example
 * await np.fft.fft([1, 0, 0, 0]).tolist(); // [{ re: 1, im: 0 }, { re: 1, im: 0 }, { re: 1, im: 0 }, { re: 1, im: 0 }]
 */
export const fft = takes('fft', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('fft', x, how, more));

/**
 * The inverse of `fft`: `ifft(fft(x))` is x.
 *
 * @example
 * await np.real(np.fft.ifft(np.fft.fft([1, 2, 3, 4]))).tolist(); // [1, 2, 3, 4]
 */
export const ifft = takes('ifft', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('ifft', x, how, more));

/**
 * The transform of real numbers along an axis: frequencies from 0 to n / 2; the remaining frequencies are their conjugates. Throws
 * `DTypeError` for complex arrays.
 *
 * @example
 * await np.fft.rfft([1, 1, 1, 1]).tolist(); // [{ re: 4, im: 0 }, { re: 0, im: 0 }, { re: 0, im: 0 }]
 */
export const rfft = takes('rfft', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('rfft', x, how, more));

/**
 * The inverse of `rfft`: real numbers, `n` of them; default 2 (m - 1) for m frequencies.
 *
 * @example
 * await np.fft.irfft(np.fft.rfft([1, 2, 3, 4])).tolist(); // [1, 2, 3, 4]
 */
export const irfft = takes('irfft', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('irfft', x, how, more));

/**
 * The transform of numbers that are conjugates of each other across the middle, of which only the first half is given: real numbers, `n` of
 * them.
 *
 * @example
 * await np.fft.hfft([1, 2, 1]).tolist(); // [6, 0, -2, 0]
 */
export const hfft = takes('hfft', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('hfft', x, how, more));

/**
 * The inverse of `hfft`: the first half of the inverse transform of real numbers.
 *
 * @example
 * await np.real(np.fft.ihfft([6, 0, -2, 0])).tolist(); // [1, 2, 1]
 */
export const ihfft = takes('ihfft', ...KINDS)((x: ArrayLike, how?: How, more?: More): NDArray => call('ihfft', x, how, more));
