/**
 * Vectors of Apache Arrow from arrays and back: what the array API standard's `from_dlpack` is between libraries of Python. Their memory is
 * shared where JavaScript lets it be. The package apache-arrow is loaded where vectors are made; to read them, it is not needed.
 */
import { createRequire } from 'node:module';
import {
  ArgumentError,
  ConfigError,
  describe,
  FLAG,
  type Kind,
  kind,
  type OptionKinds,
  options,
  SCALAR,
  ShapeError,
  takes,
} from '../../base/index.js';
import { bool, type DType, type TypedArray } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { formatShape } from '../../shape/index.js';
import { packbits } from '../composed/packing.js';
import { type ArrayLike, toArray } from '../convert.js';
import { ARRAY } from '../kinds.js';
import { adopt, type NDArray } from '../ndarray.js';
import type { Scalar } from '../operand.js';
import { wrap } from '../wrap.js';
import {
  type ArrowData,
  type ArrowVector,
  arrowName,
  checkChunk,
  dtypeOfArrow,
  elementsOf,
  nullElement,
  withoutNulls,
} from './arrow-layout.js';

/** Options of `fromArrow`. */
export interface FromArrowOptions {
  /** What stands for nulls: a value of the vector's type, such as NaN. Without it, nulls are refused. */
  readonly nulls?: Scalar;
  /** With false, `ArgumentError` is thrown where a copy would be made. Default true. */
  readonly copy?: boolean;
}
const FROM_ARROW: OptionKinds<FromArrowOptions> = { nulls: SCALAR, copy: FLAG };

function isTyped(given: unknown): given is { readonly length: number; readonly data?: unknown; readonly values?: unknown } {
  if (typeof given !== 'object' || given === null) return false;
  // The type first: other objects' lengths may be computed, and throw.
  const { type } = given as { readonly type?: unknown };
  if (typeof type !== 'object' || type === null || !('typeId' in type)) return false;
  return typeof (given as { readonly length?: unknown }).length === 'number';
}

/** Chunks of strings and of nested values have other memory, or none; their types are refused later. */
function isArrow(given: unknown): boolean {
  return isTyped(given) && (Array.isArray(given.data) || 'values' in given);
}

const ARROW: Kind<ArrowVector | ArrowData> = kind('a Vector or Data of apache-arrow', isArrow, (operation, given) => {
  const isTable = typeof (given as { readonly getChild?: unknown } | null)?.getChild === 'function';
  const hint = isTable ? '; take a column of a table, table.getChild(name)' : '';
  return new ArgumentError(`${operation}: expected a Vector or Data of apache-arrow, got ${describe(given)}${hint}`);
});

/**
 * The elements of a vector of Apache Arrow, or of one of its chunks, as an array: integers, floats and bools of any number of chunks. They are
 * copied once; memory that programs share is read where it is with `copy: false`: a vector of one chunk, no bools, no nulls, in a
 * SharedArrayBuffer (see `asarray`). Nulls are refused with `ArgumentError` unless `nulls` says what stands for them. Throws `DTypeError` for
 * strings, dictionaries, dates, decimals and nested vectors.
 *
 * @example
 * const type = { typeId: 3, precision: 2 };     // Float64 of apache-arrow
 * const chunk = { type, length: 2, offset: 0, nullCount: 1, values: Float64Array.of(1, 2), nullBitmap: Uint8Array.of(0b01) };
 * await np.fromArrow(chunk, { nulls: 0 }).tolist(); // [1, 0]
 */
export const fromArrow = takes(
  'fromArrow',
  ARROW,
  options(FROM_ARROW),
)((given: ArrowVector | ArrowData, how: FromArrowOptions = {}): NDArray => {
  const chunks = 'data' in given ? given.data : [given];
  const dtype = dtypeOfArrow(given.type, 'fromArrow');
  const value = how.nulls === undefined ? undefined : nullElement(how.nulls, dtype, 'fromArrow');
  for (const chunk of chunks) checkChunk(chunk, 'fromArrow');
  const nulls = chunks.reduce((sum, { nullCount }) => sum + nullCount, 0);
  if (nulls > 0 && value === undefined)
    throw new ArgumentError(
      `fromArrow: ${nulls} of ${given.length} elements are null, which arrays have not; say what stands for them, e.g. { nulls: ${dtype.kind === 'float' ? 'NaN' : dtype === bool ? 'false' : '0'} }`,
    );
  if (how.copy === false) return inPlace(chunks, dtype, nulls);
  const upload = runtime().uploadPieces(dtype, [given.length]);
  for (const chunk of chunks) {
    const elements = elementsOf(chunk, dtype, 'fromArrow');
    upload.put(value === undefined || chunk.nullCount === 0 ? elements : withoutNulls(elements, chunk, value));
  }
  return adopt(upload.end());
});

function inPlace(chunks: readonly ArrowData[], dtype: DType, nulls: number): NDArray {
  const reason =
    chunks.length !== 1
      ? `${chunks.length} chunks are joined`
      : dtype === bool
        ? 'bits become bytes'
        : nulls > 0
          ? 'nulls are replaced'
          : null;
  if (reason !== null) throw new ArgumentError(`fromArrow: ${reason} by a copy; leave copy: false out`);
  return wrap(elementsOf(chunks[0], dtype, 'fromArrow'), dtype, 'fromArrow');
}

/** The part of apache-arrow that `toArrow` uses. */
interface Arrow {
  makeVector(props: {
    readonly type: object;
    readonly data: TypedArray;
    readonly length: number;
    readonly nullCount: 0;
  }): ArrowVector;
}

/** Loads apache-arrow: the copy for CommonJS where the program has loaded that, since vectors of two copies do not mix. */
async function loadArrow(): Promise<Arrow> {
  // A name that compilers and bundlers do not follow: the package may be absent.
  const name: string = 'apache-arrow';
  const require = createRequire(import.meta.url);
  try {
    const isLoaded = require.cache[require.resolve(name)] !== undefined;
    return (isLoaded ? require(name) : await import(name)) as Arrow;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const isAbsent = code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
    const problem = isAbsent ? 'is not installed; npm install apache-arrow' : `cannot be loaded: ${(cause as Error).message}`;
    throw new ConfigError(`toArrow: the package apache-arrow ${problem}`, { cause });
  }
}

/**
 * A vector of Apache Arrow with the elements of a vector: of the dtype's type (Float64, Int32, Bool). Its memory is the typed array that `data`
 * gives, without another copy; bools become bits where they are computed. It takes the package apache-arrow, an optional peer dependency, and
 * rejects with `ConfigError` without it, with `ShapeError` for arrays of other ranks, and with the computation's error. `V` is the vector's type,
 * as in `np.toArrow<Vector<Float64>>(x)`.
 *
 * @example
 * const vector = await np.toArrow(np.arange(3));
 * vector.length;                             // 3
 * await np.fromArrow(vector).sum().item();   // 3
 */
export const toArrow = takes(
  'toArrow',
  ARRAY,
)(async (x: ArrayLike): Promise<ArrowVector> => {
  const own = toArray(x, 'toArrow');
  const { dtype, size } = own;
  if (own.ndim !== 1)
    throw new ShapeError(
      `toArrow: expected a vector, got an array of shape ${formatShape(own.shape)}; ravel it, or take one column after the other`,
    );
  const [arrow, data] = await Promise.all([
    loadArrow(),
    runtime().read(dtype === bool ? packbits(own, { bitorder: 'little' }) : own),
  ]);
  const Type = (arrow as unknown as Readonly<Record<string, new () => object>>)[arrowName(dtype)];
  return arrow.makeVector({ type: new Type(), data, length: size, nullCount: 0 });
}) as <V = ArrowVector>(x: ArrayLike) => Promise<V>;
