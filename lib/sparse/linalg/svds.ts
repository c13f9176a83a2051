/** Some singular values of sparse matrices and operators. */
import { asarray, conj, type NDArray, stack } from '../../array/index.js';
import { type ByPlace, FLAG, listed, type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import { adjointProduct } from '../adjoint.js';
import { SYSTEM } from '../kinds.js';
import { type SystemMatrix, snapshotOf } from '../solver.js';
import { inDType, isComplexType, typeOfParts } from '../values.js';
import { orderOf } from './eigen.js';
import { hostGram } from './host-basis.js';
import { checkFloats, SOME, type SomeOptions, someEigenvalues } from './some.js';

/** Options of `svds`. */
export interface SvdsOptions extends SomeOptions {
  /** `LM`: the largest, `SM`: the smallest; default `LM`. */
  readonly which?: 'LM' | 'SM';
  /** Whether to give singular vectors, too; default true. Without them the result is the array of singular values. */
  readonly returnSingularVectors?: boolean;
}
const SVDS_OPTIONS: OptionKinds<SvdsOptions> = { ...SOME, which: oneOf('LM', 'SM'), returnSingularVectors: FLAG };

/** Singular values, descending, with the columns of `u` and the rows of `vh`. */
export interface SomeSingularTriplets extends ByPlace<NDArray> {
  readonly u: NDArray;
  readonly s: NDArray;
  readonly vh: NDArray;
}

/** Singular values alone, or with vectors. */
export interface SingularFinder {
  (A: SystemMatrix, options: SvdsOptions & { readonly returnSingularVectors: false }): Promise<NDArray>;
  (A: SystemMatrix, options?: SvdsOptions & { readonly returnSingularVectors?: true }): Promise<SomeSingularTriplets>;
}

/**
 * Some singular values of a real or complex matrix, or operator with `rmatvec`, descending, and their vectors: from eigenvalues of the smaller one of
 * AᴴA and AAᴴ, so that singular values below some 1e-8 of the largest are rounding, and their vectors on the longer side are none. Rejects as `eigsh`.
 *
 * @example
 * const A = sparse.csrArray([[3, 0, 0], [0, 2, 0]]);
 * const { u, s, vh } = await sparse.linalg.svds(A, { k: 1 });
 * await np.allclose(s, 3).item(); // true
 * [u.shape, vh.shape]; // [[2, 1], [1, 3]]
 */
export const svds = takes(
  'svds',
  SYSTEM,
  options(SVDS_OPTIONS),
)(
  async (
    A: SystemMatrix,
    { which = 'LM', returnSingularVectors = true, ...some }: SvdsOptions = {},
  ): Promise<NDArray | SomeSingularTriplets> => {
    checkFloats('svds', A);
    const [rows, columns] = A.shape;
    const { dtype } = A;
    const own = snapshotOf(A);
    const along = (v: NDArray): NDArray => own.matmul(v);
    const back = adjointProduct('svds', own);
    const tall = rows >= columns;
    const [out, home] = tall ? [along, back] : [back, along];
    const apply = (v: NDArray): NDArray => home(out(v));
    const order = orderOf(which === 'LM' ? 'LA' : 'SA');
    const size = Math.min(rows, columns);
    const sought = { name: 'svds', size, dtype, apply, onHost: hostGram(A, tall), metric: null, hermitian: true, order };
    const found = await someEigenvalues(sought, some);
    const squares = found.values.map(({ re }) => re);
    const places = Array.from(squares.keys()).sort((a, b) => squares[b] - squares[a]);
    const lengths = places.map((i) => Math.sqrt(Math.max(0, squares[i])));
    const s = asarray(lengths).astype(typeOfParts(dtype));
    if (!returnSingularVectors) return s;
    const near = found.vectors.take(asarray(Int32Array.from(places)), 0);
    const inverse = lengths.map((length) => (length > 0 ? 1 / length : 0));
    const far = stack(places.map((_, i) => inDType(out(near.slice(i)), dtype).multiply(inverse[i])));
    const bra = (x: NDArray): NDArray => (isComplexType(dtype) ? conj(x) : x);
    return listed('svds', tall ? { u: far.T, s, vh: bra(near) } : { u: near.T, s, vh: bra(far) });
  },
) as SingularFinder;
