/**
 * Matrices that are built element by element: SciPy's dictionaries of keys and lists of rows, which are one thing here, a table of elements on the
 * host. Nothing is computed with them: `tocsr` makes the matrix that computes.
 */
import { inspect } from 'node:util';
import type { Complex, DTypeLike, NDArray } from '../array/index.js';
import {
  ArgumentError,
  DTypeError,
  declareMethods,
  describe,
  either,
  hasNoForms,
  INTEGER,
  IndexError,
  type Kind,
  kind,
  optional,
} from '../base/index.js';
import { bool, type DType, type TypedArray } from '../dtype/index.js';
import { CooArray } from './coo.js';
import type { CscArray } from './csc.js';
import type { CsrArray } from './csr.js';
import { LIST, SCALAR_VALUE } from './kinds.js';
import { type List, valuesOf } from './lists.js';
import { isComplexType, typeOfParts, uploaded, valueDType } from './values.js';

/** An element on the host. */
export type Element = number | bigint | boolean | Complex;
/** A row or a column, several, or all, `':'`. */
export type BuilderIndex = number | readonly number[] | ':';
const INDEX: Kind<BuilderIndex> = kind(
  "an index, several in an Array, or ':'",
  (given) => given === ':' || Number.isInteger(given) || (Array.isArray(given) && given.every(Number.isInteger)),
);
const ELEMENT: Kind<Element> = kind(
  'a number, bigint or boolean',
  (given) => typeof given === 'bigint' || typeof given === 'boolean' || SCALAR_VALUE.is(given as number),
);

/** An element's real and imaginary parts, as the typed arrays of its dtype hold them. */
type Parts = readonly (number | bigint)[];

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
  /** A place to convert values in. */
  readonly #scratch: TypedArray;

  constructor(shape: readonly [number, number], dtype: DTypeLike | DType | undefined) {
    if (shape[0] * shape[1] > Number.MAX_SAFE_INTEGER)
      throw new ArgumentError(`dokArray: a matrix of (${shape.join(', ')}) has more places than 2^53, of which numbers are keys`);
    this.shape = shape;
    this.dtype = valueDType(dtype, 'dokArray');
    this.#scratch = new (typeOfParts(this.dtype).Typed)(1) as TypedArray;
  }

  /** Stored elements, none of which is 0. */
  get nnz(): number {
    return this.#elements.size;
  }
  get ndim(): 2 {
    return 2;
  }

  /** The element at a row and a column, 0 where none is stored; negative indices count from the end. Throws `IndexError`. */
  get(row: number, column: number): Element {
    const found = this.#elements.get(this.#key(row, column)) ?? this.#zero();
    if (isComplexType(this.dtype)) return { re: Number(found[0]), im: Number(found[1]) };
    return this.dtype === bool ? Number(found[0]) !== 0 : found[0];
  }

  /**
   * Writes a value, or a list of as many as there are places: at a row and a column, at each pair of two lists, or in all rows or columns of the
   * other, row by row. Throws `IndexError` for places outside, `ArgumentError` for lists of other lengths, and `DTypeError` for values that
   * the dtype does not hold.
   */
  set(row: BuilderIndex, column: BuilderIndex, value: Element | List): void {
    const keys = this.#keys(row, column);
    const values = this.#values(value, keys.length);
    for (const [i, key] of keys.entries()) this.#put(key, values[values.length === 1 ? 0 : i]);
  }

  /** Adds a value to the element at a row and a column, `A[i, j] += value` in SciPy. Throws as `set`. */
  addAt(row: number, column: number, value: Element): void {
    const key = this.#key(row, column);
    const before = this.#elements.get(key) ?? this.#zero();
    const [more] = this.#values(value, 1);
    const added = before.map((part, k) => this.#held(sumOf(part, more[k], this.dtype)));
    this.#put(key, added);
  }

  /** Writes the diagonal `k` above the main one: a value for all places, or a list of one for each. Throws as `set`. */
  setdiag(value: Element | List, k = 0): void {
    const [rows, columns] = this.shape;
    const length = Math.max(0, Math.min(rows + Math.min(k, 0), columns - Math.max(k, 0)));
    const values = this.#values(value, length);
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

  #zero(): Parts {
    const none = this.#scratch instanceof BigInt64Array || this.#scratch instanceof BigUint64Array ? 0n : 0;
    return isComplexType(this.dtype) ? [none, none] : [none];
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
    const listOf = (index: BuilderIndex, axis: 0 | 1): readonly number[] =>
      index === ':' ? Array.from({ length: this.shape[axis] }, (_, i) => i) : typeof index === 'number' ? [index] : index;
    const [rows, columns] = [listOf(row, 0), listOf(column, 1)];
    const arePairs = Array.isArray(row) && Array.isArray(column);
    if (!arePairs) return rows.flatMap((i) => columns.map((j) => this.#key(i, j)));
    if (rows.length !== columns.length)
      throw new ArgumentError(`dokArray: expected as many rows as columns, got ${rows.length} and ${columns.length}`);
    return rows.map((i, k) => this.#key(i, columns[k]));
  }

  /** The values of a list, or one for all places. */
  #values(given: Element | List, count: number): readonly Parts[] {
    if (!isList(given)) return [this.#partsOf(given)];
    const isHost = Array.isArray(given);
    const values = isHost
      ? given.map((one: Element) => this.#partsOf(checkElement(one)))
      : rowsOf(valuesOf(given, this.dtype, 'set').parts);
    if (values.length !== count && values.length !== 1)
      throw new ArgumentError(`dokArray: expected a value, or one for each of ${count} places, got ${values.length}`);
    return values;
  }

  #partsOf(value: Element): Parts {
    const parts = typeof value === 'object' ? [value.re, value.im] : [value, 0];
    if (isComplexType(this.dtype)) return parts.map((part) => this.#held(part));
    if (typeof value === 'object')
      throw new DTypeError(
        `dokArray: a matrix of ${this.dtype.name} holds no complex numbers; make it with { dtype: 'complex128' }`,
      );
    return [this.#held(value)];
  }

  /** A number as the dtype has it. */
  #held(value: number | bigint | boolean): number | bigint {
    const { dtype } = this;
    if (dtype === bool) return Number(value) === 0 ? 0 : 1;
    const own = this.#scratch;
    const isWhole = own instanceof BigInt64Array || own instanceof BigUint64Array;
    const isInteger = dtype.kind === 'int' || dtype.kind === 'unsigned';
    if (isInteger && typeof value === 'number' && !Number.isInteger(value)) throw notHeld(value, dtype);
    own[0] = (isWhole ? BigInt(value) : Number(value)) as never;
    if (isInteger && BigInt(own[0]) !== BigInt(value)) throw notHeld(value, dtype);
    return own[0];
  }
}

/** Throws `DTypeError` for an element of a list that is no number. */
function checkElement(given: Element): Element {
  if (ELEMENT.is(given)) return given;
  throw new DTypeError(`dokArray: expected ${ELEMENT.expected} as an element, got ${describe(given)}`);
}

function notHeld(value: unknown, dtype: DType): DTypeError {
  return new DTypeError(`dokArray: ${dtype.name} does not hold ${String(value)}`);
}

function isList(given: Element | List): given is List {
  return typeof given === 'object' && LIST.is(given as List);
}

function rowsOf(parts: readonly TypedArray[]): Parts[] {
  return Array.from({ length: parts[0].length }, (_, i) => parts.map((part) => part[i]));
}

/** The sum of two parts; of bools whether there is any. */
function sumOf(a: number | bigint, b: number | bigint, dtype: DType): number | bigint {
  if (typeof a === 'bigint' || typeof b === 'bigint') return BigInt(a) + BigInt(b);
  return dtype === bool ? Math.max(a, b) : a + b;
}

const VALUES = either(ELEMENT, LIST);
hasNoForms(DokArray);
declareMethods(DokArray, {
  get: [INTEGER, INTEGER],
  set: [INDEX, INDEX, VALUES],
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
