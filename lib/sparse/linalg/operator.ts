/** Operators that are functions: systems with a matrix that is never stored. */
import type { NDArray, OutOption } from '../../array/index.js';
import {
  ArgumentError,
  declareMethods,
  FUNCTION,
  givenOptions,
  type Kind,
  listOf,
  NUMBER,
  type OptionKinds,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { asAnyDType, type ComplexDType, type ComplexName, type DType, type DTypeName, float64 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { adjointProduct } from '../adjoint.js';
import { DTYPE, OUT, SYSTEM, VECTOR } from '../kinds.js';
import type { SystemMatrix } from '../solver.js';
import { isArray } from '../values.js';

type Product = (x: NDArray) => NDArray;

/** The parts of a `LinearOperator`. */
export interface OperatorParts {
  /** Rows and columns. */
  readonly shape: readonly [number, number];
  /** The product with a vector (columns,). */
  readonly matvec: Product;
  /** The conjugate transpose's product with a vector (rows,), for solvers that need it (`bicg`, `lsqr`, `lsmr`, `svds`). */
  readonly rmatvec?: Product;
  /** Of the products; default float64. */
  readonly dtype?: DType | DTypeName | ComplexDType | ComplexName;
}
const PARTS: OptionKinds<OperatorParts> = {
  shape: listOf(NUMBER) as unknown as Kind<readonly [number, number]>,
  matvec: FUNCTION as unknown as Kind<Product>,
  rmatvec: FUNCTION as unknown as Kind<Product>,
  dtype: DTYPE,
};

/**
 * A matrix that is known by its products with vectors; made by `linearOperator` and `aslinearoperator`.
 *
 * @example
 * const twice = sparse.linalg.linearOperator({ shape: [2, 2], matvec: (x) => x.multiply(2) });
 * twice instanceof sparse.linalg.LinearOperator;     // true
 * await twice.matvec(np.asarray([1, 2])).tolist(); // [2, 4]
 */
export class LinearOperator {
  readonly shape: readonly [number, number];
  readonly dtype: DType;
  readonly #matvec: Product;
  readonly #rmatvec: Product | null;

  constructor({ shape, matvec, rmatvec, dtype }: OperatorParts) {
    this.shape = shape;
    this.dtype = asAnyDType(dtype ?? float64) as DType;
    this.#matvec = matvec;
    this.#rmatvec = rmatvec ?? null;
  }

  get ndim(): 2 {
    return 2;
  }

  /** The product with a vector (columns,), which goes to `out` where that is given. Throws `ShapeError` when sizes differ. */
  matmul(x: NDArray, { out }: OutOption = {}): NDArray {
    const y = checked('matmul', this.#matvec, x, this.shape[1], this.shape[0]);
    return out === undefined ? y : out.assign(y);
  }

  /** The product with a vector: `matmul`. */
  matvec(x: NDArray): NDArray {
    return this.matmul(x);
  }

  /** The conjugate transpose's product with a vector (rows,). Throws `ArgumentError` for an operator that was made without. */
  rmatvec(y: NDArray): NDArray {
    if (this.#rmatvec === null)
      throw new ArgumentError('rmatvec: the operator was made without the product of its transpose, rmatvec');
    return checked('rmatvec', this.#rmatvec, y, this.shape[0], this.shape[1]);
  }
}

declareMethods(LinearOperator, { matmul: [VECTOR, options(OUT)], matvec: [VECTOR], rmatvec: [VECTOR] });

function checked(name: string, product: Product, x: NDArray, from: number, to: number): NDArray {
  if (x.ndim !== 1 || x.shape[0] !== from)
    throw new ShapeError(`${name}: expected a vector of (${from},), got ${formatShape(x.shape)}`);
  const y = product(x);
  if (!isArray(y) || y.ndim !== 1 || y.shape[0] !== to)
    throw new ShapeError(`${name}: the operator's function must give a vector of (${to},)`);
  return y;
}

/**
 * An operator of these products, to be solved with as with a matrix. Throws `ShapeError` unless the shape is two sizes.
 *
 * @example
 * const A = sparse.linalg.linearOperator({ shape: [3, 3], matvec: (x) => x.multiply(2) });
 * const { x } = await sparse.cg(A, np.ones([3]));
 * await x.tolist(); // [0.5, 0.5, 0.5]
 */
export const linearOperator = takes(
  'linearOperator',
  givenOptions(PARTS),
)((parts: OperatorParts): LinearOperator => {
  const { shape, matvec } = parts;
  if (!Array.isArray(shape) || shape.length !== 2 || !shape.every((n) => Number.isInteger(n) && n >= 0))
    throw new ShapeError(`linearOperator: expected a shape of two sizes, got (${String(shape)})`);
  if (typeof matvec !== 'function')
    throw new ArgumentError('linearOperator: expected matvec, the product with a vector, as a function');
  return new LinearOperator(parts);
});

/**
 * A matrix, sparse or dense, as a `LinearOperator`: its products alone, of the matrix as it is when they are asked for.
 *
 * @example
 * const A = sparse.linalg.aslinearoperator(sparse.csrArray([[1, 2], [0, 3]]));
 * await A.matvec(np.ones([2])).tolist();  // [3, 3]
 * await A.rmatvec(np.ones([2])).tolist(); // [1, 5]
 */
export const aslinearoperator = takes(
  'aslinearoperator',
  SYSTEM,
)((A: SystemMatrix): LinearOperator => {
  if (A instanceof LinearOperator) return A;
  const [rows, columns] = A.shape;
  if (A.shape.length !== 2) throw new ShapeError(`aslinearoperator: expected a matrix, got shape ${formatShape(A.shape)}`);
  return new LinearOperator({
    shape: [rows, columns],
    dtype: A.dtype,
    matvec: (x) => A.matmul(x),
    rmatvec: (y) => adjointProduct('rmatvec', A)(y),
  });
});
