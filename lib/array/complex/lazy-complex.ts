/**
 * Complex arrays of which the size is not known yet: `z.get(mask)`. One is a pair of lazy arrays of one selection, with which element-wise functions and
 * sums go on, or the array of a promise. It is no `NDArray`; its methods are in `lazy-complex-forms.ts`, and `await` gives the array.
 */
import { FormedArray } from '../../base/index.js';
import { type ComplexDType, complex64, complex128 } from '../../dtype/index.js';
import { awaitFirst } from '../lazy/calls.js';
import { Lazy } from '../lazy/lazy-array.js';
import type { Selection } from '../lazy/selection.js';
import type { NDArray } from '../ndarray.js';
import { ComplexArray } from './complex-array.js';

/** Complex values, and the selection that a lazy array is of them. */
export interface SelectedComplex {
  readonly selection: Selection;
  readonly values: ComplexArray;
}

export class LazyComplex extends FormedArray {
  readonly #parts: readonly [Lazy, Lazy] | null;
  #later: Promise<unknown> | null;
  #known: ComplexArray | null = null;

  private constructor(parts: readonly [Lazy, Lazy] | null, later: Promise<unknown> | null) {
    super();
    this.#parts = parts;
    this.#later = later;
  }

  /** Of a real part and an imaginary one, which one mask selected. */
  static of(re: Lazy, im: Lazy): LazyComplex {
    const [a, b] = [re.selected, im.selected];
    return new LazyComplex([re, a === null || b === null ? im : Lazy.of(a.selection, b.values)], null);
  }

  /** The elements of complex values that are selected. */
  static selected(selection: Selection, values: ComplexArray): LazyComplex {
    return new LazyComplex([Lazy.of(selection, values.re), Lazy.of(selection, values.im)], null);
  }

  /** The array, real or complex, of a promise. */
  static promised(array: Promise<unknown>): LazyComplex {
    array.catch(() => undefined); // told to readers
    return new LazyComplex(null, array);
  }

  /** The real part and the imaginary one; null for the array of a promise. */
  get lazyParts(): readonly [Lazy, Lazy] | null {
    return this.#parts;
  }

  /** The values and the selection, where operations can go on with them. */
  get selected(): SelectedComplex | null {
    const [re, im] = this.#parts?.map((part) => part.selected) ?? [null, null];
    if (re === null || im === null || re === undefined || im === undefined) return null;
    return { selection: re.selection, values: new ComplexArray(re.values, im.values) };
  }

  /** The array, once its size is known. Rejects with the error of the computation. */
  whole(): Promise<unknown> {
    return (this.#later ??= this.#joined());
  }

  async #joined(): Promise<ComplexArray> {
    const [re, im] = await Promise.all((this.#parts as readonly [Lazy, Lazy]).map((part) => part.whole()));
    return (this.#known = new ComplexArray(re, im));
  }

  /** As `whole`, blocking; null for the array of a promise. Throws `DeviceError` on a device that cannot block. */
  wholeSync(): ComplexArray | null {
    if (this.#parts === null) return null;
    const [re, im] = this.#parts.map((part) => part.wholeSync());
    return (this.#known ??= new ComplexArray(re, im));
  }

  parts(): readonly NDArray[] {
    return this.#parts?.flatMap((part) => part.parts()) ?? [];
  }

  /** The array, where it is there already. */
  get known(): ComplexArray | null {
    return this.#known;
  }

  get dtype(): ComplexDType {
    const part = this.#known?.re ?? this.selected?.values.re;
    if (part === undefined) throw awaitFirst('dtype');
    return part.dtype.size === 4 ? complex64 : complex128;
  }
}
