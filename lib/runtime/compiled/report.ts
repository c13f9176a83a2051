/**
 * Tells the spy of programs: a graph once, with what each node computes; each launch of it with what it waits for, point by
 * point where it follows another; and its steps one by one, as they use memory.
 */
import { pointAt } from '../../dependence/index.js';
import type { Plan, Step } from '../../fusion/index.js';
import { BLOCK, structureOf, unitsOf } from '../../ir/index.js';
import type { ProgramSource } from '../../native/index.js';
import { rectOf } from '../../partition/index.js';
import { sizeOf } from '../../shape/index.js';
import type { LogBox, LogNode, SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import { noteUse } from '../memory.js';
import type { Lowered, GraphNode as Node } from '../replay/index.js';
import { type Blocks, transfer } from './blocks.js';

/** A program, as the log sees it. */
interface Reported {
  readonly plan: Plan;
  readonly lowered: Lowered;
}

/** A launch of a program: its first number, what it waits for, its scratch memory, what it follows. */
export interface LaunchFacts {
  readonly first: number;
  readonly wait: number;
  readonly scratch: number;
  readonly gates: Int32Array | null;
}

/** Of the device's rows of nodes. */
export const NODE_SLOTS = 6;
export const PROCESSOR = 1;
/** Of its rows of steps. */
const STEP_SLOTS = 2;
const UNITS = 1;

export class Report {
  readonly #spy: SpyWriter;
  readonly #graphs = new WeakMap<Reported, number>();
  readonly #links = new WeakMap<Int32Array, number>();
  #count = 0;

  constructor(spy: SpyWriter) {
    this.#spy = spy;
  }

  /** Also passes blocks on, each at its step. */
  launches(replay: Reported, { transfers }: Blocks, slots: readonly Root[], launch: LaunchFacts): void {
    const { first, wait, scratch } = launch;
    const { steps } = replay.plan;
    this.#spy.replay({ graph: this.#graphOf(replay), launch: first, wait, link: this.#linkOf(launch.gates) });
    const lastUse = new Map<number, number>();
    steps.forEach((step, i) => {
      for (const { from, to, step: at } of transfers) if (at === i) this.#pass(slots[from], slots[to], lastUse);
      for (const slot of [...step.reads, ...step.writes]) lastUse.set(slots[slot].address, first + i);
      const partials = replay.lowered.own[i].map(({ offset, bytes }) => ({ address: scratch + offset, bytes }));
      this.#spy.launch(slots, { ...step, launch: first + i, wait }, partials);
    });
  }

  #pass(from: Root, to: Root, users: ReadonlyMap<number, number>): void {
    this.#spy.release(from);
    const { lastUse } = to;
    to.lastUse = users.get(from.address) ?? from.lastUse;
    transfer(from, to);
    this.#spy.allocate(to, to.reserved);
    to.lastUse = lastUse;
    noteUse(to, lastUse);
  }

  #graphOf(replay: Reported): number {
    const known = this.#graphs.get(replay);
    if (known !== undefined) return known;
    const id = ++this.#count;
    this.#graphs.set(replay, id);
    const { graph, source } = replay.lowered;
    const { steps } = replay.plan;
    const nodes = graph?.nodes.map((node, n) => nodeOf(node, steps[node.launch], source, n)) ?? null;
    const sizes = steps.map((step, i) => indexAt(step, source.steps[i * STEP_SLOTS + UNITS]));
    this.#spy.graph({ graph: id, sizes, nodes, edges: pairs(source.edges) });
    return id;
  }

  /** 0 for none. */
  #linkOf(gates: Int32Array | null): number {
    if (gates === null) return 0;
    let id = this.#links.get(gates);
    if (id === undefined) {
      id = ++this.#count;
      this.#links.set(gates, id);
      this.#spy.link(id, pairs(gates));
    }
    return id;
  }
}

/** Edges or gates as they are compiled, two by two. */
export function pairs(flat: Int32Array): [number, number][] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}

/** A node with its indices of the step's domain; units where the body is no kernel. */
function nodeOf({ from, to, finishes, launch, item, items }: Node, of: Step, { nodes }: ProgramSource, n: number): LogNode {
  const processor = nodes[n * NODE_SLOTS + PROCESSOR];
  const boxes = of.parts !== null && items > 1 && to > from ? boxesOf(of, of.parts, item) : [];
  return { step: launch, processor, from: indexAt(of, from), to: indexAt(of, to), finishes, boxes };
}

/** The row-major index at which a unit begins. */
function indexAt({ kernel, domain }: Step, unit: number): number {
  if (kernel === null) return unit;
  const { inner, rowsPerUnit, strips } = unitsOf(domain, kernel.rowRank, structureOf(kernel));
  const index =
    strips > 1 ? Math.floor(unit / strips) * inner + Math.min((unit % strips) * BLOCK, inner) : unit * rowsPerUnit * inner;
  return Math.min(index, sizeOf(domain));
}

/** What a point of an opaque task uses of each argument; null for all. */
function boxesOf({ launch, bindings }: Step, parts: readonly Step['tiles'][], item: number): (LogBox | null)[] {
  return bindings.map(({ view }, k) => {
    const part = parts[k];
    if (part.kind === 'none' || part.kind === 'image') return null;
    const { low, high } = rectOf(part, pointAt(item, launch), view.shape);
    return { low, high };
  });
}
