/** Sparse matrices from coordinates, compressed rows and dense data. */
import type { Complex, DTypeLike, NDArray } from '../array/index.js';
import {
  ArgumentError,
  isPlain,
  type Kind,
  kind,
  listOf,
  NUMBER,
  type OptionKinds,
  options,
  ShapeError,
  takes,
} from '../base/index.js';
import type { DType, TypedArray } from '../dtype/index.js';
import { Store } from '../store/index.js';
import { checkCoordinates, checkMatrixShape, compression, type Places, summed } from './coordinates.js';
import { CsrArray } from './csr.js';
import { DTYPE } from './kinds.js';
import { type HostValues, integers, type List, valuesOf } from './lists.js';
import { namedSource } from './scipy-forms.js';
import type { BoundsTuple, CooSource, CooTuple, CsrSource, SizeTuple } from './sources.js';
import { structureOf } from './structure.js';
import { isArray, isComplexArray, typeOfParts, uploaded, valueDType } from './values.js';

export interface DTypeOption {
  /** Of the values, complex dtypes among them; default that of the source, and for numbers in Arrays float64 (`defaultDType`). */
  readonly dtype?: DTypeLike;
}
export const DTYPE_OPTION: OptionKinds<DTypeOption> = { dtype: DTYPE };
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
  | readonly (readonly (number | bigint | boolean | Complex)[])[]
  | Convertible;
const SOURCES =
  '[data, [row, col]], [data, indices, indptr], { data, row, col, shape }, { data, indices, indptr, shape }, [rows, columns], nested Arrays or a 2-d array';
export const SOURCE: Kind<Source> = kind(
  SOURCES,
  (given) => isArray(given) || Array.isArray(given) || isPlain(given) || isConvertible(given),
);
function isConvertible(given: unknown): given is Convertible {
  return typeof given === 'object' && given !== null && 'tocsr' in given && typeof given.tocsr === 'function';
}

/**
 * A sparse matrix in compressed rows. Values keep the dtype of arrays and TypedArrays; numbers in Arrays are float64, bigints int64, booleans bool
 * and { re, im } complex128.
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
  return matrixOf(given, options.dtype, 'csrArray');
});

/** A matrix in compressed rows, in the dtype that is asked for. */
export function matrixOf(source: Source, asked: unknown, operation: string): CsrArray {
  if (!isConvertible(source)) return compressedRows(entriesOf(source, asked, operation));
  return source.tocsr().astype(valueDType(asked, operation, source.dtype));
}

/** Entries in any order, with values of any dtype. */
interface Entries extends Places {
  readonly values: HostValues;
}

/** Uploads entries in compressed rows; several at one place are added up. */
export function compressedRows(entries: Entries): CsrArray {
  const { parts, dtype } = entries.values;
  const made = compression(entries);
  const sums = parts.map((part) => summed(part, made, dtype));
  return new CsrArray(structureOf(made.pattern), uploaded(sums, dtype));
}

function entriesOf(source: Exclude<Source, Convertible>, asked: unknown, operation: string): Entries {
  if (Array.isArray(source)) return fromRows(source, asked, operation);
  if (source instanceof Store || isComplexArray(source)) return fromDense(source as NDArray, asked, operation);
  if ('row' in source) return fromCoo(source as CooSource, asked, operation);
  if ('indptr' in source) return fromBounds(source as CsrSource, 0, asked, operation);
  throw new ArgumentError(`${operation}: expected ${SOURCES}`);
}

export function fromCoo(source: CooSource, asked: unknown, operation: string): Entries {
  const shape = checkMatrixShape(source.shape, operation);
  const [row, col] = [integers(source.row, 'row', operation), integers(source.col, 'col', operation)];
  const entries = { shape, row, col, values: valuesOf(source.data, asked, operation) };
  checkCoordinates(entries, entries.values.parts[0].length, operation);
  return entries;
}

/** The entries of compressed rows (axis 0) or columns (axis 1). */
export function fromBounds(source: CsrSource, axis: 0 | 1, asked: unknown, operation: string): Entries {
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
  const entries = { shape, row, col, values: valuesOf(source.data, asked, operation) };
  checkCoordinates(entries, entries.values.parts[0].length, operation);
  return entries;
}

function fromRows(rows: readonly (readonly unknown[])[], asked: unknown, operation: string): Entries {
  const width = rows[0]?.length ?? 0;
  if (rows.some((r) => !Array.isArray(r) || r.length !== width)) {
    throw new ShapeError(`${operation}: nested Arrays must have equal lengths, expected rows of ${width}`);
  }
  return nonZeros(valuesOf(rows.flat() as List, asked, operation), [rows.length, width]);
}

function fromDense(source: NDArray, asked: unknown, operation: string): Entries {
  const shape = checkMatrixShape(source.shape, operation);
  return nonZeros(valuesOf(source, asked, operation), shape);
}

/** Whether an element of a typed array is 0. */
export function isZero(value: number | bigint): boolean {
  return value === 0 || value === 0n;
}

function nonZeros({ dtype, parts }: HostValues, shape: readonly [number, number]): Entries {
  const places: number[] = [];
  for (let i = 0; i < parts[0].length; i++) if (parts.some((part) => !isZero(part[i]))) places.push(i);
  const taken = (part: TypedArray): TypedArray => {
    const list = new (typeOfParts(dtype).Typed)(places.length) as Float64Array;
    places.forEach((place, k) => {
      list[k] = part[place] as number;
    });
    return list;
  };
  return {
    shape,
    row: Int32Array.from(places, (i) => Math.floor(i / shape[1])),
    col: Int32Array.from(places, (i) => i % shape[1]),
    values: { dtype, parts: parts.map(taken) },
  };
}
