/**
 * How launches of the addon's routines are cut into units, and how launches of its dense products are written; `lines_…` have their
 * parameters in native/lines/lines.h, `search_…` and `interp_…` in native/lines/search.cpp and interp.cpp, `mask_…` in
 * native/lines/masks.cpp, `scatter_…` in native/lines/scatter.cpp and, `scatter_by_…`, ordered.cpp, `fft_…` in native/fft/fft.cpp, `rows_…` in native/lines/rows.cpp,
 * `set_…` and `members_…` in native/lines/members.cpp, `sparse_…` in native/sparse/routines.cpp, `spgemm_…` and `spmerge_…` in native/sparse/compressed.h, routines of stacks of matrices (`solve_…`, `svd_…`) in native/solve/stack.h.
 * `Addon.routine` knows `gemm_f64`, `gemm_f32`, `gemm_i64` and `gemm_i32`: C = A B for batches of matrices, any strides on A and B; and
 * `gemm_add_f64`, … : C = C + A B. Their parameters P, strides in elements:
 *
 *     0 status   1 m   2 n   3 k   4 batch
 *     5 A's address     6 7 8     A's strides: batch, row, column
 *     9 B's address    10 11 12   B's strides
 *    13 C's address    14 15 16   C's strides
 *
 * A unit is a block of C, or for products with a vector a range of its elements; the units depend on the sizes alone (native/gemm/product.h
 * has the same numbers).
 */
import { type DType, float32, float64, int32, int64, uint32, uint64 } from '../dtype/index.js';

/** Routines for products of matrices, by dtype. Integers wrap: signed ones give the bits of unsigned ones. */
export const PRODUCTS: ReadonlyMap<DType, string> = new Map([
  [float64, 'gemm_f64'],
  [float32, 'gemm_f32'],
  [int64, 'gemm_i64'],
  [int32, 'gemm_i32'],
  [uint64, 'gemm_i64'],
  [uint32, 'gemm_i32'],
]);

/** Routines that add the product to the result's elements, by dtype. */
export const ADDED_PRODUCTS: ReadonlyMap<DType, string> = new Map(
  Array.from(PRODUCTS, ([dtype, name]) => [dtype, name.replace('gemm_', 'gemm_add_')]),
);

/** Slots of a product's parameters. */
export const GEMM = { M: 1, N: 2, K: 3, BATCH: 4, A: 5, B: 9, C: 13, LENGTH: 17 } as const;

const ROWS = 512;
const COLUMNS = 512;
/** Fewer blocks are halved along their longer side while they have as many multiplications as this. */
const FEW_UNITS = 8;
const WORTH_CUTTING = 2 ** 22;
const VECTOR_ROWS = 32;
const VECTOR_ELEMENTS = 65536;

/** Units of a batch of m x k by k x n products. */
function gemmUnits(m: number, n: number, k: number, batch: number): number {
  if (m === 1 || n === 1) {
    return batch * Math.ceil((n === 1 ? m : n) / vectorRows(k));
  }
  if (m * n * batch === 0) return 0;
  let [rows, columns] = [Math.min(m, ROWS), Math.min(n, COLUMNS)];
  while (batch * Math.ceil(m / rows) * Math.ceil(n / columns) < FEW_UNITS && rows * columns * k >= WORTH_CUTTING) {
    if (rows >= columns) rows = halved(rows);
    else columns = halved(columns);
  }
  return batch * Math.ceil(m / rows) * Math.ceil(n / columns);
}

/** Results of a point of a product with a vector where the matrix is read across: of each line that many elements in a row. */
const ACROSS = 256;

/** Units that a thread takes at a time, for arguments with such strides; it changes no result. */
export function routineTile(name: string, domain: readonly number[], strides: (arg: number) => readonly number[]): number {
  if (!name.startsWith('gemm_')) return isOfLines(name) ? 1 : tileOfStack(name, domain, domain[0]);
  return domain[0] === 1 || domain[1] === 1 ? tileOfVectors(domain, strides) : tileOfStack(name, domain, domain[3]);
}

function tileOfVectors([, n, k]: readonly number[], strides: (arg: number) => readonly number[]): number {
  const [, row, column] = strides(n === 1 ? 0 : 1);
  const [result, inner] = n === 1 ? [row, column] : [column, row];
  if (result !== 1 || inner === 1) return 1;
  return Math.ceil(ACROSS / vectorRows(k));
}

/** Simple operations that take longer than taking the next units does. */
const WORTH_TAKING = 8192;

/** Of so many matrices. */
function tileOfStack(name: string, domain: readonly number[], count: number): number {
  if (count <= 1) return 1;
  return Math.max(1, Math.floor((WORTH_TAKING * routineUnits(name, domain)) / Math.max(1, routineWork(name, domain))));
}

function vectorRows(k: number): number {
  return Math.max(VECTOR_ROWS, Math.floor(VECTOR_ELEMENTS / Math.max(1, k)));
}

function halved(size: number): number {
  return Math.ceil(Math.floor(size / 2) / 8) * 8;
}

const LINE_ELEMENTS = 16384;
const SEARCH_VALUES = 16384;
/** Elements that sorted runs are merged into at a time. */
const MERGED = 32768;
/** Pairs of entries of a sparse product that meet in a unit, or entries that are merged, about. */
const PAIRS = 32768;

/** Units of a mask of so many elements. */
export function maskUnits(elements: number): number {
  return Math.ceil(elements / LINE_ELEMENTS);
}

/** Units of one matrix that is worth sharing the work on: the most threads that may share it. */
const CREW = 16;
const WORTH_SHARING = 2 ** 21;

/** Simple operations for each size of a sparse system's domain: rows and entries or right-hand sides. */
const SPARSE_WORK = 64;

function sparseWork([, rows, columns]: readonly number[]): number {
  return SPARSE_WORK * rows * Math.max(1, columns / Math.max(1, rows));
}

function isSystem(name: string): boolean {
  return name.startsWith('solve_') || name.startsWith('complex_solve_');
}

function stackUnits(name: string, [count, rows, columns]: readonly number[]): number {
  // A system's columns are its right-hand sides.
  const across = isSystem(name) ? Math.max(rows, columns) : columns;
  return count === 1 && rows * across * Math.max(rows, across) >= WORTH_SHARING ? CREW : count;
}

function isSearch(name: string): boolean {
  return name.startsWith('search_') || name.startsWith('interp_');
}

/** Whether a routine is over matrices in compressed rows. */
function isOfRows(name: string): boolean {
  return name.startsWith('spgemm_') || name.startsWith('spmerge_');
}

function isOfLines(name: string): boolean {
  return (
    isSearch(name) ||
    ['fft_', 'lines_', 'mask_', 'members_', 'rows_', 'scatter_', 'set_', 'sparse_', 'spgemm_', 'spmerge_'].some((prefix) =>
      name.startsWith(prefix),
    )
  );
}

/** Units of a routine over its domain: blocks of products, groups of lines, matrices. */
export function routineUnits(name: string, domain: readonly number[]): number {
  if (name.startsWith('gemm_')) return gemmUnits(domain[0], domain[1], domain[2], domain[3]);
  if (isSearch(name)) return Math.ceil(domain[0] / SEARCH_VALUES);
  if (name.startsWith('mask_')) return maskUnits(domain[0]);
  if (name.startsWith('members_')) return maskUnits(domain[0]);
  if (name.startsWith('scatter_') || name.startsWith('set_')) return 1;
  if (name.startsWith('sparse_')) return sparseWork(domain) >= WORTH_SHARING ? CREW : 1;
  if (name.startsWith('rows_') || name.startsWith('fft_')) return lineUnits(domain[0], domain[1]);
  if (isOfRows(name)) return Math.max(1, Math.min(domain[0], Math.ceil(domain[1] / PAIRS)));
  if (!name.startsWith('lines_')) return stackUnits(name, domain);
  if (name.startsWith('lines_merge_')) return domain[0] * Math.ceil(domain[1] / MERGED);
  return lineUnits(domain[0], domain[1]);
}

function lineUnits(lines: number, length: number): number {
  return Math.ceil(lines / Math.max(1, Math.floor(LINE_ELEMENTS / Math.max(1, length))));
}

/** Simple operations for each element of a line that is sorted, merged or looked through for ranks, or scanned. */
const SORT_WORK = 32;
const RANK_WORK = 8;
const SCAN_WORK = 3;
/** For each element of a mask, row that is copied, value that is scattered, step of a search, and column that is eliminated. */
const MASK_WORK = 2;
const ROW_WORK = 16;
const SCATTER_WORK = 8;
const STEP_WORK = 8;
/** For each pair of entries that meet, or entry that is merged. */
const PAIR_WORK = 4;
/** For each number of a transformed line, and each doubling of its length. */
const FFT_WORK = 2;
const COLUMN_WORK = 64;
/** Multiply-adds that take as long as a simple operation: of products that read a matrix for each of few results, and in tiles. */
const STREAMED = 2;
const TILED = 40;
/** Rows and columns of a tile. */
const TILE = 8;

function gemmWork([m, n, k, batch]: readonly number[]): number {
  return (m * n * k * batch) / (Math.min(m, n) < TILE ? STREAMED : TILED);
}

function lineWork(name: string): number {
  if (/^lines_(arg)?sort_/.test(name)) return SORT_WORK;
  return /^lines_(merge|select|(arg)?partition)_/.test(name) ? RANK_WORK : SCAN_WORK;
}

/** About how many simple operations a routine is over its domain: fused multiply-adds, steps of a sort. */
export function routineWork(name: string, domain: readonly number[]): number {
  if (name.startsWith('gemm_')) return gemmWork(domain);
  if (name.startsWith('lines_')) return lineWork(name) * domain[0] * Math.max(domain[1], domain[2]);
  if (name.startsWith('scatter_') || name.startsWith('members_')) return SCATTER_WORK * domain[0];
  if (name.startsWith('set_')) return SCATTER_WORK * domain[0] + domain[1];
  if (name.startsWith('mask_')) return MASK_WORK * domain[0];
  if (name.startsWith('fft_')) return FFT_WORK * domain[0] * domain[1] * Math.log2(domain[1] + 1);
  if (name.startsWith('rows_')) return ROW_WORK * domain[0] + domain[0] * domain[1];
  if (name.startsWith('sparse_')) return sparseWork(domain);
  if (isOfRows(name)) return PAIR_WORK * domain[1];
  if (isSearch(name)) return STEP_WORK * domain[0] * Math.log2(domain[1] + 2);
  const [count, rows, columns] = domain;
  // A system's columns are its right-hand sides; a factorization is as many steps as the matrix's shorter side, each over the matrix.
  const ofColumns = isSystem(name) || name.startsWith('solve');
  const across = ofColumns ? rows * Math.max(rows, columns) : columns * Math.min(rows, columns);
  return count * rows * (COLUMN_WORK + across);
}
