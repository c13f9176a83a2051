/**
 * How a nest goes over the entries of its compressed factor.
 *
 *     y(i) = B(i, j) * x(j)                 segments: the entries of each i, which y has            leading i
 *     A(i, j) = B(i, j) * C(i)              A compressed: entries are elements of the result
 *     y(i) = …, pos({i, j}, p, B), p cut    segments: parts of rows, each of one processor's entries, that are added up by rows behind it
 */
import type { Order, Table } from '../format/pattern.js';
import type { IndexVariable } from '../notation/terms.js';
import { type Concrete, madeBy, type Nest } from './concrete.js';

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Segments of each point of a distributed loop: point q has `starts[q]` to below `starts[q + 1]`. */
export interface Ranges {
  readonly loop: IndexVariable;
  readonly of: IndexVariable;
  readonly starts: readonly number[];
}

/** A loop over entries. */
export interface Walk {
  readonly order: Order;
  /** Variables that name a segment, by dimension of the order; of a compressed result, that name a row. */
  readonly leading: readonly IndexVariable[];
  /** The number of an entry. */
  readonly position: IndexVariable;
  /** Whether the position is a loop of its own, which is cut as any. */
  readonly isLoop: boolean;
  /** Whether segments are added up; else each entry is an element of the result. */
  readonly isSegmented: boolean;
  /** Variables that are coordinates of entries, and the place of an entry's value where that is not the entry's position. */
  readonly coordinates: ReadonlyMap<IndexVariable, Table>;
  readonly place: IndexVariable;
  /** Variables whose iterations have different elements of the result. */
  readonly kept: readonly IndexVariable[];
  readonly ranges: Ranges | null;
}

/** The dimensions of a driver that name segments: those of a dense result, and the rows of a compressed one. */
export function leadingOf({ driver, target }: Nest): readonly number[] {
  if (driver === null) return [];
  if (target.tensor.isCompressed) return [0];
  return driver.indices.flatMap((variable, dim) => (target.indices.includes(variable) ? [dim] : []));
}

/** The command that made one loop of a nest's entries. */
export function posOf({ relations }: Concrete, { driver }: Nest): Extract<Concrete['relations'][number], { kind: 'pos' }> | null {
  if (driver === null) return null;
  for (const r of relations)
    if (r.kind === 'pos' && r.tensor.pattern === driver.tensor.pattern && r.loops.includes(driver.indices[0])) return r;
  return null;
}

/** The values of a variable that follows from entries, or from which these follow; null for any further one. */
export function intervalIn(walk: Walk, variable: IndexVariable, of: (variable: IndexVariable) => Interval): Interval | null {
  const { position, leading, isLoop, coordinates, ranges } = walk;
  if (variable === ranges?.of) {
    const { low, high } = of(ranges.loop);
    return { low: ranges.starts[low], high: ranges.starts[Math.max(low, high)] };
  }
  if (variable === position) return isLoop ? null : entriesOf(walk, of);
  const table = coordinates.get(variable);
  if (table === undefined || (leading.includes(variable) && !isLoop)) return null;
  const { low, high } = of(position);
  return table.hull(low, high);
}

/** The entries of segments: of a box of segments, all between its first and its last. */
function entriesOf({ order, leading }: Walk, of: (variable: IndexVariable) => Interval): Interval {
  let first = 0;
  let last = 0;
  for (const [dim, variable] of leading.entries()) {
    const { low, high } = of(variable);
    if (high <= low) return { low: 0, high: 0 };
    first = first * order.shape[dim] + low;
    last = last * order.shape[dim] + high - 1;
  }
  const { numbers } = order.starts;
  return { low: numbers[first], high: numbers[last + 1] };
}

/** The fault of commands on a nest with a compressed factor, and the alternative; null for none. */
export function walkFault(
  concrete: Concrete,
  nest: Nest,
  { before, distributed, steps }: Readonly<Record<'before' | 'distributed' | 'steps', readonly IndexVariable[]>>,
): string | null {
  const { driver } = nest;
  if (driver === null) return null;
  const { name } = driver.tensor;
  const marked = concrete.relations.find(
    (r) => ('loop' in r && nest.loops.includes(r.loop)) || (r.kind === 'tile' && r.loops.some((l) => nest.loops.includes(l))),
  );
  if (marked !== undefined) return `a leaf over the entries of ${name} takes them one after the other; leave ${marked.kind} out`;
  const outside = [...before, ...distributed, ...steps];
  const made = posOf(concrete, nest);
  if (made !== null) return positionFault(concrete, nest, made.into, { distributed, timed: [...before, ...steps] });
  const leading = leadingOf(nest).map((dim) => driver.indices[dim]);
  const cut = driver.indices.find((v) => !leading.includes(v) && (!nest.loops.includes(v) || outside.includes(v)));
  if (cut === undefined) return null;
  return (
    `${cut} goes over the entries of ${name} and cannot be cut by its values; pos([${driver.indices.join(', ')}], p, ${name}) makes a loop over ` +
    'entries, which can be cut'
  );
}

/** A sum that is cut by entries is added up once, behind all of them. */
function positionFault(
  concrete: Concrete,
  nest: Nest,
  position: IndexVariable,
  { distributed, timed }: { readonly distributed: readonly IndexVariable[]; readonly timed: readonly IndexVariable[] },
): string | null {
  if (nest.target.tensor.isCompressed) return null;
  const parts = partsMade(concrete, position);
  const spread = parts.filter((loop) => distributed.includes(loop));
  const step = timed.find((loop) => parts.includes(loop) || spread.length > 0);
  const turned = concrete.relations.some(
    (r) => (r.kind === 'rotate' || r.kind === 'collapse') && madeBy(r).some((v) => parts.includes(v)),
  );
  const twice = parts.filter((loop) => nest.loops.includes(loop)).length > 2;
  if (step === undefined && !turned && !(spread.length > 0 && (twice || spread.length > 1))) return null;
  return (
    `entries of ${nest.driver?.tensor.name} are cut once, and their outer parts distributed, where ${nest.target.tensor.name} is dense; ` +
    `divide(${position}, po, pi, n) and distribute po, with no steps in time`
  );
}

/** A loop, and the loops that were made of it. */
export function partsMade({ relations }: Concrete, loop: IndexVariable): readonly IndexVariable[] {
  const found = [loop];
  for (const r of relations) {
    const of = r.kind === 'collapse' ? [r.outer, r.inner] : 'of' in r ? [r.of] : [];
    if (of.some((v) => found.includes(v))) found.push(...madeBy(r));
  }
  return found;
}
