/**
 * Products of two sparse matrices by rows (Gustavson, 1978). The places of the result's entries and the pairs of entries that meet at each
 * are found on the host, once for all matrices that share the structures of both operands; the values are a deferred task, a sum over the
 * pairs of an entry in ascending order of the inner index:
 *
 *     C[i, j] = Σ over k of A[i, k] · B[k, j]      entry e of C: the pairs low[e] … low[e + 1), in (left, right)
 */
import { NDArray } from '../array/index.js';
import { ShapeError } from '../base/index.js';
import { promote } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { formatShape } from '../shape/index.js';
import { checkUsable, sliceView } from '../store/index.js';
import { MOST_ENTRIES, type Pattern } from './coordinates.js';
import { CsrArray } from './csr.js';
import { transposedProductKind } from './kernels.js';
import { memoizedPairs } from './pairs.js';
import { constant, hostStructure, type Structure, structureOf } from './structure.js';
import { fresh } from './vectors.js';

interface Plan {
  readonly structure: Structure;
  /** By entry of the result: its first pair, and the one after its last. */
  readonly low: NDArray;
  readonly high: NDArray;
  /** By pair: the entries of both operands. */
  readonly left: NDArray;
  readonly right: NDArray;
}

const planOf = memoizedPairs(makePlan);

/** A·B. Throws `ShapeError` when sizes differ. */
export function productOfSparse(A: CsrArray, B: CsrArray): CsrArray {
  if (A.shape[1] !== B.shape[0])
    throw new ShapeError(
      `matmul: a sparse matrix of ${formatShape(A.shape)} multiplies one of (${A.shape[1]}, k), got ${formatShape(B.shape)}`,
    );
  const dtype = promote(A.dtype, B.dtype);
  const [left, right] = [A, B].map((matrix) => {
    const values = CsrArray.valuesOf(matrix);
    checkUsable(values, 'matmul');
    return matrix.dtype === dtype ? values : values.astype(dtype);
  });
  const plan = planOf(CsrArray.structureOf(A), CsrArray.structureOf(B));
  const count = plan.structure.indices.size;
  const out = fresh(dtype, [count]);
  if (count > 0) {
    const args = [out, plan.low, plan.high, plan.right, plan.left, left, right];
    runtime().launch(transposedProductKind(dtype), [count], args);
  }
  return new CsrArray(plan.structure, out);
}

function makePlan(a: Structure, b: Structure): Plan {
  const [left, right] = [hostStructure(a), hostStructure(b)];
  const pattern = productPattern(left, right);
  const { first, pairs } = pairsOf(left, right, pattern);
  const bounds = constant(first);
  const part = (from: number): NDArray => {
    const view = sliceView(bounds.view, 0, from, pattern.col.length, 1);
    return view === bounds.view ? bounds : new NDArray(bounds.root, view, bounds.token);
  };
  return {
    structure: structureOf(pattern),
    low: part(0),
    high: part(1),
    left: constant(pairs.left),
    right: constant(pairs.right),
  };
}

/** The places of the entries of A·B, by rows: the columns that the rows of B reach, marked by the row that reached them last. */
function productPattern(a: Pattern, b: Pattern): Pattern {
  const [rows] = a.shape;
  const cols = b.shape[1];
  const mark = new Int32Array(cols).fill(-1);
  const ptr = new Int32Array(rows + 1);
  let col = new Int32Array(Math.max(16, a.col.length, b.col.length));
  let count = 0;
  for (let i = 0; i < rows; i++) {
    if (count + cols > col.length) col = widened(col, count, a, b, i);
    const first = count;
    for (let p = a.ptr[i]; p < a.ptr[i + 1]; p++) {
      const k = a.col[p];
      for (let q = b.ptr[k]; q < b.ptr[k + 1]; q++) {
        const j = b.col[q];
        if (mark[j] === i) continue;
        mark[j] = i;
        col[count++] = j;
      }
    }
    sortRow(col, first, count);
    ptr[i + 1] = count;
  }
  return { shape: [rows, cols], ptr, col: col.slice(0, count) };
}

/** Columns with room for the next row, at least doubled where there is not enough. */
function widened(col: Int32Array<ArrayBuffer>, count: number, a: Pattern, b: Pattern, row: number): Int32Array<ArrayBuffer> {
  let most = 0;
  for (let p = a.ptr[row]; p < a.ptr[row + 1]; p++) most += b.ptr[a.col[p] + 1] - b.ptr[a.col[p]];
  const needed = count + Math.min(most, b.shape[1]);
  if (needed <= col.length) return col;
  if (needed > MOST_ENTRIES)
    throw new ShapeError(`matmul: the product has more than the ${MOST_ENTRIES} entries that a matrix holds`);
  const wider = new Int32Array(Math.min(MOST_ENTRIES, Math.max(needed, 2 * col.length)));
  wider.set(col.subarray(0, count));
  return wider;
}

/** Columns of rows of so many entries are sorted by insertion. */
const FEW = 32;

function sortRow(col: Int32Array, from: number, to: number): void {
  if (to - from > FEW) {
    col.subarray(from, to).sort();
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const own = col[i];
    let k = i - 1;
    for (; k >= from && col[k] > own; k--) col[k + 1] = col[k];
    col[k + 1] = own;
  }
}

interface Pairs {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** The pairs of entries by entry of the result, each entry's in ascending order of the inner index. */
function pairsOf(a: Pattern, b: Pattern, pattern: Pattern): { readonly first: Int32Array; readonly pairs: Pairs } {
  let total = 0;
  for (const k of a.col) total += b.ptr[k + 1] - b.ptr[k];
  if (total > MOST_ENTRIES)
    throw new ShapeError(`matmul: ${total} products of entries are more than the ${MOST_ENTRIES} that 32 bits count`);
  const first = new Int32Array(pattern.col.length + 1);
  const left = new Int32Array(total);
  const right = new Int32Array(total);
  const next = new Int32Array(pattern.shape[1]);
  let at = 0;
  for (let i = 0; i < pattern.shape[0]; i++) {
    const [from, to] = [pattern.ptr[i], pattern.ptr[i + 1]];
    for (let e = from; e < to; e++) next[pattern.col[e]] = 0;
    for (let p = a.ptr[i]; p < a.ptr[i + 1]; p++) for (let q = b.ptr[a.col[p]]; q < b.ptr[a.col[p] + 1]; q++) next[b.col[q]]++;
    for (let e = from; e < to; e++) {
      const j = pattern.col[e];
      first[e] = at;
      at += next[j];
      next[j] = first[e];
    }
    for (let p = a.ptr[i]; p < a.ptr[i + 1]; p++) {
      for (let q = b.ptr[a.col[p]]; q < b.ptr[a.col[p] + 1]; q++) {
        const place = next[b.col[q]]++;
        left[place] = p;
        right[place] = q;
      }
    }
  }
  first[pattern.col.length] = at;
  return { first, pairs: { left, right } };
}
