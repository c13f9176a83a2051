/**
 * Graphs as sparse matrices: an entry at (i, j) is an edge from node i to node j, and its value the edge's weight; entries that are 0 are
 * edges of no length. Elements of an array that are 0, infinite or NaN are no edges. All is found on the host: functions wait for the values.
 */
import { asarray, isfinite, NDArray, where } from '../../array/index.js';
import { DTypeError, FLAG, type Kind, kind, ShapeError } from '../../base/index.js';
import { formatShape } from '../../shape/index.js';
import { CooArray } from '../coo.js';
import type { Pattern } from '../coordinates.js';
import { csrArray } from '../create.js';
import { CscArray } from '../csc.js';
import { CsrArray, hostParts } from '../csr.js';
import type { SparseArray } from '../formats.js';
import { hostStructure } from '../structure.js';
import { transposedOf } from '../transposed.js';
import { isComplex } from '../values.js';

/** A sparse matrix of edges, an array of them, or nested Arrays. */
export type Graph = SparseArray | NDArray | readonly (readonly (number | boolean)[])[];

export const isSparse = (given: unknown): given is SparseArray =>
  given instanceof CsrArray || given instanceof CscArray || given instanceof CooArray;

export const GRAPH: Kind<Graph> = kind(
  'a sparse matrix, a 2-d array or nested Arrays',
  (given) => isSparse(given) || given instanceof NDArray || Array.isArray(given),
);

/** Options of all that walks along edges. */
export interface DirectedOption {
  /** Whether edges go one way; false: each goes both ways. Default true. */
  readonly directed?: boolean;
}
export const DIRECTED = { directed: FLAG } as const;

/** The node that is none: of a predecessor. */
export const NONE = -9999;

/** Edges on the host: node i's go to `col[ptr[i] … ptr[i + 1])`. */
export interface Edges extends Pattern {
  readonly weight: Float64Array;
}

/** The square matrix of a graph. Throws `ShapeError` for a matrix that is not square, `DTypeError` for complex ones. */
export function matrixOf(graph: Graph, operation: string): CsrArray {
  const matrix = isSparse(graph) ? graph.tocsr() : ofArray(asarray(graph), operation);
  if (matrix.shape[0] !== matrix.shape[1])
    throw new ShapeError(`${operation}: a graph is a square matrix, got one of ${formatShape(matrix.shape)}`);
  checkReal(matrix, operation);
  return matrix;
}

/** Throws `DTypeError` for a complex matrix. */
export function checkReal(matrix: CsrArray, operation: string): void {
  if (isComplex(matrix)) throw new DTypeError(`${operation}: weights of edges are real, got ${matrix.dtype.name}`);
}

function ofArray(graph: NDArray, operation: string): CsrArray {
  if (graph.ndim !== 2) throw new ShapeError(`${operation}: a graph is a matrix, got an array of ${formatShape(graph.shape)}`);
  return csrArray(graph.dtype.kind === 'float' ? where(isfinite(graph), graph, 0) : graph);
}

/** The weights of a matrix's entries. */
export function weightsOf(matrix: CsrArray): Float64Array {
  const [values] = hostParts(matrix);
  if (values instanceof Float64Array) return values;
  const isLong = values instanceof BigInt64Array || values instanceof BigUint64Array;
  return isLong ? Float64Array.from(values as BigInt64Array, Number) : new Float64Array(values as Float32Array);
}

export function edgesOf(matrix: CsrArray): Edges {
  return { ...hostStructure(CsrArray.structureOf(matrix)), weight: weightsOf(matrix) };
}

/** The weight of the edge from i to j; `none` where there is none. */
export function weightAt({ ptr, col, weight }: Edges, i: number, j: number, none: number): number {
  let [low, high] = [ptr[i], ptr[i + 1]];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (col[middle] < j) low = middle + 1;
    else high = middle;
  }
  return low < ptr[i + 1] && col[low] === j ? weight[low] : none;
}

/** The edges the other way round. */
export function reversed(matrix: CsrArray, weight: Float64Array): Edges {
  const { structure, places } = transposedOf(CsrArray.structureOf(matrix));
  const from = places.dataSync() as Int32Array;
  const turned = new Float64Array(from.length);
  for (let k = 0; k < from.length; k++) turned[k] = weight[from[k]];
  return { ...hostStructure(structure), weight: turned };
}

/** Where edges lead from each node: those of the matrix, and for edges that go both ways the edges of its transpose. */
export function waysOf(matrix: CsrArray, directed: boolean): readonly Pattern[] {
  const structure = CsrArray.structureOf(matrix);
  const own = hostStructure(structure);
  return directed ? [own] : [own, hostStructure(transposedOf(structure).structure)];
}
