/** Operators that are functions: systems with a matrix that is never stored. */
import { type Complex, conj, type NDArray, type OutOption, stack, zeros } from '../../array/index.js';
import {
  ArgumentError,
  declareMethods,
  either,
  FUNCTION,
  givenOptions,
  instanceOf,
  type Kind,
  listOf,
  NUMBER,
  type OptionKinds,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import {
  asAnyDType,
  type ComplexDType,
  type ComplexName,
  complex64,
  type DType,
  type DTypeName,
  float64,
} from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { adjointProduct } from '../adjoint.js';
import { DTYPE, OUT, SCALAR_VALUE, SYSTEM, VECTOR } from '../kinds.js';
import type { SystemMatrix, TwoSided } from '../solver.js';
import { isArray, isComplex, promoteAny } from '../values.js';

type Product = (x: NDArray) => NDArray;

/** The parts of a `LinearOperator`. */
export interface OperatorParts {
  /** Rows and columns. */
  readonly shape: readonly [number, number];
  /** The product with a vector (columns,). */
  readonly matvec: Product;
  /** The conjugate transpose's product with a vector (rows,), for solvers that need it (`bicg`, `lsqr`, `lsmr`, `svds`). */
  readonly rmatvec?: Product;
  /** The product with a matrix (columns, k); default by its columns. */
  readonly matmat?: Product;
  /** The conjugate transpose's product with a matrix (rows, k); default by its columns. */
  readonly rmatmat?: Product;
  /** Of the products; default float64. */
  readonly dtype?: DType | DTypeName | ComplexDType | ComplexName;
}
const PARTS: OptionKinds<OperatorParts> = {
  shape: listOf(NUMBER) as unknown as Kind<readonly [number, number]>,
  matvec: FUNCTION as unknown as Kind<Product>,
  rmatvec: FUNCTION as unknown as Kind<Product>,
  matmat: FUNCTION as unknown as Kind<Product>,
  rmatmat: FUNCTION as unknown as Kind<Product>,
  dtype: DTYPE,
};

/**
 * A matrix that is known by its products with vectors; made by `linearOperator` and `aslinearoperator`.
 *
 * @example
 * const twice = sparse.linalg.linearOperator({ shape: [2, 2], matvec: (x) => x.multiply(2) });
 * twice instanceof sparse.linalg.LinearOperator;     // true
 * await twice.matvec(np.asarray([1, 2])).tolist(); // [2, 4]
 * await twice.matmul(twice).add(twice).matvec(np.asarray([1, 2])).tolist(); // [6, 12]
 */
export class LinearOperator {
  readonly shape: readonly [number, number];
  readonly dtype: DType;
  readonly #parts: OperatorParts;

  constructor(parts: OperatorParts) {
    this.shape = parts.shape;
    this.dtype = asAnyDType(parts.dtype ?? float64) as DType;
    this.#parts = parts;
  }

  get ndim(): 2 {
    return 2;
  }

  /**
   * The product with a vector (columns,) or a matrix (columns, k), which goes to `out` where that is given, or with an operator, as an operator. Throws
   * `ShapeError` when sizes differ.
   */
  matmul(x: NDArray, options?: OutOption): NDArray;
  matmul(B: LinearOperator): LinearOperator;
  matmul(x: NDArray | LinearOperator, { out }: OutOption = {}): NDArray | LinearOperator {
    if (x instanceof LinearOperator) return product(this, x);
    const y = x.ndim === 2 ? this.matmat(x) : this.matvec(x);
    return out === undefined ? y : out.assign(y);
  }

  /** The product with a vector (columns,). Throws `ShapeError` when sizes differ. */
  matvec(x: NDArray): NDArray {
    return checked('matmul', this.#parts.matvec, x, this.shape[1], this.shape[0]);
  }

  /** The product with a matrix (columns, k). Throws `ShapeError` when sizes differ. */
  matmat(x: NDArray): NDArray {
    const { matvec, matmat } = this.#parts;
    return checkedMatrix('matmat', matmat ?? byColumns(matvec, this), x, this.shape[1], this.shape[0]);
  }

  /** The conjugate transpose's product with a vector (rows,). Throws `ArgumentError` for an operator that was made without. */
  rmatvec(y: NDArray): NDArray {
    return checked('rmatvec', this.#adjoint('rmatvec'), y, this.shape[0], this.shape[1]);
  }

  /** The conjugate transpose's product with a matrix (rows, k). Throws `ArgumentError` for an operator that was made without `rmatvec` and `rmatmat`. */
  rmatmat(y: NDArray): NDArray {
    const of = this.#parts.rmatmat ?? byColumns(this.#adjoint('rmatmat'), this.H);
    return checkedMatrix('rmatmat', of, y, this.shape[0], this.shape[1]);
  }

  #adjoint(name: string): Product {
    const { rmatvec } = this.#parts;
    if (rmatvec === undefined)
      throw new ArgumentError(`${name}: the operator was made without the product of its transpose, rmatvec`);
    return rmatvec;
  }

  /** The conjugate transpose. */
  get H(): LinearOperator {
    const { matmat, rmatmat } = this.#parts;
    return new LinearOperator({
      shape: [this.shape[1], this.shape[0]],
      dtype: this.dtype,
      matvec: (x) => this.#adjoint('rmatvec')(x),
      rmatvec: this.#parts.matvec,
      ...(rmatmat === undefined ? {} : { matmat: rmatmat }),
      ...(matmat === undefined ? {} : { rmatmat: matmat }),
    });
  }

  /** The transpose. */
  get T(): LinearOperator {
    const { H } = this;
    if (!isComplex(this)) return H;
    const conjugated =
      (of: Product): Product =>
      (x) =>
        conj(of(conj(x)));
    return new LinearOperator({
      shape: H.shape,
      dtype: H.dtype,
      matvec: conjugated((x) => H.matvec(x)),
      rmatvec: conjugated((x) => H.rmatvec(x)),
      matmat: conjugated((x) => H.matmat(x)),
      rmatmat: conjugated((x) => H.rmatmat(x)),
    });
  }

  /** The sum of two operators. Throws `ShapeError` when shapes differ. */
  add(B: LinearOperator): LinearOperator {
    if (B.shape[0] !== this.shape[0] || B.shape[1] !== this.shape[1])
      throw new ShapeError(`add: the operators are ${formatShape(this.shape)} and ${formatShape(B.shape)}`);
    const both =
      (name: ProductName): Product =>
      (x) =>
        this[name](x).add(B[name](x));
    return combined(this.shape, promoteAny(this.dtype, B.dtype), both);
  }

  /** The operator times a number. */
  multiply(by: number | Complex): LinearOperator {
    const isReal = typeof by === 'number';
    const back = isReal ? by : { re: by.re, im: -by.im };
    const dtype = isReal ? this.dtype : promoteAny(this.dtype, complex64 as unknown as DType);
    return combined(this.shape, dtype, (name) => (x) => this[name](x).multiply((name[0] === 'r' ? back : by) as number));
  }
}

type ProductName = 'matvec' | 'rmatvec' | 'matmat' | 'rmatmat';

/** An operator of which each product is made of operators' products. */
function combined(shape: readonly [number, number], dtype: DType, of: (name: ProductName) => Product): LinearOperator {
  return new LinearOperator({
    shape,
    dtype,
    matvec: of('matvec'),
    rmatvec: of('rmatvec'),
    matmat: of('matmat'),
    rmatmat: of('rmatmat'),
  });
}

function product(A: LinearOperator, B: LinearOperator): LinearOperator {
  if (A.shape[1] !== B.shape[0])
    throw new ShapeError(`matmul: the operators are ${formatShape(A.shape)} and ${formatShape(B.shape)}`);
  const chain = (name: ProductName): Product => (name[0] === 'r' ? (y) => B[name](A[name](y)) : (x) => A[name](B[name](x)));
  return combined([A.shape[0], B.shape[1]], promoteAny(A.dtype, B.dtype), chain);
}

const OPERAND: Kind<LinearOperator> = instanceOf('an operator', LinearOperator);
declareMethods(LinearOperator, {
  matmul: [either(VECTOR, OPERAND), options(OUT)],
  matvec: [VECTOR],
  matmat: [VECTOR],
  rmatvec: [VECTOR],
  rmatmat: [VECTOR],
  add: [OPERAND],
  multiply: [SCALAR_VALUE],
});

function checked(name: string, product: Product, x: NDArray, from: number, to: number): NDArray {
  if (x.ndim !== 1 || x.shape[0] !== from)
    throw new ShapeError(`${name}: expected a vector of (${from},), got ${formatShape(x.shape)}`);
  const y = product(x);
  if (!isArray(y) || y.ndim !== 1 || y.shape[0] !== to)
    throw new ShapeError(`${name}: the operator's function must give a vector of (${to},)`);
  return y;
}

function checkedMatrix(name: string, product: Product, x: NDArray, from: number, to: number): NDArray {
  if (x.ndim !== 2 || x.shape[0] !== from)
    throw new ShapeError(`${name}: expected a matrix of (${from}, k), got ${formatShape(x.shape)}`);
  const y = product(x);
  if (!isArray(y) || y.ndim !== 2 || y.shape[0] !== to || y.shape[1] !== x.shape[1])
    throw new ShapeError(`${name}: the operator's function must give a matrix of (${to}, ${x.shape[1]})`);
  return y;
}

/** The product with a matrix, column by column. */
function byColumns(of: Product, { shape: [rows], dtype }: LinearOperator): Product {
  return (x) => {
    const columns = Array.from({ length: x.shape[1] }, (_, k) => of(x.slice(':', k)));
    return columns.length === 0 ? zeros([rows, 0], { dtype: dtype as never }) : stack(columns, { axis: 1 });
  };
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
    ...matrixProducts(A),
  });
});

/** The products of matrices with matrices; operators have products with vectors. */
function matrixProducts(A: TwoSided): Partial<OperatorParts> {
  if (A.T === undefined) return {};
  const turned = (y: NDArray): NDArray => A.T?.matmul(y) ?? y;
  return { matmat: (x) => A.matmul(x), rmatmat: (y) => (isComplex(A) ? conj(turned(conj(y))) : turned(y)) };
}
