/** Sparse matrices from coordinates, compressed rows, dense data and Matrix Market files. */
import { defaultDType, NDArray } from '../array/index.js';
import {
  ArgumentError,
  DTypeError,
  isPlain,
  type Kind,
  kind,
  listOf,
  NUMBER,
  type OptionKinds,
  options,
  PATH,
  ShapeError,
  takes,
} from '../base/index.js';
import { asDType, type DType, type DTypeName, isStored } from '../dtype/index.js';
import { pathOf } from '../files/index.js';
import { Store } from '../store/index.js';
import { type CompressedRows, type Coordinates, checkCoordinates, checkMatrixShape, compress } from './coordinates.js';
import { type CsrArray, fromCompressed } from './csr.js';
import { DTYPE } from './kinds.js';
import { floats, integers } from './lists.js';
import { readCoordinates } from './matrix-market.js';
import { namedSource } from './scipy-forms.js';
import type { BoundsTuple, CooSource, CooTuple, CsrSource, SizeTuple } from './sources.js';

interface DTypeOption {
  /** `float64` (default) or `float32`. */
  readonly dtype?: DType | DTypeName;
}
const DTYPE_OPTION: OptionKinds<DTypeOption> = { dtype: DTYPE };
export interface CsrOptions extends DTypeOption {
  /** Of [data, [row, col]] and [data, indices, indptr]; default: the least that has all entries. */
  readonly shape?: readonly [number, number];
}
export const CSR_OPTIONS: OptionKinds<CsrOptions> = { ...DTYPE_OPTION, shape: listOf(NUMBER) as Kind<readonly [number, number]> };
/** A matrix in a different format. */
interface Convertible {
  readonly dtype: DType;
  tocsr(): CsrArray;
}
/** Sources of a matrix. */
export type Source =
  | CooSource
  | CsrSource
  | CooTuple
  | BoundsTuple
  | SizeTuple
  | NDArray
  | readonly (readonly number[])[]
  | Convertible;
const SOURCES =
  '[data, [row, col]], [data, indices, indptr], { data, row, col, shape }, { data, indices, indptr, shape }, [rows, columns], nested Arrays or a 2-d array';
export const SOURCE: Kind<Source> = kind(
  SOURCES,
  (given) => given instanceof NDArray || Array.isArray(given) || isPlain(given) || isConvertible(given),
);
function isConvertible(given: unknown): given is Convertible {
  return typeof given === 'object' && given !== null && 'tocsr' in given && typeof given.tocsr === 'function';
}

/**
 * A sparse matrix in compressed rows.
 *
 * @param source coordinates or compressed rows, by name or in SciPy's order, a shape alone, nested Arrays, a 2-d array (waited for; its zeros are
 * left out), or a matrix in a different format. Three plain Arrays are the rows of a matrix where no shape is given.
 * @throws `ShapeError`, `IndexError` (an entry outside the shape), `ArgumentError` (lists of different lengths), `DTypeError`.
 * @example
 * sparse.csrArray({ data: [4, -1, 4], row: [0, 0, 1], col: [0, 1, 1], shape: [2, 2] });
 * sparse.csrArray([[4, -1, 4], [[0, 0, 1], [0, 1, 1]]], { shape: [2, 2] }).nnz; // 3
 * await sparse.csrArray([[4, -1], [0, 4]]).matmul(np.ones([2])).tolist(); // [3, 4]
 */
export const csrArray = takes(
  'csrArray',
  SOURCE,
  options(CSR_OPTIONS),
)((source: Source, options: CsrOptions = {}): CsrArray => {
  const given = namedSource(source, options.shape, 0, 'csrArray') ?? source;
  const own = isConvertible(given) ? given.dtype : undefined;
  return matrixOf(given, dtypeOf(options, 'csrArray', own), 'csrArray');
});

/** A matrix in compressed rows. */
export function matrixOf(source: Source, dtype: DType, operation: string): CsrArray {
  return isConvertible(source) ? source.tocsr().astype(dtype) : fromCompressed(compressed(source, operation), dtype);
}

/**
 * Reads a Matrix Market file: coordinate or array; real, integer or pattern (ones); general, symmetric or skew-symmetric.
 * Integers come as floats of the dtype, exactly. Rejects with `FileFormatError`, which names the file, the line and the expected text,
 * also for numbers that the dtype does not hold; with `FileError` where the system refuses, and with `DTypeError` for dtypes other than
 * float64 and float32.
 *
 * @example
 * await sparse.writeMatrixMarket('eye.mtx', sparse.eye(3));
 * (await sparse.readMatrixMarket('eye.mtx')).nnz; // 3
 */
export const readMatrixMarket = takes(
  'readMatrixMarket',
  PATH,
  options(DTYPE_OPTION),
)(async (path: string | URL, options: DTypeOption = {}): Promise<CsrArray> => {
  const dtype = dtypeOf(options, 'readMatrixMarket');
  return fromCompressed(compress(await readCoordinates(pathOf('readMatrixMarket', path), dtype)), dtype);
});

/** The dtype that options ask for; `own`: that of a matrix that is converted. */
export function dtypeOf(options: DTypeOption, operation: string, own?: DType): DType {
  const dtype = asDType(options.dtype ?? own ?? defaultDType());
  if (dtype.kind !== 'float' || isStored(dtype))
    throw new DTypeError(`${operation}: sparse matrices hold float64 or float32, got ${dtype.name}`);
  return dtype;
}

function compressed(source: Exclude<Source, Convertible>, operation: string): CompressedRows {
  if (Array.isArray(source)) return compress(fromRows(source, operation));
  if (source instanceof Store) return compress(fromDense(source, operation));
  if ('row' in source) return compress(fromCoo(source, operation));
  if ('indptr' in source) return compress(fromBounds(source, 0, operation));
  throw new ArgumentError(`${operation}: expected ${SOURCES}`);
}

export function fromCoo(source: CooSource, operation: string): Coordinates {
  const shape = checkMatrixShape(source.shape, operation);
  const [row, col] = [integers(source.row, 'row', operation), integers(source.col, 'col', operation)];
  const entries = { shape, row, col, value: floats(source.data) };
  checkCoordinates(entries, operation);
  return entries;
}

/** The entries of compressed rows (axis 0) or columns (axis 1). */
export function fromBounds(source: CsrSource, axis: 0 | 1, operation: string): Coordinates {
  const shape = checkMatrixShape(source.shape, operation);
  const ptr = integers(source.indptr, 'indptr', operation);
  const along = integers(source.indices, 'indices', operation);
  const count = shape[axis];
  if (ptr.length !== count + 1 || ptr[0] !== 0 || ptr[count] !== along.length || ptr.some((p, i) => i > 0 && p < ptr[i - 1])) {
    throw new ArgumentError(
      `${operation}: indptr must ascend from 0 to the ${along.length} indices in ${count + 1} steps, got ${ptr.length} from ${ptr[0]} to ${ptr.at(-1)}`,
    );
  }
  const across = new Int32Array(along.length);
  for (let i = 0; i < count; i++) across.fill(i, ptr[i], ptr[i + 1]);
  const [row, col] = axis === 0 ? [across, along] : [along, across];
  const entries = { shape, row, col, value: floats(source.data) };
  checkCoordinates(entries, operation);
  return entries;
}

function fromRows(rows: readonly (readonly number[])[], operation: string): Coordinates {
  const width = rows[0]?.length ?? 0;
  if (rows.some((r) => !Array.isArray(r) || r.length !== width)) {
    throw new ShapeError(`${operation}: nested Arrays must have equal lengths, expected rows of ${width}`);
  }
  return nonZeros(Float64Array.from(rows.flat()), [rows.length, width]);
}

function fromDense(source: NDArray, operation: string): Coordinates {
  const shape = checkMatrixShape(source.shape, operation);
  return nonZeros(floats(source), shape);
}

function nonZeros(dense: Float64Array, shape: readonly [number, number]): Coordinates {
  const places: number[] = [];
  for (let i = 0; i < dense.length; i++) if (dense[i] !== 0) places.push(i);
  return {
    shape,
    row: Int32Array.from(places, (i) => Math.floor(i / shape[1])),
    col: Int32Array.from(places, (i) => i % shape[1]),
    value: Float64Array.from(places, (i) => dense[i]),
  };
}
