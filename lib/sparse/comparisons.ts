/**
 * Comparisons of sparse matrices, element by element, that are false for two zeros, so that the result is sparse. Equality, and comparisons
 * that hold for two zeros, would be true nearly everywhere.
 */

import { ArgumentError, DTypeError, either, NUMBER } from '../base/index.js';
import { takesMatrices } from './any-format.js';
import { CSR, CsrArray } from './csr.js';
import { COMPARED, compared, differing, type Merging } from './merge.js';
import { together } from './spread.js';
import { overUnion } from './unions.js';
import { inDType, isComplex, promoteAny } from './values.js';

function between(by: Merging, name: string, given: CsrArray, other: CsrArray): CsrArray {
  const [A, B] = together(given, other, name);
  const dtype = promoteAny(A.dtype, B.dtype);
  const [left, right] = [inDType(CsrArray.valuesOf(A), dtype), inDType(CsrArray.valuesOf(B), dtype)];
  return overUnion(by, [A, left], [B, right], (union) =>
    by === COMPARED.notEqual ? differing(left, right, union) : compared(by, left, right, union),
  );
}

function comparison(
  name: keyof typeof COMPARED,
  isTrueOfZero: (bound: number) => boolean,
): (A: CsrArray, B: CsrArray | number) => CsrArray {
  const by = COMPARED[name];
  return takesMatrices(
    name,
    CSR,
    either(CSR, NUMBER),
  )((A: CsrArray, B: CsrArray | number): CsrArray => {
    if (name !== 'notEqual' && (isComplex(A) || (B instanceof CsrArray && isComplex(B))))
      throw new DTypeError(`${name}: not defined for complex matrices; compare A.real, A.imag or A.abs()`);
    if (B instanceof CsrArray) return between(by, name, A, B);
    if (isTrueOfZero(B))
      throw new ArgumentError(`${name}: with ${B} it would be true of all absent entries; A.toDense().${name}(${B}) is an array`);
    return CsrArray.withValues(A, by.of(CsrArray.valuesOf(A), B));
  });
}

/**
 * Where elements differ, from those of a sparse matrix of a shape that broadcasts, or from 0: a sparse matrix of bools, with the entries of both.
 * Throws `ShapeError` for shapes that do not broadcast, `ArgumentError` for a number other than 0, from which all absent entries differ.
 *
 * @example
 * const A = sparse.csrArray([[1, 2], [0, 3]]);
 * await A.notEqual(sparse.eye(2)).toDense().tolist(); // [[false, true], [false, true]]
 */
export const notEqual = comparison('notEqual', (bound) => bound !== 0);

/**
 * Where elements are less than those of a sparse matrix of a shape that broadcasts, or than a number of at most 0: a sparse matrix of bools.
 * Throws `ShapeError` for shapes that do not broadcast, `ArgumentError` for a number above 0, `DTypeError` for complex matrices.
 *
 * @example
 * await sparse.csrArray([[-1, 2], [0, 3]]).less(0).toDense().tolist(); // [[true, false], [false, false]]
 */
export const less = comparison('less', (bound) => bound > 0);

/**
 * Where elements are greater than those of a sparse matrix of a shape that broadcasts, or than a number of at least 0; as `less`.
 *
 * @example
 * await sparse.csrArray([[1, 2], [0, 3]]).greater(1).toDense().tolist(); // [[false, true], [false, true]]
 */
export const greater = comparison('greater', (bound) => bound < 0);
