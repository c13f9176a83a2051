/** Matrices that functions take as blocks: sparse ones of every format, and dense ones. */
import type { NDArray } from '../array/index.js';
import { type Kind, kind } from '../base/index.js';
import type { AnySparse } from './any-format.js';
import { matrixOf } from './create.js';
import { CsrArray } from './csr.js';
import { isArray } from './values.js';

/** A sparse matrix, nested Arrays of numbers, or an array of two axes. */
export type Block = CsrArray | AnySparse | NDArray | readonly (readonly number[])[];

function isRows(given: unknown): boolean {
  const isRow = (row: unknown): boolean => Array.isArray(row) && row.every((x) => typeof x === 'number');
  return Array.isArray(given) && given.length > 0 && given.every(isRow);
}

function isSparse(given: unknown): boolean {
  return typeof given === 'object' && given !== null && typeof (given as Partial<AnySparse>).tocsr === 'function';
}

export const BLOCK: Kind<Block> = kind('a sparse matrix, rows of numbers, or an array of 2 axes', (given) =>
  isArray(given) ? given.ndim === 2 : isSparse(given) || isRows(given),
);

/** A block in compressed rows. */
export function blockOf(block: Block, operation: string): CsrArray {
  return block instanceof CsrArray ? block : matrixOf(block as NDArray, undefined, operation);
}
