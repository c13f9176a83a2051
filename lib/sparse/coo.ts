/**
 * Coordinates: a matrix as lists of rows, columns and values, in any order, several at one place allowed. Programs build matrices from
 * them and take matrices apart to them; all that computes is with compressed rows, into which functions and methods put them.
 */
import { inspect } from 'node:util';
import { conj, type DTypeLike, imag, type NDArray, real, zerosLike } from '../array/index.js';
import { declareMethods, HELD, hasNoForms } from '../base/index.js';
import { bool, type DType, int32 } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { compression } from './coordinates.js';
import { CsrArray } from './csr.js';
import { rowSumKind } from './fold-kinds.js';
import { DTYPE } from './kinds.js';
import { constant, structureOf } from './structure.js';
import { byParts, inDType, isComplex, valueDType } from './values.js';

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
  readonly #entries: Entries;
  #row: NDArray | null = null;
  #col: NDArray | null = null;

  constructor(entries: Entries, data: NDArray) {
    this.#entries = entries;
    this.data = data;
  }

  [HELD](): readonly object[] {
    return [this.data];
  }

  /** The row of each entry; int32. Read-only. */
  get row(): NDArray {
    return (this.#row ??= constant(this.#entries.row));
  }
  /** The column of each entry; int32. Read-only. */
  get col(): NDArray {
    return (this.#col ??= constant(this.#entries.col));
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
  /** The conjugate transpose; values are copied. */
  get H(): CooArray {
    return this.transpose().conj();
  }
  /** The real parts of all entries; a real matrix itself. */
  get real(): CooArray {
    return isComplex(this) ? this.#withData(real(this.data).copy()) : this;
  }
  /** The imaginary parts of all entries; of a real matrix zeros. */
  get imag(): CooArray {
    return this.#withData(isComplex(this) ? imag(this.data).copy() : zerosLike(this.data));
  }
  /** The conjugates of the entries; of a real matrix itself. */
  conj(): CooArray {
    return isComplex(this) ? this.#withData(conj(this.data)) : this;
  }
  /** As `conj`. */
  conjugate(): CooArray {
    return this.conj();
  }
  /** The matrix with its values converted. Throws `DTypeError` for float16, and for a real dtype of a complex matrix. */
  astype(dtype: DTypeLike): CooArray {
    const to = valueDType(dtype, 'astype');
    return to === this.dtype ? this : this.#withData(inDType(this.data, to));
  }
  /** The matrix with values of its own. */
  copy(): CooArray {
    return this.#withData(this.data.copy());
  }
  #withData(data: NDArray): CooArray {
    return new CooArray(this.#entries, data);
  }
  /** The matrix itself. */
  tocoo(): CooArray {
    return this;
  }
  /** In compressed rows; entries at one place are added up. Values are deferred. */
  tocsr(): CsrArray {
    const { pattern, order, targets } = compression(this.#entries);
    const inOrder = order === null ? this.data.copy() : this.data.take(constant(order));
    return new CsrArray(structureOf(pattern), targets === null ? inOrder : sumsAt(inOrder, targets, pattern.col.length));
  }
  /** All elements, zeros included, as an array of (rows, columns). */
  toDense(): NDArray {
    return this.tocsr().toDense();
  }
  toString(): string {
    return `<CooArray (${this.shape.join(', ')}) of ${this.dtype.name} with ${this.nnz} stored entries>`;
  }
}

/** The sums of values that go to one target each; targets ascend. */
function sumsAt(values: NDArray, targets: Int32Array, count: number): NDArray {
  const first = new Int32Array(count + 1);
  for (let k = targets.length - 1; k >= 0; k--) first[targets[k]] = k;
  first[count] = targets.length;
  const [low, high] = [constant(first.slice(0, count)), constant(first.slice(1))];
  const within = values.dtype === bool ? int32 : values.dtype;
  const sums = byParts(within, [count], [inDType(values, within)], (out, part) =>
    runtime().launch(rowSumKind(out.dtype), [count], [out, low, high, constant(targets), part], [0n]),
  );
  return inDType(sums, values.dtype);
}

hasNoForms(CooArray);
/** The methods of the class itself; further ones are functions of the room (`methods.ts`). */
type Own = 'transpose' | 'conj' | 'conjugate' | 'astype' | 'copy' | 'tocoo' | 'tocsr' | 'toDense' | 'toString';
declareMethods<Pick<CooArray, Own>>(CooArray, {
  transpose: [],
  conj: [],
  conjugate: [],
  astype: [DTYPE],
  copy: [],
  tocoo: [],
  tocsr: [],
  toDense: [],
  toString: [],
});

Object.defineProperty(CooArray.prototype, inspect.custom, {
  value(this: CooArray): string {
    return this.toString();
  },
});
