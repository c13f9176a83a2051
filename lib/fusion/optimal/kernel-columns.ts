/**
 * The part of the integer program that says which nodes share a kernel: levels π, and for pairs x, which is 0 where two share one. Nodes of
 * several domains may have one level, and are in different kernels; a node that may be in any domain has a column for each.
 */
import { Conflicts } from './conflicts.js';
import { addCuts } from './cuts.js';
import type { FusionGraph } from './graph.js';
import { IntegerProgram } from './integer-program.js';

/** A value of a column in a solution with given levels. */
export type Filled = (levels: readonly number[]) => number;

type Terms = [column: number, factor: number][];

export class KernelColumns {
  readonly program = new IntegerProgram();
  /** By column: its value in a solution with given levels. */
  readonly filled: Filled[] = [];
  readonly conflicts: Conflicts;
  readonly #graph: FusionGraph;
  /** The highest level. */
  readonly top: number;
  readonly levels: readonly number[];
  /** By pair: the column of x; null for pairs that never share a kernel. */
  readonly #x = new Map<string, number | null>();
  readonly #domains: readonly number[];
  /** By node that may be in any domain: for each domain, the column that is 1 where it is in that. */
  readonly #free: ReadonlyMap<number, readonly number[]>;

  constructor(graph: FusionGraph) {
    this.#graph = graph;
    this.conflicts = new Conflicts(graph);
    this.top = Math.max(graph.nodes.length - 1, 1);
    this.levels = graph.nodes.map((_, a) => this.integer(0, this.top, (levels) => levels[a]));
    this.#domains = [...new Set(graph.nodes.map(({ domain }) => domain))].filter((domain) => domain >= 0);
    this.#free = this.#freeNodes();
    // A pair that may not be fused because of one array is not fusible at all.
    for (const { from, to, fusible } of graph.edges) if (!fusible) this.#strict(from, to);
    for (const { from, to, fusible } of graph.edges) if (fusible) this.#fusible(from, to);
    for (const [a, b] of graph.apart) this.#apart(a, b);
  }

  integer(lower: number, upper: number, filled: Filled): number {
    this.filled.push(filled);
    return this.program.integer(lower, upper);
  }

  real(lower: number, upper: number, cost: number, filled: Filled): number {
    this.filled.push(filled);
    return this.program.real(lower, upper, cost);
  }

  /** The column that is 0 where two nodes, the first of them before the second, share a kernel; null where they never do. */
  shared(a: number, b: number): number | null {
    const key = keyOf(a, b);
    const known = this.#x.get(key);
    if (known !== undefined) return known;
    const x = this.conflicts.between(a, b) ? null : this.#pair(a, b);
    this.#x.set(key, x);
    if (x === null) return null;
    if (!this.conflicts.leads(a, b)) this.program.atLeast(0, [...this.#difference(a, b), [x, this.top]]);
    this.program.atLeast(0, [...this.#difference(b, a), [x, this.top]]);
    return x;
  }

  /** Adds rows that tie the columns of pairs together, when all of these are there; `transitive`: rows of three loops as well. */
  cut(transitive: boolean): void {
    const shared = (a: number, b: number): number | null => this.#x.get(keyOf(a, b)) ?? null;
    addCuts(this.program, { loops: this.#graph.nodes.length, shared, conflicts: this.conflicts, transitive });
  }

  /** Kernels in a solution, numbered in an order of execution; by node. */
  kernelsOf(values: ArrayLike<number>): number[] {
    const kernels = this.#graph.nodes.map(({ domain }, a) => {
      const chosen = domain >= 0 ? this.#domains.indexOf(domain) : (this.#free.get(a)?.findIndex((c) => values[c] > 0.5) ?? 0);
      return Math.round(values[this.levels[a]]) * this.#graph.nodes.length + chosen;
    });
    const order = [...new Set(kernels)].sort((a, b) => a - b);
    return kernels.map((kernel) => order.indexOf(kernel));
  }

  #strict(from: number, to: number): void {
    this.#x.set(keyOf(from, to), null);
    this.program.atLeast(1, this.#difference(from, to));
  }

  #fusible(from: number, to: number): void {
    if (this.#x.has(keyOf(from, to))) return;
    const x = this.conflicts.between(from, to) ? null : this.#pair(from, to);
    this.#x.set(keyOf(from, to), x);
    if (x === null) return;
    this.program.atLeast(0, [...this.#difference(from, to), [x, -1]]);
    this.program.atLeast(0, [...this.#difference(to, from), [x, this.top]]);
  }

  /** Different levels, in either order. */
  #apart(a: number, b: number): void {
    this.#x.set(keyOf(a, b), null);
    if (this.conflicts.leads(a, b)) {
      this.program.atLeast(1, this.#difference(a, b));
      return;
    }
    const far = this.top + 1;
    const z = this.integer(0, 1, (levels) => (levels[a] < levels[b] ? 0 : 1));
    this.program.atLeast(1, [...this.#difference(a, b), [z, far]]);
    this.program.atLeast(1 - far, [...this.#difference(b, a), [z, -far]]);
  }

  #pair(a: number, b: number): number {
    const x = this.integer(0, 1, (levels) => (levels[a] === levels[b] ? 0 : 1));
    this.#domains.forEach((domain, i) => {
      if (this.#free.has(a)) this.program.atLeast(...this.#atMost(this.#inDomain(a, domain, i), this.#inDomain(b, domain, i), x));
      if (this.#free.has(b)) this.program.atLeast(...this.#atMost(this.#inDomain(b, domain, i), this.#inDomain(a, domain, i), x));
    });
    return x;
  }

  /** How many levels `to` is behind `from`. */
  #difference(from: number, to: number): Terms {
    return [
      [this.levels[to], 1],
      [this.levels[from], -1],
    ];
  }

  #freeNodes(): Map<number, readonly number[]> {
    const columns = new Map<number, readonly number[]>();
    if (this.#domains.length < 2) return columns;
    this.#graph.nodes.forEach(({ domain }, a) => {
      if (domain >= 0) return;
      const own = this.#domains.map((d) => this.integer(0, 1, (levels) => (d === this.#domainIn(levels, a) ? 1 : 0)));
      const sum = own.map((column): [number, number] => [column, 1]);
      this.program.row(1, 1, sum);
      columns.set(a, own);
    });
    return columns;
  }

  /** The domain of the kernel that a node is in. */
  #domainIn(levels: readonly number[], node: number): number {
    const other = this.#graph.nodes.find(({ domain }, b) => domain >= 0 && levels[b] === levels[node]);
    return other?.domain ?? this.#domains[0];
  }

  /** Whether a node is in a domain: as a term, and as a number. */
  #inDomain(node: number, domain: number, i: number): { terms: Terms; constant: number } {
    const column = this.#free.get(node)?.[i];
    if (column !== undefined) return { terms: [[column, 1]], constant: 0 };
    return { terms: [], constant: this.#graph.nodes[node].domain === domain ? 1 : 0 };
  }

  /** The row by which `a` is at most `b` where `x` is 0. */
  #atMost(a: { terms: Terms; constant: number }, b: { terms: Terms; constant: number }, x: number): [number, Terms] {
    const minus = a.terms.map(([column, factor]): [number, number] => [column, -factor]);
    return [a.constant - b.constant, [...b.terms, ...minus, [x, 1]]];
  }
}

function keyOf(a: number, b: number): string {
  return `${a},${b}`;
}
