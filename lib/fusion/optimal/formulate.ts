/**
 * The integer program of a graph ("Fusing Gathers", Fig. 4). A node's *level* π is the number of its kernel in an order of execution; x is
 * 0 where two nodes share a kernel; m is 1 for an array that needs no memory; d is the order in which a node produces its results.
 *
 *     x ≤ π(b) - π(a) ≤ n x              a → b fusible
 *     1 ≤ π(b) - π(a)                    a → b not fusible, and all uses of an array before a scatter into it
 *     x ≤ 1 - m                          an array without memory is used in one kernel
 *     |d(a) - order of b's read| ≤ (g + 2) x       an array passed on inside a kernel has one order
 *     d ≤ 1 + g m                        an array in memory is all computed
 *
 * Beyond the figure: loads that one kernel shares are counted in each kernel and order; kernels are counted, where loops have domains, by
 * their first loops; loops of one domain that no kernel takes together have different levels.
 */
import { type CostModel, weightOf } from '../cost.js';
import { type ArrayUse, type FusionGraph, type GraphArray, OWN } from './graph.js';
import type { IntegerProgram } from './integer-program.js';
import { type Filled, KernelColumns } from './kernel-columns.js';
import { OrderColumns } from './order-columns.js';

/** An integer program, and how solutions of it are read and written. */
export interface Formulation {
  readonly program: IntegerProgram;
  /** Levels of nodes in a solution. */
  levels(values: ArrayLike<number>): number[];
  /** The solution that has these levels, without gathers through producers. */
  solution(levels: readonly number[]): Float64Array;
}

/** Writes the program that minimizes a cost. */
export function formulate(graph: FusionGraph, cost: CostModel): Formulation {
  return new Formulator(graph, cost);
}

class Formulator implements Formulation {
  readonly program: IntegerProgram;
  readonly #graph: FusionGraph;
  readonly #cost: CostModel;
  readonly #kernels: KernelColumns;
  readonly #orders: OrderColumns;
  /** By removal: the column that is 1 where it takes place; null where it never does. */
  readonly #m: readonly (number | null)[];

  constructor(graph: FusionGraph, cost: CostModel) {
    this.#graph = graph;
    this.#cost = cost;
    this.#kernels = new KernelColumns(graph);
    this.program = this.#kernels.program;
    this.#m = graph.removals.map((nodes) => this.#removal(nodes));
    this.#orders = new OrderColumns(graph, this.#kernels, this.#m);
    this.#passing();
    for (const array of graph.arrays) this.#array(array);
    if (cost.launch > 0) this.#launches(cost.launch);
    // The rows of three loops pay where kernels do, for which nearly all pairs have columns.
    this.#kernels.cut(cost.launch > 0);
  }

  levels(values: ArrayLike<number>): number[] {
    return this.#kernels.kernelsOf(values);
  }

  solution(levels: readonly number[]): Float64Array {
    return Float64Array.from(this.#kernels.filled, (filled) => filled(levels));
  }

  /** The column that is 1 where all of an array's uses are in one kernel; null where they never are. */
  #removal(nodes: readonly number[]): number | null {
    const { conflicts } = this.#kernels;
    if (nodes.some((a, i) => nodes.some((b, j) => i < j && conflicts.between(a, b)))) return null;
    const [producer, ...users] = nodes;
    const isOne: Filled = (levels) => (users.every((user) => levels[user] === levels[producer]) ? 1 : 0);
    const m = this.#kernels.integer(0, 1, isOne);
    for (const user of new Set(users)) {
      const x = this.#kernels.shared(producer, user);
      if (x === null) this.program.row(0, 0, [[m, 1]]);
      else
        this.program.row(Number.NEGATIVE_INFINITY, 1, [
          [x, 1],
          [m, 1],
        ]);
    }
    return m;
  }

  /** An array passed on inside a kernel has one order; and edges between kernels are paid for, once for each array. */
  #passing(): void {
    const paid = new Set<string>();
    const barred = new Set(this.#graph.edges.flatMap(({ from, to, fusible }) => (fusible ? [] : [`${from},${to}`])));
    for (const { from, to, array, order, fusible } of this.#graph.edges) {
      if (!fusible || array === null || barred.has(`${from},${to}`)) continue;
      const x = this.#kernels.shared(from, to);
      if (x !== null) this.#orders.match(OWN, from, order, to, x);
      const key = `${from},${to},${array}`;
      const cost = paid.has(key) ? 0 : this.#cost.edge * weightOf(this.#cost, this.#graph.arrays[array].bytes);
      if (x === null) this.program.offset += cost;
      else this.program.addCost(x, cost);
      paid.add(key);
    }
  }

  #array({ uses, removal, bytes }: GraphArray): void {
    const { read, write } = this.#cost;
    const weight = weightOf(this.#cost, bytes);
    uses.forEach((use, j) => {
      const earlier = uses.slice(0, j);
      if (read > 0 && use.reads)
        this.#first(
          earlier.map((before) => this.#handing(before, use)),
          null,
          read * weight,
        );
      if (write === 0 || !use.writes) return;
      const writers = earlier.filter(({ writes }) => writes);
      this.#first(
        writers.map(({ node }) => this.#kernels.shared(node, use.node)),
        removal,
        write * weight,
      );
    });
  }

  /** Pays for the first use in a kernel, where each of the columns is 1, unless an array is removed. */
  #first(columns: readonly (number | null)[], removal: number | null, cost: number): void {
    const earlier = columns.filter((x) => x !== null);
    const column = removal === null ? null : this.#m[removal];
    const m = column === null ? [] : [column];
    if (earlier.length === 0 && m.length === 0) {
      this.program.offset += cost;
      return;
    }
    const { filled } = this.#kernels;
    const paid = this.#kernels.real(0, 1, cost, (levels) =>
      earlier.some((x) => filled[x](levels) === 0) || m.some((column) => filled[column](levels) === 1) ? 0 : 1,
    );
    const terms = [...earlier.map((x) => [x, -1] as const), ...m.map((column) => [column, 1] as const)];
    this.program.atLeast(1 - earlier.length, [[paid, 1], ...terms]);
  }

  /** The column that is 0 where a use finds the elements that an earlier one loaded or computed; null where it never does. */
  #handing(before: ArrayUse, use: ArrayUse): number | null {
    const x = this.#kernels.shared(before.node, use.node);
    const [first, second] = [before.order, use.order];
    if (x === null || first === null || second === null) return null;
    const agree = this.#orders.agree(first, before.node, second, use.node);
    if (agree !== null) return agree ? x : null;
    const [isAlike, { filled }] = [this.#orders.agreeAtFirst(first, before.node, second, use.node), this.#kernels];
    const alike = this.#kernels.integer(0, 1, (levels) => (isAlike ? filled[x](levels) : 1));
    this.program.atLeast(0, [
      [alike, 1],
      [x, -1],
    ]);
    this.#orders.match(first, before.node, second, use.node, alike);
    return alike;
  }

  /** Pays for kernels: by levels where all loops have one domain, else by their first loops. */
  #launches(cost: number): void {
    const { nodes } = this.#graph;
    if (nodes.length === 0) return;
    if (new Set(nodes.map(({ domain }) => domain)).size > 1) {
      nodes.forEach((_, j) => {
        const earlier = nodes.slice(0, j).map((_, i) => this.#kernels.shared(i, j));
        this.#first(earlier, null, cost);
      });
      return;
    }
    this.program.offset += cost;
    const highest = this.#kernels.real(0, this.#kernels.top, cost, (levels) => Math.max(...levels));
    for (const level of this.#kernels.levels)
      this.program.atLeast(0, [
        [highest, 1],
        [level, -1],
      ]);
  }
}
