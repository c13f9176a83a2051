/**
 * The graph of a program: nodes are ranges of units of a launch, and its end where it has one; edges are the dependences between them,
 * point by point, found from the elements of the program's blocks that each node touches.
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
  /** The launch that it is a part of. */
  readonly launch: number;
  readonly from: number;
  readonly to: number;
  /** The kernel's `finish` follows the units. A node with neither only joins edges. */
  readonly finishes: boolean;
  /** Position among the launch's ranges, and how many they are. */
  readonly item: number;
  readonly items: number;
  /** Nodes that must be over, each once. */
  readonly after: number[];
}

/** Shared by all programs: spans and the relations between them. */
export const relations = new Relations();
const NOTHING: Before = { operations: [], histories: new Map() };

/** The graph of a program, with the histories and ends that graphs of following programs need. */
export interface ProgramGraph {
  readonly form: ReplayForm;
  readonly nodes: readonly GraphNode[];
  readonly operations: readonly Operation[];
  /** By block that has memory of its own: the uses of the memory, by all blocks that had it, for which a later use may have to wait. */
  readonly histories: ReadonlyMap<number, BlockHistory>;
  /** By launch: its last operation. */
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
  /** The node that joins all of them; -1 until one is needed. */
  join: number;
}

/** Edges from all nodes of an operation to all nodes of a later one, beyond which they go through a join. */
const FEW = 16;

/** In place of a node of the earlier program: all of it. */
export const WHOLE = -1;

/** The program before: its operations come before the graph's own, and the graph's blocks begin with its histories. */
export interface Before {
  readonly operations: readonly Operation[];
  readonly histories: ReadonlyMap<number, BlockHistory>;
}

export class GraphBuilder {
  readonly nodes: GraphNode[] = [];
  /** By node: nodes of the program before that must be over; `WHOLE`: all. */
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

  /** The final histories, by block that has memory of its own. */
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

  /** Whether all of `count` nodes wait for all nodes of an operation, and by too many edges. */
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

  /** The waits of the ranges, or the additional waits of the end. */
  #waits(uses: readonly BlockUse[], by: 'units' | 'end'): Wait[] {
    const waits: Wait[] = [];
    for (const use of uses) {
      const touched = use[by];
      // For a block that the units use too, the units have waited.
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

  /** Drops edges that the edges of earlier nodes imply. */
  #reduce(node: number): void {
    const { after } = this.nodes[node];
    if (after.length < 2) return;
    const implied = new Set<number>();
    for (const p of after) for (const q of this.nodes[p].after) implied.add(q);
    let kept = 0;
    for (const p of after) if (!implied.has(p)) after[kept++] = p;
    after.length = kept;
  }

  /** Where both the units and the end use a block, later launches wait for the end. */
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

  /** The history of a block's memory: its own, or its donor's. */
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
