/**
 * Where the entries of a compressed tensor are: the coordinates of each, in lexicographic order, and where the entries of each row begin. Kernels
 * read these as arrays of int32; partitions are cut from them on the host.
 *
 *     entries (0,1) (0,3) (2,0)     starts 0 2 2 3     coordinates 0 0 2 and 1 3 0
 *
 * An order by further dimensions has the entries with equal coordinates there as one segment, and their places among the values: these stay where
 * they are.
 */
import { NDArray } from '../../array/index.js';
import { ShapeError } from '../../base/index.js';
import { int32 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { type Shape, sizeOf } from '../../shape/index.js';

/** Numbers that 32-bit indices reach. */
const MOST = 2 ** 31 - 1;

/** Whole numbers on the host, and as an array that no kernel writes. Both are made when they are asked for. */
export class Table {
  readonly #make: () => Int32Array;
  readonly #shape: Shape | null;
  #numbers: Int32Array | null = null;
  #array: NDArray | null;
  readonly #hulls = new Map<number, { readonly low: number; readonly high: number }>();

  /** `array`: one that has the numbers already; `shape`: of the array, one axis unless given. */
  constructor(make: () => Int32Array, array: NDArray | null = null, shape: Shape | null = null) {
    this.#make = make;
    this.#array = array;
    this.#shape = shape;
  }

  get numbers(): Int32Array {
    return (this.#numbers ??= this.#make());
  }

  get array(): NDArray {
    if (this.#array === null) {
      const rt = runtime();
      const { root, view, token } = rt.lasting(() => rt.upload(this.numbers, int32, this.#shape ?? [this.numbers.length]));
      this.#array = new NDArray(root, view, token);
      root.readOnly = true;
    }
    return this.#array;
  }

  /** The least of some numbers, and one more than the largest. */
  hull(from: number, to: number): { readonly low: number; readonly high: number } {
    if (to <= from) return { low: 0, high: 0 };
    const key = from * (MOST + 1) + to;
    let found = this.#hulls.get(key);
    if (found === undefined) {
      const { numbers } = this;
      let low = numbers[from];
      let high = low;
      for (let k = from + 1; k < to; k++) {
        const x = numbers[k];
        if (x < low) low = x;
        else if (x > high) high = x;
      }
      this.#hulls.set(key, (found = { low, high: high + 1 }));
    }
    return found;
  }
}

/** The entries of a pattern in segments. */
export interface Order {
  /** The extents that segments are numbered by, row-major. */
  readonly shape: Shape;
  /** The first entry of each segment, and the number of entries. */
  readonly starts: Table;
  /** The first entry of each segment, and the one behind its last. */
  readonly low: Table;
  readonly high: Table;
  /** By dimension: the coordinate of each entry. */
  readonly coordinates: readonly Table[];
  /** Where the values of entries are; null where these are in the order of entries. */
  readonly places: Table | null;
}

/** The bounds of segments that begin where the segment before ends. `low`: an array with their first entries. */
export function bounded(
  shape: Shape,
  starts: Table,
  low: NDArray | null = null,
): Pick<Order, 'shape' | 'starts' | 'low' | 'high'> {
  return {
    shape,
    starts,
    low: new Table(() => starts.numbers.slice(0, -1), low, shape),
    high: new Table(() => starts.numbers.slice(1), null, shape),
  };
}

/** The coordinates of a tensor's entries. */
export class Pattern {
  readonly shape: Shape;
  /** The number of entries. */
  readonly count: number;
  readonly #rows: Order;
  readonly #orders = new Map<string, Order>();

  /** `rows`: entries in lexicographic order, each place once, in segments by the first dimension. */
  constructor(shape: Shape, count: number, rows: Order) {
    this.shape = shape;
    this.count = count;
    this.#rows = rows;
  }

  /** By dimension: the coordinate of each entry. */
  get coordinates(): readonly Table[] {
    return this.#rows.coordinates;
  }

  /** Entries in segments of equal coordinates along some dimensions, lexicographic within each. */
  orderBy(dims: readonly number[]): Order {
    if (dims.length === 1 && dims[0] === 0) return this.#rows;
    const key = dims.join();
    let found = this.#orders.get(key);
    if (found === undefined) this.#orders.set(key, (found = this.#sorted(dims)));
    return found;
  }

  #sorted(dims: readonly number[]): Order {
    const shape = dims.map((dim) => this.shape[dim]);
    const segments = sizeOf(shape);
    if (segments >= MOST)
      throw new ShapeError(`a compressed tensor is taken apart into at most ${MOST - 1} segments, got (${shape.join(', ')})`);
    const keys = new Float64Array(this.count);
    for (const dim of dims) {
      const { numbers } = this.coordinates[dim];
      for (let k = 0; k < keys.length; k++) keys[k] = keys[k] * this.shape[dim] + numbers[k];
    }
    const starts = new Int32Array(segments + 1);
    for (const key of keys) starts[key + 1]++;
    for (let s = 0; s < segments; s++) starts[s + 1] += starts[s];
    const common = bounded(shape, new Table(() => starts));
    if (dims.every((dim, n) => dim === n)) return { ...common, coordinates: this.coordinates, places: null };
    const next = starts.slice();
    const places = new Int32Array(this.count);
    for (let k = 0; k < keys.length; k++) places[next[keys[k]]++] = k;
    const coordinates = this.coordinates.map((table) => new Table(() => places.map((k) => table.numbers[k])));
    return { ...common, coordinates, places: new Table(() => places) };
  }
}

/** The pattern of coordinates in lexicographic order, each place once. */
export function patternOfCoordinates(shape: Shape, coordinates: readonly Int32Array[]): Pattern {
  const starts = new Int32Array(shape[0] + 1);
  for (const row of coordinates[0]) starts[row + 1]++;
  for (let row = 0; row < shape[0]; row++) starts[row + 1] += starts[row];
  const rows: Order = {
    ...bounded(shape.slice(0, 1), new Table(() => starts)),
    coordinates: coordinates.map((numbers) => new Table(() => numbers)),
    places: null,
  };
  return new Pattern(shape, coordinates[0].length, rows);
}
