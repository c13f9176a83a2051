/** Common to functions of shortest paths: options, the graph on the host, and tables of results. */
import { asarray, NDArray } from '../../array/index.js';
import {
  AMOUNT,
  ArgumentError,
  type ByPlace,
  either,
  FLAG,
  INTEGER,
  type Kind,
  listed,
  listOf,
  needMemory,
  type OptionKinds,
} from '../../base/index.js';
import { VECTOR } from '../kinds.js';
import { ascending, integers } from '../lists.js';
import { DIRECTED, type DirectedOption, type Edges, edgesOf, type Graph, matrixOf, NONE, reversed } from './graph.js';
import { nodeOf } from './traversal.js';

/** Nodes to begin at: one, or several. */
export type Starts = number | readonly number[] | NDArray;

export interface PathOptions extends DirectedOption {
  /** Nodes to begin at; default all. One node gives arrays of one axis. */
  readonly indices?: Starts;
  /** Whether to give predecessors, too; default false. */
  readonly returnPredecessors?: boolean;
  /** Whether each edge counts as 1; default false. */
  readonly unweighted?: boolean;
}
const STARTS: Kind<Starts> = either(either(INTEGER, listOf(INTEGER)), VECTOR);
export const ALL_PATH_OPTIONS: OptionKinds<Omit<PathOptions, 'indices'>> = {
  ...DIRECTED,
  returnPredecessors: FLAG,
  unweighted: FLAG,
};
export const PATH_OPTIONS: OptionKinds<PathOptions> = { ...ALL_PATH_OPTIONS, indices: STARTS };
export const LIMIT = { limit: AMOUNT } as const;

/** Distances and the nodes before each on the way. */
export interface Paths extends ByPlace<NDArray> {
  /** float64; infinite where there is no path. */
  readonly distMatrix: NDArray;
  /** int32; -9999 where there is none. */
  readonly predecessors: NDArray;
}

/** A graph to find paths in. */
export interface Ways {
  /** The function that looks for paths, by its name in messages. */
  readonly operation: string;
  readonly size: number;
  /** Edges of the matrix, and the same the other way round where edges go both ways. */
  readonly edges: readonly Edges[];
  readonly starts: Int32Array;
  /** Whether one start was given by itself. */
  readonly alone: boolean;
}

/** Of a node in a `Table`, for each start. */
const BYTES = Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT;

/** Throws `OutOfMemoryError` where there is no room for a `Table`, and as `matrixOf`. */
export function prepared(graph: Graph, options: PathOptions, operation: string): Ways {
  const matrix = matrixOf(graph, operation);
  const [size] = matrix.shape;
  const own = edgesOf(matrix);
  const weight = options.unweighted === true ? new Float64Array(own.weight.length).fill(1) : own.weight;
  const there = { ...own, weight };
  const edges = options.directed === false ? [there, reversed(matrix, weight)] : [there];
  const { indices } = options;
  const alone = typeof indices === 'number' || (indices instanceof NDArray && indices.ndim === 0);
  const given =
    indices === undefined
      ? ascending(size)
      : integers(typeof indices === 'number' ? [indices] : (indices as number[]), 'indices', operation);
  needMemory(operation, 'the table of distances', given.length * size * BYTES);
  return { operation, size, edges, starts: given.map((node) => nodeOf(node, size, operation)), alone };
}

export function hasNegative({ edges }: Ways): boolean {
  return edges[0].weight.some((weight) => weight < 0);
}

export function negativeCycle(operation: string): ArgumentError {
  return new ArgumentError(`${operation}: the graph has a cycle of negative length: no path along it is the shortest`);
}

/** Rows of distances and of predecessors, one for each start. */
export class Table {
  readonly distance: Float64Array;
  readonly before: Int32Array;
  readonly #ways: Ways;

  constructor(ways: Ways) {
    this.#ways = ways;
    this.distance = new Float64Array(ways.starts.length * ways.size).fill(Number.POSITIVE_INFINITY);
    this.before = new Int32Array(this.distance.length).fill(NONE);
  }

  /** Views of a start's rows. */
  rows(start: number): { distance: Float64Array; before: Int32Array } {
    const { size } = this.#ways;
    return {
      distance: this.distance.subarray(start * size, (start + 1) * size),
      before: this.before.subarray(start * size, (start + 1) * size),
    };
  }

  /** As it is asked for. */
  result({ returnPredecessors = false }: PathOptions): NDArray | Paths {
    const { operation, size, starts, alone } = this.#ways;
    const shape = alone ? [size] : [starts.length, size];
    const distMatrix = asarray(this.distance).reshape(shape);
    if (!returnPredecessors) return distMatrix;
    return listed(operation, { distMatrix, predecessors: asarray(this.before).reshape(shape) });
  }
}

/** Distances alone, or with predecessors. */
export interface PathFinder<Options> {
  (graph: Graph, options: Options & { readonly returnPredecessors: true }): Paths;
  (graph: Graph, options?: Options & { readonly returnPredecessors?: false }): NDArray;
}
