/**
 * Matrices that are built element by element: SciPy's dictionaries of keys and lists of rows, which are one thing here, a table of elements on the
 * host. Nothing is computed with them: `tocsr` makes the matrix that computes.
 */
import { inspect } from 'node:util';
import type { DTypeLike, NDArray } from '../array/index.js';
import { ArgumentError, declareMethods, either, hasNoForms, INTEGER, IndexError, optional } from '../base/index.js';
import { bool, type DType, type TypedArray } from '../dtype/index.js';
import { INDEX, type MatrixIndex, placesOf } from './axis-places.js';
import { CooArray } from './coo.js';
import type { CscArray } from './csc.js';
import { CSR, CsrArray } from './csr.js';
import { type BuilderValues, ELEMENT, type Element, ElementValues, type Parts, VALUES } from './dok-values.js';
import { find } from './parts.js';
import { isComplexType, typeOfParts, uploaded, valueDType } from './values.js';

/** A row or a column, several, a slice such as `':'`, or a mask. */
export type BuilderIndex = MatrixIndex;

/**
 * A sparse matrix that is written element by element; made by `dokArray` and `lilArray`. Reading and writing wait for nothing; an element that is
 * set to 0 is stored no longer.
 *
 * @example
 * const M = sparse.dokArray([2, 3]);
 * M.set(0, 1, 5);
 * M.set(1, ':', [1, 0, 2]);
 * await M.tocsr().toDense().tolist(); // [[0, 5, 0], [1, 0, 2]]
 */
export class DokArray {
  readonly shape: readonly [number, number];
  readonly dtype: DType;
  /** By `row * columns + column`. */
  readonly #elements = new Map<number, Parts>();
  readonly #values: ElementValues;

  constructor(shape: readonly [number, number], dtype: DTypeLike | DType | undefined) {
    if (shape[0] * shape[1] > Number.MAX_SAFE_INTEGER)
      throw new ArgumentError(`dokArray: a matrix of (${shape.join(', ')}) has more places than 2^53, of which numbers are keys`);
    this.shape = shape;
    this.dtype = valueDType(dtype, 'dokArray');
    this.#values = new ElementValues(this.dtype);
  }

  /** Stored elements, none of which is 0. */
  get nnz(): number {
    return this.#elements.size;
  }
  get ndim(): 2 {
    return 2;
  }

  /** The elements by rows and columns, both ascending. */
  *items(): IterableIterator<[place: [row: number, column: number], value: Element]> {
    const columns = this.shape[1];
    for (const key of Float64Array.from(this.#elements.keys()).sort())
      yield [[Math.floor(key / columns), key % columns], this.#element(key)];
  }

  /** The transpose, a matrix of its own. */
  get T(): DokArray {
    const [rows, columns] = this.shape;
    const made = new DokArray([columns, rows], this.dtype);
    for (const [key, parts] of this.#elements) made.#elements.set((key % columns) * rows + Math.floor(key / columns), parts);
    return made;
  }

  /**
   * The element at a row and a column, 0 where none is stored; negative indices count from the end. With slices and lists a part, as `get` of matrices in
   * compressed rows gives it. Throws `IndexError`.
   */
  get(row: number, column: number): Element;
  get(row: MatrixIndex, column?: MatrixIndex): CsrArray | NDArray;
  get(row: MatrixIndex, column: MatrixIndex = ':'): Element | CsrArray | NDArray {
    if (typeof row !== 'number' || typeof column !== 'number') return this.tocsr().get(row, column);
    return this.#element(this.#key(row, column));
  }

  #element(key: number): Element {
    const found = this.#elements.get(key) ?? this.#values.zero();
    if (isComplexType(this.dtype)) return { re: Number(found[0]), im: Number(found[1]) };
    return this.dtype === bool ? Number(found[0]) !== 0 : found[0];
  }

  /**
   * Writes a value, or a list of as many as there are places, rows of values or an array among them: at a row and a column, at each pair of two lists,
   * or in all rows and columns of a slice, row by row; or where a sparse matrix of bools is true. Throws `IndexError` for places outside, `ArgumentError` for lists of other lengths, and `DTypeError` for values that
   * the dtype does not hold.
   */
  set(row: BuilderIndex, column: BuilderIndex, value: BuilderValues): void;
  set(mask: CsrArray, value: BuilderValues): void;
  set(row: BuilderIndex | CsrArray, column: BuilderIndex | BuilderValues, given?: BuilderValues): void {
    const isMask = row instanceof CsrArray;
    if (isMask !== (given === undefined))
      throw new ArgumentError('set: expected a row, a column and a value, or a mask and a value');
    const keys = isMask ? this.#masked(row) : this.#keys(row, column as BuilderIndex);
    const value = isMask ? (column as BuilderValues) : (given as BuilderValues);
    const values = this.#values.values(value, keys.length);
    for (const [i, key] of keys.entries()) this.#put(key, values[values.length === 1 ? 0 : i]);
  }

  /** Adds a value to the element at a row and a column, `A[i, j] += value` in SciPy. Throws as `set`. */
  addAt(row: number, column: number, value: Element): void {
    const key = this.#key(row, column);
    const before = this.#elements.get(key) ?? this.#values.zero();
    this.#put(key, this.#values.sum(before, value));
  }

  /** Writes the diagonal `k` above the main one: a value for all places, or a list of one for each. Throws as `set`. */
  setdiag(value: BuilderValues, k = 0): void {
    const [rows, columns] = this.shape;
    const length = Math.max(0, Math.min(rows + Math.min(k, 0), columns - Math.max(k, 0)));
    const values = this.#values.values(value, length);
    for (let i = 0; i < length; i++)
      this.#put((i - Math.min(k, 0)) * columns + i + Math.max(k, 0), values[values.length === 1 ? 0 : i]);
  }

  /** The matrix as coordinates, in the order of rows and columns. */
  tocoo(): CooArray {
    const keys = Float64Array.from(this.#elements.keys()).sort();
    const columns = this.shape[1];
    const { Typed } = typeOfParts(this.dtype);
    const count = isComplexType(this.dtype) ? 2 : 1;
    const parts = Array.from({ length: count }, () => new Typed(keys.length) as TypedArray);
    keys.forEach((key, i) => {
      (this.#elements.get(key) as Parts).forEach((part, k) => {
        parts[k][i] = part as never;
      });
    });
    const row = Int32Array.from(keys, (key) => Math.floor(key / columns));
    const col = Int32Array.from(keys, (key) => key % columns);
    return new CooArray({ shape: this.shape, row, col }, uploaded(parts, this.dtype));
  }

  /** In compressed rows, as matrices that compute are. */
  tocsr(): CsrArray {
    return this.tocoo().tocsr();
  }

  /** In compressed columns. */
  tocsc(): CscArray {
    return this.tocsr().tocsc();
  }

  /** All elements, zeros included, as an array of (rows, columns). */
  toDense(): NDArray {
    return this.tocsr().toDense();
  }

  /** All elements, zeros included; SciPy's name of `toDense`. */
  toarray(): NDArray {
    return this.toDense();
  }

  /** A matrix with the same elements, which later writes to this one do not reach. */
  copy(): DokArray {
    const made = new DokArray(this.shape, this.dtype);
    for (const [key, parts] of this.#elements) made.#elements.set(key, parts);
    return made;
  }

  toString(): string {
    return `<DokArray (${this.shape.join(', ')}) of ${this.dtype.name} with ${this.nnz} stored entries>`;
  }

  #put(key: number, parts: Parts): void {
    if (parts.every((part) => part === 0 || part === 0n)) this.#elements.delete(key);
    else this.#elements.set(key, parts);
  }

  #key(row: number, column: number): number {
    return this.#place(row, 0) * this.shape[1] + this.#place(column, 1);
  }

  #place(index: number, axis: 0 | 1): number {
    const size = this.shape[axis];
    if (!Number.isInteger(index) || index < -size || index >= size)
      throw new IndexError(`dokArray: index ${index} is outside axis ${axis} of size ${size}`);
    return index < 0 ? index + size : index;
  }

  /** The keys of places, row by row. */
  #keys(row: BuilderIndex, column: BuilderIndex): number[] {
    const [rows, columns] = [this.#places(row, 0), this.#places(column, 1)];
    const arePairs = [row, column].every((index) => typeof index === 'object');
    const width = this.shape[1];
    if (!arePairs) return rows.flatMap((i) => columns.map((j) => i * width + j));
    if (rows.length !== columns.length)
      throw new ArgumentError(`dokArray: expected as many rows as columns, got ${rows.length} and ${columns.length}`);
    return rows.map((i, k) => i * width + columns[k]);
  }

  #places(index: BuilderIndex, axis: 0 | 1): number[] {
    if (typeof index === 'number') return [this.#place(index, axis)];
    const found = placesOf(index, this.shape[axis], 'set');
    if (typeof found === 'number') return [found];
    return found === null ? Array.from({ length: this.shape[axis] }, (_, i) => i) : [...found];
  }

  /** The keys of places where a mask is true. */
  #masked(mask: CsrArray): number[] {
    const { shape } = this;
    if (mask.dtype !== bool || mask.shape.some((size, axis) => size !== shape[axis]))
      throw new IndexError(
        `set: a sparse mask is of bools and of shape (${shape.join(', ')}), got one of ${mask.dtype.name} of (${mask.shape.join(', ')})`,
      );
    const { row, col } = find(mask);
    const [rows, columns] = [row, col].map((places) => places.dataSync() as Int32Array);
    return Array.from(rows, (i, k) => i * shape[1] + columns[k]);
  }
}

const PLACE = either(INDEX, CSR);
hasNoForms(DokArray);
declareMethods(DokArray, {
  items: [],
  get: [INDEX, optional(INDEX)],
  set: [PLACE, either(INDEX, VALUES), optional(VALUES)],
  addAt: [INTEGER, INTEGER, ELEMENT],
  setdiag: [VALUES, optional(INTEGER)],
  tocoo: [],
  tocsr: [],
  tocsc: [],
  toDense: [],
  toarray: [],
  copy: [],
  toString: [],
});

Object.defineProperty(DokArray.prototype, inspect.custom, {
  value(this: DokArray): string {
    return this.toString();
  },
});
