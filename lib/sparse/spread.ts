/** Broadcasting of sparse matrices: one row as all rows, one column as all columns. Values are copied, deferred. */

import { ShapeError } from '../base/index.js';
import { checkCount, takenAt } from './arrange.js';
import { CsrArray } from './csr.js';
import { hostStructure } from './structure.js';

/** The shape that two broadcast to. Throws `ShapeError` where sizes differ and neither is 1. */
export function commonShape(a: readonly number[], b: readonly number[], operation: string): readonly [number, number] {
  const size = (axis: number): number => {
    const [m, n] = [a[axis], b[axis]];
    if (m !== n && m !== 1 && n !== 1)
      throw new ShapeError(`${operation}: shapes (${a.join(', ')}) and (${b.join(', ')}) do not broadcast`);
    return m === 1 ? n : m;
  };
  return [size(0), size(1)];
}

/** The matrix in a shape that it broadcasts to; itself where it has it. */
export function spreadTo(matrix: CsrArray, shape: readonly [number, number], operation: string): CsrArray {
  const [rows, cols] = matrix.shape;
  if (rows === shape[0] && cols === shape[1]) return matrix;
  const { ptr, col } = hostStructure(CsrArray.structureOf(matrix));
  const across = cols === shape[1] ? 1 : shape[1];
  const down = rows === shape[0] ? 1 : shape[0];
  const count = col.length * across * down;
  checkCount(count, operation);
  const made = { shape, ptr: new Int32Array(shape[0] + 1), col: new Int32Array(count) };
  const places = new Int32Array(count);
  let at = 0;
  for (let i = 0; i < shape[0]; i++) {
    const row = down === 1 ? i : 0;
    for (let k = ptr[row]; k < ptr[row + 1]; k++) {
      for (let j = 0; j < across; j++, at++) {
        made.col[at] = across === 1 ? col[k] : j;
        places[at] = k;
      }
    }
    made.ptr[i + 1] = at;
  }
  return takenAt(made, CsrArray.valuesOf(matrix), places);
}

/** Both matrices in the shape that they broadcast to. */
export function together(A: CsrArray, B: CsrArray, operation: string): [CsrArray, CsrArray] {
  const shape = commonShape(A.shape, B.shape, operation);
  return [spreadTo(A, shape, operation), spreadTo(B, shape, operation)];
}
