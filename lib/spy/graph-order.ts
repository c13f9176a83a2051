/**
 * With several memories: the order among the launches of a graph that is carried out, points, copies and folds, which is that
 * of paths along its edges alone. A launch that is cut into several nodes comes before another when all of its nodes do.
 */
import type { LogEvent, LogNode } from './log.js';
import { Paths } from './paths.js';
import type { Tell } from './problem.js';

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;

/** A graph, with its nodes by launch. */
interface Known {
  readonly graph: Of<'graph'>;
  readonly nodes: readonly (readonly number[])[];
  readonly paths: Paths;
  /** Pairs of launches that were looked at. */
  readonly found: Map<number, boolean>;
}

export class GraphOrder {
  readonly #tell: Tell;
  readonly #graphs = new Map<number, Known>();
  #open: Known | null = null;
  #first = 0;
  /** Launches of the graph that have come. */
  #count = 0;
  /** Pairs of launches of which one had to come before the other. */
  pairs = 0;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  graph(graph: Of<'graph'>): void {
    const nodes: number[][] = Array.from({ length: graph.steps }, () => []);
    graph.nodes.forEach(({ step }, n) => nodes[step]?.push(n));
    this.#graphs.set(graph.graph, { graph, nodes, paths: new Paths(graph.nodes.length, graph.edges), found: new Map() });
  }

  replay({ graph, launch }: Of<'replay'>): void {
    this.#over();
    this.#open = this.#graphs.get(graph) ?? null;
    this.#first = launch;
    this.#count = 0;
    if (this.#open === null) this.#tell('task', `launch ${launch} is of graph ${graph}, which the log does not have`);
  }

  /** A launch comes, which may be one of the graph's. */
  launch({ launch, event }: { readonly launch: number; readonly event: NonNullable<LogNode['kind']> }): void {
    const open = this.#open;
    if (open === null || this.#count === open.graph.steps) return;
    if (launch !== this.#first + this.#count) {
      this.#tell('cycle', `launch ${launch} comes among those of the graph that begins with launch ${this.#first}`);
      this.#open = null;
      return;
    }
    for (const n of open.nodes[this.#count]) {
      const { kind } = open.graph.nodes[n];
      if (kind !== event) this.#tell('task', `launch ${launch} is a ${event}, but node ${n} of its graph is a ${kind ?? 'step'}`);
    }
    this.#count++;
  }

  /** The log ends, or another graph is carried out. */
  #over(): void {
    const open = this.#open;
    if (open !== null && this.#count < open.graph.steps) {
      const { graph, steps } = open.graph;
      this.#tell('task', `graph ${graph} has ${steps} launches, but ${this.#count} came from launch ${this.#first} on`);
    }
  }

  end(): void {
    this.#over();
    this.#open = null;
  }

  /** Is it a launch of the graph that is carried out? */
  has(launch: number): boolean {
    const open = this.#open;
    return open !== null && launch >= this.#first && launch < this.#first + open.graph.steps;
  }

  /** Does the graph say that a launch of it comes after another one of it? */
  leads(earlier: number, later: number): boolean {
    const open = this.#open;
    if (open === null || !this.has(earlier) || !this.has(later) || earlier >= later) return false;
    const [a, b] = [earlier - this.#first, later - this.#first];
    if (open.graph.nodes.length === 0) return true;
    const key = a * open.graph.steps + b;
    let found = open.found.get(key);
    if (found === undefined) {
      this.pairs++;
      found = open.nodes[a].every((n) => open.nodes[b].every((m) => open.paths.lead(n, m)));
      open.found.set(key, found);
    }
    return found;
  }
}
