/** Functions of two matrices of one shape over the entries of both. */
import type { NDArray } from '../array/index.js';
import { type Combined, unionOf } from './combine.js';
import { CsrArray } from './csr.js';
import type { Merging } from './merge.js';

/** A matrix, and its values in the dtype that both operands have. */
type Operand = readonly [CsrArray, NDArray];

/** The function of two matrices; `values`: of a union of two structures. Nothing is combined where one has no entries, or both have the same. */
export function overUnion(by: Merging, [A, left]: Operand, [B, right]: Operand, values: (union: Combined) => NDArray): CsrArray {
  if (B.nnz === 0) return CsrArray.withValues(A, by.of(left, 0));
  if (A.nnz === 0) return CsrArray.withValues(B, by.of(0, right));
  const [a, b] = [CsrArray.structureOf(A), CsrArray.structureOf(B)];
  if (a === b) return CsrArray.withValues(A, by.of(left, right));
  const union = unionOf(a, b);
  return new CsrArray(union.structure, values(union));
}
