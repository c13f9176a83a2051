/**
 * Sparse LU factors in JavaScript, for devices without the routines of native/sparse: columns in the order that the reverse of Cuthill and
 * McKee's (1969) gives, so that eliminated elements stay near the diagonal, and a loop over the pivots of that band. The factors are kept as
 * native/sparse/direct.h has them.
 */
import { ArgumentError } from '../../base/index.js';

/** A square matrix by rows. */
export interface Rows {
  readonly size: number;
  readonly pointer: ArrayLike<number>;
  readonly index: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** Integers and doubles of factors. */
export interface Stored {
  readonly index: Int32Array;
  readonly value: Float64Array;
}

interface ScriptOptions {
  readonly method: number;
  readonly drop: number;
  readonly fill: number;
}

/** Methods of native/sparse/direct.h, and the incomplete factorization. */
export const METHOD = { AUTOMATIC: 0, GENERAL: 1, POSITIVE: 2, INCOMPLETE: 3 } as const;
/** Integers before the lists of factors. */
export const HEAD = 4;
/** A diagonal element of at least this share of its column's largest is the pivot. */
const DIAGONAL_SHARE = 0.1;

/** The rows of the transpose. */
function columnsOf({ size, pointer, index, value }: Rows): Rows {
  const next = new Int32Array(size + 1);
  const entries = pointer[size];
  for (let p = 0; p < entries; p++) next[index[p] + 1]++;
  for (let j = 0; j < size; j++) next[j + 1] += next[j];
  const starts = next.slice();
  const rows = new Int32Array(entries);
  const values = new Float64Array(entries);
  for (let i = 0; i < size; i++) {
    for (let p = pointer[i]; p < pointer[i + 1]; p++) {
      const at = next[index[p]]++;
      rows[at] = i;
      values[at] = value[p];
    }
  }
  return { size, pointer: starts, index: rows, value: values };
}

/** The reverse of an order by breadth, in which nodes follow by their number of neighbours; each part begins at a node of few. */
function bandOrder(a: Rows, transposed: Rows): Int32Array {
  const { size } = a;
  const degree = Int32Array.from(
    { length: size },
    (_, i) => a.pointer[i + 1] - a.pointer[i] + transposed.pointer[i + 1] - transposed.pointer[i],
  );
  const starts = Int32Array.from({ length: size }, (_, i) => i).sort((i, j) => degree[i] - degree[j] || i - j);
  const order = new Int32Array(size);
  const seen = new Uint8Array(size);
  let count = 0;
  for (const start of starts) {
    if (seen[start] === 1) continue;
    seen[start] = 1;
    order[count++] = start;
    for (let at = count - 1; at < count; at++) {
      const from = count;
      for (const { pointer, index } of [a, transposed])
        for (let p = pointer[order[at]]; p < pointer[order[at] + 1]; p++) {
          if (seen[index[p]] === 1) continue;
          seen[index[p]] = 1;
          order[count++] = index[p];
        }
      order.subarray(from, count).sort((i, j) => degree[i] - degree[j] || i - j);
    }
  }
  return order.reverse();
}

function isSymmetric(a: Rows, b: Rows): boolean {
  const same = (x: ArrayLike<number>, y: ArrayLike<number>): boolean => {
    for (let k = 0; k < x.length; k++) if (x[k] !== y[k]) return false;
    return true;
  };
  return same(a.pointer, b.pointer) && same(a.index, b.index) && same(a.value, b.value);
}

/** Factors of a matrix; throws `ArgumentError` for one that has none. */
export function factorInScript(name: string, a: Rows, options: ScriptOptions): Stored {
  for (let p = 0; p < a.pointer[a.size]; p++)
    if (!Number.isFinite(a.value[p]))
      throw new ArgumentError(`${name}: expected finite elements, got a matrix with NaN or infinity`);
  const columns = columnsOf(a);
  const positive = options.method === METHOD.POSITIVE;
  if (positive && !isSymmetric(a, columns)) throw new ArgumentError(`${name}: the matrix is not positive definite`);
  return new Elimination(name, columns, bandOrder(a, columns), options).run();
}

class Elimination {
  readonly #name: string;
  readonly #columns: Rows;
  readonly #order: Int32Array;
  readonly #options: ScriptOptions;
  readonly #place: Int32Array;
  readonly #rows: Int32Array;
  readonly #diagonal: Float64Array;
  readonly #x: Float64Array;
  readonly #lower = { pointer: [0], index: [] as number[], value: [] as number[] };
  readonly #upper = { pointer: [0], index: [] as number[], value: [] as number[] };
  #touched: number[] = [];

  constructor(name: string, columns: Rows, order: Int32Array, options: ScriptOptions) {
    const { size } = columns;
    this.#name = name;
    this.#columns = columns;
    this.#order = order;
    this.#options = options;
    this.#place = new Int32Array(size).fill(-1);
    this.#rows = new Int32Array(size);
    this.#diagonal = new Float64Array(size);
    this.#x = new Float64Array(size);
  }

  run(): Stored {
    const { size } = this.#columns;
    for (let step = 0; step < size; step++) {
      const column = this.#order[step];
      const greatest = this.#eliminate(column, step);
      this.#store(step, this.#pivotOf(column), greatest * this.#allowed(step));
    }
    const { pointer, index, value } = this.#lower;
    const head = [0, size, index.length, this.#upper.index.length];
    const lists = [head, this.#rows, this.#order, pointer, this.#upper.pointer, index.map((row) => this.#place[row])];
    return {
      index: joined(Int32Array, [...lists, this.#upper.index]),
      value: joined(Float64Array, [value, this.#upper.value, this.#diagonal]),
    };
  }

  /** The share of a column's greatest entry below which entries are left out. */
  #allowed(step: number): number {
    const { method, drop, fill } = this.#options;
    if (method !== METHOD.INCOMPLETE) return 0;
    const { size, pointer } = this.#columns;
    const most = (fill * pointer[size] * (step + 1)) / size;
    const found = this.#lower.index.length + this.#upper.index.length;
    return found > most ? Math.min(1, Math.max(drop, 1e-8) * 100) : drop;
  }

  /** x = L⁻¹ times the column; gives its greatest entry. */
  #eliminate(column: number, step: number): number {
    const { pointer, index, value } = this.#columns;
    const x = this.#x;
    this.#touched = [];
    const isTouched = new Set<number>();
    let first = step;
    let greatest = 0;
    for (let p = pointer[column]; p < pointer[column + 1]; p++) {
      x[index[p]] = value[p];
      isTouched.add(index[p]);
      if (this.#place[index[p]] >= 0) first = Math.min(first, this.#place[index[p]]);
      greatest = Math.max(greatest, Math.abs(value[p]));
    }
    const { pointer: starts, index: rows, value: factors } = this.#lower;
    for (let j = first; j < step; j++) {
      const factor = x[this.#rows[j]];
      if (factor === 0) continue;
      for (let p = starts[j]; p < starts[j + 1]; p++) {
        x[rows[p]] -= factors[p] * factor;
        isTouched.add(rows[p]);
      }
    }
    this.#touched = [...isTouched];
    return greatest;
  }

  #pivotOf(column: number): number {
    const x = this.#x;
    const positive = this.#options.method === METHOD.POSITIVE;
    let pivot = -1;
    for (const row of this.#touched)
      if (this.#place[row] < 0 && (pivot < 0 || Math.abs(x[row]) > Math.abs(x[pivot]))) pivot = row;
    if (positive && !(x[column] > 0)) throw new ArgumentError(`${this.#name}: the matrix is not positive definite`);
    if (pivot < 0 || x[pivot] === 0)
      throw new ArgumentError(`${this.#name}: the matrix is singular, so there is no unique solution`);
    const diagonal = this.#place[column] < 0 && Math.abs(x[column]) >= DIAGONAL_SHARE * Math.abs(x[pivot]);
    return diagonal || positive ? column : pivot;
  }

  #store(step: number, pivot: number, least: number): void {
    const x = this.#x;
    const top = x[pivot];
    this.#diagonal[step] = top;
    this.#rows[step] = pivot;
    this.#place[pivot] = step;
    for (const row of this.#touched) {
      const value = x[row];
      x[row] = 0;
      if (row === pivot || !(Math.abs(value) >= least) || value === 0) continue;
      const above = this.#place[row] >= 0;
      const to = above ? this.#upper : this.#lower;
      to.index.push(above ? this.#place[row] : row);
      to.value.push(above ? value : value / top);
    }
    this.#lower.pointer.push(this.#lower.index.length);
    this.#upper.pointer.push(this.#upper.index.length);
  }
}

function joined<T extends Int32Array | Float64Array>(type: new (length: number) => T, lists: readonly ArrayLike<number>[]): T {
  const all = new type(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** The lists of LU factors. */
interface Taken {
  readonly size: number;
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly lower: Rows;
  readonly upper: Rows;
  readonly diagonal: Float64Array;
}

/** LU factors as lists; the triangles by columns. */
export function takeApart({ index, value }: Stored): Taken {
  const [, size, below, above] = index;
  let at = HEAD;
  const ints = (length: number): Int32Array => index.subarray(at, (at += length));
  const [rows, columns, lowerPointer, upperPointer] = [size, size, size + 1, size + 1].map(ints);
  const [lowerIndex, upperIndex] = [below, above].map(ints);
  return {
    size,
    rows,
    columns,
    lower: { size, pointer: lowerPointer, index: lowerIndex, value: value.subarray(0, below) },
    upper: { size, pointer: upperPointer, index: upperIndex, value: value.subarray(below, below + above) },
    diagonal: value.subarray(below + above),
  };
}

/** The x with A x = b, or of the transpose. */
export function applyInScript(stored: Stored, transposed: boolean, b: (row: number) => number): Float64Array {
  const { size, rows, columns, lower, upper, diagonal } = takeApart(stored);
  const [from, to] = transposed ? [columns, rows] : [rows, columns];
  const y = Float64Array.from(from, (row) => b(row));
  if (transposed) {
    for (let j = 0; j < size; j++) y[j] = (y[j] - inner(upper, j, y)) / diagonal[j];
    for (let j = size - 1; j >= 0; j--) y[j] -= inner(lower, j, y);
  } else {
    for (let j = 0; j < size; j++) subtract(lower, j, y, y[j]);
    for (let j = size - 1; j >= 0; j--) subtract(upper, j, y, (y[j] /= diagonal[j]));
  }
  const x = new Float64Array(size);
  to.forEach((row, k) => {
    x[row] = y[k];
  });
  return x;
}

function inner({ pointer, index, value }: Rows, j: number, x: Float64Array): number {
  let sum = 0;
  for (let p = pointer[j]; p < pointer[j + 1]; p++) sum += value[p] * x[index[p]];
  return sum;
}

function subtract({ pointer, index, value }: Rows, j: number, x: Float64Array, factor: number): void {
  for (let p = pointer[j]; p < pointer[j + 1]; p++) x[index[p]] -= value[p] * factor;
}
