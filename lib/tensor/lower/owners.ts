/**
 * Tensors of which each element is at one processor, as tiles along the dimensions of a grid: copies that end with a launch are counted here
 * from coordinates alone, as coherence decides them (`test/unit/tensor/theory.test.ts` holds both beside each other).
 *
 *     tiles of (2, 2) on a grid (3, 3)        rows 1 to 5 of column 0      tiles (0, 0), (1, 0), (2, 0): two messages to processor (1, 0)
 */
import { type Partition, type Rect, rectSize } from '../../partition/index.js';
import type { Shape } from '../../shape/index.js';
import type { Launch } from './program.js';

/** Takes the bytes of a message, from processor to processor. */
type Send = (from: number, to: number, elements: number) => void;

/** Tiles, each at one processor. */
export class Owners {
  readonly #shape: Shape;
  readonly #tile: readonly number[];
  readonly #offset: readonly number[];
  /** By dimension of the tensor: tiles along it, and the processors between neighbours. */
  readonly #tiles: readonly number[];
  readonly #strides: readonly number[];
  readonly #base: number;
  /** The launch that wrote them. */
  readonly #key: string;

  private constructor(shape: Shape, { domain, grid }: Pick<Launch, 'domain' | 'grid'>, tiles: Tiles, key: string) {
    const { axes } = tiles;
    this.#shape = shape;
    this.#tile = tiles.tile;
    this.#offset = tiles.offset;
    this.#tiles = axes.map((axis) => (axis < 0 ? 1 : domain[axis]));
    this.#strides = axes.map((axis) => (axis < 0 ? 0 : grid.strides[axis]));
    this.#base = grid.base;
    this.#key = key;
  }

  /** The owners of what a launch writes; null where its points do not have a tile each. */
  static of(shape: Shape, launch: Pick<Launch, 'domain' | 'grid'>, partition: Partition): Owners | null {
    const tiles = tilesOf(shape, partition);
    if (tiles === null || !isOnePoint(launch)) return null;
    const isApart = launch.domain.every((n, axis) => n === 1 || tiles.axes.filter((own) => own === axis).length === 1);
    return isApart ? new Owners(shape, launch, tiles, keyOf(launch, partition)) : null;
  }

  /** Whether a launch's points use the tiles that they own. */
  isOwnedBy(launch: Pick<Launch, 'domain' | 'grid'>, partition: Partition): boolean {
    return this.#key === keyOf(launch, partition);
  }

  /** Sends a box to a processor, from each owner of some of it; the elements of the copy there, 0 where the processor owns all of the box. */
  fetch(to: number, { low, high }: Rect, send: Send): number {
    const rank = this.#shape.length;
    const [first, last] = [new Array<number>(rank), new Array<number>(rank)];
    let owner = this.#base;
    let isOne = true;
    for (let d = 0; d < rank; d++) {
      first[d] = Math.max(0, Math.floor((low[d] - this.#offset[d]) / this.#tile[d]));
      last[d] = Math.min(this.#tiles[d] - 1, Math.floor((high[d] - 1 - this.#offset[d]) / this.#tile[d]));
      isOne &&= first[d] === last[d];
      owner += first[d] * this.#strides[d];
    }
    const size = rectSize({ low, high });
    if (!isOne)
      this.#each(0, { first, last, low, high }, this.#base, 1, (from, elements) => from !== to && send(from, to, elements));
    else if (owner === to) return 0;
    else send(owner, to, size);
    return size;
  }

  /** The owners of a box, with the elements that each has of it. */
  #each(
    d: number,
    box: { first: readonly number[]; last: readonly number[]; low: readonly number[]; high: readonly number[] },
    owner: number,
    elements: number,
    visit: (owner: number, elements: number) => void,
  ): void {
    if (d === this.#shape.length) {
      if (elements > 0) visit(owner, elements);
      return;
    }
    for (let x = box.first[d]; x <= box.last[d]; x++) {
      const start = this.#offset[d] + x * this.#tile[d];
      const length = Math.min(box.high[d], start + this.#tile[d], this.#shape[d]) - Math.max(box.low[d], start);
      this.#each(d + 1, box, owner + x * this.#strides[d], elements * Math.max(0, length), visit);
    }
  }
}

/** Whether each point has a processor of its own. */
export function isOnePoint({ domain, grid }: Pick<Launch, 'domain' | 'grid'>): boolean {
  return grid.parts.length === domain.length && grid.parts.every((n, axis) => n === domain[axis]);
}

/** A box for each point, by dimension of the tensor: its length, the first one's place, the launch axis that counts them. */
interface Tiles {
  readonly tile: readonly number[];
  readonly offset: readonly number[];
  readonly axes: readonly number[];
}

function tilesOf(shape: Shape, partition: Partition): Tiles | null {
  if (partition.kind === 'none')
    return { tile: shape.map((n) => Math.max(1, n)), offset: shape.map(() => 0), axes: shape.map(() => -1) };
  if (partition.kind !== 'tiling' || partition.projection.isRotated) return null;
  const { tile, offset, projection } = partition;
  return { tile, offset, axes: projection.axes };
}

function keyOf({ domain, grid: { base, strides } }: Pick<Launch, 'domain' | 'grid'>, partition: Partition): string {
  return `${domain.join()};${base};${domain.map((n, axis) => (n === 1 ? 0 : strides[axis])).join()};${partition.id}`;
}
