/** Routines that take the place of leaf loops. */
import type { Leaf, Nest } from '../concrete/concrete.js';
import { factorsOf, formatTerm, type IndexVariable, type Term } from '../notation/terms.js';

/** The matrix product: two factors with one summed variable, which both have; each further variable is one factor's own, and the result's. */
const gemm: Leaf = {
  name: 'gemm',
  refuses(nest: Nest, variables: readonly IndexVariable[]): string | null {
    const { value, target } = nest;
    const { negative, factors } = factorsOf(value);
    const [b, c] = factors;
    const shown = formatTerm(value);
    const expected = 'gemm stands for the loops i, j, k around A(i, j) += B(i, k) * C(k, j)';
    if (negative || factors.length !== 2 || !isMatrix(b) || !isMatrix(c) || target.indices.length !== 2)
      return `${shown} is no product of two matrices; ${expected}`;
    const [i, j] = target.indices;
    const k = b.indices.find((v) => v !== i && v !== j);
    const [rows, columns] = [b, c].map(({ indices }) => indices.filter((v) => v !== k));
    const is = (own: readonly IndexVariable[], v: IndexVariable): boolean => own.length === 1 && own[0] === v;
    const fits = k !== undefined && c.indices.includes(k) && ((is(rows, i) && is(columns, j)) || (is(rows, j) && is(columns, i)));
    if (!fits) return `${shown} is no product of two matrices; ${expected}`;
    return variables.length === 3 ? null : `${variables.length} loops are named; ${expected}`;
  },
};

function isMatrix(term: Term): term is Extract<Term, { kind: 'access' }> {
  return term.kind === 'access' && term.indices.length === 2 && term.indices[0] !== term.indices[1];
}

/** Routines for `substitute`: `gemm`, the product of two matrices by the device's routine (a BLAS library, where there is one). */
export const blas: { readonly gemm: Leaf } = Object.freeze({ gemm });
