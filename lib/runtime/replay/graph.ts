/**
 * The graph of a program: nodes are ranges of units of a launch, and its end where it has one; edges are the dependences
 * between them, point by point, found from the elements that each touches of the program's blocks.
 *
 *     y = stencil(x)    [0] [1] [2] [3]
 *                        |\ /|\ /|\ /|        each point waits for its neighbours, not for the launch
 *     x = stencil(y)    [0] [1] [2] [3]
 *                          \  |  | /
 *     s = sum(x)            finish            the end of a fold waits for all ranges
 */
import { Relations } from '../../dependence/index.js';
import type { BlockForm, BlockUse, LaunchForm, ReplayForm, Touched } from './form.js';
import { BlockHistory, type Wait } from './history.js';

export interface GraphNode {
  /** Which launch it is of. */
  readonly launch: number;
  readonly from: number;
  readonly to: number;
  /** The kernel's `finish` follows the units. A node with neither only comes between others. */
  readonly finishes: boolean;
  /** Position among the launch's ranges, and how many they are. */
  readonly item: number;
  readonly items: number;
  /** Nodes that must be over, each once. */
  readonly after: number[];
}

/** Shared by all programs: spans and what is known of them. */
export const relations = new Relations();
const NOTHING: Before = { operations: [], histories: new Map() };

/** The graph of a program, and what graphs of programs that follow it have to know. */
export interface ProgramGraph {
  readonly form: ReplayForm;
  readonly nodes: readonly GraphNode[];
  readonly operations: readonly Operation[];
  /** By block that has memory of its own: its uses, by all blocks that had the memory, as far as a later one may wait for them. */
  readonly histories: ReadonlyMap<number, BlockHistory>;
  /** By launch: the operation that is its last. */
  readonly ends: readonly number[];
}

export function graphOf(form: ReplayForm): ProgramGraph {
  const graph = new GraphBuilder(form.blocks);
  const ends = form.launches.map((launch, i) => graph.add(i, launch));
  const { nodes, operations } = graph;
  return { form, nodes, operations, histories: graph.histories(), ends };
}

/** The ranges of a launch, or its end: nodes `first` to `first + count - 1`. */
export interface Operation {
  readonly launch: number;
  readonly first: number;
  readonly count: number;
  /** A node that only comes after all of them; -1 until one is needed. */
  join: number;
}

/** Edges from all nodes to all nodes, beyond which they meet in one between. */
const FEW = 16;

/** A gate's first: all of the earlier launch. */
export const WHOLE = -1;

/** What a launch follows: its operations come before the graph's own, and blocks begin with histories. */
export interface Before {
  readonly operations: readonly Operation[];
  readonly histories: ReadonlyMap<number, BlockHistory>;
}

export class GraphBuilder {
  readonly nodes: GraphNode[] = [];
  /** By node: nodes of what comes before that must be over; `WHOLE`: all. */
  readonly gates: number[][] = [];
  readonly operations: Operation[] = [];
  readonly #blocks: readonly BlockForm[];
  readonly #histories: Map<number, BlockHistory>;
  readonly #outside: number;

  constructor(blocks: readonly BlockForm[], before: Before = NOTHING) {
    this.#blocks = blocks;
    this.#histories = new Map(before.histories);
    this.operations.push(...before.operations);
    this.#outside = before.operations.length;
  }

  /** Adds a launch; returns the operation that ends it. */
  add(launch: number, { ranges, finish, part, uses }: LaunchForm): number {
    const count = ranges.length;
    const waits = this.#waits(uses, 'units');
    for (const { on, relation } of waits) if (this.#meet(on, relation, count)) this.#join(on);
    const first = this.nodes.length;
    const operation = this.operations.push({ launch, first, count, join: -1 }) - 1;
    const finishes = count === 1 && !finish && !part;
    ranges.forEach(({ from, to }, item) => {
      this.#push({ launch, from, to, finishes, item, items: count, after: [] });
    });
    for (let q = 0; q < count; q++) this.#connect(first + q, q, waits, count);
    if (finish) {
      this.operations.push({ launch, first: first + count, count: 1, join: -1 });
      const after = Array.from({ length: count }, (_, p) => first + p);
      this.#push({ launch, from: 0, to: 0, finishes: true, item: 0, items: 1, after });
      this.#connect(first + count, 0, this.#waits(uses, 'end'), 1);
    }
    for (let n = first; n < this.nodes.length; n++) this.#reduce(n);
    this.#note(uses, operation);
    return this.operations.length - 1;
  }

  /** The histories at the end, by block that has memory of its own. */
  histories(): Map<number, BlockHistory> {
    const found = new Map<number, BlockHistory>();
    const given = new Set(this.#blocks.map(({ donor }) => donor));
    for (const [block, history] of this.#histories) if (this.#blocks[block].donor < 0) found.set(block, history);
    for (const block of this.#histories.keys()) {
      let owner = block;
      while (this.#blocks[owner].donor >= 0) owner = this.#blocks[owner].donor;
      if (owner !== block && !given.has(block)) found.set(owner, this.#historyOf(block));
    }
    return found;
  }

  #push(node: GraphNode): number {
    this.gates.push([]);
    return this.nodes.push(node) - 1;
  }

  /** Do all of `count` nodes wait for all of an operation's, and is that many edges? */
  #meet(on: number, relation: Wait['relation'], count: number): boolean {
    return relation.kind === 'all' && this.operations[on].count * count > FEW;
  }

  #join(on: number): void {
    const operation = this.operations[on];
    if (operation.join >= 0 || on < this.#outside) return;
    const { launch, first, count } = operation;
    const after = Array.from({ length: count }, (_, p) => first + p);
    operation.join = this.#push({ launch, from: 0, to: 0, finishes: false, item: 0, items: 1, after });
  }

  /** What the ranges wait for, or what the end does on its own account. */
  #waits(uses: readonly BlockUse[], by: 'units' | 'end'): Wait[] {
    const waits: Wait[] = [];
    for (const use of uses) {
      const touched = use[by];
      // What the end uses besides the units, units have waited for.
      if (touched === null || (by === 'end' && use.units !== null)) continue;
      this.#historyOf(use.block).waits(touched, use.writes, waits);
    }
    return waits;
  }

  #connect(node: number, item: number, waits: readonly Wait[], items: number): void {
    for (const { on, relation } of waits) {
      const { first, join } = this.operations[on];
      const list = on < this.#outside ? this.gates[node] : this.nodes[node].after;
      const add = (n: number): void => {
        if (!list.includes(n)) list.push(n);
      };
      if (this.#meet(on, relation, items)) add(join);
      else for (const p of relation.waits(item)) add(first + p);
    }
  }

  /** Drops what a node waits for anyway, by way of another. */
  #reduce(node: number): void {
    const { after } = this.nodes[node];
    if (after.length < 2) return;
    const implied = new Set<number>();
    for (const p of after) for (const q of this.nodes[p].after) implied.add(q);
    let kept = 0;
    for (const p of after) if (!implied.has(p)) after[kept++] = p;
    after.length = kept;
  }

  /** A use by the end comes last: later launches wait for that. */
  #note(uses: readonly BlockUse[], operation: number): void {
    for (const writes of [false, true]) {
      for (const use of uses) {
        const { block, units, end } = use;
        if (use.writes !== writes) continue;
        const history = this.#historyOf(block);
        const note = (op: number, touched: Touched): void => (writes ? history.write(op, touched) : history.read(op, touched));
        if (end !== null) note(operation + 1, end);
        else if (units !== null) note(operation, units);
      }
    }
  }

  /** The history of the memory that a block has: its own, or what it took over. */
  #historyOf(block: number): BlockHistory {
    let history = this.#histories.get(block);
    if (history === undefined) {
      const { coordinates, donor } = this.#blocks[block];
      history = donor < 0 ? new BlockHistory(relations, coordinates) : this.#historyOf(donor).as(coordinates);
      this.#histories.set(block, history);
    }
    return history;
  }
}
