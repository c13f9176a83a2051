/**
 * Compressed tensors of any rank: the value of each entry and its coordinates, row by row. In TACO's formats (Chou, Kjolstad, Amarasinghe, "Format
 * Abstraction for Sparse Tensor Algebra Compilers", 2018) the first dimension is dense, and all further ones are coordinates of one list.
 */
import { asarray, astype, NDArray, take } from '../../array/index.js';
import {
  ArgumentError,
  DTypeError,
  declareMethods,
  givenOptions,
  HELD,
  IndexError,
  type Kind,
  kind,
  listOf,
  type OptionKinds,
  ShapeError,
  takes,
} from '../../base/index.js';
import { bool, type DType, type TypedArray } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { formatShape, type Shape, sizeOf } from '../../shape/index.js';
import { type Pattern, patternOfCoordinates } from './pattern.js';

const MOST = 2 ** 31 - 1;

/**
 * A compressed tensor; made by `compressed`, and by statements with a compressed result.
 *
 * @example
 * const B = compressed({ data: [5, 7], indices: [[0, 1], [2, 0]], shape: [2, 3] });
 * B instanceof Compressed; // true
 * await B.toDense().tolist(); // [[0, 0, 5], [7, 0, 0]]
 */
export class Compressed {
  /** The value of each entry, in lexicographic order of coordinates. */
  readonly data: NDArray;
  readonly #pattern: Pattern;

  constructor(pattern: Pattern, data: NDArray) {
    this.#pattern = pattern;
    this.data = data;
  }

  [HELD](): readonly object[] {
    return [this.data];
  }

  static patternOf(tensor: Compressed): Pattern {
    return tensor.#pattern;
  }

  get shape(): Shape {
    return this.#pattern.shape;
  }

  /** By dimension: the coordinate of each entry; int32. Read-only. */
  get indices(): readonly NDArray[] {
    return this.#pattern.coordinates.map(({ array }) => array);
  }

  /** The number of entries. */
  get nnz(): number {
    return this.#pattern.count;
  }

  get dtype(): DType {
    return this.data.dtype;
  }

  /** All elements, zeros included. Waits for the values. */
  toDense(): NDArray {
    const { shape, dtype } = this;
    const values = runtime().readSync(this.data);
    const dense = new (values.constructor as new (n: number) => TypedArray)(sizeOf(shape));
    const { coordinates } = this.#pattern;
    for (let k = 0; k < this.nnz; k++) {
      const at = shape.reduce((n, extent, dim) => n * extent + coordinates[dim].numbers[k], 0);
      dense[at] = values[k];
    }
    return astype(asarray(dense), dtype, { copy: false }).reshape([...shape]);
  }

  /** As `Compressed (3, 4, 5) of float64 with 7 entries`. */
  toString(): string {
    return `Compressed ${formatShape(this.shape)} of ${this.dtype.name} with ${this.nnz} entries`;
  }
}

declareMethods<Pick<Compressed, 'toDense' | 'toString'>>(Compressed, { toDense: [], toString: [] });

/** Numbers of a list. */
type Numbers = readonly number[] | Exclude<TypedArray, BigInt64Array | BigUint64Array>;

/** Entry k is `data[k]` at (`indices[0][k]`, `indices[1][k]`, …). */
export interface CompressedSource {
  /** An array, which is used in place where entries come in lexicographic order; or a list. */
  readonly data: NDArray | Numbers;
  readonly indices: readonly Numbers[];
  readonly shape: Shape;
}

function isNumbers(given: unknown): boolean {
  if (!ArrayBuffer.isView(given)) return Array.isArray(given);
  return !(given instanceof DataView || given instanceof BigInt64Array || given instanceof BigUint64Array);
}

const NUMBERS: Kind<Numbers> = kind('a list of numbers: an Array or a TypedArray', isNumbers);
const SOURCE: OptionKinds<CompressedSource> = {
  data: kind('an array or a list of numbers', (given) => given instanceof NDArray || isNumbers(given)),
  indices: listOf(NUMBERS),
  shape: kind('a shape such as [2, 3]', (given) => Array.isArray(given) && given.every((n) => Number.isInteger(n))),
};

/**
 * A compressed tensor of coordinates in any order. Throws `ShapeError` for a shape without dimensions or lists that are no coordinates of it,
 * `IndexError` for an entry outside, `ArgumentError` for two entries at one place and lists of different lengths, `DTypeError` for bools.
 *
 * @example
 * const B = compressed({ data: [1, 2, 3], indices: [[0, 0, 2], [1, 3, 0], [0, 0, 1]], shape: [3, 4, 2] });
 * B.nnz;   // 3
 */
export const compressed = takes(
  'compressed',
  givenOptions(SOURCE),
)(({ data, indices, shape }: CompressedSource): Compressed => {
  const own = data instanceof NDArray ? data : asarray(data as number[]);
  const given = indices.map((list, dim) => coordinatesOf(list, dim, shape));
  checkSource(own, indices, shape);
  const order = sorted(given, shape);
  const inOrder = order.every((from, to) => from === to);
  const coordinates = inOrder ? given : given.map((list) => order.map((k) => list[k]));
  checkOnce(coordinates);
  const values = inOrder ? own : take(own, asarray(order));
  return new Compressed(patternOfCoordinates(Object.freeze([...shape]), coordinates), values);
});

function checkSource(data: NDArray, indices: readonly Numbers[], shape: Shape): void {
  if (shape.length === 0 || indices.length !== shape.length)
    throw new ShapeError(
      `compressed: expected a list of coordinates for each of at least one dimension, got ${indices.length} for shape ${formatShape(shape)}`,
    );
  if (!shape.every((n) => n >= 0 && n <= MOST))
    throw new ShapeError(`compressed: sizes are from 0 to ${MOST}, got ${formatShape(shape)}`);
  const lengths = [data.size, ...indices.map(({ length }) => length)];
  if (data.ndim !== 1 || lengths.some((n) => n !== lengths[0]))
    throw new ArgumentError(`compressed: values and coordinates are lists of one length, got ${lengths.join(', ')}`);
  if (data.dtype === bool)
    throw new DTypeError("compressed: expected integers or floats, got bool; convert it with astype('int64')");
}

function coordinatesOf(list: Numbers, dim: number, shape: Shape): Int32Array {
  const found = Int32Array.from(list as ArrayLike<number>);
  for (let k = 0; k < found.length; k++) {
    if (!(list[k] >= 0 && list[k] < shape[dim] && found[k] === list[k]))
      throw new IndexError(
        `compressed: entry ${k} has coordinate ${list[k]} along dimension ${dim}; expected whole numbers from 0 to below ${shape[dim]}`,
      );
  }
  return found;
}

/** The lexicographic order of entries, by a stable counting sort for each dimension, the last one first. */
function sorted(coordinates: readonly Int32Array[], shape: Shape): Int32Array {
  let order = Int32Array.from(coordinates[0] ?? [], (_, k) => k);
  for (let dim = shape.length - 1; dim >= 0; dim--) {
    const next = new Int32Array(shape[dim] + 1);
    for (const x of coordinates[dim]) next[x + 1]++;
    for (let x = 0; x < shape[dim]; x++) next[x + 1] += next[x];
    const into = new Int32Array(order.length);
    for (const k of order) into[next[coordinates[dim][k]]++] = k;
    order = into;
  }
  return order;
}

function checkOnce(coordinates: readonly Int32Array[]): void {
  for (let k = 1; k < coordinates[0].length; k++) {
    if (coordinates.some((list) => list[k] !== list[k - 1])) continue;
    const place = coordinates.map((list) => list[k]).join(', ');
    throw new ArgumentError(`compressed: two entries are at (${place}); add their values up first`);
  }
}
