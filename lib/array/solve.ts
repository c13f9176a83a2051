/** Systems of linear equations, inverses and determinants of stacks of dense matrices, for `linalg`. */
import { ShapeError } from '../base/index.js';
import { type DType, float32, float64, promote } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { broadcastShapes, formatShape, type Shape, sizeOf } from '../shape/index.js';
import { checkUsable } from '../store/index.js';
import { type ArgSpec, type BodyArg, defineKind, type TaskKind } from '../task/index.js';
import { astype } from './assign.js';
import { type ArrayLike, toArray } from './convert.js';
import { cholesky as choleskyOf, denseOf, factor, identity, solveFactored, storeDense } from './factor.js';
import { broadcastTo, expandDims, squeeze } from './manipulate.js';
import { allocate, type NDArray } from './ndarray.js';
import { averaging } from './reductions.js';
import { reshape } from './reshape.js';

const reads: ArgSpec = { privilege: 'read', access: 'whole' };
const writes: ArgSpec = { privilege: 'write', access: 'whole' };

/** A function of the matrices of a stack: as a routine of the device, else in JavaScript on the issuing thread. */
interface MatrixFunction {
  readonly name: string;
  readonly scripted: TaskKind;
  readonly native: ReadonlyMap<DType, TaskKind>;
}

/** `body` is run for each matrix of the stacks, the last argument the result. */
function perMatrix(name: string, inputs: number, body: (args: readonly BodyArg[], which: number) => void): MatrixFunction {
  const args = [...new Array<ArgSpec>(inputs).fill(reads), writes];
  const run = (given: readonly BodyArg[]): void => {
    for (let which = 0; which < given[0].shape[0]; which++) body(given, which);
  };
  const native = ([dtype, suffix]: readonly [DType, string]): [DType, TaskKind] => [
    dtype,
    defineKind({ name, args, body: { kind: 'native', routine: `${name}_${suffix}` } }),
  ];
  return {
    name,
    scripted: defineKind({ name, args, body: { kind: 'js', run } }),
    native: new Map([native([float64, 'f64']), native([float32, 'f32'])]),
  };
}

const solving = perMatrix('solve', 2, ([a, b, x], i) =>
  storeDense(x, i, solveFactored(factor(denseOf(a, i)), denseOf(b, i), 'solve')),
);
const inverting = perMatrix('inv', 1, ([a, x], i) => {
  const matrix = denseOf(a, i);
  storeDense(x, i, solveFactored(factor(matrix), identity(matrix.rows), 'inv'));
});
const determining = perMatrix('det', 1, ([a, x], i) => {
  const { lu, sign } = factor(denseOf(a, i));
  let det = sign;
  for (let k = 0; k < lu.rows; k++) det *= lu.values[k * lu.columns + k];
  storeDense(x, i, { rows: 1, columns: 1, values: Float64Array.of(det) });
});
const factoring = perMatrix('cholesky', 1, ([a, x], i) => storeDense(x, i, choleskyOf(denseOf(a, i))));

function square(x: ArrayLike, operation: string): NDArray {
  const a = toArray(x, operation);
  checkUsable(a, operation);
  const n = a.ndim;
  if (n < 2 || a.shape[n - 1] !== a.shape[n - 2])
    throw new ShapeError(`${operation}: expected square matrices, got shape ${formatShape(a.shape)}`);
  return a;
}

/** As (batch, rows, columns), at the dtype. */
function stacked(x: NDArray, dtype: DType): NDArray {
  const [rows, columns] = x.shape.slice(-2);
  return reshape(astype(x, dtype, { copy: false }), [sizeOf(x.shape.slice(0, -2)), rows, columns]);
}

function run(operation: MatrixFunction, inputs: readonly NDArray[], dtype: DType, matrix: Shape): NDArray {
  const [a] = inputs;
  const batch = a.shape.slice(0, -2);
  const count = sizeOf(batch);
  const out = allocate(dtype, [count, ...matrix]);
  const native = operation.native.get(dtype);
  const hasRoutine = native?.body.kind === 'native' && runtime().device.routine(native.body.routine) >= 0;
  const kind = native !== undefined && hasRoutine ? native : operation.scripted;
  runtime().launch(kind, [count, a.shape[a.ndim - 1], matrix[1]], [...inputs.map((x) => stacked(x, dtype)), out]);
  return reshape(out, [...batch, ...matrix]);
}

/**
 * The x with `a x = b`, by LU factors with partial pivoting. `a` is square; `b` has one axis (a vector) or the columns of
 * several right-hand sides; leading axes broadcast. Throws `ShapeError`; readers of the result throw `ArgumentError` when a
 * matrix is singular.
 *
 * @example
 * await np.linalg.solve([[2, 0], [0, 4]], [2, 8]).tolist(); // [1, 2]
 */
export function solve(a: ArrayLike, b: ArrayLike): NDArray {
  const x = square(a, 'solve');
  const right = toArray(b, 'solve');
  checkUsable(right, 'solve');
  const vector = right.ndim === 1;
  const y = vector ? expandDims(right, { axis: 1 }) : right;
  const n = x.shape[x.ndim - 1];
  if (y.ndim < 2 || y.shape[y.ndim - 2] !== n) {
    throw new ShapeError(
      `solve: a matrix of shape ${formatShape(x.shape)} and a right-hand side of shape ${formatShape(right.shape)} do not meet`,
    );
  }
  const batch = broadcastShapes(x.shape.slice(0, -2), y.shape.slice(0, -2), 'solve');
  const columns = y.shape[y.ndim - 1];
  const inputs = [broadcastTo(x, [...batch, n, n]), broadcastTo(y, [...batch, n, columns])];
  const solution = run(solving, inputs, averaging(promote(x.dtype, y.dtype)), [n, columns]);
  return vector ? squeeze(solution, { axis: -1 }) : solution;
}

/**
 * The inverse of each matrix. Readers throw `ArgumentError` when it is singular. To solve equations, `solve` is faster and
 * more accurate.
 *
 * @example
 * await np.linalg.inv([[2, 0], [0, 4]]).tolist(); // [[0.5, 0], [0, 0.25]]
 */
export function inv(x: ArrayLike): NDArray {
  const a = square(x, 'inv');
  return run(inverting, [a], averaging(a.dtype), a.shape.slice(-2));
}

/**
 * The determinant of each matrix.
 *
 * @example
 * await np.linalg.det([[2, 1], [1, 4]]).item(); // 7
 */
export function det(x: ArrayLike): NDArray {
  const a = square(x, 'det');
  return squeeze(run(determining, [a], averaging(a.dtype), [1, 1]), { axis: [-2, -1] });
}

/**
 * The lower triangular L with `L Lᵀ = x` of each symmetric, positive definite matrix; only its lower triangle is read. Readers
 * throw `ArgumentError` when it is not positive definite.
 *
 * @example
 * await np.linalg.cholesky([[4, 2], [2, 5]]).tolist(); // [[2, 0], [1, 2]]
 */
export function cholesky(x: ArrayLike): NDArray {
  const a = square(x, 'cholesky');
  return run(factoring, [a], averaging(a.dtype), a.shape.slice(-2));
}
