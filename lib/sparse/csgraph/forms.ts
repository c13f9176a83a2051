/** Graphs as arrays: in sparse matrices and back. */
import { asarray, type NDArray } from '../../array/index.js';
import { FLAG, NUMBER, needMemory, type OptionKinds, options, ShapeError, takes } from '../../base/index.js';
import { runtime } from '../../runtime/index.js';
import { formatShape } from '../../shape/index.js';
import type { CsrArray } from '../csr.js';
import { fromCompressed } from '../csr.js';
import { edgesOf, GRAPH, type Graph, isSparse, matrixOf } from './graph.js';

export interface FromDenseOptions {
  /** The element that is no edge; default 0. */
  readonly nullValue?: number;
  /** Whether NaN is no edge; default true. */
  readonly nanNull?: boolean;
  /** Whether an infinite element is no edge; default true. */
  readonly infinityNull?: boolean;
}
const FROM_DENSE: OptionKinds<FromDenseOptions> = { nullValue: NUMBER, nanNull: FLAG, infinityNull: FLAG };

/**
 * The sparse matrix of a square array's edges, float64. Elements of 0 are edges of no length if `nullValue` is another number. Waits for the
 * elements. Throws `ShapeError`.
 *
 * @example
 * const A = sparse.csgraph.csgraphFromDense([[0, Infinity], [2, 0]], { nullValue: Infinity });
 * A.nnz; // 3
 */
export const csgraphFromDense = takes(
  'csgraphFromDense',
  GRAPH,
  options(FROM_DENSE),
)((graph: Graph, { nullValue = 0, nanNull = true, infinityNull = true }: FromDenseOptions = {}): CsrArray => {
  const dense = isSparse(graph) ? graph.toDense() : asarray(graph);
  const [size] = dense.shape;
  if (dense.ndim !== 2 || size !== dense.shape[1])
    throw new ShapeError(`csgraphFromDense: a graph is a square matrix, got an array of ${formatShape(dense.shape)}`);
  const elements = runtime().readSync(dense.astype('float64'));
  const made = { ptr: new Int32Array(size + 1), col: [] as number[], value: [] as number[] };
  const isNull = (x: number): boolean =>
    Object.is(x, nullValue) ||
    x === nullValue ||
    (nanNull && Number.isNaN(x)) ||
    (infinityNull && Math.abs(x) === Number.POSITIVE_INFINITY);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      const element = Number(elements[i * size + j]);
      if (isNull(element)) continue;
      made.col.push(j);
      made.value.push(element);
    }
    made.ptr[i + 1] = made.col.length;
  }
  const [col, value] = [Int32Array.from(made.col), Float64Array.from(made.value)];
  return fromCompressed({ shape: [size, size], ptr: made.ptr, col, value });
});

export interface ToDenseOptions {
  /** The element where there is no edge; default 0. */
  readonly nullValue?: number;
}
const TO_DENSE: OptionKinds<ToDenseOptions> = { nullValue: NUMBER };

/**
 * The edges of a graph as an array of float64, which has `nullValue` where there is none. Waits for the values. Throws `ShapeError` for a matrix that
 * is not square, `OutOfMemoryError`.
 *
 * @example
 * const A = sparse.csrArray([[0, 1], [2, 0]]);
 * await sparse.csgraph.csgraphToDense(A, { nullValue: Infinity }).tolist(); // [[Infinity, 1], [2, Infinity]]
 */
export const csgraphToDense = takes(
  'csgraphToDense',
  GRAPH,
  options(TO_DENSE),
)((graph: Graph, { nullValue = 0 }: ToDenseOptions = {}): NDArray => {
  const { shape, ptr, col, weight } = edgesOf(matrixOf(graph, 'csgraphToDense'));
  const [size] = shape;
  needMemory('csgraphToDense', 'the array', size * size * Float64Array.BYTES_PER_ELEMENT);
  const dense = new Float64Array(size * size).fill(nullValue);
  for (let i = 0; i < size; i++) for (let k = ptr[i]; k < ptr[i + 1]; k++) dense[i * size + col[k]] = weight[k];
  return asarray(dense).reshape([size, size]);
});
