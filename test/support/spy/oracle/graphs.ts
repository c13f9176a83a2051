/** Programs of nodes: when a launch of one begins, its nodes become units, in the order that edges and gates give. */
import type { LogEvent, LogNode } from '../../../../lib/spy/index.js';
import { Fault } from './fault.js';
import type { Order } from './order.js';

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;

/** A node that is carried out: its unit, and what it does. */
export interface Part {
  readonly unit: number;
  readonly node: LogNode | null;
}

interface Open {
  readonly graph: Of<'graph'>;
  readonly first: number;
  readonly wait: number;
  readonly units: readonly number[];
  /** Without nodes: all steps so far. */
  before: bigint;
}

export class Graphs {
  readonly #order: Order;
  readonly #graphs = new Map<number, Of<'graph'>>();
  readonly #links = new Map<number, Of<'link'>>();
  #open: Open | null = null;

  constructor(order: Order) {
    this.#order = order;
  }

  graph(graph: Of<'graph'>): void {
    this.#graphs.set(graph.graph, graph);
  }

  link(link: Of<'link'>): void {
    this.#links.set(link.link, link);
  }

  replay({ graph: id, launch, wait, link }: Of<'replay'>): void {
    const graph = this.#graphs.get(id);
    if (graph === undefined) throw new Fault(`graph ${id} is not known`);
    const gates = link === 0 ? [] : this.#gates(link, launch);
    const start = this.#order.upTo(wait);
    const ahead = link === 0 ? [] : (this.#open?.units ?? []);
    const units: number[] = [];
    const after = (unit: number | undefined): bigint => {
      if (unit === undefined) throw new Fault(`launch ${launch}: an edge leads from a node that has not come`);
      return this.#order.closure(unit);
    };
    graph.nodes?.forEach((_, n) => {
      let before = start;
      for (const [a, b] of graph.edges) if (b === n) before |= after(units[a]);
      for (const [a, b] of gates) if (b === n) for (const one of a < 0 ? ahead : [ahead[a]]) before |= after(one);
      units.push(this.#order.unit(before));
    });
    this.#open = { graph, first: launch, wait, units, before: start };
  }

  #gates(link: number, launch: number): readonly (readonly [number, number])[] {
    const found = this.#links.get(link);
    const open = this.#open;
    if (found === undefined) throw new Fault(`link ${link} is not known`);
    if (open === null || open.first + open.graph.sizes.length !== launch)
      throw new Fault(`launch ${launch} has gates from no launch before it`);
    return found.gates;
  }

  /**
   * The parts of a launch: nodes of the graph that is open, or one by itself, behind all launches up to `wait`; and behind the units of the set
   * `behind`, of other queues.
   */
  parts(launch: number, wait: number, behind = 0n): readonly Part[] {
    const open = this.#open;
    const step = open === null ? -1 : launch - open.first;
    if (open === null || step < 0 || step >= open.graph.sizes.length)
      return [{ unit: this.#order.unit(this.#order.upTo(wait) | behind), node: null }];
    for (const unit of open.units) if (behind !== 0n) this.#order.hold(unit, behind);
    if (open.graph.nodes === null) {
      const unit = this.#order.unit(open.before | behind);
      open.before |= this.#order.closure(unit);
      return [{ unit, node: null }];
    }
    return open.graph.nodes.flatMap((node, n) => (node.step === step ? [{ unit: open.units[n], node }] : []));
  }
}
