/**
 * The order of a leaf's loops, where commands say one (`unroll`, `vectorize`, `parallelize`, and `tile`, which is cuts and a reorder): what is legal, and
 * the loops as a nest over the axes of the leaf's kernel.
 *
 *     ∀io ∀lo ∀k ∀ii ∀li A(i, l) += …   s.t. split(i, io, ii, 4), split(l, lo, li, 8), vectorize(li)
 *       axes i, l, k:  0 by 4, 1 by 8, 2 by 1, 0 by 1, 1 by 1 in vectors
 */
import { MOST_SUMS, type NestLoop } from '../../ir/index.js';
import { type IndexVariable, variablesOf } from '../notation/terms.js';
import type { Bounds } from './bounds.js';
import { type Concrete, type Nest, routineOf } from './concrete.js';

interface Ordering {
  readonly kind: 'unroll' | 'vectorize' | 'parallelize' | 'tile';
  readonly loop: IndexVariable;
  readonly count: number;
}

/** The commands about loops of a nest's leaf, one for each loop. */
export function orderingsOf({ relations }: Concrete, { loops }: Nest): readonly Ordering[] {
  const all = relations.flatMap((r): Ordering[] => {
    if (r.kind === 'tile') return r.loops.map((loop) => ({ kind: r.kind, loop, count: 1 }));
    return 'loop' in r ? [{ kind: r.kind, loop: r.loop, count: r.kind === 'unroll' ? r.count : 1 }] : [];
  });
  return all.filter(({ loop }) => loops.includes(loop));
}

/** The variable that a leaf's loop is of; null where it is of several, or turned. */
function originalOf(bounds: Bounds, loop: IndexVariable): IndexVariable | null {
  for (let at = loop; ; ) {
    const maker = bounds.maker(at);
    if (maker === undefined) return at;
    if (maker.kind !== 'split' && maker.kind !== 'divide') return null;
    at = maker.of;
  }
}

/** Elements of the original variable from one iteration to the next. */
function stepOf(bounds: Bounds, loop: IndexVariable): number {
  const maker = bounds.maker(loop);
  if (maker?.kind !== 'split' && maker?.kind !== 'divide') return 1;
  return stepOf(bounds, maker.of) * (loop === maker.outer ? bounds.length(maker) : 1);
}

/**
 * The axes of a leaf's kernel: the target's variables, the one that threads take first, and the summed ones that stand, the
 * summed ones in the order of their loops.
 */
export function axesOf(concrete: Concrete, nest: Nest, bounds: Bounds, leaf: readonly IndexVariable[]): readonly IndexVariable[] {
  const originals = [...new Set(leaf.flatMap((loop) => originalOf(bounds, loop) ?? []))];
  const { indices } = nest.target;
  const split = orderingsOf(concrete, nest).find(({ kind }) => kind === 'parallelize');
  const first = split === undefined ? null : originalOf(bounds, split.loop);
  const rows = indices.toSorted((a, b) => Number(b === first) - Number(a === first));
  const summed = variablesOf(nest.value).filter((variable) => !indices.includes(variable));
  const standing = summed.filter((variable) => !originals.includes(variable));
  return [...rows, ...standing, ...originals.filter((variable) => !indices.includes(variable))];
}

/** The leaf's loops, and variables that stand, as a nest over these axes. Sums of a tile are kept where rows are inside of the terms: so whole rows there are a tile. */
export function nestOf(
  concrete: Concrete,
  nest: Nest,
  bounds: Bounds,
  { leaf, axes }: { readonly leaf: readonly IndexVariable[]; readonly axes: readonly IndexVariable[] },
): readonly NestLoop[] {
  const orderings = orderingsOf(concrete, nest);
  const rows = nest.target.indices.length;
  const axisOf = (loop: IndexVariable): number => axes.indexOf(originalOf(bounds, loop) ?? loop);
  const found = leaf.map((loop, n): NestLoop => {
    const axis = axisOf(loop);
    // Where the inside of a part stands, the part is the only one.
    const isInnermost = !leaf.slice(n + 1).some((other) => axisOf(other) === axis);
    const unrolled = orderings.find((r) => r.kind === 'unroll' && r.loop === loop);
    return {
      axis,
      step: isInnermost ? 1 : stepOf(bounds, loop),
      unroll: unrolled?.count ?? 1,
      vector: orderings.some((r) => r.kind === 'vectorize' && r.loop === loop),
    };
  });
  // Variables that stand have one value: those of terms are the first of these, inside of all rows but the innermost.
  const standing = axes.flatMap((_, axis): NestLoop[] => (found.some((loop) => loop.axis === axis) ? [] : [plain(axis)]));
  const terms = standing.filter(({ axis }) => axis >= rows);
  const folded = found.findIndex(({ axis }) => axis >= rows);
  const first = folded >= 0 ? folded : terms.length > 0 ? Math.max(0, found.length - 1) : found.length;
  const whole = leaf.flatMap((loop, n): NestLoop[] => {
    const { axis } = found[n];
    const isTop = found.findIndex((other) => other.axis === axis) === n;
    if (n < first || axis >= rows || !isTop) return [];
    return [plain(axis, Math.max(1, bounds.extent(loop) * stepOf(bounds, loop)))];
  });
  return [...standing.filter(({ axis }) => axis < rows), ...found.toSpliced(first, 0, ...whole, ...terms)];
}

function plain(axis: number, step = 1): NestLoop {
  return { axis, step, unroll: 1, vector: false };
}

/** The fault of the commands about a leaf's loops, and the alternative; null for none. */
export function orderFault(
  concrete: Concrete,
  nest: Nest,
  bounds: Bounds,
  { leaf, distributed }: { readonly leaf: readonly IndexVariable[]; readonly distributed: readonly IndexVariable[] },
): string | null {
  const orderings = orderingsOf(concrete, nest);
  if (orderings.length === 0) return null;
  const outside = orderings.find(({ loop }) => !leaf.includes(loop));
  if (outside !== undefined) {
    const reason = distributed.includes(outside.loop)
      ? 'distributed over processors'
      : 'a step in time, at or outside of which tensors are communicated';
    return `${outside.loop} is ${reason}; ${outside.kind} is about a leaf's loops, here ${leaf.join(', ') || 'none'}`;
  }
  const routine = routineOf(concrete, nest);
  if (routine !== undefined)
    return `${routine.leaf.name} stands for the leaf, and has an order of its own; leave out one of the commands`;
  const made = leaf.find((loop) => originalOf(bounds, loop) === null);
  if (made !== undefined)
    return `${made} is made of collapsed or rotated loops, which have no order as a leaf's; cut the loops that they were made of`;
  return vectorFault(orderings, leaf) ?? threadFault(orderings, nest, bounds, leaf) ?? termFault(concrete, nest, bounds, leaf);
}

function vectorFault(orderings: readonly Ordering[], leaf: readonly IndexVariable[]): string | null {
  const last = leaf.at(-1);
  const wrong = orderings.find(({ kind, loop }) => kind === 'vectorize' && loop !== last);
  return wrong === undefined
    ? null
    : `${wrong.loop} is in vectors and would not be the innermost loop, which is ${last}; reorder(…, ${wrong.loop}) first`;
}

function threadFault(
  orderings: readonly Ordering[],
  { target }: Nest,
  bounds: Bounds,
  leaf: readonly IndexVariable[],
): string | null {
  const wrong = orderings.find(({ kind, loop }) => kind === 'parallelize' && loop !== leaf[0]);
  if (wrong !== undefined)
    return `${wrong.loop} is given to threads and would not be the outermost loop of the leaf, which is ${leaf[0]}; reorder(${wrong.loop}, ${leaf[0]}) first`;
  const summed = orderings.find(({ kind, loop }) => kind === 'parallelize' && !isRow(target.indices, bounds, loop));
  if (summed === undefined) return null;
  const legal = target.indices.length === 0 ? 'distribute it' : `these are loops of ${target.indices.join(', ')}`;
  return `${summed.loop} is summed over: threads would add to the same elements of ${target.tensor.name}; ${legal}`;
}

function isRow(indices: readonly IndexVariable[], bounds: Bounds, loop: IndexVariable): boolean {
  const variable = originalOf(bounds, loop);
  return variable !== null && indices.includes(variable);
}

/** A sum's terms come in one order, by which its bits are the same however the leaf is cut. */
function termFault(concrete: Concrete, nest: Nest, bounds: Bounds, leaf: readonly IndexVariable[]): string | null {
  const axes = axesOf(concrete, nest, bounds, leaf);
  const loops = nestOf(concrete, nest, bounds, { leaf, axes });
  const rows = nest.target.indices.length;
  for (const [n, loop] of leaf.entries()) {
    const before = leaf
      .slice(0, n)
      .find((other) => originalOf(bounds, other) === originalOf(bounds, loop) && stepOf(bounds, other) < stepOf(bounds, loop));
    if (before !== undefined) return `${loop} goes over parts of which ${before} is the inside; put ${loop} outside of ${before}`;
  }
  const terms = loops.filter(({ axis }) => axis >= rows);
  const turned = terms.findIndex(({ axis }, n) => n > 0 && axis < terms[n - 1].axis);
  if (turned >= 0)
    return `loops of ${axes[terms[turned].axis]} would be outside and inside of ${axes[terms[turned - 1].axis]}, and a sum's terms come in one order; cut one of the two`;
  const first = loops.findIndex(({ axis }) => axis >= rows);
  const sums = new Map<number, number>();
  loops.forEach(({ axis }, n) => {
    if (first < 0 || n < first || axis >= rows) return;
    sums.set(axis, loops.slice(0, first).findLast((loop) => loop.axis === axis)?.step ?? 1);
  });
  const kept = [...sums.values()].reduce((a, b) => a * b, 1);
  if (kept <= MOST_SUMS) return null;
  const inside = [...sums.keys()].map((axis) => axes[axis]).join(', ');
  return `${kept} sums of ${inside} would be kept while their terms are added, at most ${MOST_SUMS} can be; split ${inside}, and put the outer parts outside`;
}
