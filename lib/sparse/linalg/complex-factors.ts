/**
 * LU factors of a complex matrix, as its `L` and `U` show them: column by column (Gilbert and Peierls 1988), in an order that is given, with pivots from the
 * diagonal where these are at least a tenth of the largest. Solutions use the factors of the real matrix of twice the size.
 */
import { asarray, complex } from '../../array/index.js';
import { ArgumentError } from '../../base/index.js';
import { csrArray } from '../create.js';
import { CsrArray, hostParts } from '../csr.js';
import { hostStructure } from '../structure.js';

/** Factors, and where the rows and the columns of the matrix are in their product. */
export interface ComplexFactors {
  readonly L: CsrArray;
  readonly U: CsrArray;
  readonly rows: Int32Array;
  readonly columns: Int32Array;
}

/** A diagonal element of at least this share of its column's largest is the pivot. */
const DIAGONAL_SHARE = 0.1;

/** Columns of a factor, by coordinates. */
class Entries {
  readonly row: number[] = [];
  readonly col: number[] = [];
  readonly re: number[] = [];
  readonly im: number[] = [];
  /** Where each column begins. */
  readonly first: number[] = [0];

  put(row: number, col: number, re: number, im: number): void {
    this.row.push(row);
    this.col.push(col);
    this.re.push(re);
    this.im.push(im);
  }

  close(): void {
    this.first.push(this.row.length);
  }

  matrix(n: number, place: (row: number) => number): CsrArray {
    const values = complex(asarray(Float64Array.from(this.re)), asarray(Float64Array.from(this.im)));
    const row = Int32Array.from(this.row, place);
    return csrArray({ row, col: Int32Array.from(this.col), data: values, shape: [n, n] });
  }
}

class Elimination {
  readonly #columns: CsrArray;
  readonly #n: number;
  /** By row: its step, -1 before; by step: its row. */
  readonly #place: Int32Array;
  readonly #row: Int32Array;
  /** The column that is eliminated. */
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly #lower = new Entries();
  readonly #upper = new Entries();

  constructor(A: CsrArray) {
    [this.#n] = A.shape;
    this.#columns = A.transpose();
    this.#place = new Int32Array(this.#n).fill(-1);
    this.#row = new Int32Array(this.#n);
    [this.#re, this.#im] = [new Float64Array(this.#n), new Float64Array(this.#n)];
  }

  run(order: Int32Array): ComplexFactors {
    const n = this.#n;
    const { ptr, col } = hostStructure(CsrArray.structureOf(this.#columns));
    const [re, im] = hostParts(this.#columns) as readonly Float64Array[];
    order.forEach((column, step) => {
      const touched = new Set<number>();
      for (let p = ptr[column]; p < ptr[column + 1]; p++) {
        [this.#re[col[p]], this.#im[col[p]]] = [re[p], im[p]];
        touched.add(col[p]);
      }
      this.#eliminate(touched, step);
      this.#store(touched, this.#pivotOf(touched, column), step);
    });
    const columns = new Int32Array(n);
    order.forEach((column, step) => {
      columns[column] = step;
    });
    const place = (row: number): number => this.#place[row];
    return { L: this.#lower.matrix(n, place), U: this.#upper.matrix(n, (step) => step), rows: this.#place, columns };
  }

  /** Takes the columns of L before out, in order. */
  #eliminate(touched: Set<number>, step: number): void {
    const { first, row, re, im } = this.#lower;
    for (let j = 0; j < step; j++) {
      const [a, b] = [this.#re[this.#row[j]], this.#im[this.#row[j]]];
      if (a === 0 && b === 0) continue;
      // The first entry is the 1 of the diagonal.
      for (let p = first[j] + 1; p < first[j + 1]; p++) {
        this.#re[row[p]] -= re[p] * a - im[p] * b;
        this.#im[row[p]] -= re[p] * b + im[p] * a;
        touched.add(row[p]);
      }
    }
  }

  #size(row: number): number {
    return Math.hypot(this.#re[row], this.#im[row]);
  }

  #pivotOf(touched: Set<number>, column: number): number {
    let pivot = -1;
    for (const row of touched) if (this.#place[row] < 0 && (pivot < 0 || this.#size(row) > this.#size(pivot))) pivot = row;
    if (pivot < 0 || this.#size(pivot) === 0)
      throw new ArgumentError('splu: the matrix is singular, so there is no unique solution');
    const isOpen = this.#place[column] < 0;
    return isOpen && this.#size(column) >= DIAGONAL_SHARE * this.#size(pivot) ? column : pivot;
  }

  #store(touched: Set<number>, pivot: number, step: number): void {
    const [a, b] = [this.#re[pivot], this.#im[pivot]];
    const scale = Math.max(Math.abs(a), Math.abs(b));
    const [c, d] = [a / scale, b / scale];
    const square = (c * c + d * d) * scale;
    this.#place[pivot] = step;
    this.#row[step] = pivot;
    this.#lower.put(pivot, step, 1, 0);
    this.#upper.put(step, step, a, b);
    for (const row of touched) {
      const [x, y] = [this.#re[row], this.#im[row]];
      [this.#re[row], this.#im[row]] = [0, 0];
      if (row === pivot || (x === 0 && y === 0)) continue;
      if (this.#place[row] >= 0) this.#upper.put(this.#place[row], step, x, y);
      else this.#lower.put(row, step, (x * c + y * d) / square, (y * c - x * d) / square);
    }
    this.#lower.close();
    this.#upper.close();
  }
}

/** Factors of a complex matrix, its columns in an order; waits. Throws `ArgumentError` for a singular matrix. */
export function complexFactors(A: CsrArray, order: Int32Array): ComplexFactors {
  return new Elimination(A.astype('complex128')).run(order);
}
