/** The entries of compressed tensors, as programs hold them: matrices of `maniple/sparse`, and compressed tensors of any rank. Both are used in place. */
import type { NDArray } from '../../array/index.js';
import { invariant } from '../../base/index.js';
import { runtime } from '../../runtime/index.js';
import { CsrArray } from '../../sparse/index.js';
import { Compressed } from './compressed.js';
import { bounded, type Order, Pattern, Table } from './pattern.js';

/** A matrix or a tensor with its values. */
export type Entries = CsrArray | Compressed;

/** By row pointers, which matrices with equal structure share. */
const patterns = new WeakMap<NDArray, Pattern>();
/** By pattern: a matrix that has it. */
const matrices = new WeakMap<Pattern, CsrArray>();

/** Where the entries are. Waits for a matrix's structure when it is asked for the first time. */
export function patternOf(entries: Entries): Pattern {
  if (entries instanceof Compressed) return Compressed.patternOf(entries);
  let found = patterns.get(entries.indptr);
  if (found === undefined) {
    patterns.set(entries.indptr, (found = patternOfMatrix(entries)));
    matrices.set(found, entries);
  }
  return found;
}

function patternOfMatrix({ indptr, indices, shape, nnz }: CsrArray): Pattern {
  const starts = new Table(() => Int32Array.from(runtime().readSync(indptr), Number), indptr);
  const rows = new Table(() => {
    const found = new Int32Array(nnz);
    for (let row = 0; row < shape[0]; row++) found.fill(row, starts.numbers[row], starts.numbers[row + 1]);
    return found;
  });
  const columns = new Table(() => Int32Array.from(runtime().readSync(indices), Number), indices);
  const order: Order = {
    ...bounded(shape.slice(0, 1), starts, indptr.slice(`0:${shape[0]}`)),
    coordinates: [rows, columns],
    places: null,
  };
  return new Pattern(Object.freeze([...shape]), nnz, order);
}

/** The value of each entry. */
export function valuesOf(entries: Entries): NDArray {
  return entries instanceof Compressed ? entries.data : CsrArray.valuesOf(entries);
}

/** Entries at the places of a pattern. */
export function entriesAt(pattern: Pattern, values: NDArray): Entries {
  const matrix = matrices.get(pattern);
  if (matrix === undefined || !CsrArray.holds(values.dtype)) return new Compressed(pattern, values);
  invariant(values.size === pattern.count, 'a value for each entry');
  return CsrArray.withValues(matrix, values);
}
