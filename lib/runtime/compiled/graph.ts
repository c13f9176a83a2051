/**
 * The graph of a program: nodes are ranges of units of a step, and its end where it has one; edges are the dependences
 * between them, point by point, found from the sub-partitions that the steps' arguments have.
 *
 *     y = stencil(x)    [0] [1] [2] [3]
 *                        |\ /|\ /|\ /|        each point waits for its neighbours, not for the step
 *     x = stencil(y)    [0] [1] [2] [3]
 *                          \  |  | /
 *     s = sum(x)            finish            the end of a fold waits for all ranges
 */
import { type Footprint, makeFootprint, type Placement, Relations, together } from '../../dependence/index.js';
import { none, subPartition } from '../../partition/index.js';
import { ONE_POINT, type Shape, sizeOf } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Template } from '../template.js';
import type { Blocks } from './blocks.js';
import { BlockHistory, type Wait } from './history.js';
import { type Items, itemsOf, type Use, usesOf } from './items.js';

/** What a graph knows of a slot: not the root, which would live as long. */
export type SlotForm = Pick<Root, 'view' | 'dtype'>;

export interface GraphNode {
  readonly step: number;
  readonly from: number;
  readonly to: number;
  /** The step's `finish` follows the units. Without either it only comes between others. */
  readonly finishes: boolean;
  /** Position among the step's nodes, and how many they are. */
  readonly item: number;
  readonly items: number;
  /** Nodes that must be over, each once. */
  readonly after: number[];
}

/** Shared by all programs: spans and what is known of them. */
export const relations = new Relations();
const placements = new Map<string, Placement>();
const footprints = new Map<string, Footprint>();
const MANY = 10_000;
const NOTHING: Before = { operations: [], histories: new Map() };

/** A step's nodes, and how its arguments are cut among them. */
interface StepForm {
  readonly items: Items;
  readonly uses: readonly Use[];
}

/** The graph of a program, and what graphs of programs that follow it have to know. */
export interface ProgramGraph {
  readonly nodes: readonly GraphNode[];
  readonly steps: readonly StepForm[];
  readonly slots: readonly SlotForm[];
  readonly donor: Blocks['donor'];
  readonly operations: readonly Operation[];
  /** By slot that has memory of its own: who used its block, whatever roots had it, as far as somebody may wait for them. */
  readonly histories: ReadonlyMap<number, BlockHistory>;
  /** By step: the operation that is its last. */
  readonly ends: readonly number[];
}

/** Makes the graph. `most`: ranges of a step that is not cut by a partition. */
export function graphOf(
  templates: readonly Template[],
  tasks: readonly Task[],
  slots: readonly Root[],
  blocks: Blocks,
  most: number,
): ProgramGraph {
  const steps = templates.map((template): StepForm => {
    const items = itemsOf(template, most);
    return { items, uses: usesOf(template.step, items, tasks) };
  });
  const forms = slots.map(({ view, dtype }) => ({ view, dtype }));
  const graph = new GraphBuilder(forms, blocks.donor);
  const ends = steps.map(({ items, uses }, i) => graph.add(i, items, uses));
  const { nodes, operations } = graph;
  return { nodes, steps, slots: forms, donor: blocks.donor, operations, histories: graph.histories(), ends };
}

/** The ranges of a step, or its end: nodes `first` to `first + count - 1`. */
export interface Operation {
  readonly step: number;
  readonly first: number;
  readonly count: number;
  /** A node that only comes after all of them; -1 until somebody needs it. */
  join: number;
}

/** Edges from all nodes to all nodes, beyond which they meet in one between. */
const FEW = 16;

/** A gate's first: all of the earlier launch. */
export const WHOLE = -1;

/** What a launch follows: its operations come before the graph's own, and slots begin with histories. */
export interface Before {
  readonly operations: readonly Operation[];
  readonly histories: ReadonlyMap<number, BlockHistory>;
}

export class GraphBuilder {
  readonly nodes: GraphNode[] = [];
  /** By node: nodes of what comes before that must be over; `WHOLE`: all. */
  readonly gates: number[][] = [];
  readonly operations: Operation[] = [];
  readonly #slots: readonly SlotForm[];
  readonly #donor: Blocks['donor'];
  readonly #histories: Map<number, BlockHistory>;
  readonly #outside: number;

  constructor(slots: readonly SlotForm[], donor: Blocks['donor'], before: Before = NOTHING) {
    this.#slots = slots;
    this.#donor = donor;
    this.#histories = new Map(before.histories);
    this.operations.push(...before.operations);
    this.#outside = before.operations.length;
  }

  /** Adds a step; returns the operation that ends it. */
  add(step: number, items: Items, uses: readonly Use[]): number {
    const { ranges, launch, finish } = items;
    const count = ranges.length;
    const waits = this.#waits(uses, false, launch);
    for (const { on, relation } of waits) if (this.#meet(on, relation, count)) this.#join(on);
    const first = this.nodes.length;
    const operation = this.operations.push({ step, first, count, join: -1 }) - 1;
    ranges.forEach(({ from, to }, item) => {
      this.#push({ step, from, to, finishes: count === 1 && !finish, item, items: count, after: [] });
    });
    for (let q = 0; q < count; q++) this.#connect(first + q, q, waits, count);
    if (finish) {
      this.operations.push({ step, first: first + count, count: 1, join: -1 });
      const after = Array.from({ length: count }, (_, p) => first + p);
      this.#push({ step, from: 0, to: 0, finishes: true, item: 0, items: 1, after });
      this.#connect(first + count, 0, this.#waits(uses, true, ONE_POINT), 1);
    }
    for (let n = first; n < this.nodes.length; n++) this.#reduce(n);
    this.#note(uses, operation, launch, finish);
    return this.operations.length - 1;
  }

  /** Who used the blocks of slots that have memory of their own, at the end. */
  histories(): Map<number, BlockHistory> {
    const found = new Map<number, BlockHistory>();
    for (const [slot, history] of this.#histories) if (this.#donor[slot] < 0) found.set(slot, history);
    for (const slot of this.#histories.keys()) {
      let owner = slot;
      while (this.#donor[owner] >= 0) owner = this.#donor[owner];
      if (owner !== slot && !this.#passedOn(slot)) found.set(owner, this.#historyOf(slot));
    }
    return found;
  }

  #passedOn(slot: number): boolean {
    return this.#donor.includes(slot);
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
    const { step, first, count } = operation;
    const after = Array.from({ length: count }, (_, p) => first + p);
    operation.join = this.#push({ step, from: 0, to: 0, finishes: false, item: 0, items: 1, after });
  }

  /** What the ranges wait for, or the end does on its own account. */
  #waits(uses: readonly Use[], atFinish: boolean, launch: Shape): Wait[] {
    const waits: Wait[] = [];
    for (const use of uses) {
      const writes = use.privilege !== 'read';
      // What the end reads, units have read before: ranges wait for it.
      if ((use.atFinish && writes) !== atFinish) continue;
      this.#historyOf(use.binding.slot).waits(this.#footprint(use, launch), writes, waits);
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

  #note(uses: readonly Use[], operation: number, launch: Shape, finish: boolean): void {
    for (const writes of [false, true]) {
      for (const use of uses) {
        if ((use.privilege !== 'read') !== writes) continue;
        const late = finish && use.atFinish;
        const op = late ? operation + 1 : operation;
        const span = this.#footprint(use, late ? ONE_POINT : launch);
        const history = this.#historyOf(use.binding.slot);
        if (writes) history.write(op, span);
        else history.read(op, span);
      }
    }
  }

  /** The history of the block that a slot has: its own, or one that it took over. */
  #historyOf(slot: number): BlockHistory {
    let history = this.#histories.get(slot);
    if (history === undefined) {
      const { view, dtype } = this.#slots[slot];
      const donor = this.#donor[slot];
      history =
        donor < 0 ? new BlockHistory(relations, view.shape, dtype.size) : this.#historyOf(donor).as(view.shape, dtype.size);
      this.#histories.set(slot, history);
    }
    return history;
  }

  #footprint({ binding, tiles }: Use, launch: Shape): Footprint {
    const root = this.#slots[binding.slot];
    const sub = subPartition(binding.view, sizeOf(launch) === 1 ? none : tiles);
    const key = `${sub.id};${launch.join()};${root.view.id}`;
    let found = footprints.get(key);
    if (found === undefined) {
      if (footprints.size >= MANY) footprints.clear();
      footprints.set(key, (found = makeFootprint(sub, placementOf(launch), root.view.shape)));
    }
    return found;
  }
}

/** Points without places: one memory has all of them. */
function placementOf(launch: Shape): Placement {
  const key = launch.join();
  let found = placements.get(key);
  if (found === undefined) {
    if (placements.size >= MANY) placements.clear();
    placements.set(key, (found = together(launch, 0)));
  }
  return found;
}
