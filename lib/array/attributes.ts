/** Attributes of an array beside its shape and dtype: NumPy's, and JavaScript's `length`. */
import { ShapeError } from '../base/index.js';
import { matrixTranspose } from './manipulate.js';
import { NDArray } from './ndarray.js';

declare module './ndarray.js' {
  // biome-ignore lint/suspicious/noExplicitAny: any is the type that is not known
  interface NDArray<D = any, R = any> {
    /** The size of the first axis, as Python's `len`. Throws `ShapeError` for a 0-d array. */
    readonly length: number;
    /** Bytes of one element. */
    readonly itemsize: number;
    /** Bytes of all elements, as they are when nothing else is shared. */
    readonly nbytes: number;
    /** The last two axes exchanged, as a view; see `matrixTranspose`. */
    readonly mT: NDArray;
  }
}

function define(name: string, get: (this: NDArray) => unknown): void {
  Object.defineProperty(NDArray.prototype, name, { get, configurable: true });
}

define('length', function () {
  if (this.ndim === 0) throw new ShapeError('length: a 0-d array has no axes; its number of elements is its size');
  return this.view.shape[0];
});
define('itemsize', function () {
  return this.dtype.size;
});
define('nbytes', function () {
  return this.size * this.dtype.size;
});
define('mT', function () {
  return matrixTranspose(this);
});
