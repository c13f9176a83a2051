/**
 * Loops of many rounds as loops of the kernel (`repeat` of the kernel language). Variables that a round changes are carried from round to round; a round
 * is compiled once, with all of them as values that are not known.
 *
 *     let n = 0;                                   initial 0, x, …        carry 0 is n, carry 1 is x
 *     while (n < 1000 && x * x < 4) {              enter, goes            the test before the first round, and after each
 *       x = x * x + c; n++;                        next                   selected from the paths that end a round or leave the loop
 *     }
 *
 * A loop has to end: rounds are counted first, with the numbers that are known, and no element takes more of them. A `return` within the loop is
 * two more values, whether there was one and its value; an element that breaks or returns takes no further round.
 */
import type { Node } from 'acorn';
import { bool, type DType, float64 } from '../../dtype/index.js';
import { type LoopBuilder, RepeatBuilder, type Rounds as RoundEnds, type Value } from '../../ir/index.js';
import type { Flow, Path, Values } from './flow.js';
import { type Bound, isClosure, type Variable } from './scope.js';
import { notCompiled } from './source.js';
import { isNode, isTruth, type Term, Terms, type Truth } from './terms.js';

/** A loop in JavaScript while it is compiled: what it does in a round, and its test, which is asked before each. */
export interface Rounds {
  readonly node: Node;
  readonly round: (number: number) => void;
  readonly test: (number: number) => Truth;
}

/** Rounds that are counted, at most. */
export const MOST_ROUNDS = 100_000;

/** The rounds after which a loop has ended for every element, by numbers that are known. Leaves the flow anywhere. */
export function countRounds(flow: Flow, { node, round, test }: Rounds): number {
  const { results } = flow.frame;
  const { nodes } = flow.terms.b;
  const [before, size, count] = [flow.here(), nodes.length, results.length];
  let known: readonly Bound[] = [];
  for (let n = 0; n <= MOST_ROUNDS; n++) {
    const loop = { breaks: [], continues: [] as Path[] };
    flow.loop = loop;
    flow.live = flow.terms.and(flow.live, test(n));
    if (flow.isOver) return n;
    round(n);
    flow.join(node, before.values, loop.continues, undefined);
    if (flow.isOver) return n + 1;
    nodes.length = size;
    results.length = count;
    // Variables that the round declared are of no use to the next.
    const { live, values } = flow.here();
    flow.goTo({ live, values: new Map([...before.values.keys()].map((variable) => [variable, values.get(variable)])) });
    const now = [...before.values.keys()].map((variable) => knownOf(values.get(variable)));
    if (now.every((value, k) => Object.is(value, known[k]))) throw endless(flow, node, 'that ends by no number that is known');
    known = now;
  }
  throw endless(flow, node, `that has not ended after ${MOST_ROUNDS} rounds`);
}

/** A value as far as it is known. */
function knownOf(bound: Bound): Bound {
  return isClosure(bound) || !isNode(bound) ? bound : undefined;
}

function endless(flow: Flow, node: Rounds['node'], found: string): Error {
  const instead = 'its test must become false by numbers that are known (a counter), after fewer rounds';
  return notCompiled(flow.source, node, `a loop ${found}`, instead);
}

/** A round, compiled. */
interface Compiled {
  readonly terms: Terms;
  /** The values of all variables behind it. */
  readonly values: Values;
  /** The values that they had before it. */
  readonly before: Values;
  readonly goes: Truth;
  readonly results: readonly { readonly live: Truth; readonly value: Term }[];
}

/** Makes the loop a node of the kernel, of so many rounds at most, and goes on behind it. */
export function compileRounds(flow: Flow, b: LoopBuilder, loop: Rounds, most: number): void {
  const { terms, frame } = flow;
  const before = flow.live;
  const enter = terms.and(before, loop.test(0));
  const entry = flow.here().values;
  const carried = changedBy(flow, entry, loop);
  const initial = carried.map(({ bound, dtype }) => (dtype === bool ? terms.condition(bound as Truth) : terms.number(bound)));
  const place = new Returned();
  // The types of results are known when a round is compiled, and their first values are constants of it.
  place.read(flow, loop, roundOf(flow, new RepeatBuilder([], []), entry, carried, loop));
  const first = [...initial, ...place.initial(terms)];
  const last = b.repeat(first, terms.condition(enter), most, (builder) => {
    const round = roundOf(flow, builder, entry, carried, loop);
    return endsOf(flow, builder, loop, carried, round, place);
  });
  const values = new Map(entry);
  carried.forEach(({ variable, bound }, k) => {
    if (terms.mayBeUndefined(bound)) terms.noteUndefined(last[k]);
    values.set(variable, last[k]);
  });
  flow.goTo({ live: before, values });
  if (place.dtype === null) return;
  const [returned, value] = last.slice(carried.length);
  frame.results.push({ live: returned, value });
  flow.live = terms.and(before, terms.not(returned));
}

/** A variable that goes from round to round, and its value before the first. */
interface Carried {
  readonly variable: Variable;
  readonly bound: Term;
  readonly dtype: DType;
}

/** The variables that rounds change: those that a round changes where the ones that were found are not known. */
function changedBy(flow: Flow, entry: Values, loop: Rounds): Carried[] {
  const found: Carried[] = [];
  for (;;) {
    const { before, values } = roundOf(flow, new RepeatBuilder([], []), entry, found, loop);
    const known = new Set(found.map(({ variable }) => variable));
    const more = [...entry].filter(
      ([variable]) => !known.has(variable) && !Object.is(before.get(variable), values.get(variable)),
    );
    if (more.length === 0) return found;
    for (const [variable, bound] of more) found.push({ variable, ...carriable(flow, variable, bound, loop) });
  }
}

function carriable(flow: Flow, { name }: Variable, bound: Bound, { node }: Rounds): { bound: Term; dtype: DType } {
  if (isClosure(bound)) throw notCompiled(flow.source, node, `a loop of many rounds that changes the function ${name}`);
  if (flow.terms.isMixed(bound)) throw mixed(flow, node, name);
  return { bound, dtype: isTruth(bound) ? bool : float64 };
}

function mixed(flow: Flow, node: Rounds['node'], name: string): Error {
  return notCompiled(
    flow.source,
    node,
    `a loop of many rounds in which ${name} is now a number and now a boolean or undefined`,
    'give it a value of one type before the loop',
  );
}

/** Compiles a round, in which the carried variables are not known. Leaves the flow where it was. */
function roundOf(flow: Flow, builder: RepeatBuilder, entry: Values, carried: readonly Carried[], loop: Rounds): Compiled {
  const outer = { terms: flow.terms, frame: flow.frame, loop: flow.loop, path: flow.here() };
  const terms = new Terms(builder);
  const before = new Map<Variable, Bound>(entry);
  for (const [variable, bound] of entry)
    if (!isClosure(bound))
      before.set(
        variable,
        terms.brought(bound, outer.terms, (node) => builder.outer(node)),
      );
  carried.forEach(({ variable, bound, dtype }, k) => {
    const value = builder.carry(k, dtype);
    if (outer.terms.mayBeUndefined(bound)) terms.noteUndefined(value);
    before.set(variable, value);
  });
  const own = { breaks: [] as Path[], continues: [] as Path[] };
  flow.terms = terms;
  flow.frame = { results: [] };
  flow.loop = own;
  flow.goTo({ live: true, values: before });
  loop.round(1);
  flow.join(loop.node, before, own.continues, undefined);
  const goes = flow.live === false ? false : terms.and(flow.live, loop.test(1));
  const paths = [...own.breaks, flow.here()].filter((path) => path.live !== false);
  const values = paths.length === 0 ? before : flow.merged(loop.node, before, paths);
  const { results } = flow.frame;
  flow.terms = outer.terms;
  flow.frame = outer.frame;
  flow.loop = outer.loop;
  flow.goTo(outer.path);
  return { terms, values, before, goes, results };
}

/** The results that rounds return: of numbers, or of booleans. */
class Returned {
  dtype: DType | null = null;

  read(flow: Flow, { node }: Rounds, { terms, results }: Compiled): void {
    if (results.length === 0) return;
    this.dtype = results.every(({ value }) => isTruth(value)) ? bool : float64;
    const other = results.some(({ value }) => terms.mayBeUndefined(value) || terms.isMixed(value) || isTruth(value));
    if (this.dtype === float64 && other) throw mixed(flow, node, 'what is returned');
  }

  /** Whether there was a result, and a result that nobody reads. */
  initial(terms: Terms): Value[] {
    if (this.dtype === null) return [];
    return [terms.condition(false), this.dtype === bool ? terms.condition(false) : terms.constant(0)];
  }
}

/** The values of the next round, and whether there is one. */
function endsOf(
  flow: Flow,
  builder: RepeatBuilder,
  { node }: Rounds,
  carried: readonly Carried[],
  { terms, values, goes, results }: Compiled,
  place: Returned,
): RoundEnds {
  const next = carried.map(({ variable, bound, dtype }) => {
    const value = values.get(variable);
    if (value === undefined || isClosure(value) || terms.isMixed(value) || isTruth(value) !== (dtype === bool))
      throw mixed(flow, node, variable.name);
    if (terms.mayBeUndefined(value) && !flow.terms.mayBeUndefined(bound)) throw mixed(flow, node, variable.name);
    return dtype === bool ? terms.condition(value as Truth) : terms.number(value);
  });
  if (place.dtype !== null) {
    const { dtype } = place;
    const begun: Value = builder.carry(carried.length + 1, dtype);
    const live = results.map((result) => result.live).reduce((some, one) => terms.or(some, one));
    const value = results.reduceRight<Term>((rest, result) => terms.select(result.live, result.value, rest), begun);
    next.push(terms.condition(live), dtype === bool ? terms.condition(value as Truth) : terms.number(value));
  }
  return { next, goes: terms.condition(goes) };
}
