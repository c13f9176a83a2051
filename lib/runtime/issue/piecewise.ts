/**
 * An upload of elements that come piece by piece, so that a file's reader needs no second copy of the array. With several memories the host
 * gives a root its contents at once, and pieces are collected first.
 */
import { DisposedError, DTypeError, ShapeError } from '../../base/index.js';
import type { DType, TypedArray } from '../../dtype/index.js';
import type { Store } from '../../store/index.js';

/** Puts elements into the store's memory from element `at` on. */
export type Put = (piece: TypedArray, at: number) => void;

/** Throws `DTypeError` for data that are not the elements of a dtype as they lie in memory. */
export function checkElements(data: TypedArray, { name, Typed }: DType): void {
  if (!(data instanceof Typed))
    throw new DTypeError(`upload: expected a ${Typed.name} with elements of ${name}, got a ${data.constructor.name}`);
}

export class PiecewiseUpload {
  readonly #store: Store;
  readonly #put: Put;
  /** All elements, where they are put at once. */
  readonly #whole: TypedArray | null;
  #at = 0;

  constructor(store: Store, put: Put, atOnce: boolean) {
    const { dtype, view } = store.root;
    this.#store = store;
    this.#put = put;
    this.#whole = atOnce ? new dtype.Typed(view.size) : null;
  }

  /** The next elements, row-major, of the store's dtype; they are copied. Throws `OutOfMemoryError`, `DisposedError`. */
  put(piece: TypedArray): void {
    const { root } = this.#store;
    checkElements(piece, root.dtype);
    if (this.#at + piece.length > root.view.size)
      throw new ShapeError(`upload: ${this.#at + piece.length} elements came, expected ${root.view.size}`);
    if (this.#whole !== null) (this.#whole as Float64Array).set(piece as Float64Array, this.#at);
    else if (piece.length > 0) {
      if (this.#at > 0 && root.address === 0) throw new DisposedError('upload: the array was disposed of before it was whole');
      this.#put(piece, this.#at);
    }
    this.#at += piece.length;
  }

  /** The store. Throws `ShapeError` when elements are missing. */
  end(): Store {
    const { size } = this.#store.root.view;
    if (this.#at < size) throw new ShapeError(`upload: ${this.#at} elements came, expected ${size}`);
    if (this.#whole !== null && size > 0) this.#put(this.#whole, 0);
    return this.#store;
  }
}
