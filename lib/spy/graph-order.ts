/**
 * With several memories: the order among the launches of a graph that is carried out (points, copies and folds) is that of paths along
 * its edges alone; where it follows an earlier graph by a link, also of paths from the earlier graph's launches along gates. A launch of
 * several nodes comes before a second one when all of its nodes do.
 */
import { checkPairs } from './cover.js';
import { queueOf } from './launches.js';
import type { LogEvent } from './log.js';
import { Paths } from './paths.js';
import type { Tell } from './problem.js';

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;

/** A graph, with its nodes by launch. */
interface Known {
  readonly graph: Of<'graph'>;
  readonly nodes: readonly (readonly number[])[];
}

/** A launch of a graph, perhaps behind an earlier one. */
interface Open {
  readonly first: number;
  readonly wait: number;
  readonly known: Known;
  /** The launch that it follows. */
  readonly before: { readonly first: number; readonly known: Known } | null;
  /** Among the nodes of both graphs, the earlier graph's first. */
  readonly order: Order;
}

interface Order {
  readonly paths: Paths;
  /** Pairs of launches that were looked at. */
  readonly found: Map<number, boolean>;
}

export class GraphOrder {
  readonly #tell: Tell;
  readonly #graphs = new Map<number, Known>();
  readonly #links = new Map<number, Of<'link'>>();
  /** By graphs and link. */
  readonly #orders = new Map<string, Order>();
  #open: Open | null = null;
  /** Launches of the graph that have come. */
  #count = 0;
  /** Pairs of launches that had to be ordered. */
  pairs = 0;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  graph(graph: Of<'graph'>): void {
    const nodes: number[][] = Array.from({ length: graph.sizes.length }, () => []);
    graph.nodes?.forEach(({ step }, n) => {
      nodes[step]?.push(n);
    });
    this.#graphs.set(graph.graph, { graph, nodes });
  }

  link(link: Of<'link'>): void {
    this.#links.set(link.link, link);
  }

  replay(event: Of<'replay'>): void {
    this.#over();
    const { graph, launch, wait, link } = event;
    const known = this.#graphs.get(graph);
    const before = link === 0 ? null : this.#followed(event);
    this.#count = 0;
    this.#open =
      known === undefined
        ? null
        : { first: launch, wait, known, before, order: this.#orderOf(known, before?.known ?? null, link) };
    if (known === undefined) this.#tell('task', `launch ${launch} is of graph ${graph}, which the log does not have`);
  }

  /** The launch that a linked one follows; null when it does so wrongly. */
  #followed({ launch, wait, link }: Of<'replay'>): Open['before'] {
    const latest = this.#open;
    if (latest === null || latest.first + latest.known.graph.sizes.length !== launch) {
      this.#tell('order', `launch ${launch} follows a graph's launch, but none is right before it`);
      return null;
    }
    if (!this.#links.has(link)) this.#tell('order', `launch ${launch} has link ${link}, which the log does not have`);
    if (wait < latest.first - 1)
      this.#tell(
        'order',
        `launch ${launch} waits for ${wait}, and follows launch ${latest.first}: earlier launches may be under way`,
      );
    return latest;
  }

  #orderOf({ graph }: Known, before: Known | null, link: number): Order {
    const key = `${before?.graph.graph ?? 0},${graph.graph},${link}`;
    let order = this.#orders.get(key);
    if (order === undefined) {
      const ahead = before?.graph.nodes?.length ?? 0;
      const gates = before === null ? [] : (this.#links.get(link)?.gates ?? []);
      checkPairs(gates, ahead, graph.nodes?.length ?? 0, (what) => this.#tell('cover', `link ${link}: ${what}`));
      const edges = [...(before?.graph.edges ?? []), ...graph.edges.map(([a, b]): [number, number] => [a + ahead, b + ahead])];
      for (const [from, to] of gates) if (from >= 0) edges.push([from, to + ahead]);
      const behind = gates.flatMap(([from, to]) => (from < 0 ? [to + ahead] : []));
      order = { paths: new Paths(ahead + (graph.nodes?.length ?? 0), edges, ahead, behind), found: new Map() };
      this.#orders.set(key, order);
    }
    return order;
  }

  /** Takes a launch, which may be one of the graph's. */
  launch({ launch, wait, event }: Of<'point' | 'copy' | 'runs' | 'fold'>): void {
    const open = this.#open;
    if (queueOf(launch) > 0 || open === null || this.#count === open.known.graph.sizes.length) return;
    const { graph, nodes } = open.known;
    if (launch !== open.first + this.#count) {
      this.#tell('cycle', `launch ${launch} comes among the launches of the graph that begins with launch ${open.first}`);
      this.#open = null;
      return;
    }
    if (wait !== open.wait) this.#tell('order', `launch ${launch} waits for ${wait}, and its graph for ${open.wait}`);
    for (const n of nodes[this.#count]) {
      const kind = graph.nodes?.[n].kind;
      if (kind !== event) this.#tell('task', `launch ${launch} is a ${event}, but node ${n} of its graph is a ${kind ?? 'step'}`);
    }
    this.#count++;
  }

  /** How many nodes of a launch store its results; null where it is no graph's. */
  endsOf(launch: number): number | null {
    const { first, known } = this.#open ?? {};
    if (first === undefined || known === undefined || known.graph.nodes === null) return null;
    const { nodes } = known.graph;
    return known.nodes[launch - first]?.filter((n) => nodes[n].finishes).length ?? null;
  }

  /** The log ends, or the next graph is carried out. */
  #over(): void {
    const open = this.#open;
    if (open !== null && this.#count < open.known.graph.sizes.length) {
      const { graph, sizes } = open.known.graph;
      this.#tell('task', `graph ${graph} has ${sizes.length} launches, but ${this.#count} came from launch ${open.first} on`);
    }
  }

  end(): void {
    this.#over();
    this.#open = null;
  }

  /** Is it a launch of the graph that is carried out, or of the one that this follows? */
  has(launch: number): boolean {
    const open = this.#open;
    if (open === null) return false;
    return launch >= (open.before ?? open).first && launch < open.first + open.known.graph.sizes.length;
  }

  /** Whether graphs say that launch `later` comes after launch `earlier`. */
  leads(earlier: number, later: number): boolean {
    const open = this.#open;
    if (open === null || !this.has(earlier) || !this.has(later) || earlier >= later) return false;
    // Both belong to the graph in front, which was checked when it was carried out.
    if (later < open.first) return true;
    if (open.known.graph.nodes === null) return earlier >= open.first;
    const { found, paths } = open.order;
    const key = (earlier - open.first) * open.known.graph.sizes.length + later - open.first;
    let known = found.get(key);
    if (known === undefined) {
      this.pairs++;
      const [from, to] = [this.#nodesOf(open, earlier), this.#nodesOf(open, later)];
      found.set(key, (known = from.every((n) => to.every((m) => paths.lead(n, m)))));
    }
    return known;
  }

  /** A launch's nodes, numbered among the nodes of both graphs. */
  #nodesOf({ first, known, before }: Open, launch: number): readonly number[] {
    if (launch < first) return before?.known.nodes[launch - before.first] ?? [];
    return known.nodes[launch - first].map((n) => n + (before?.known.graph.nodes?.length ?? 0));
  }
}
