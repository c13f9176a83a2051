/** Transforms along any axis of arrays of either sort. */
import { DTypeError } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { astype } from '../assign.js';
import { ComplexArray } from '../complex/complex-array.js';
import { asComplex, toComplex } from '../complex/convert.js';
import { joined } from '../complex/parts.js';
import { zerosLike } from '../creation.js';
import { concat } from '../join.js';
import { flip, moveaxis } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { fitted } from './options.js';
import { realInverse, realTransformed, transformed } from './transform.js';

/** Both parts with an axis elsewhere. */
function moved(z: ComplexArray, from: number, to: number): ComplexArray {
  return from === to ? z : (joined(moveaxis(z.re, from, to), moveaxis(z.im, from, to)) as ComplexArray);
}

/** The transform over `n` numbers along an axis, or its inverse. */
export function along(x: unknown, n: number, axis: number, inverse: boolean, scale: number, operation: string): ComplexArray {
  const z = fitted(complexOf(x, operation), axis, n);
  return moved(transformed(moved(z, axis, z.ndim - 1), inverse, scale), z.ndim - 1, axis);
}

/** A complex array, of real ones that are no floats in double precision. */
export function complexOf(x: unknown, operation: string): ComplexArray {
  const array = toComplex(x, operation);
  return asComplex(array instanceof ComplexArray ? array : realArray(array, operation), operation);
}

/** A real array of floats. Throws `DTypeError` for a complex one. */
export function realArray(x: unknown, operation: string): NDArray {
  const array = toComplex(x, operation);
  if (array instanceof ComplexArray)
    throw new DTypeError(
      `${operation}: expected real numbers, got ${array.dtype.name}; take np.fft.${operation.slice(1)}, or np.real(z)`,
    );
  const { computes } = array.dtype;
  return astype(array, computes.kind === 'float' ? computes : float64, { copy: false });
}

/** The frequencies from 0 to n / 2 of n real numbers along an axis. */
export function realAlong(x: NDArray, n: number, axis: number, scale: number, operation: string): ComplexArray {
  const last = x.ndim - 1;
  if (n % 2 === 1) {
    const whole = along(x, n, axis, false, scale, operation);
    const count = (n + 1) / 2;
    return joined(part(whole.re, axis, 0, count), part(whole.im, axis, 0, count)) as ComplexArray;
  }
  return moved(realTransformed(moveaxis(fitted(x, axis, n), axis, last), scale), last, axis);
}

/** The n real numbers of which these are the frequencies from 0 to n / 2 along an axis. */
export function hermitianAlong(z: ComplexArray, n: number, axis: number, scale: number): NDArray {
  const count = Math.floor(n / 2) + 1;
  const last = z.ndim - 1;
  const half = moved(fitted(z, axis, count), axis, last);
  if (n % 2 === 0) return moveaxis(realInverse(half, scale), last, axis);
  return moveaxis(transformed(mirrored(half), true, scale).re, last, axis);
}

/** Frequencies of an odd number of real numbers, with the negative ones, which are conjugates. */
function mirrored(z: ComplexArray): ComplexArray {
  const axis = z.ndim - 1;
  const count = z.shape[axis];
  const rest = (x: NDArray): NDArray => flip(part(x, axis, 1, count - 1), axis);
  const first = zerosLike(part(z.im, axis, 0, 1));
  const im = concat([first, part(z.im, axis, 1, count - 1), rest(z.im).negative()], { axis });
  return new ComplexArray(concat([z.re, rest(z.re)], { axis }), im);
}
