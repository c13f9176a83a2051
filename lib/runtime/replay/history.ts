/**
 * Uses of a block of memory within a program, as far as a later use may have to wait for them. A block is a root's memory, or an
 * instance's; when it passes on to a root of a different shape, elements are no longer comparable, and every use overlaps all of it.
 *
 *     write x by tiles (op 1)   read x by tiles with halo (op 2)   write x by tiles (op 3)
 *                               waits for 1: its neighbours        waits for 1: its own; for 2: the readers of its tile
 */
import { all, leftBehind, type RectSet, type Relation, type Relations } from '../../dependence/index.js';
import { contains, intersects, type Rect } from '../../partition/index.js';
import type { Box, Touched } from './form.js';

/** A use of the block by an operation, by its number in the program. */
interface Past {
  readonly op: number;
  readonly touched: Touched;
  /** The elements that no later operation overwrote: an operation that meets the use elsewhere waits for that writer. */
  readonly left: RectSet;
}

/** An operation with all of its items. */
interface Whole {
  readonly op: number;
  readonly count: number;
}

/** For each item of the waiting operation, the items of operation `on` that must be over. */
export interface Wait {
  readonly on: number;
  readonly relation: Relation;
}

export class BlockHistory {
  readonly #relations: Relations;
  readonly coordinates: string;
  /** Uses of the block in other coordinates, until all of it is written: every use waits for all of them. */
  #before: readonly Whole[];
  #reads: Past[] = [];
  #writes: Past[] = [];

  /** `before`: uses of the block in different coordinates. */
  constructor(relations: Relations, coordinates: string, before: readonly Whole[] = []) {
    this.#relations = relations;
    this.coordinates = coordinates;
    this.#before = before;
  }

  /** Uses that a later one may have to wait for. */
  uses(): Whole[] {
    const whole = ({ op, touched }: Past): Whole => ({ op, count: touched.count });
    return [...this.#before, ...this.#reads.map(whole), ...this.#writes.map(whole)];
  }

  /** The history of the block in these coordinates. */
  as(coordinates: string): BlockHistory {
    return this.coordinates === coordinates ? this : new BlockHistory(this.#relations, coordinates, this.uses());
  }

  copy(): BlockHistory {
    const copy = new BlockHistory(this.#relations, this.coordinates, this.#before);
    copy.#reads = [...this.#reads];
    copy.#writes = [...this.#writes];
    return copy;
  }

  /** Appends the waits of a use. */
  waits(touched: Touched, writes: boolean, out: Wait[]): void {
    for (const { op, count } of this.#before) out.push({ on: op, relation: all(count) });
    this.#meet(this.#writes, touched, out);
    if (writes) this.#meet(this.#reads, touched, out);
  }

  #meet(uses: readonly Past[], touched: Touched, out: Wait[]): void {
    const bounds = boundsOf(touched);
    for (const use of uses) {
      if (!use.left.some((rect) => intersects(rect, bounds))) continue;
      const relation = this.#between(use.touched, touched);
      if (relation !== null) out.push({ on: use.op, relation });
    }
  }

  #between(earlier: Touched, later: Touched): Relation | null {
    if (!isBox(earlier) && !isBox(later)) return this.#relations.between(earlier, later, 'any');
    return intersects(boundsOf(earlier), boundsOf(later)) ? all(earlier.count) : null;
  }

  read(op: number, touched: Touched): void {
    this.#reads.push({ op, touched, left: [boundsOf(touched)] });
  }

  /** A write comes after all uses of the elements that it touches, which are forgotten. */
  write(op: number, touched: Touched): void {
    const written = solidOf(touched);
    const without = (use: Past): readonly Past[] => {
      if (use.op === op) return [use];
      if (replaces(touched, use.touched)) return [];
      const left = written === null ? use.left : leftBehind(use.left, written);
      if (left === use.left) return [use];
      return left.length === 0 ? [] : [{ ...use, left }];
    };
    this.#reads = this.#reads.flatMap(without);
    this.#writes = this.#writes.flatMap(without);
    this.#writes.push({ op, touched, left: [boundsOf(touched)] });
    if (!isBox(touched) && touched.covers) this.#before = [];
  }
}

/** The rectangle of which all elements are touched, or waited for as if they were; null where there are gaps. */
function solidOf(touched: Touched): Rect | null {
  if (isBox(touched)) return touched.rect;
  return touched.exact && touched.gapless ? touched.bounds : null;
}

function isBox(touched: Touched): touched is Box {
  return 'rect' in touched;
}

function boundsOf(touched: Touched): Rect {
  return isBox(touched) ? touched.rect : touched.bounds;
}

/** Whether every use that meets the earlier one meets this write, too. */
function replaces(write: Touched, earlier: Touched): boolean {
  if (isBox(write)) return contains(write.rect, boundsOf(earlier));
  return write.covers || write === earlier;
}
