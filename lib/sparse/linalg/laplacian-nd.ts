/**
 * The Laplacian of a uniform grid of any number of axes: its products without the matrix, and its eigenvalues and eigenvectors, which are known (sums of
 * eigenvalues along the axes, and products of eigenvectors). Along an axis of n points with distance 1, and k = 0, 1, …:
 *
 *     dirichlet   -4 sin²(π (k + 1) / 2 (n + 1))     sin(π (k + 1) (i + 1) / (n + 1))
 *     neumann     -4 sin²(π k / 2 n)                 cos(π k (i + ½) / n)
 *     periodic    -4 sin²(π ⌈k / 2⌉ / n)             sin(π (k + 1) (i + ½) / n) for odd k, cos(π k (i + ½) / n) for even k
 */
import { add, asarray, type DTypeLike, type NDArray, ones } from '../../array/index.js';
import { declareMethods, type Kind, kind, type OptionKinds, oneOf, optional, options, takes } from '../../base/index.js';
import { asAnyDType, type DType } from '../../dtype/index.js';
import { sizeOf } from '../../shape/index.js';
import { csrArray } from '../create.js';
import type { CsrArray } from '../csr.js';
import { DTYPE, POSITIVE_COUNT } from '../kinds.js';
import { promoteAny } from '../values.js';
import { LinearOperator } from './operator.js';

type Boundary = 'neumann' | 'dirichlet' | 'periodic';

/** Options of `laplacianNd`. */
export interface LaplacianNdOptions {
  /**
   * At the ends of each axis: `neumann`: values beyond equal the values at the ends; `dirichlet`: they are 0; `periodic`: the values at the other end; default
   * `neumann`.
   */
  readonly boundaryConditions?: Boundary;
  /** Of the matrix; default int8. Products with arrays of floats are floats. */
  readonly dtype?: DTypeLike;
}
const LAPLACIAN_ND: OptionKinds<LaplacianNdOptions> = {
  boundaryConditions: oneOf('neumann', 'dirichlet', 'periodic'),
  dtype: DTYPE,
};

/** Points of a matrix with 32-bit indices of its rows. */
const MOST_POINTS = 2 ** 31 - 1;

const GRID: Kind<readonly number[]> = kind('an Array of the points along each axis, each an integer of at least 1', (given) => {
  if (!Array.isArray(given) || given.length === 0) return false;
  return given.every((n) => Number.isInteger(n) && n >= 1) && sizeOf(given) <= MOST_POINTS;
});

/** An axis, as the axes before and behind it have points. */
interface Axis {
  readonly before: number;
  readonly n: number;
  readonly behind: number;
}

function axesOf(grid: readonly number[]): Axis[] {
  return grid.map((n, i) => ({ before: sizeOf(grid.slice(0, i)), n, behind: sizeOf(grid.slice(i + 1)) }));
}

/**
 * The Laplacian of a grid, an operator on the values at its points in row-major order; made by `laplacianNd`.
 *
 * @example
 * const L = sparse.linalg.laplacianNd([2, 3], { boundaryConditions: 'dirichlet' });
 * await L.matvec(np.ones([6])).tolist(); // [-2, -1, -2, -2, -1, -2]
 */
export class LaplacianNd extends LinearOperator {
  /** The points along each axis. */
  readonly gridShape: readonly number[];
  readonly boundaryConditions: Boundary;

  constructor(grid: readonly number[], boundary: Boundary, dtype: DType) {
    const points = sizeOf(grid);
    const apply = (x: NDArray): NDArray => applied(grid, boundary, x, promoteAny(x.dtype, dtype));
    super({ shape: [points, points], dtype, matvec: apply, rmatvec: apply, matmat: apply, rmatmat: apply });
    this.gridShape = [...grid];
    this.boundaryConditions = boundary;
  }

  /** The operator in a dtype: solvers work with one of floats. */
  astype(dtype: DTypeLike): LaplacianNd {
    return new LaplacianNd(this.gridShape, this.boundaryConditions, asAnyDType(dtype as never) as DType);
  }

  /**
   * The matrix, sparse. Of one point along an axis with `neumann` or `periodic` the axis adds 0, as in products and eigenvalues (SciPy's matrices have -1
   * there).
   */
  tosparse(): CsrArray {
    const [points] = this.shape;
    const axes = axesOf(this.gridShape);
    const most = points * (1 + 2 * axes.length);
    const [row, col, data] = [new Int32Array(most), new Int32Array(most), new Int8Array(most)];
    let count = 0;
    const put = (i: number, j: number, value: number): void => {
      [row[count], col[count], data[count]] = [i, j, value];
      count++;
    };
    for (let p = 0; p < points; p++) {
      put(p, p, -2 * axes.length);
      for (const axis of axes) for (const q of neighbors(axis, this.boundaryConditions, p)) put(p, q, 1);
    }
    const entries = { row: row.subarray(0, count), col: col.subarray(0, count), data: data.subarray(0, count) };
    return csrArray({ ...entries, shape: [points, points] }).astype(this.dtype);
  }

  /** The matrix, dense. */
  toarray(): NDArray {
    return this.tosparse().toDense();
  }

  /** The `m` largest eigenvalues, nearest to 0, in ascending order; default all. */
  eigenvalues(m?: number): NDArray {
    return asarray(Float64Array.from(this.#largest(m), ({ value }) => value));
  }

  /** The eigenvectors of the `m` largest eigenvalues, (points, m), in the order of `eigenvalues`; default all. */
  eigenvectors(m?: number): NDArray {
    const chosen = this.#largest(m);
    let product = ones([chosen.length, 1]);
    this.gridShape.forEach((n, axis) => {
      const factors = new Float64Array(chosen.length * n);
      chosen.forEach(({ at }, k) => {
        for (let i = 0; i < n; i++) factors[k * n + i] = component(this.boundaryConditions, n, at[axis], i);
      });
      const wide = asarray(factors).reshape([chosen.length, 1, n]);
      product = product.reshape([chosen.length, -1, 1]).multiply(wide).reshape([chosen.length, -1]);
    });
    return product.T.copy();
  }

  /** The largest eigenvalues, ascending, and which one along each axis each is of. Only the largest along an axis make one of the largest. */
  #largest(m = this.shape[0]): { readonly value: number; readonly at: readonly number[] }[] {
    let found: { readonly value: number; readonly at: readonly number[] }[] = [{ value: 0, at: [] }];
    for (const n of this.gridShape) {
      const along = Array.from({ length: Math.min(n, m) }, (_, k) => eigenvalue(this.boundaryConditions, n, k));
      found = found.flatMap(({ value, at }) => along.map((own, k) => ({ value: value + own, at: [...at, k] })));
      found = found.sort((a, b) => b.value - a.value).slice(0, m);
    }
    return found.reverse();
  }
}

const COUNTED = optional(POSITIVE_COUNT);
type OwnMethods = Pick<LaplacianNd, 'astype' | 'tosparse' | 'toarray' | 'eigenvalues' | 'eigenvectors'>;
declareMethods(LaplacianNd as { readonly prototype: OwnMethods }, {
  astype: [DTYPE],
  tosparse: [],
  toarray: [],
  eigenvalues: [COUNTED],
  eigenvectors: [COUNTED],
});

/** The points beside a point along an axis; itself for a value beyond the end that is the one at the end. */
function neighbors({ n, behind }: Axis, boundary: Boundary, p: number): number[] {
  const i = Math.floor(p / behind) % n;
  const found: number[] = [];
  for (const j of [i - 1, i + 1]) {
    const isInside = j >= 0 && j < n;
    if (isInside) found.push(p + (j - i) * behind);
    else if (boundary === 'neumann') found.push(p);
    else if (boundary === 'periodic') found.push(p + (((j + n) % n) - i) * behind);
  }
  return found;
}

/** The product with a vector, or the columns of a matrix. */
function applied(grid: readonly number[], boundary: Boundary, x: NDArray, dtype: DType): NDArray {
  const width = x.ndim === 2 ? x.shape[1] : 1;
  const given = x.dtype === dtype ? x : x.astype(dtype);
  const sum = given.multiply(-2 * grid.length).astype(dtype);
  for (const { before, n, behind } of axesOf(grid)) {
    const [from, to] = [given, sum].map((of) => of.reshape([before, n, behind * width]));
    const gather = (target: string, source: string): void => {
      const part = to.slice(':', target);
      add(part, from.slice(':', source), { out: part });
    };
    if (n > 1) {
      gather('1:', ':-1');
      gather(':-1', '1:');
    }
    if (boundary === 'dirichlet') continue;
    gather(':1', boundary === 'neumann' ? ':1' : '-1:');
    gather('-1:', boundary === 'neumann' ? '-1:' : ':1');
  }
  return sum;
}

/** An eigenvalue along an axis, the largest first. */
function eigenvalue(boundary: Boundary, n: number, k: number): number {
  if (boundary === 'dirichlet') return -4 * Math.sin((Math.PI * (k + 1)) / (2 * (n + 1))) ** 2;
  const turns = boundary === 'neumann' ? k / 2 : Math.ceil(k / 2);
  return -4 * Math.sin((Math.PI * turns) / n) ** 2;
}

/** sin(π a / b) and cos(π a / b) of integers, 0 where they are. */
function sine(a: number, b: number): number {
  return a % b === 0 ? 0 : Math.sin((Math.PI * (a % (2 * b))) / b);
}
function cosine(a: number, b: number): number {
  return (2 * a) % b === 0 && ((2 * a) / b) % 2 === 1 ? 0 : Math.cos((Math.PI * (a % (2 * b))) / b);
}

/** An element of an eigenvector along an axis. */
function component(boundary: Boundary, n: number, k: number, i: number): number {
  if (boundary === 'dirichlet') return Math.sqrt(2 / (n + 1)) * sine((k + 1) * (i + 1), n + 1);
  if (k === 0) return Math.sqrt(1 / n);
  if (boundary === 'neumann') return Math.sqrt(2 / n) * cosine(k * (2 * i + 1), 2 * n);
  if (k + 1 === n && n % 2 === 0) return Math.sqrt(1 / n) * (i % 2 === 0 ? 1 : -1);
  return Math.sqrt(2 / n) * (k % 2 === 1 ? sine((k + 1) * (2 * i + 1), 2 * n) : cosine(k * (2 * i + 1), 2 * n));
}

/**
 * The Laplacian of a uniform grid, with SciPy's `LaplacianNd`: an operator that solvers take, with its matrix, eigenvalues and eigenvectors. The matrix is
 * negative semidefinite. Throws `ArgumentError` for a grid without points, or of more than 2³¹ - 1.
 *
 * @example
 * const L = sparse.linalg.laplacianNd([3]);
 * await L.toarray().tolist(); // [[-1, 1, 0], [1, -2, 1], [0, 1, -1]]
 * await L.eigenvalues(1).item(); // 0
 * const { x } = await sparse.linalg.gmres(sparse.linalg.laplacianNd([3, 4], { boundaryConditions: 'dirichlet' }), np.ones([12]));
 * x.shape; // [12]
 */
export const laplacianNd = takes(
  'laplacianNd',
  GRID,
  options(LAPLACIAN_ND),
)(
  (gridShape: readonly number[], { boundaryConditions = 'neumann', dtype = 'int8' }: LaplacianNdOptions = {}): LaplacianNd =>
    new LaplacianNd(gridShape, boundaryConditions, asAnyDType(dtype as never) as DType),
);
