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
import { type Bound, isClosure, Scope, type Variable } from './scope.js';
import { notCompiled, type Source } from './source.js';
import { isNode, type Term, type Terms, type Truth } from './terms.js';

export type Values = ReadonlyMap<Variable, Bound>;

/** Elements that are at one place, and their values. */
export interface Path {
  readonly live: Truth;
  readonly values: Values;
}

/** A loop that is run through: the paths that left it, and the paths that left this round. */
export interface Loop {
  readonly breaks: Path[];
  continues: Path[];
}

/** A call: its results, each with the elements that it is for. */
interface Frame {
  readonly results: { readonly live: Truth; readonly value: Term }[];
}

/** The path at hand. */
export class Flow {
  terms: Terms;
  source: Source;
  live: Truth = true;
  scope = new Scope(null);
  loop: Loop | null = null;
  #values = new Map<Variable, Bound>();
  frame: Frame = { results: [] };
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

  /** Whether no element takes the path at hand. */
  get isOver(): boolean {
    return this.live === false;
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
    const before = this.here();
    this.live = this.terms.and(before.live, condition);
    const entered = this.live;
    then();
    const [one, diedInOne] = [this.here(), this.live !== entered];
    this.goTo({ live: this.terms.and(before.live, this.terms.not(condition)), values: before.values });
    const enteredOther = this.live;
    otherwise();
    const diedInOther = this.live !== enteredOther;
    if (this.live === false) {
      this.goTo(one);
      return;
    }
    if (one.live === false) return;
    const live = diedInOne || diedInOther ? this.terms.or(one.live, this.live) : before.live;
    this.goTo({ live, values: this.merged(node, before.values, [{ live: condition, values: one.values }, this.here()]) });
  }

  /** Ends the path with a result. */
  leave(value: Term): void {
    this.frame.results.push({ live: this.live, value });
    this.live = false;
  }

  break(loop: Loop): void {
    loop.breaks.push(this.here());
    this.live = false;
  }
  continue(loop: Loop): void {
    loop.continues.push(this.here());
    this.live = false;
  }

  /** The result of a call with names of its own. */
  call(node: Node, scope: Scope, run: () => void): Term {
    if (++this.#depth > 50) throw notCompiled(this.source, node, 'a recursion whose end is not known');
    const [frame, live, loop] = [this.frame, this.live, this.loop];
    const results: Frame['results'] = [];
    this.frame = { results };
    this.loop = null;
    this.within(run, scope);
    if (this.live !== false) this.leave(undefined);
    this.frame = frame;
    this.live = live;
    this.loop = loop;
    this.#depth--;
    const last = results.length - 1;
    return results.reduceRight<Term>(
      (rest, { live: own, value }, i) => (i === last ? value : this.terms.select(own, value, rest)),
      undefined,
    );
  }

  /** The path at hand. */
  here(): Path {
    return { live: this.live, values: new Map(this.#values) };
  }

  /** Makes a path the one at hand. */
  goTo({ live, values }: Path): void {
    this.live = live;
    this.#values = new Map(values);
  }

  /** Goes on with all of these paths, and the path at hand. */
  join(node: Node, before: Values, left: readonly Path[], live: Truth | undefined): void {
    const paths = [...left, this.here()].filter((path) => path.live !== false);
    if (paths.length === 0) return;
    const values = this.merged(node, before, paths);
    const all = live ?? paths.map((path) => path.live).reduce((some, path) => this.terms.or(some, path));
    this.goTo({ live: all, values });
  }

  /** The values of variables that there were before, selected from the path of each element. */
  merged(node: Node, before: Values, paths: readonly Path[]): Values {
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
