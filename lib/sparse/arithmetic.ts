/**
 * Arithmetic of sparse matrices, element by element. The places of a result's entries are known at once; its values are deferred, and
 * stay when they are 0 (`eliminateZeros` drops zeros). Functions that are not 0 where both operands are have no sparse result and throw.
 */

import { type Complex, multiply as multiplyArrays, NDArray } from '../array/index.js';
import { ArgumentError, DTypeError, describe, either, type Kind, NUMBER, ShapeError } from '../base/index.js';
import { bool, type DType, uint8 } from '../dtype/index.js';
import { formatShape } from '../shape/index.js';
import { type AnySparse, takesMatrices } from './any-format.js';
import { meetingOf } from './combine.js';
import { CSR, CsrArray } from './csr.js';
import { SCALAR_VALUE, VECTOR } from './kinds.js';
import { MERGED, type Merging, merged } from './merge.js';
import { commonShape, spreadTo, together } from './spread.js';
import { rowsOf } from './transposed.js';
import { overUnion } from './unions.js';
import { inDType, isComplex, isComplexArray, isComplexType, promoteAny } from './values.js';

const DENSE: Kind<NDArray | number | Complex> = either(SCALAR_VALUE, VECTOR);
const ANY: Kind<CsrArray | NDArray | number | Complex> = either(CSR, DENSE);

/** With a sparse matrix or 0 the result is sparse; with an array it is an array. */
export interface Sum {
  (A: CsrArray | AnySparse, B: CsrArray | AnySparse | number): CsrArray;
  (A: CsrArray | AnySparse, B: NDArray): NDArray;
  (A: CsrArray | AnySparse, B: CsrArray | AnySparse | NDArray | number): CsrArray | NDArray;
}

/** Both operands' values in one dtype; bools add up, and are compared, as bytes. */
function alike(by: Merging, A: CsrArray, B: CsrArray): [NDArray, NDArray, DType] {
  const dtype = promoteAny(A.dtype, B.dtype);
  if (isComplexType(dtype) && !by.ofParts) throw noOrder(by.name);
  if (dtype === bool && by === MERGED.subtract)
    throw new DTypeError('subtract: not defined for matrices of bools; A.notEqual(B) is where they differ');
  const within = dtype === bool ? uint8 : dtype;
  return [inDType(CsrArray.valuesOf(A), within), inDType(CsrArray.valuesOf(B), within), dtype];
}

function noOrder(name: string): DTypeError {
  return new DTypeError(`${name}: complex numbers have no order that keeps 0 least; take A.real, A.imag or A.abs()`);
}

function mergedOf(by: Merging, given: CsrArray, other: CsrArray): CsrArray {
  const [A, B] = together(given, other, by.name);
  const [left, right, dtype] = alike(by, A, B);
  const found = overUnion(by, [A, left], [B, right], (union) => merged(by, left, right, union));
  return found.dtype === dtype ? found : found.astype(dtype);
}

function sumLike(by: Merging, A: CsrArray, B: CsrArray | NDArray | number | Complex): CsrArray | NDArray {
  if (B instanceof CsrArray) return mergedOf(by, A, B);
  if (isComplexArray(B) || B instanceof NDArray) return by.of(A.toDense(), B as NDArray);
  if (B === 0) return A.copy();
  throw new ArgumentError(
    `${by.name}: a number other than 0 makes every element differ from 0, got ${typeof B === 'number' ? B : describe(B)}; A.toDense().${by.name}(${typeof B === 'number' ? B : 'z'}) is an array`,
  );
}

/**
 * The sum, element by element. With a sparse matrix of a shape that broadcasts: a sparse matrix of the promoted dtype with the entries of
 * both; with an array: an array of all elements; with 0: a copy. Throws `ShapeError` for shapes that do not broadcast, and
 * `ArgumentError` for a number other than 0.
 *
 * @example
 * await sparse.add(sparse.eye(2), sparse.eye(2, 2, 1)).toDense().tolist(); // [[1, 1], [0, 1]]
 */
export const add: Sum = takesMatrices(
  'add',
  CSR,
  ANY,
)((A: CsrArray, B: CsrArray | NDArray | number | Complex) => sumLike(MERGED.add, A, B)) as Sum;

/**
 * The difference, element by element; as `add`.
 *
 * @example
 * const A = sparse.csrArray([[1, 2], [0, 3]]);
 * await A.subtract(sparse.eye(2)).toDense().tolist(); // [[0, 2], [0, 2]]
 */
export const subtract: Sum = takesMatrices(
  'subtract',
  CSR,
  ANY,
)((A: CsrArray, B: CsrArray | NDArray | number | Complex) => sumLike(MERGED.subtract, A, B)) as Sum;

/** Whether an operand is one number, a complex one { re, im } among them. */
function isScalar(x: CsrArray | NDArray | number | Complex): x is number | Complex {
  return typeof x === 'number' || (!(x instanceof NDArray) && !(x instanceof CsrArray) && !isComplexArray(x));
}

/** A function of a matrix's values and numbers of an array at the entries; the array, or the matrix, is broadcast. */
function atEntries(given: CsrArray, x: NDArray, operation: string, of: (values: NDArray, x: NDArray) => NDArray): CsrArray {
  const { shape } = x;
  if (shape.length > 2) throw new ShapeError(`${operation}: expected an array of at most 2 axes, got ${formatShape(shape)}`);
  if (shape.length === 0) return CsrArray.withValues(given, of(CsrArray.valuesOf(given), x));
  const [m, n] = shape.length === 1 ? [1, shape[0]] : shape;
  const A = spreadTo(given, commonShape(given.shape, [m, n], operation), operation);
  const structure = CsrArray.structureOf(A);
  const at = x.reshape([m, n]).broadcastTo(A.shape).gather(rowsOf(structure), structure.indices);
  return CsrArray.withValues(A, of(CsrArray.valuesOf(A), at));
}

/**
 * The product, element by element: with a sparse matrix, a matrix with the entries that both have; with an array, or a number, one with
 * the entries of the matrix. Shapes broadcast. Absent entries stay 0, also where they meet infinities and NaN, as in SciPy. (The
 * matrix product is `matmul`.) Throws `ShapeError` for shapes that do not broadcast.
 *
 * @example
 * const A = sparse.csrArray([[1, 2], [0, 3]]);
 * await A.multiply(np.asarray([10, 100])).toDense().tolist(); // [[10, 200], [0, 300]]
 * await A.multiply(sparse.eye(2)).toDense().tolist();         // [[1, 0], [0, 3]]
 */
export const multiply = takesMatrices(
  'multiply',
  CSR,
  ANY,
)((A: CsrArray, B: CsrArray | NDArray | number | Complex): CsrArray => {
  if (isScalar(B)) return CsrArray.withValues(A, CsrArray.valuesOf(A).multiply(B as number));
  if (!(B instanceof CsrArray)) return atEntries(A, B, 'multiply', multiplyArrays);
  const [P, Q] = together(A, B, 'multiply');
  const [a, b] = [CsrArray.structureOf(P), CsrArray.structureOf(Q)];
  const [left, right] = [CsrArray.valuesOf(P), CsrArray.valuesOf(Q)];
  if (a === b) return CsrArray.withValues(P, left.multiply(right));
  const meeting = meetingOf(a, b);
  return new CsrArray(meeting.structure, left.take(meeting.left).multiply(right.take(meeting.right)));
});

/** By a sparse matrix every element is divided: the result is an array. */
export interface Quotient {
  (A: CsrArray | AnySparse, x: NDArray | number | Complex): CsrArray;
  (A: CsrArray | AnySparse, B: CsrArray | AnySparse): NDArray;
}

/**
 * The matrix divided by a number, or by an array that is broadcast; absent entries stay 0, also where they are divided by 0. By a sparse matrix, as in
 * SciPy, the array of all quotients of elements: NaN where neither matrix has one. Throws `ShapeError` for shapes that do not broadcast.
 *
 * @example
 * await sparse.eye(2).divide(4).toDense().tolist(); // [[0.25, 0], [0, 0.25]]
 * await sparse.eye(2).divide(sparse.csrArray([[4, 1], [1, 2]])).tolist(); // [[0.25, 0], [0, 0.5]]
 */
export const divide: Quotient = takesMatrices(
  'divide',
  CSR,
  ANY,
)((A: CsrArray, x: CsrArray | NDArray | number | Complex): CsrArray | NDArray => {
  if (x instanceof CsrArray) return A.toDense().divide(x.toDense());
  if (isScalar(x)) return CsrArray.withValues(A, CsrArray.valuesOf(A).divide(x as number));
  return atEntries(A, x, 'divide', (values, at) => values.divide(at));
}) as Quotient;

function extreme(by: Merging, A: CsrArray, B: CsrArray | number, keeps: (bound: number) => boolean): CsrArray {
  if (B instanceof CsrArray) return mergedOf(by, A, B);
  if (isComplex(A)) throw noOrder(by.name);
  if (!keeps(B))
    throw new ArgumentError(
      `${by.name}: with ${describe(B)} absent entries would not stay 0; A.toDense().${by.name}(${B}) is an array`,
    );
  return CsrArray.withValues(A, by.of(CsrArray.valuesOf(A), B));
}

/**
 * The larger of two elements, with a sparse matrix of a shape that broadcasts or a number of at most 0. NaN where an element is. Throws
 * `ArgumentError` for a number above 0, which would make absent entries differ from 0.
 *
 * @example
 * await sparse.csrArray([[-1, 2]]).maximum(0).toDense().tolist(); // [[0, 2]]
 */
export const maximum = takesMatrices(
  'maximum',
  CSR,
  either(CSR, NUMBER),
)((A: CsrArray, B: CsrArray | number): CsrArray => extreme(MERGED.maximum, A, B, (bound) => bound <= 0));

/**
 * The smaller of two elements, with a sparse matrix of a shape that broadcasts or a number of at least 0; as `maximum`.
 *
 * @example
 * await sparse.csrArray([[-1, 2]]).minimum(sparse.csrArray([[0, 1]])).toDense().tolist(); // [[-1, 1]]
 */
export const minimum = takesMatrices(
  'minimum',
  CSR,
  either(CSR, NUMBER),
)((A: CsrArray, B: CsrArray | number): CsrArray => extreme(MERGED.minimum, A, B, (bound) => bound >= 0));

/**
 * Every element to a power above 0. Throws `ArgumentError` for other powers, with which absent entries would not stay 0. (The matrix's
 * power is a chain of `matmul`.)
 *
 * @example
 * await sparse.csrArray([[0, 3]]).power(2).toDense().tolist(); // [[0, 9]]
 */
export const power = takesMatrices(
  'power',
  CSR,
  NUMBER,
)((A: CsrArray, exponent: number): CsrArray => {
  if (!(exponent > 0))
    throw new ArgumentError(`power: expected a power above 0, with which absent entries stay 0, got ${exponent}`);
  return CsrArray.withValues(A, CsrArray.valuesOf(A).pow(exponent));
});
