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
import { type Footprint, makeFootprint, type Placement, Relations } from '../../dependence/index.js';
import { none, subPartition } from '../../partition/index.js';
import { ONE_POINT, type Shape, sizeOf } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Template } from '../template.js';
import type { Blocks } from './blocks.js';
import { BlockHistory, type Wait } from './history.js';
import { type Items, itemsOf, type Use, usesOf } from './items.js';

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

const noBounds = (): null => null;
/** Shared by all programs: spans and what is known of them. */
const relations = new Relations();
const placements = new Map<string, Placement>();
const footprints = new Map<string, Footprint>();
const MANY = 10_000;

/** Makes the graph. `most`: ranges of a step that is not cut by a partition. */
export function graphOf(
  templates: readonly Template[],
  tasks: readonly Task[],
  slots: readonly Root[],
  blocks: Blocks,
  most: number,
): GraphNode[] {
  const graph = new GraphBuilder(slots, blocks);
  templates.forEach((template, i) => {
    const items = itemsOf(template, most);
    graph.add(i, items, usesOf(template.step, items, tasks));
  });
  return graph.nodes;
}

/** The ranges of a step, or its end: nodes `first` to `first + count - 1`. */
interface Operation {
  readonly step: number;
  readonly first: number;
  readonly count: number;
  /** A node that only comes after all of them; -1 until somebody needs it. */
  join: number;
}

/** Edges from all nodes to all nodes, beyond which they meet in one between. */
const FEW = 16;

class GraphBuilder {
  readonly nodes: GraphNode[] = [];
  readonly #operations: Operation[] = [];
  readonly #slots: readonly Root[];
  readonly #blocks: Blocks;
  readonly #histories = new Map<number, BlockHistory>();

  constructor(slots: readonly Root[], blocks: Blocks) {
    this.#slots = slots;
    this.#blocks = blocks;
  }

  add(step: number, items: Items, uses: readonly Use[]): void {
    const { ranges, launch, finish } = items;
    const count = ranges.length;
    const waits = this.#waits(uses, false, launch);
    for (const { on, relation } of waits) if (this.#meet(on, relation, count)) this.#join(this.#operations[on]);
    const first = this.nodes.length;
    const operation = this.#operations.push({ step, first, count, join: -1 }) - 1;
    ranges.forEach(({ from, to }, item) => {
      this.nodes.push({ step, from, to, finishes: count === 1 && !finish, item, items: count, after: [] });
    });
    for (let q = 0; q < count; q++) this.#connect(first + q, q, waits, count);
    if (finish) {
      this.#operations.push({ step, first: first + count, count: 1, join: -1 });
      const after = Array.from({ length: count }, (_, p) => first + p);
      this.nodes.push({ step, from: 0, to: 0, finishes: true, item: 0, items: 1, after });
      this.#connect(first + count, 0, this.#waits(uses, true, ONE_POINT), 1);
    }
    for (let n = first; n < this.nodes.length; n++) this.#reduce(n);
    this.#note(uses, operation, launch, finish);
  }

  /** Do all of `count` nodes wait for all of an operation's, and is that many edges? */
  #meet(on: number, relation: Wait['relation'], count: number): boolean {
    return relation.kind === 'all' && this.#operations[on].count * count > FEW;
  }

  #join(operation: Operation): void {
    if (operation.join >= 0) return;
    const { step, first, count } = operation;
    const after = Array.from({ length: count }, (_, p) => first + p);
    operation.join = this.nodes.push({ step, from: 0, to: 0, finishes: false, item: 0, items: 1, after }) - 1;
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
    const { after } = this.nodes[node];
    const add = (n: number): void => {
      if (!after.includes(n)) after.push(n);
    };
    for (const { on, relation } of waits) {
      const { first, join } = this.#operations[on];
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
      const donor = this.#blocks.donor[slot];
      const before = donor < 0 ? null : this.#historyOf(donor);
      const alike = before !== null && before.itemSize === dtype.size && before.shape === view.shape;
      history = alike ? before : new BlockHistory(relations, view.shape, dtype.size, before);
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
      footprints.set(key, (found = makeFootprint(sub, placementOf(launch), root.view.shape, noBounds)));
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
    placements.set(key, (found = { id: placements.size, launch, memoryOf: new Int32Array(sizeOf(launch)) }));
  }
  return found;
}
