/**
 * Machines as grids of processors, each with a memory of its own (DISTAL, section 3.1). Processors are numbered row-major; in a
 * hierarchical grid each processor of the outer grid is a grid itself, which has the last coordinates.
 *
 *     new Grid(2, 3)                      0 1 2      new Grid(2).of(new Grid(2))      node 0: 0 1    node 1: 2 3
 *                                         3 4 5
 */
import { ArgumentError, declareMethods, instanceOf } from '../../base/index.js';
import { sizeOf } from '../../shape/index.js';

/** Processors of a grid, at most. */
const MOST = 2 ** 20;

/**
 * A grid of processors. Throws `ArgumentError` for no dimension, for dimensions that are not whole numbers from 1 on, and for more
 * than 2²⁰ processors.
 *
 * @example
 * const m = new Grid(4, 2);
 * m.x;                                  // 4
 * m.size;                               // 8
 * new Grid(2).of(new Grid(4)).shape;    // [2, 4]: two nodes of four processors
 */
export class Grid {
  /** The number of processors, or of grids, along each dimension. */
  readonly dims: readonly number[];
  #inner: Grid | null = null;
  /** Dimensions of all levels. */
  #shape: readonly number[];

  constructor(...dims: number[]) {
    if (dims.length === 0 || !dims.every((n) => Number.isInteger(n) && n >= 1) || sizeOf(dims) > MOST) {
      throw new ArgumentError(
        `Grid: expected dimensions of at least 1, of no more than ${MOST} processors together, got (${dims.map(String).join(', ')}); ` +
          'new Grid(4, 2) is a grid of 4 by 2',
      );
    }
    this.dims = Object.freeze([...dims]);
    this.#shape = this.dims;
  }

  /** The grid of which each processor is a grid `inner`. Throws `ArgumentError` for more than 2²⁰ processors. */
  of(inner: Grid): Grid {
    if (!(inner instanceof Grid))
      throw new ArgumentError(`Grid.of: expected a Grid, got ${String(inner)}; new Grid(2).of(new Grid(4))`);
    if (this.size * inner.size > MOST)
      throw new ArgumentError(`Grid.of: expected no more than ${MOST} processors, got ${this.size} times ${inner.size}`);
    const made = new Grid(...this.dims);
    made.#inner = this.#inner === null ? inner : this.#inner.of(inner);
    made.#shape = Object.freeze([...made.dims, ...made.#inner.shape]);
    return made;
  }

  /** The grid that each processor of this level is; null where it is one processor. */
  get inner(): Grid | null {
    return this.#inner;
  }

  /** The levels of a hierarchy, the outer one first. */
  get levels(): readonly Grid[] {
    return this.#inner === null ? [this] : [this, ...this.#inner.levels];
  }

  /** Dimensions of all levels. */
  get shape(): readonly number[] {
    return this.#shape;
  }

  /** The number of processors. */
  get size(): number {
    return sizeOf(this.shape);
  }

  /** The first dimension. */
  get x(): number {
    return this.#dim(0);
  }

  /** The second dimension. Throws `ArgumentError` where there is none. */
  get y(): number {
    return this.#dim(1);
  }

  /** The third dimension. Throws `ArgumentError` where there is none. */
  get z(): number {
    return this.#dim(2);
  }

  #dim(i: number): number {
    if (i < this.dims.length) return this.dims[i];
    throw new ArgumentError(`Grid: the grid ${String(this)} has no dimension ${'xyz'[i]}`);
  }

  /** As `(4, 2)`, or `(2) of (4)`. */
  toString(): string {
    return this.levels.map(({ dims }) => `(${dims.join(', ')})`).join(' of ');
  }
}

declareMethods<Grid>(Grid, { of: [instanceOf('a Grid', Grid)], toString: [] });
