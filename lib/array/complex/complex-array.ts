/**
 * A complex array: two real arrays of one shape, its parts. It is no `NDArray`, so that no function of real arrays takes it for one; it has
 * the same methods and attributes (`methods.ts`), and public functions are typed as if it were one.
 */
import { FormedArray } from '../../base/index.js';
import { type ComplexDType, complex64, complex128, float32 } from '../../dtype/index.js';
import type { NDArray } from '../ndarray.js';

export class ComplexArray extends FormedArray {
  /** The real parts and the imaginary ones, float32 or float64, of one shape. */
  readonly re: NDArray;
  readonly im: NDArray;

  constructor(re: NDArray, im: NDArray) {
    super();
    this.re = re;
    this.im = im;
  }

  parts(): readonly NDArray[] {
    return [this.re, this.im];
  }
  get dtype(): ComplexDType {
    return this.re.dtype === float32 ? complex64 : complex128;
  }
  get shape(): readonly number[] {
    return this.re.shape;
  }
  get ndim(): number {
    return this.re.ndim;
  }
  /** Number of elements. */
  get size(): number {
    return this.re.size;
  }
}
