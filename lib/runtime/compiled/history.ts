/**
 * Who used a block of memory within a program, as far as somebody later may have to wait for them. A block is a root's
 * memory; when it passes on to a root of another shape, elements are no longer comparable, and everything is.
 *
 *     write x by tiles (op 1)   read x by tiles with halo (op 2)   write x by tiles (op 3)
 *                               waits for 1: its neighbours        waits for 1: its own; for 2: those that read its tile
 */
import { all, type Footprint, type Relation, type Relations } from '../../dependence/index.js';
import type { Shape } from '../../shape/index.js';

/** That an operation, by its number in the program, used the block. */
interface Past {
  readonly op: number;
  readonly span: Footprint;
}

/** The same of all items, for whoever waits for all of them. */
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
  readonly shape: Shape;
  readonly itemSize: number;
  /** Uses of the block as something of another shape, until all of it is written: every use waits for all of them. */
  #before: readonly Whole[];
  #reads: Past[] = [];
  #writes: Past[] = [];

  /** `before`: what used the block as something else. */
  constructor(relations: Relations, shape: Shape, itemSize: number, before: readonly Whole[] = []) {
    this.#relations = relations;
    this.shape = shape;
    this.itemSize = itemSize;
    this.#before = before;
  }

  /** Those whom somebody later may have to wait for. */
  uses(): Whole[] {
    const whole = ({ op, span }: Past): Whole => ({ op, count: span.count });
    return [...this.#before, ...this.#reads.map(whole), ...this.#writes.map(whole)];
  }

  /** The history of the block as a root of that shape. */
  as(shape: Shape, itemSize: number): BlockHistory {
    return this.itemSize === itemSize && this.shape === shape
      ? this
      : new BlockHistory(this.#relations, shape, itemSize, this.uses());
  }

  copy(): BlockHistory {
    const copy = new BlockHistory(this.#relations, this.shape, this.itemSize, this.#before);
    copy.#reads = [...this.#reads];
    copy.#writes = [...this.#writes];
    return copy;
  }

  /** What a use has to wait for. */
  waits(span: Footprint, writes: boolean, out: Wait[]): void {
    for (const { op, count } of this.#before) out.push({ on: op, relation: all(count) });
    this.#meet(this.#writes, span, out);
    if (writes) this.#meet(this.#reads, span, out);
  }

  #meet(uses: readonly Past[], span: Footprint, out: Wait[]): void {
    for (const use of uses) {
      const relation = this.#relations.between(use.span, span, 'any');
      if (relation !== null) out.push({ on: use.op, relation });
    }
  }

  read(op: number, span: Footprint): void {
    this.#reads.push({ op, span });
  }

  /** A write comes after all that used the same elements: those are forgotten. */
  write(op: number, span: Footprint): void {
    const stays = (use: Past): boolean => use.op === op || !(span.covers || use.span === span);
    this.#reads = this.#reads.filter(stays);
    this.#writes = this.#writes.filter(stays);
    this.#writes.push({ op, span });
    if (span.covers) this.#before = [];
  }
}
