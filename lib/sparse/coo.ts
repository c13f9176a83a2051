/**
 * Coordinates: a matrix as lists of rows, columns and values, in any order, several at one place allowed. Programs build matrices from
 * them and take matrices apart to them; all that computes is with compressed rows.
 */
import { inspect } from 'node:util';
import { addAt, type NDArray, zeros } from '../array/index.js';
import { declareMethods } from '../base/index.js';
import { bool, type DType, int32 } from '../dtype/index.js';
import { arranged } from './arrange.js';
import { orderOf } from './coordinates.js';
import { CsrArray } from './csr.js';
import { constant, structureOf } from './structure.js';
import { inDType } from './values.js';

/** Rows and columns on the host. */
interface Entries {
  readonly shape: readonly [number, number];
  readonly row: Int32Array;
  readonly col: Int32Array;
}

/**
 * A sparse matrix as coordinates; made by `cooArray` and `tocoo`. Entry k is `data[k]` at (`row[k]`, `col[k]`); entries at one place add up.
 *
 * @example
 * const M = sparse.cooArray({ data: [1, 2, 4], row: [0, 1, 1], col: [1, 0, 0], shape: [2, 2] });
 * M.nnz;                                // 3
 * await M.tocsr().toDense().tolist();   // [[0, 1], [6, 0]]
 */
export class CooArray {
  /** The value of each entry. */
  readonly data: NDArray;
  /** The row of each entry; int32. Read-only. */
  readonly row: NDArray;
  /** The column of each entry; int32. Read-only. */
  readonly col: NDArray;
  readonly #entries: Entries;

  constructor(entries: Entries, data: NDArray) {
    this.#entries = entries;
    this.data = data;
    this.row = constant(entries.row);
    this.col = constant(entries.col);
  }

  get shape(): readonly [number, number] {
    return this.#entries.shape;
  }
  /** Number of entries, several at one place among them. */
  get nnz(): number {
    return this.#entries.row.length;
  }
  get dtype(): DType {
    return this.data.dtype;
  }
  get ndim(): 2 {
    return 2;
  }
  /** The transpose; values are copied. */
  get T(): CooArray {
    return this.transpose();
  }
  /** Rows as columns; values are copied. */
  transpose(): CooArray {
    const { shape, row, col } = this.#entries;
    return new CooArray({ shape: [shape[1], shape[0]], row: col, col: row }, this.data.copy());
  }
  /** The matrix itself. */
  tocoo(): CooArray {
    return this;
  }
  /** In compressed rows; entries at one place are added up. Values are deferred. */
  tocsr(): CsrArray {
    const { shape, row, col } = this.#entries;
    const order = orderOf(this.#entries);
    const first = order.filter((k, i) => i === 0 || row[k] !== row[order[i - 1]] || col[k] !== col[order[i - 1]]);
    if (first.length === order.length)
      return arranged({ ...this.#entries, place: Int32Array.from({ length: this.nnz }, (_, k) => k) }, this.data);
    const target = new Int32Array(order.length);
    const ptr = new Int32Array(shape[0] + 1);
    let at = -1;
    for (const k of order) {
      if (k === first[at + 1]) {
        at++;
        ptr[row[k] + 1]++;
      }
      target[k] = at;
    }
    for (let i = 0; i < shape[0]; i++) ptr[i + 1] += ptr[i];
    const pattern = { shape, ptr, col: first.map((k) => col[k]) };
    const dtype = this.dtype === bool ? int32 : this.dtype;
    const sums = addAt(zeros([first.length], { dtype }), constant(target), inDType(this.data, dtype));
    return new CsrArray(structureOf(pattern), inDType(sums, this.dtype));
  }
  /** All elements, zeros included, as an array of (rows, columns). */
  toDense(): NDArray {
    return this.tocsr().toDense();
  }
  toString(): string {
    return `<CooArray (${this.shape.join(', ')}) of ${this.dtype.name} with ${this.nnz} stored entries>`;
  }
}

declareMethods(CooArray, { transpose: [], tocoo: [], tocsr: [], toDense: [], toString: [] });

Object.defineProperty(CooArray.prototype, inspect.custom, {
  value(this: CooArray): string {
    return this.toString();
  },
});
