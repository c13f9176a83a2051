/**
 * Products of two sparse matrices. The places of the result's entries are found at once, and kept for all matrices that share the structures
 * of both operands (`product-structure.ts`); the values are a deferred task, each a sum in ascending order of the inner index:
 *
 *     C[i, j] = Σ over k of A[i, k] · B[k, j]
 */
import type { NDArray } from '../array/index.js';
import { ShapeError } from '../base/index.js';
import { bool, type DType, int32 } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { formatShape } from '../shape/index.js';
import { defineKind } from '../task/index.js';
import { MOST_ENTRIES, type Pattern } from './coordinates.js';
import { READS, WRITES } from './counted.js';
import { CsrArray } from './csr.js';
import { transposedProductKind } from './kernels.js';
import { memoizedPairs } from './pairs.js';
import { productPattern } from './product-structure.js';
import { constant, hostStructure, type Structure, structureOf } from './structure.js';
import { checkValues, inDType, isComplexType, ofComplex, promoteAny } from './values.js';
import { fresh, perDType, typed } from './vectors.js';

interface Plan {
  readonly structure: Structure;
  /** Pairs of entries that meet. */
  readonly meetings: number;
  /** Made when a device without the routine first computes values. */
  pairs: Pairs | null;
}

/** The pairs that an entry of the result is the sum of, for devices without the routine. */
interface Pairs {
  /** By entry of the result: its first pair, and the one after its last. */
  readonly low: NDArray;
  readonly high: NDArray;
  /** By pair: the entries of both operands. */
  readonly left: NDArray;
  readonly right: NDArray;
}

const planOf = memoizedPairs((a, b): Plan => {
  const { pattern, meetings } = productPattern(a, b);
  return { structure: structureOf(pattern), meetings, pairs: null };
});

/** A·B. Throws `ShapeError` when sizes differ. */
export function productOfSparse(A: CsrArray, B: CsrArray): CsrArray {
  if (A.shape[1] !== B.shape[0])
    throw new ShapeError(
      `matmul: a sparse matrix of ${formatShape(A.shape)} multiplies one of (${A.shape[1]}, k), got ${formatShape(B.shape)}`,
    );
  const dtype = promoteAny(A.dtype, B.dtype);
  for (const matrix of [A, B]) checkValues(CsrArray.valuesOf(matrix), 'matmul');
  const [a, b] = [CsrArray.structureOf(A), CsrArray.structureOf(B)];
  const plan = planOf(a, b);
  const of = (left: NDArray, right: NDArray): NDArray => {
    const out = fresh(left.dtype, [plan.structure.indices.size]);
    if (out.size > 0) launchProduct(plan, out, [a, left], [b, right]);
    return out;
  };
  const right = CsrArray.valuesOf(B);
  if (isComplexType(dtype)) return new CsrArray(plan.structure, ofComplex(CsrArray.valuesOf(A), right, dtype, of));
  const within = dtype === bool ? int32 : dtype;
  return new CsrArray(plan.structure, inDType(of(typed(CsrArray.valuesOf(A), within), typed(right, within)), dtype));
}

type Operand = readonly [structure: Structure, values: NDArray];

const routineOf = (dtype: DType): string => `spgemm_${dtype.short}`;
const routineKind = perDType((dtype) =>
  defineKind({
    name: `csr_sparse_product_${dtype.name}`,
    args: [WRITES, ...Array.from({ length: 8 }, () => READS)],
    body: { kind: 'native', routine: routineOf(dtype) },
  }),
);

function launchProduct(plan: Plan, out: NDArray, [a, left]: Operand, [b, right]: Operand): void {
  const rt = runtime();
  const { dtype } = out;
  if (rt.device.routine(routineOf(dtype)) >= 0) {
    const { indptr, indices, shape } = plan.structure;
    const args = [out, indptr, indices, a.indptr, a.indices, left, b.indptr, b.indices, right];
    rt.launch(routineKind(dtype), [shape[0], plan.meetings, shape[1]], args);
    return;
  }
  plan.pairs ??= pairsOf(hostStructure(a), hostStructure(b), hostStructure(plan.structure), plan.meetings);
  const { low, high } = plan.pairs;
  rt.launch(transposedProductKind(dtype), out.view.shape, [out, low, high, plan.pairs.right, plan.pairs.left, left, right]);
}

/** The pairs of entries by entry of the result, each entry's in ascending order of the inner index. */
function pairsOf(a: Pattern, b: Pattern, pattern: Pattern, total: number): Pairs {
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
  return { low: part(first, 0), high: part(first, 1), left: constant(left), right: constant(right) };
}

/** All bounds but the last, or all but the first. */
function part(first: Int32Array, from: 0 | 1): NDArray {
  return constant(first.slice(from, first.length - 1 + from));
}
