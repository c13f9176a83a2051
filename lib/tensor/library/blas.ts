/**
 * Routines that take the place of leaf loops. The device's product of matrices takes a nest of up to four loops, a role each, with a matrix
 * of the batch behind the other:
 *
 *     A(i, j, l) += B(i, j, k) * C(k, l)      batch i (of C, one matrix), m j, n l, k      160 products of 160 by 160 and 160 by 32
 */
import type { Leaf, Nest } from '../concrete/concrete.js';
import { type AccessTerm, factorsOf, formatTerm, type IndexVariable, type Term } from '../notation/terms.js';

/** The loops of a product of matrices; null for one of a single iteration. */
interface Roles {
  /** The factor with the rows of the result, and the one with its columns. */
  readonly left: AccessTerm;
  readonly right: AccessTerm;
  readonly m: IndexVariable | null;
  readonly n: IndexVariable | null;
  readonly k: IndexVariable;
  readonly batch: IndexVariable | null;
}

/** The roles of a nest's loops; null where it is no product of matrices. */
export function rolesOf({ value, target }: Pick<Nest, 'value' | 'target'>): Roles | null {
  const { negative, factors } = factorsOf(value);
  const [b, c] = factors;
  if (negative || factors.length !== 2 || !isTable(b) || !isTable(c) || !isTable(target)) return null;
  const result = target.indices;
  const all = new Set([...b.indices, ...c.indices]);
  const summed = [...all].filter((v) => !result.includes(v));
  const [k] = summed;
  if (summed.length !== 1 || !(b.indices.includes(k) && c.indices.includes(k)) || !result.every((v) => all.has(v))) return null;
  const common = result.filter((v) => b.indices.includes(v) && c.indices.includes(v));
  const own = [b, c].map(({ indices }) => result.filter((v) => indices.includes(v) && !common.includes(v)));
  // A factor with two loops of its own is a batch of matrices, of each of which the product with the other is taken.
  const stacked = common.length === 0 ? own.find((loops) => loops.length === 2) : undefined;
  const batch = stacked?.[0] ?? common[0] ?? null;
  const [rows, columns] = own.map((loops) => loops.filter((v) => v !== batch));
  if (common.length > 1 || rows.length > 1 || columns.length > 1 || rows.length + columns.length === 0) return null;
  const first = result.find((v) => v !== batch);
  const isTurned = columns.length > 0 && columns[0] === first;
  const [left, right] = isTurned ? [c, b] : [b, c];
  const [m, n] = isTurned ? [columns, rows] : [rows, columns];
  return { left, right, m: m[0] ?? null, n: n[0] ?? null, k, batch };
}

/** Whether a term is an access with another variable for each dimension. */
function isTable(term: Term): term is AccessTerm {
  return term.kind === 'access' && new Set(term.indices).size === term.indices.length;
}

/** The matrix product: two factors with one summed variable, which both have, and up to three further loops. */
const gemm: Leaf = {
  name: 'gemm',
  refuses(nest: Nest, variables: readonly IndexVariable[]): string | null {
    const roles = rolesOf(nest);
    const expected =
      'gemm stands for the loops i, j, k around A(i, j) += B(i, k) * C(k, j), and one more that is a batch of such products, as ' +
      'A(b, i, j) += B(b, i, k) * C(k, j)';
    if (roles === null) return `${formatTerm(nest.value)} is no product of two matrices; ${expected}`;
    const { m, n, k, batch } = roles;
    const count = [m, n, k, batch].filter((role) => role !== null).length;
    return variables.length === count ? null : `${variables.length} loops are named, and it has ${count}; ${expected}`;
  },
};

/**
 * Routines for `substitute`: `gemm`, the product of two matrices, or of batches of them, by the device's routine (a BLAS library, where there is
 * one). It adds to its target in place.
 *
 * @example
 * const { i, j, k } = indices();
 * const B = tensor('B', np.asarray([[1, 2], [3, 4]]));
 * const A = tensor('A', [2, 2]);
 * const product = A.at(i, j).assign(B.at(i, k).times(B.at(k, j))).schedule();
 * await product.substitute([i, j, k], blas.gemm).compile().run().array().tolist(); // [[7, 10], [15, 22]]
 */
export const blas: { readonly gemm: Leaf } = Object.freeze({ gemm });
