/**
 * Contraction paths: the order in which the operands of a sum of products meet, two by two. The product of three matrices costs
 *
 *     ij,jk,kl->il    (10, 1000), (1000, 10), (10, 1000)      ij,jk first: 4·10⁵     jk,kl first: 4·10⁷
 *
 * multiplications and additions. A path is as NumPy writes it: each step takes operands by position out of the list, and its result goes to
 * the list's end. Costs are counted as opt_einsum counts them (D. G. A. Smith and J. Gray, JOSS 3(26), 2018).
 */
import { ArgumentError } from '../base/index.js';
import { sizeOf } from '../shape/index.js';

/** Positions of operands that meet, step by step. */
export type Path = readonly (readonly number[])[];

/** How a path is found. */
export type PathFinder = 'greedy' | 'optimal' | 'auto';

/** The names of each operand's axes, the names of the result's, and each name's size. */
export interface Contraction {
  readonly inputs: readonly (readonly string[])[];
  readonly output: readonly string[];
  readonly sizes: ReadonlyMap<string, number>;
}

/** Operands of which `auto` looks at all paths, and `optimal`, at most: there are 3ⁿ ways to divide n operands. */
const [FEW, MOST] = [8, 12];

/** A step: the names that meet in it, the ones that are left, and its multiplications and additions. */
export interface Step {
  readonly operands: readonly number[];
  readonly inputs: readonly (readonly string[])[];
  readonly labels: readonly string[];
  readonly result: readonly string[];
  readonly operations: number;
}

/** The sizes of axes. */
export function extents(labels: Iterable<string>, sizes: ReadonlyMap<string, number>): number[] {
  return Array.from(labels, (label) => sizes.get(label) ?? 1);
}

/** Elements of an array with these axes. */
export function elements(labels: Iterable<string>, sizes: ReadonlyMap<string, number>): number {
  return sizeOf(extents(labels, sizes));
}

/** Takes the entries at these positions out of a list, and returns them. */
export function takeOut<T>(list: T[], positions: readonly number[]): T[] {
  const taken = positions.map((at) => list[at]);
  for (const at of [...positions].sort((a, b) => b - a)) list.splice(at, 1);
  return taken;
}

/** Multiplications and additions of terms that meet over `labels`, some of which are summed over if `sums`. */
export function operationsOf(labels: Iterable<string>, terms: number, sums: boolean, sizes: ReadonlyMap<string, number>): number {
  return elements(labels, sizes) * (Math.max(1, terms - 1) + (sums ? 1 : 0));
}

/** The path with a last step of all operands that it leaves. */
export function whole(path: Path, count: number): Path {
  const left = path.reduce((n, step) => n - step.length + 1, count);
  return left > 1 ? [...path, Array.from({ length: left }, (_, i) => i)] : path;
}

/** The steps of a path, as far as they can be walked. Throws `ArgumentError` for positions that are not in the list. */
export function stepsOf({ inputs, output, sizes }: Contraction, path: Path): Step[] {
  const left = [...inputs];
  return path.map((operands) => {
    const isThere = (at: number): boolean => Number.isInteger(at) && at >= 0 && at < left.length;
    if (operands.length === 0 || new Set(operands).size < operands.length || !operands.every(isThere))
      throw new ArgumentError(
        `einsum: step [${operands.join(', ')}] of the path: expected different positions among the ${left.length} operands that are left`,
      );
    const taken = takeOut(left, operands);
    const labels = [...new Set(taken.flat())];
    const needed = new Set([...left.flat(), ...output]);
    const result = labels.filter((label) => needed.has(label));
    left.push(result);
    const operations = operationsOf(labels, taken.length, result.length < labels.length, sizes);
    return { operands, inputs: taken, labels, result, operations };
  });
}

/**
 * By step: an order of its result's names in which the next step takes it as it lies. A pair is summed over rows of the left and columns of the right, so
 * that the names they share come last on the left and first on the right, as the other one has them.
 *
 *     jl,kl->?    ijk,?->il      jkl
 */
export function ordersOf(steps: readonly Step[], { inputs, output }: Contraction): (readonly string[])[] {
  const numbers = inputs.map((_, k) => k);
  const orders: (readonly string[])[] = steps.map(() => output);
  steps.forEach(({ operands, inputs: names, result }, n) => {
    const taken = takeOut(numbers, operands);
    numbers.push(inputs.length + n);
    taken.forEach((number, at) => {
      if (number >= inputs.length) orders[number - inputs.length] = orderIn(names, at, result);
    });
  });
  return orders;
}

function orderIn(names: readonly (readonly string[])[], at: number, result: readonly string[]): readonly string[] {
  const [own, ...others] = [names[at], ...names.filter((_, k) => k !== at)];
  const shared = others.flat().filter((label) => own.includes(label));
  const batch = shared.filter((label) => result.includes(label));
  const inner = shared.filter((label) => !result.includes(label));
  const alone = own.filter((label) => !shared.includes(label));
  return at === 0 ? [...batch, ...alone, ...inner] : [...batch, ...inner, ...alone];
}

/** A path by one of the finders. Throws `ArgumentError` for more operands than `optimal` can look at. */
export function findPath(contraction: Contraction, by: PathFinder): Path {
  const count = contraction.inputs.length;
  if (count < 3) return [contraction.inputs.map((_, i) => i)];
  if (by === 'optimal' && count > MOST)
    throw new ArgumentError(`einsum: optimize 'optimal' takes at most ${MOST} operands, got ${count}; use 'greedy'`);
  return by === 'greedy' || (count > FEW && by === 'auto') ? greedy(contraction) : optimal(contraction);
}

/**
 * Pairs with names in common first, the pair whose result is smallest beside its operands before all others; then products of operands
 * without names in common, the smallest first.
 */
function greedy({ inputs, output, sizes }: Contraction): Path {
  const left = inputs.map((labels) => new Set(labels));
  const path: number[][] = [];
  while (left.length > 1) {
    let best: { cost: number; i: number; j: number; result: Set<string> } | null = null;
    let shares = false;
    for (let j = 1; j < left.length; j++) {
      for (let i = 0; i < j; i++) {
        const common = [...left[i]].some((label) => left[j].has(label));
        if (shares && !common) continue;
        const result = resultOf(left, i, j, output);
        const size = elements(result, sizes);
        const cost = common ? size - elements(left[i], sizes) - elements(left[j], sizes) : size;
        if (best !== null && shares === common && cost >= best.cost) continue;
        best = { cost, i, j, result };
        shares = common;
      }
    }
    if (best === null) break;
    const { i, j, result } = best;
    takeOut(left, [i, j]);
    left.push(result);
    path.push([i, j]);
  }
  return path;
}

/** The names that two operands leave. */
function resultOf(left: readonly ReadonlySet<string>[], i: number, j: number, output: readonly string[]): Set<string> {
  const needed = new Set(output);
  left.forEach((labels, k) => {
    if (k !== i && k !== j) for (const label of labels) needed.add(label);
  });
  return new Set([...left[i], ...left[j]].filter((label) => needed.has(label)));
}

/** Some operands, contracted in the best order: as a tree of pairs, and its cost. */
interface Best {
  readonly cost: number;
  readonly of: number | readonly [Best, Best];
}

/** The path of fewest operations: by dynamic programming over sets of operands, each of which is divided in all ways. */
function optimal({ inputs, output, sizes }: Contraction): Path {
  const count = inputs.length;
  const all = 2 ** count - 1;
  const names = [...sizes.keys()];
  const maskOf = (labels: readonly string[]): bigint =>
    labels.reduce((mask, label) => mask | (1n << BigInt(names.indexOf(label))), 0n);
  const own = inputs.map(maskOf);
  const wanted = maskOf(output);
  /** By set: the names of its operands. */
  const union: bigint[] = [0n];
  for (let set = 1; set <= all; set++) union[set] = union[set & (set - 1)] | own[31 - Math.clz32(set & -set)];
  const result = union.map((mask, set) => ((set & (set - 1)) === 0 ? mask : mask & (wanted | union[all & ~set])));
  const elementsOf = (mask: bigint): number =>
    names.reduce((n, name, i) => ((mask >> BigInt(i)) & 1n ? n * (sizes.get(name) ?? 1) : n), 1);
  const best: Best[] = [];
  for (let set = 1; set <= all; set++) {
    if ((set & (set - 1)) === 0) best[set] = { cost: 0, of: 31 - Math.clz32(set) };
    else best[set] = divided(set, best, result, elementsOf);
  }
  return pathOf(best[all], count);
}

/** The best division of a set in two; the first half has its lowest operand. */
function divided(set: number, best: readonly Best[], result: readonly bigint[], elementsOf: (mask: bigint) => number): Best {
  const lowest = set & -set;
  const rest = set & ~lowest;
  let found: Best | null = null;
  for (let part = (rest - 1) & rest; ; part = (part - 1) & rest) {
    const [a, b] = [part | lowest, rest & ~part];
    const below = best[a].cost + best[b].cost;
    if (found === null || below < found.cost) {
      const meet = result[a] | result[b];
      const cost = below + elementsOf(meet) * (result[set] === meet ? 1 : 2);
      if (found === null || cost < found.cost) found = { cost, of: [best[a], best[b]] };
    }
    if (part === 0) return found;
  }
}

/** The tree as a path: pairs from the leaves up. */
function pathOf(tree: Best, count: number): Path {
  const list: (Best | number)[] = Array.from({ length: count }, (_, i) => i);
  const path: number[][] = [];
  const place = (node: Best): Best | number => (typeof node.of === 'number' ? node.of : node);
  const visit = (node: Best): void => {
    if (typeof node.of === 'number') return;
    for (const half of node.of) visit(half);
    const at = node.of.map((half) => list.indexOf(place(half))).sort((a, b) => a - b);
    path.push(at);
    takeOut(list, at);
    list.push(node);
  };
  visit(tree);
  return path;
}
