/**
 * Comparisons of sparse matrices, element by element, that are false for two zeros, so that the result is sparse. Equality, and comparisons
 * that hold for two zeros, would be true nearly everywhere: they take numbers for which they do not.
 */

import {
  equal as equalArrays,
  greaterEqual as greaterEqualArrays,
  lessEqual as lessEqualArrays,
  type NDArray,
} from '../array/index.js';
import { ArgumentError, DTypeError, either, NUMBER } from '../base/index.js';
import { type AnySparse, takesMatrices } from './any-format.js';
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

/** A comparison that holds for two zeros: with a number for which it does not hold of absent entries. */
function comparisonOfZeros(
  name: 'equal' | 'lessEqual' | 'greaterEqual',
  of: (x: NDArray, bound: number) => NDArray,
  isTrueOfZero: (bound: number) => boolean,
  opposite: string,
): (A: CsrArray | AnySparse, bound: number) => CsrArray {
  return takesMatrices(
    name,
    CSR,
    either(NUMBER, CSR),
  )((A: CsrArray, bound: number | CsrArray): CsrArray => {
    if (bound instanceof CsrArray)
      throw new ArgumentError(
        `${name}: it would be true where neither matrix has an entry; A.${opposite}(B) is where it is not, A.toDense().${name}(B.toDense()) an array`,
      );
    if (name !== 'equal' && isComplex(A))
      throw new DTypeError(`${name}: not defined for complex matrices; compare A.real, A.imag or A.abs()`);
    if (isTrueOfZero(bound))
      throw new ArgumentError(
        `${name}: with ${bound} it would be true of all absent entries; A.toDense().${name}(${bound}) is an array`,
      );
    return CsrArray.withValues(A, of(CsrArray.valuesOf(A), bound));
  }) as (A: CsrArray | AnySparse, bound: number) => CsrArray;
}

/**
 * Where elements are a number other than 0: a sparse matrix of bools. Throws `ArgumentError` for 0, which all absent entries are, and for a sparse
 * matrix: `notEqual` is where two matrices differ.
 *
 * @example
 * await sparse.csrArray([[1, 2], [0, 1]]).equal(1).toDense().tolist(); // [[true, false], [false, true]]
 */
export const equal = comparisonOfZeros('equal', equalArrays, (bound) => bound === 0, 'notEqual');

/**
 * Where elements are at most a number below 0: a sparse matrix of bools. Throws `ArgumentError` for a number of at least 0, and for a sparse matrix:
 * `greater` is where it does not hold; `DTypeError` for complex matrices.
 *
 * @example
 * await sparse.csrArray([[-1, 2], [0, -3]]).lessEqual(-1).toDense().tolist(); // [[true, false], [false, true]]
 */
export const lessEqual = comparisonOfZeros('lessEqual', lessEqualArrays, (bound) => bound >= 0, 'greater');

/**
 * Where elements are at least a number above 0: a sparse matrix of bools; as `lessEqual`.
 *
 * @example
 * await sparse.csrArray([[1, 2], [0, 3]]).greaterEqual(2).toDense().tolist(); // [[false, true], [false, true]]
 */
export const greaterEqual = comparisonOfZeros('greaterEqual', greaterEqualArrays, (bound) => bound <= 0, 'less');
