/** Sources of sparse matrices: places and values by name, and in SciPy's order. */
import type { List } from './lists.js';

/** Entry k is `data[k]` at (`row[k]`, `col[k]`); entries at one place are summed, in their order. */
export interface CooSource {
  readonly data: List;
  readonly row: List;
  readonly col: List;
  readonly shape: readonly [number, number];
}

/** Row i has the columns `indices[indptr[i] … indptr[i + 1])`, in any order. */
export interface CsrSource {
  readonly data: List;
  readonly indices: List;
  readonly indptr: List;
  readonly shape: readonly [number, number];
}

export type CooTuple = readonly [data: List, places: readonly [row: List, col: List]];
export type BoundsTuple = readonly [data: List, indices: List, indptr: List];
export type SizeTuple = readonly [rows: number, columns: number];
