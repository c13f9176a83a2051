/**
 * How control flows through a function while it is compiled. A kernel has no branches: each element takes all paths, and where paths join, its
 * values are selected from the path that it would have taken.
 *
 *     if (x > 0) y = 1; else y = 2;     live = x > 0:  y = 1     live = !(x > 0):  y = 2     joined:  y = select(x > 0, 1, 2)
 *
 * `live` says which elements take the path at hand. A `return`, `break` or `continue` leaves a path behind, with its values, and the elements
 * that are left go on; so a counter is known on the path that counts, and loops that end are unrolled.
 */
import type { Node } from 'acorn';
import { type FunctionNode, notCompiled, type Source } from './source.js';
import { isNode, type Term, type Terms, type Truth } from './terms.js';

/** A function within the function, or a captured one. */
export interface Closure {
  readonly source: Source;
  readonly tree: FunctionNode;
  readonly scope: Scope;
}
/** A variable's value. */
export type Bound = Term | Closure;

export function isClosure(value: Bound): value is Closure {
  return typeof value === 'object' && 'tree' in value;
}

/** A declared variable: its values are found by its identity. */
export interface Variable {
  readonly name: string;
  readonly constant: boolean;
}

/** Names of a block, and of the blocks around it. */
export class Scope {
  readonly #names = new Map<string, Variable>();
  readonly #outer: Scope | null;

  constructor(outer: Scope | null) {
    this.#outer = outer;
  }

  declare(variable: Variable): void {
    this.#names.set(variable.name, variable);
  }
  find(name: string): Variable | undefined {
    return this.#names.get(name) ?? this.#outer?.find(name);
  }
}

type Values = ReadonlyMap<Variable, Bound>;

/** Elements that are at one place, and their values. */
interface Path {
  readonly live: Truth;
  readonly values: Values;
}

/** A loop that is run through: the paths that left it, and the paths that left this round. */
interface Loop {
  readonly breaks: Path[];
  continues: Path[];
}

/** A call: its results, each with the elements that it is for. */
interface Frame {
  readonly results: { readonly live: Truth; readonly value: Term }[];
}

/** More nodes make kernels that take seconds to compile. */
const MOST_NODES = 10_000;
const MOST_ROUNDS = 100_000;

/** The path at hand. */
export class Flow {
  readonly terms: Terms;
  source: Source;
  live: Truth = true;
  scope = new Scope(null);
  loop: Loop | null = null;
  #values = new Map<Variable, Bound>();
  #frame: Frame = { results: [] };
  #depth = 0;

  constructor(terms: Terms, source: Source) {
    this.terms = terms;
    this.source = source;
  }

  declare(name: string, value: Bound, constant = false): void {
    const variable = { name, constant };
    this.scope.declare(variable);
    this.#values.set(variable, value);
  }

  valueOf(variable: Variable): Bound {
    return this.#values.get(variable);
  }

  assign(variable: Variable, value: Bound): void {
    this.#values.set(variable, value);
  }

  /** Runs with names of its own. */
  within<T>(run: () => T, scope = new Scope(this.scope)): T {
    const outer = this.scope;
    this.scope = scope;
    const result = run();
    this.scope = outer;
    return result;
  }

  /** Runs one of two, or both where the condition is not known. */
  branch(node: Node, condition: Truth, then: () => void, otherwise: () => void): void {
    if (!isNode(condition)) {
      if (condition) then();
      else otherwise();
      return;
    }
    const before = this.#here();
    this.live = this.terms.and(before.live, condition);
    const entered = this.live;
    then();
    const [one, diedInOne] = [this.#here(), this.live !== entered];
    this.#goTo({ live: this.terms.and(before.live, this.terms.not(condition)), values: before.values });
    const enteredOther = this.live;
    otherwise();
    const diedInOther = this.live !== enteredOther;
    if (this.live === false) {
      this.#goTo(one);
      return;
    }
    if (one.live === false) return;
    const live = diedInOne || diedInOther ? this.terms.or(one.live, this.live) : before.live;
    this.#goTo({ live, values: this.#merged(node, before.values, [{ live: condition, values: one.values }, this.#here()]) });
  }

  /** Ends the path with a result. */
  leave(value: Term): void {
    this.#frame.results.push({ live: this.live, value });
    this.live = false;
  }

  break(loop: Loop): void {
    loop.breaks.push(this.#here());
    this.live = false;
  }
  continue(loop: Loop): void {
    loop.continues.push(this.#here());
    this.live = false;
  }

  /** Rounds while the test holds, which says which elements go on. */
  repeat(node: Node, round: (number: number) => void, test: (number: number) => Truth): void {
    const before = this.#here();
    const outer = this.loop;
    const loop: Loop = { breaks: [], continues: [] };
    const { results } = this.#frame;
    const count = results.length;
    this.loop = loop;
    for (let n = 0; this.live !== false; n++) {
      this.#checkSize(node, n);
      const goesOn = test(n);
      if (goesOn !== true) {
        const left = this.#here();
        loop.breaks.push({ live: this.terms.and(left.live, this.terms.not(goesOn)), values: left.values });
        this.live = this.terms.and(left.live, goesOn);
        if (this.live === false) break;
      }
      loop.continues = [];
      const entered = this.live;
      const returned = results.length + loop.breaks.length;
      round(n);
      if (loop.continues.length === 0) continue;
      const live = results.length + loop.breaks.length === returned ? entered : undefined;
      this.#join(node, before.values, loop.continues, live);
    }
    this.loop = outer;
    this.#join(node, before.values, loop.breaks, results.length === count ? before.live : undefined);
  }

  /** The result of a call with names of its own. */
  call(node: Node, scope: Scope, run: () => void): Term {
    if (++this.#depth > 50) throw notCompiled(this.source, node, 'a recursion whose end is not known');
    const [frame, live, loop] = [this.#frame, this.live, this.loop];
    const results: Frame['results'] = [];
    this.#frame = { results };
    this.loop = null;
    this.within(run, scope);
    if (this.live !== false) this.leave(undefined);
    this.#frame = frame;
    this.live = live;
    this.loop = loop;
    this.#depth--;
    const last = results.length - 1;
    return results.reduceRight<Term>(
      (rest, { live: own, value }, i) => (i === last ? value : this.terms.select(own, value, rest)),
      undefined,
    );
  }

  #here(): Path {
    return { live: this.live, values: new Map(this.#values) };
  }

  #goTo({ live, values }: Path): void {
    this.live = live;
    this.#values = new Map(values);
  }

  #checkSize(node: Node, round: number): void {
    if (round < MOST_ROUNDS && this.terms.b.nodes.length < MOST_NODES) return;
    throw notCompiled(
      this.source,
      node,
      `a loop that has come to ${this.terms.b.nodes.length} operations after ${round} rounds`,
      'its test must become false by numbers that are known (a counter), after fewer rounds',
    );
  }

  /** Goes on with all of these paths, and the path at hand. */
  #join(node: Node, before: Values, left: readonly Path[], live: Truth | undefined): void {
    const paths = [...left, this.#here()].filter((path) => path.live !== false);
    if (paths.length === 0) return;
    const values = this.#merged(node, before, paths);
    const all = live ?? paths.map((path) => path.live).reduce((some, path) => this.terms.or(some, path));
    this.#goTo({ live: all, values });
  }

  /** The values of variables that there were before, selected from the path of each element. */
  #merged(node: Node, before: Values, paths: readonly Path[]): Values {
    const last = paths[paths.length - 1];
    const merged = new Map(last.values);
    for (const variable of before.keys()) {
      const value = paths.slice(0, -1).reduceRight<Bound>((rest, path) => {
        const own = path.values.get(variable);
        if (Object.is(own, rest)) return rest;
        if (isClosure(own) || isClosure(rest)) throw notCompiled(this.source, node, `a choice of functions (${variable.name})`);
        return this.terms.select(path.live, own, rest);
      }, last.values.get(variable));
      merged.set(variable, value);
    }
    return merged;
  }
}
