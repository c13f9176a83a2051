/**
 * Arrays of which the size is not known yet: elements that a mask selects, and results computed from such. A lazy array is no `NDArray`, so
 * that no function takes it for one; it has the same methods (`methods.ts`), and public functions are typed as if it were one. It is made
 *
 *     by a selection    values  5 -2  7 -1   mask  1 0 1 0     operations go on with values and mask, and nothing waits
 *     by a promise      of a sort, say, for which the elements have to be put together first
 *
 * and is awaited as a promise is, for the array that it stands for.
 */
import { FormedArray, ShapeError } from '../../base/index.js';
import { type DType, int64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import type { NDArray } from '../ndarray.js';
import { arange } from '../ranges.js';
import { beginPlaces, beginValues, type Compaction } from './compaction.js';
import type { Selection } from './selection.js';
import { Snapshot } from './snapshot.js';

/** As users see it: an array to every function, and a promise of the array to `await`. */
export type LazyArray = NDArray & Promise<NDArray>;

/** A selection, and the values it selects from: one for each element of the mask along the first axis. */
export interface Selected {
  readonly selection: Selection;
  readonly values: NDArray;
}

/** How a selection's array is computed from values, or from places: along the whole axis, or of selected ones alone. */
type Source = { readonly values: Snapshot } | { readonly along: (places: NDArray) => NDArray; readonly whole: () => NDArray };

export class Lazy extends FormedArray {
  readonly #selection: Selection | null;
  #source: Source | null;
  #known: NDArray | null = null;
  #later: Promise<NDArray> | null;

  private constructor(selection: Selection | null, source: Source | null, later: Promise<NDArray> | null) {
    super();
    this.#selection = selection;
    this.#source = source;
    this.#later = later;
  }

  /** The elements (slices along the first axis) of `values` that are selected, as they are now. */
  static of(selection: Selection, values: NDArray): Lazy {
    return new Lazy(selection, { values: Snapshot.own(values) }, null);
  }

  /**
   * The elements that `along` computes from the selected places, one by one; `whole`: from all places, where that is a different
   * computation.
   */
  static places(
    selection: Selection,
    along: (places: NDArray) => NDArray,
    whole = (): NDArray => along(arange(selection.mask.size, { dtype: int64 })),
  ): Lazy {
    return new Lazy(selection, { along, whole }, null);
  }

  /** The array of a promise. */
  static promised(array: PromiseLike<NDArray>): Lazy {
    const lazy: Lazy = new Lazy(
      null,
      null,
      Promise.resolve(array).then((found) => (lazy.#known = found)),
    );
    lazy.#later?.catch(() => undefined); // told to readers
    return lazy;
  }

  /** The values and the selection, where operations can go on with them. */
  get selected(): Selected | null {
    const [selection, source] = [this.#selection, this.#source];
    if (selection === null || source === null) return null;
    if ('along' in source) {
      const values = source.whole();
      this.#source = { values: Snapshot.own(values) };
      return { selection, values };
    }
    return { selection, values: source.values.array };
  }

  parts(): readonly NDArray[] {
    const of = this.selected;
    const known = this.#known === null ? [] : [this.#known];
    return of === null ? known : [...known, of.values, of.selection.mask, of.selection.count];
  }

  /** The array, where it is there already. */
  get known(): NDArray | null {
    return this.#known;
  }

  /** The array, once its size is known. Rejects with the error of the computation. */
  whole(): Promise<NDArray> {
    return (this.#later ??= runtime().lasting(() => this.#compacted()));
  }

  async #compacted(): Promise<NDArray> {
    const { waitsFor, finish } = this.#begin();
    const contents = runtime().contents(waitsFor);
    return (this.#known = finish(contents instanceof Promise ? await contents : contents));
  }

  /** As `whole`, blocking. Throws `DeviceError` on a device that cannot block, and `ShapeError` for an array of a promise. */
  wholeSync(): NDArray {
    if (this.#known !== null) return this.#known;
    if (this.#selection === null) throw unknown('reading without waiting');
    return runtime().lasting(() => {
      const { waitsFor, finish } = this.#begin();
      return (this.#known = finish(runtime().readSync(waitsFor)));
    });
  }

  #begin(): Compaction {
    const [selection, source] = [this.#selection as Selection, this.#source as Source];
    if ('values' in source) return beginValues(selection, source.values);
    const { waitsFor, finish } = beginPlaces(selection);
    return { waitsFor, finish: (contents) => source.along(finish(contents)) };
  }

  /** The array, of which `operation` needs the size. Throws `ShapeError` while that is not known. */
  sized(operation: string): NDArray {
    if (this.#known === null) throw unknown(operation);
    return this.#known;
  }

  get dtype(): DType {
    return (this.#known ?? this.selected?.values ?? this.sized('dtype')).dtype;
  }
  get ndim(): number {
    return (this.#known ?? this.selected?.values ?? this.sized('ndim')).ndim;
  }
  get shape(): readonly number[] {
    return this.sized('shape').shape;
  }
  /** Number of elements. */
  get size(): number {
    return this.sized('size').size;
  }
}

function unknown(operation: string): ShapeError {
  return new ShapeError(
    `${operation}: the size of this array is not known yet, since its elements are chosen by their values: await it first, x = await x, or await x.shapeKnown()`,
  );
}

/** A lazy array as users see it. */
export function shown(lazy: Lazy): LazyArray {
  return lazy as unknown as LazyArray;
}
