/**
 * Launches of compiled programs: wherever two nodes touch the same memory, and one of them writes, do edges lead from the first of them,
 * in the program's order, to the second? Paths go along the graph's edges within a launch, and along gates from the launch right before;
 * earlier launches must be over. Steps are in the program's order, nodes of one step in none:
 *
 *     step 0   [0 … 511] [512 … 1023]    writes x by tiles
 *                  |   \     |
 *     step 1   [0 … 511] [512 … 1023]    reads x with its neighbours: three paths are asked for
 *
 * The memory that a node touches follows from its step's tasks and the indices that it computes.
 */
import { checkPairs, stepFault } from './cover.js';
import type { LogEvent, LogLaunch, LogNode, LogTask } from './log.js';
import { Paths } from './paths.js';
import type { Tell } from './problem.js';
import { type Touched, touchedBy, type Whereabouts } from './touched.js';
import { UsersByPlace } from './users-by-place.js';

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;
type Graph = Of<'graph'>;

/** A launch of a graph: the memory that its nodes touched, by node. */
interface Replayed {
  readonly event: Of<'replay'>;
  readonly graph: Graph;
  readonly before: Replayed | null;
  readonly touched: Touched[];
  /** A text of everything that `touched` depends on. */
  signature: string;
}

/** Steps with remembered memory, at most. */
const MANY = 4096;

export class Replays {
  readonly #tell: Tell;
  readonly #where: Whereabouts;
  readonly #graphs = new Map<number, Graph>();
  readonly #links = new Map<number, Of<'link'>>();
  #latest: Replayed | null = null;
  /** The launch that the next steps belong to. */
  #open: Replayed | null = null;
  #last = 0;
  readonly #checked = new Set<string>();
  /** By a text of the step and everything that its memory depends on. */
  readonly #known = new Map<string, Touched[]>();
  /** Pairs of nodes that were found to need an order, once for each run of memory that they share. */
  pairs = 0;

  constructor(where: Whereabouts, tell: Tell) {
    this.#where = where;
    this.#tell = tell;
  }

  graph(event: Graph): void {
    this.#graphs.set(event.graph, event);
  }

  link(event: Of<'link'>): void {
    this.#links.set(event.link, event);
  }

  replay(event: Of<'replay'>): void {
    this.end();
    const graph = this.#graphs.get(event.graph);
    if (graph === undefined) {
      this.#tell('task', `launch ${event.launch} is of graph ${event.graph}, which the log does not have`);
      return;
    }
    const before = event.link === 0 ? null : this.#followed(event, graph);
    this.#open = { event, graph, before, touched: [], signature: `${event.graph}` };
    this.#last = event.launch - 1;
  }

  /** The open launch gets no more steps. */
  end(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    const { event, graph } = open;
    const came = this.#last - event.launch + 1;
    this.#tell('task', `graph ${event.graph} has ${graph.sizes.length} steps, but ${came} came from launch ${event.launch} on`);
  }

  /** The launch that a linked one follows; null when it does so wrongly. */
  #followed({ launch, wait, link }: Of<'replay'>, graph: Graph): Replayed | null {
    const latest = this.#latest;
    if (latest === null || latest.event.launch + latest.graph.sizes.length !== launch) {
      this.#tell('order', `launch ${launch} follows a graph's launch, but none is right before it`);
      return null;
    }
    if (!this.#links.has(link)) this.#tell('order', `launch ${launch} has link ${link}, which the log does not have`);
    const first = latest.event.launch;
    const alone = [latest.graph, graph].find(({ nodes }) => nodes === null);
    if (alone !== undefined) this.#tell('order', `launch ${launch} has link ${link}, but graph ${alone.graph} has no nodes`);
    if (wait < first - 1)
      this.#tell('order', `launch ${launch} waits for ${wait}, and follows launch ${first}: earlier launches may be under way`);
    return latest;
  }

  /** The first launch that edges and gates order before this one; infinite for a launch of no graph. */
  since({ launch }: LogLaunch): number {
    const open = this.#open;
    if (open === null || launch !== this.#last + 1) return Number.POSITIVE_INFINITY;
    return (open.before ?? open).event.launch;
  }

  /** A launch that may be a step of the latest graph. */
  launch(launch: LogLaunch, tasks: readonly LogTask[]): void {
    const open = this.#open;
    if (open === null) return;
    if (launch.launch !== ++this.#last) {
      this.#open = null;
      this.#tell('cycle', `launch ${launch.launch} comes among the steps of launch ${open.event.launch}`);
      return;
    }
    if (launch.wait !== open.event.wait)
      this.#tell('order', `launch ${launch.launch} waits for ${launch.wait}, and its graph for ${open.event.wait}`);
    const step = launch.launch - open.event.launch;
    const signature = this.#where.signature(launch, tasks);
    const fault = stepFault(open.graph, step, tasks, launch.scratch);
    if (fault !== null) this.#tell('cover', `launch ${launch.launch}, step ${step} of graph ${open.graph.graph}: ${fault}`);
    const touched = this.#touched(open.graph, step, signature, (node) => touchedBy(node, launch, tasks, this.#where));
    touched.forEach((what, n) => {
      open.touched[n] = what;
    });
    open.signature += `|${signature}`;
    if (step + 1 < open.graph.sizes.length) return;
    this.#open = null;
    this.#latest = open;
    if (open.graph.nodes !== null) this.#check(open);
  }

  /** By node of a step. */
  #touched({ graph, nodes }: Graph, step: number, signature: string, by: (node: LogNode) => Touched): Touched[] {
    const key = `${graph} ${step} ${signature}`;
    let touched = this.#known.get(key);
    if (touched === undefined) {
      touched = [];
      for (const [n, node] of nodes?.entries() ?? []) if (node.step === step) touched[n] = by(node);
      if (this.#known.size >= MANY) this.#known.clear();
      this.#known.set(key, touched);
    }
    return touched;
  }

  /** Checks a launch, once of all launches with equal graphs and memory. */
  #check(replayed: Replayed): void {
    const { event, before, signature } = replayed;
    const name = before === null ? signature : `${before.signature}>${event.link}>${signature}`;
    if (this.#checked.has(name)) return;
    this.#checked.add(name);
    const { graph } = replayed;
    const ahead = before?.graph.nodes?.length ?? 0;
    const shift = (n: number): number => n + ahead;
    const edges = [...(before?.graph.edges ?? [])];
    for (const [a, b] of graph.edges) edges.push([shift(a), shift(b)]);
    const gates = before === null ? [] : (this.#links.get(event.link)?.gates ?? []);
    checkPairs(gates, ahead, graph.nodes?.length ?? 0, (what) => this.#tell('cover', `link ${event.link}: ${what}`));
    for (const [from, to] of gates) if (from >= 0) edges.push([from, shift(to)]);
    const behind = gates.filter(([from]) => from < 0).map(([, to]) => shift(to));
    const paths = new Paths(ahead + (graph.nodes?.length ?? 0), edges, ahead, behind);
    const users = new UsersByPlace();
    if (before !== null) this.#pass(before, 0, users, null);
    this.#pass(replayed, ahead, users, paths);
  }

  /** Goes through the steps; checks each node against nodes of earlier steps where there are `paths`. */
  #pass({ graph, touched, event }: Replayed, shift: number, users: UsersByPlace, paths: Paths | null): void {
    const told = new Set<string>();
    const need = (a: number, b: number): void => {
      this.pairs++;
      if (paths === null || paths.lead(a, b)) return;
      const key = `${a} ${b}`;
      if (!told.has(key))
        this.#tell(
          'order',
          `launch ${event.launch}: nothing leads from node ${a} to node ${b}${a < shift ? ' of the next' : ''}, which touches the same memory`,
        );
      told.add(key);
    };
    const all = graph.nodes ?? [];
    for (let step = 0; step < graph.sizes.length; step++) {
      const nodes = all.flatMap((node, n) => (node.step === step && touched[n] !== undefined ? [n] : []));
      for (const n of nodes) {
        users.of(touched[n].reads, ({ writers }) => {
          for (const w of writers) need(w, n + shift);
        });
        users.of(touched[n].writes, ({ writers, readers }) => {
          for (const w of writers) need(w, n + shift);
          for (const r of readers) need(r, n + shift);
        });
        if (all[n].finishes) for (const m of nodes) if (m !== n && all[m].to > all[m].from) need(m + shift, n + shift);
      }
      users.step();
      for (const n of nodes) users.write(touched[n].writes, n + shift);
      for (const n of nodes) users.read(touched[n].reads, n + shift);
    }
  }
}
