/**
 * Selections of fuzz programs: elements of arrays where a mask is true. Arrays of such a size are variables of their own list, since nothing may
 * ask for their shape; writes after they were taken must not show in them.
 */
import type { Kind } from './shadow.js';

/** Instructions with selections; `l` counts among those that there are, `m` among those by the mask of `l`, modulo their number. */
export type SelectionInstruction =
  /** The elements of `a` and of `b` where `c` is not 0, by one mask. */
  | { readonly do: 'select'; readonly a: number; readonly b: number; readonly c: number }
  /** A number, or a selection by the same mask, is added; or a bound is set. */
  | {
      readonly do: 'chosen';
      readonly op: 'add' | 'minimum' | 'join';
      readonly l: number;
      readonly m: number;
      readonly value: number;
    }
  /** Becomes a variable. */
  | { readonly do: 'foldChosen'; readonly op: 'sum' | 'count'; readonly l: number }
  | { readonly do: 'readChosen'; readonly l: number };

/** A selection, what it was taken of, and the mask that it shares with further selections. */
interface Selection<A> {
  readonly x: A;
  readonly mask: A;
  readonly sources: readonly A[];
}

/** The operations of an executor on selections. */
export interface SelectionEngine<A> {
  select(x: A, mask: A): A;
  binary(op: string, a: A, b: A): A;
  scalar(op: string, a: A, value: number): A;
  foldChosen(op: 'sum' | 'count', x: A): A;
  kind(x: A): Kind;
  read(x: A): number[];
  alias(x: A, y: A): boolean;
}

/** The selections of a program that runs. */
export class Selections<A> {
  readonly #all: (Selection<A> | null)[] = [];
  readonly #e: SelectionEngine<A>;

  constructor(engine: SelectionEngine<A>) {
    this.#e = engine;
  }

  /** Takes elements of both by one mask. */
  select(a: A, b: A, mask: A): void {
    for (const x of [a, b]) this.#all.push({ x: this.#e.select(x, mask), mask, sources: [a, b, mask] });
  }

  #at(n: number): Selection<A> | null {
    return this.#all.length === 0 ? null : this.#all[n % this.#all.length];
  }

  /** An instruction that makes a selection, or reads one. */
  step(i: Extract<SelectionInstruction, { do: 'chosen' | 'readChosen' }>, reads: number[][]): void {
    const [one, e] = [this.#at(i.l), this.#e];
    if (one === null) return;
    if (i.do === 'readChosen') {
      reads.push(e.read(one.x));
      return;
    }
    if (i.op !== 'join') {
      if (i.value < 0 && e.kind(one.x).startsWith('uint')) return;
      this.#all.push({ ...one, x: e.scalar(i.op, one.x, i.value) });
      return;
    }
    const alike = this.#all.filter((each) => each !== null && each.mask === one.mask) as Selection<A>[];
    const other = alike[i.m % alike.length];
    this.#all.push({ ...one, x: e.binary('add', one.x, other.x) });
  }

  /** The fold of a selection; null where there is none. */
  fold(i: Extract<SelectionInstruction, { do: 'foldChosen' }>): A | null {
    const one = this.#at(i.l);
    return one === null ? null : this.#e.foldChosen(i.op, one.x);
  }

  /** Forgets selections of memory that is given back. */
  forget(x: A): void {
    for (const [n, one] of this.#all.entries())
      if (one?.sources.some((source) => this.#e.alias(source, x)) === true) this.#all[n] = null;
  }
}
