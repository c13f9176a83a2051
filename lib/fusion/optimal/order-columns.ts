/**
 * The part of the integer program that says in which order each loop produces its results: for each order that is of use to it but the first a
 * column, of which at most one is 1. A loop without a choice has no columns.
 *
 * A gather's order is of use to a loop whose results are gathered in its kernel, directly or behind loops that keep their order, and which leaves
 * none of them in memory. Reading from the right is of use where some loop of the graph does it at all.
 */
import type { FusionGraph, GraphNode, Order } from './graph.js';
import type { KernelColumns } from './kernel-columns.js';

export class OrderColumns {
  readonly #kernels: KernelColumns;
  /** By node: the orders that are of use to it, and the columns that choose one behind the first. */
  readonly #orders: readonly (readonly number[])[];
  readonly #columns: readonly (readonly number[])[];

  /** `m`: by removal, the column that is 1 where it takes place; null where it never does. */
  constructor(graph: FusionGraph, kernels: KernelColumns, m: readonly (number | null)[]) {
    this.#kernels = kernels;
    this.#orders = ordersOf(graph, kernels, m);
    this.#columns = this.#orders.map((orders) => this.#choice(orders));
    graph.arrays.forEach(({ uses, removal }) => {
      const column = removal === null ? null : m[removal];
      for (const { node, writes } of uses) if (writes && column !== null) this.#complete(node, column);
    });
  }

  /** Whether two orders are one in every solution; null where solutions differ. */
  agree(first: Order, a: number, second: Order, b: number): boolean | null {
    const [p, q] = [this.#of(first, a), this.#of(second, b)];
    if (!p.some((at) => q.includes(at))) return false;
    return p.length === 1 && q.length === 1 ? true : null;
  }

  /** Whether two orders are one where each loop has the first of its orders, as in solutions without gathers through producers. */
  agreeAtFirst(first: Order, a: number, second: Order, b: number): boolean {
    return this.#of(first, a)[0] === this.#of(second, b)[0];
  }

  /** Where `x` is 0 the two orders are one. */
  match(first: Order, a: number, second: Order, b: number, x: number): void {
    // Of each loop's orders one is chosen, so that the rows of one side are enough.
    for (const at of this.#of(first, a)) {
      const [own, other] = [this.#is(first, a, at), this.#is(second, b, at)];
      const minus = own.terms.map(([column, factor]): [number, number] => [column, -factor]);
      const terms = [...minus, ...other.terms, [x, 1] as const];
      if (own.terms.length > 0 || other.terms.length > 0 || own.constant > other.constant)
        this.#kernels.program.atLeast(own.constant - other.constant, terms);
    }
  }

  #choice(orders: readonly number[]): readonly number[] {
    const columns = orders.slice(1).map(() => this.#kernels.integer(0, 1, () => 0));
    const sum = columns.map((column): [number, number] => [column, 1]);
    if (columns.length > 1) this.#kernels.program.row(Number.NEGATIVE_INFINITY, 1, sum);
    return columns;
  }

  /** An array in memory is all computed: its order is no gather's. */
  #complete(node: number, m: number): void {
    const gathered = this.#columns[node].filter((_, i) => this.#orders[node][i + 1] >= FIRST_GATHER);
    if (gathered.length > 0)
      this.#kernels.program.atLeast(0, [[m, 1], ...gathered.map((column): [number, number] => [column, -1])]);
  }

  #of(order: Order, node: number): readonly number[] {
    return order.kind === 'fixed' ? [order.at] : this.#orders[node];
  }

  /** Whether an order is this one: as terms, and a number. */
  #is(order: Order, node: number, at: number): { terms: readonly [number, number][]; constant: number } {
    if (order.kind === 'fixed') return { terms: [], constant: order.at === at ? 1 : 0 };
    const i = this.#orders[node].indexOf(at);
    const columns = this.#columns[node];
    if (i === 0) return { terms: columns.map((column) => [column, -1]), constant: 1 };
    return { terms: i < 0 ? [] : [[columns[i - 1], 1]], constant: 0 };
  }
}

/** Orders from here on are gathers'. */
const FIRST_GATHER = 2;

/** By node: the orders in which it may produce its results and that are of use to it. */
function ordersOf(graph: FusionGraph, kernels: KernelColumns, m: readonly (number | null)[]): number[][] {
  const { nodes, edges, arrays } = graph;
  const bothWays = readsBackward(graph);
  const orders = nodes.map(({ produces }) => new Set(plainOrders(produces, bothWays)));
  const every = Array.from({ length: graph.gathers }, (_, gather) => FIRST_GATHER + gather);
  for (let a = nodes.length - 1; a >= 0; a--) {
    const written = arrays.filter(({ uses }) => uses.some(({ node, writes }) => node === a && writes));
    if (nodes[a].produces !== 'any' || written.length === 0) continue;
    if (written.some(({ removal }) => removal === null || m[removal] === null)) continue;
    // A result that nothing reads may be produced in any order.
    if (written.some(({ removal }) => removal !== null && graph.removals[removal].length < 2))
      for (const at of every) orders[a].add(at);
    for (const { from, to, fusible, array, order } of edges) {
      if (from !== a || !fusible || array === null || kernels.shared(from, to) === null) continue;
      for (const at of order.kind === 'fixed' ? [order.at] : orders[to]) if (at >= FIRST_GATHER) orders[a].add(at);
    }
  }
  return orders.map((set) => [...set].sort((p, q) => p - q));
}

function plainOrders(produces: GraphNode['produces'], bothWays: boolean): readonly number[] {
  if (produces === 'forward') return [0];
  if (produces === 'backward') return [1];
  return bothWays ? [0, 1] : [0];
}

function readsBackward({ nodes, edges, arrays }: FusionGraph): boolean {
  const isBackward = (order: Order | null): boolean => order?.kind === 'fixed' && order.at === 1;
  return (
    nodes.some(({ produces }) => produces === 'backward') ||
    edges.some(({ order }) => isBackward(order)) ||
    arrays.some(({ uses }) => uses.some(({ order }) => isBackward(order)))
  );
}
