/** Laplacians of graphs. Values are deferred. */
import { type NDArray, sqrt, where } from '../../array/index.js';
import { type ByPlace, FLAG, listed, type OptionKinds, options, takes } from '../../base/index.js';
import { isInteger } from '../../dtype/index.js';
import { add } from '../arithmetic.js';
import { CsrArray } from '../csr.js';
import { rowsOf } from '../transposed.js';
import { GRAPH, type Graph, matrixOf } from './graph.js';

export interface LaplacianOptions {
  /** The symmetrically normalized one: rows and columns are divided by the roots of the nodes' degrees. Default false. */
  readonly normed?: boolean;
  /** Whether to give the diagonal, too: the degrees, or their roots; default false. */
  readonly returnDiag?: boolean;
  /** Degrees of edges that go out, not in; default false. */
  readonly useOutDegree?: boolean;
  /** The graph and its transpose added up first; default false. */
  readonly symmetrized?: boolean;
}
const LAPLACIAN_OPTIONS: OptionKinds<LaplacianOptions> = {
  normed: FLAG,
  returnDiag: FLAG,
  useOutDegree: FLAG,
  symmetrized: FLAG,
};

/** A graph's Laplacian, and its diagonal. */
export interface Laplacian extends ByPlace<CsrArray | NDArray> {
  readonly lap: CsrArray;
  readonly diag: NDArray;
}

interface LaplacianOf {
  (graph: Graph, options: LaplacianOptions & { readonly returnDiag: true }): Laplacian;
  (graph: Graph, options?: LaplacianOptions & { readonly returnDiag?: false }): CsrArray;
}

/**
 * The Laplacian of a graph: degrees on the diagonal less the matrix of weights. Integers become float64 where it is normed. Throws `ShapeError`
 * for a matrix that is not square.
 *
 * @example
 * const A = sparse.csrArray([[0, 1], [1, 0]]);
 * await sparse.csgraph.laplacian(A).toDense().tolist(); // [[1, -1], [-1, 1]]
 */
export const laplacian = takes(
  'laplacian',
  GRAPH,
  options(LAPLACIAN_OPTIONS),
)((graph: Graph, how: LaplacianOptions = {}): CsrArray | Laplacian => {
  const { normed = false, returnDiag = false, useOutDegree = false, symmetrized = false } = how;
  const given = matrixOf(graph, 'laplacian');
  const floats = normed && (isInteger(given.dtype) || given.dtype.kind === 'bool') ? given.astype('float64') : given;
  const A = symmetrized ? add(floats, floats.T) : floats;
  const degrees = A.sum(useOutDegree ? 1 : 0)
    .astype(A.dtype)
    .subtract(A.diagonal());
  const { lap, diag } = normed ? normalized(A, degrees) : { lap: A.neg().withDiagonal(degrees), diag: degrees };
  return returnDiag ? listed('laplacian', { lap, diag }) : lap;
}) as LaplacianOf;

function normalized(A: CsrArray, degrees: NDArray): { lap: CsrArray; diag: NDArray } {
  const isAlone = degrees.equal(0);
  const diag = where(isAlone, 1, sqrt(degrees)).astype(A.dtype);
  const structure = CsrArray.structureOf(A);
  const values = CsrArray.valuesOf(A)
    .divide(diag.take(rowsOf(structure)))
    .divide(diag.take(structure.indices));
  const lap = CsrArray.withValues(A, values.negative()).withDiagonal(where(isAlone, 0, 1).astype(A.dtype));
  return { lap, diag };
}
