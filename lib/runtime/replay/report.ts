/**
 * Tells the spy of programs: a graph once, with the indices that each node computes; each replay of it with its waits, point by point where
 * it follows an earlier program; and its launches one by one, as they use memory.
 */
import { passingId, pointAt } from '../../dependence/index.js';
import type { Step } from '../../fusion/index.js';
import { BLOCK, structureOf, unitsOf } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import { rectOf } from '../../partition/index.js';
import { sizeOf } from '../../shape/index.js';
import type { LogBox, LogNode, SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import type { Window } from '../issue/index.js';
import { noteUse, transfer } from '../memory/index.js';
import type { LaunchForm } from './form.js';
import type { GraphNode } from './graph.js';
import type { Lowered } from './lower.js';
import { type ToldStep, tellLaunch } from './told.js';

/** A program, as the log sees it. */
interface Reported {
  readonly lowered: Lowered;
  /** By block: its place in the table of blocks. */
  readonly places: readonly number[];
}

/**
 * A launch of a program: its first number, the launch that it waits for, its scratch memory, its gates, launches of other queues that it
 * follows, and the ones that its launches, by number, wait for besides.
 */
interface LaunchFacts {
  readonly first: number;
  readonly wait: number;
  readonly block: { readonly address: number; readonly ready: number };
  readonly gates: Int32Array | null;
  readonly follows: readonly number[] | undefined;
  readonly arrivals: readonly { readonly launch: number; readonly followed: number }[];
}

/** A launch of a program that is told in pieces, for launches of other queues come between. */
interface Telling {
  readonly replay: Reported;
  readonly slots: readonly Root[];
  readonly ids: readonly number[];
  readonly facts: LaunchFacts;
  /** By address, the last launch so far that uses it. */
  readonly users: Map<number, number>;
  /** Launches that were told. */
  count: number;
}

/** Of the device's rows of nodes. */
const NODE_SLOTS = 6;
const PROCESSOR = 1;

export class Report {
  readonly #spy: SpyWriter;
  readonly #graphs = new WeakMap<Reported, number>();
  readonly #links = new WeakMap<Int32Array, number>();
  #count = 0;
  #telling: Telling | null = null;

  constructor(spy: SpyWriter) {
    this.#spy = spy;
  }

  /** Begins a launch of a program. */
  begin(replay: Reported, { slots }: Window, table: readonly { readonly id: number }[], facts: LaunchFacts): void {
    const { offsets } = replay.lowered;
    const { first, wait, block, gates } = facts;
    const ids = replay.places.map((at, b) => (offsets[b] < 0 ? table[at].id : passingId()));
    this.#instances(replay.lowered, ids, block);
    this.#spy.replay({ graph: this.#graphOf(replay), launch: first, wait, link: this.#linkOf(gates) });
    this.#telling = { replay, slots, ids, facts, users: new Map(), count: 0 };
  }

  /** Tells of its next launches; also passes the memory of roots on, each at its step. */
  launches(count: number): void {
    const telling = this.#telling;
    if (telling === null) return;
    const { replay, slots, ids, facts, users } = telling;
    const { form, own } = replay.lowered;
    const { first, wait, block, arrivals } = facts;
    for (const end = telling.count + count; telling.count < end; telling.count++) {
      const i = telling.count;
      const { told } = form.launches[i];
      const scratch = own[i].map(({ offset, bytes }) => ({ address: block.address + offset, bytes }));
      if (told.event === 'step') this.#handOn(told, first + i, slots, users);
      const awaited = arrivals.filter(({ launch }) => launch === i).map(({ followed }) => followed);
      const follows = awaited.length > 0 ? [...(facts.follows ?? []), ...awaited] : facts.follows;
      tellLaunch(this.#spy, told, { launch: first + i, wait, scratch, follows }, slots, (b) => ids[b]);
    }
    if (telling.count === form.launches.length) this.#end(telling);
  }

  #end({ replay, ids, facts: { first, block } }: Telling): void {
    const { form, offsets } = replay.lowered;
    this.#telling = null;
    const last = first + form.launches.length - 1;
    form.blocks.forEach(({ bytes }, b) => {
      if (offsets[b] < 0) return;
      const address = block.address + offsets[b];
      this.#spy.memories({ event: 'instanceFree', instance: ids[b], address, bytes, lastUse: last });
    });
  }

  /** Blocks in scratch memory. */
  #instances({ form, offsets }: Lowered, ids: readonly number[], { address, ready }: LaunchFacts['block']): void {
    form.blocks.forEach(({ bytes, scratch }, b) => {
      if (scratch === null) return;
      const { memory, rect } = scratch;
      this.#spy.memories({ event: 'instance', instance: ids[b], memory, ...rect, bytes, address: address + offsets[b], ready });
    });
  }

  #handOn({ step, passes }: ToldStep, launch: number, slots: readonly Root[], users: Map<number, number>): void {
    for (const { from, to } of passes) this.#pass(slots[from], slots[to], users);
    for (const slot of [...step.reads, ...step.writes]) users.set(slots[slot].address, launch);
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
    const { graph, source, form } = replay.lowered;
    const nodes = graph?.nodes.map((node, n) => {
      return nodeOf(node, form.launches[node.launch], source.nodes[n * NODE_SLOTS + PROCESSOR]);
    });
    const sizes = form.launches.map(({ told, record }) => {
      return told.event === 'step' ? indexAt(told.step, record[RECORD.UNITS]) : record[RECORD.UNITS];
    });
    this.#spy.graph({ graph: id, sizes, nodes: nodes ?? null, edges: pairs(source.edges) });
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
function pairs(flat: Int32Array): [number, number][] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}

function nodeOf(node: GraphNode, { told }: LaunchForm, processor: number): LogNode {
  if (told.event === 'step') return nodeOfStep(node, told, processor);
  const { launch, from, to, finishes } = node;
  return { step: launch, kind: told.event, processor, from, to, finishes, boxes: [] };
}

/** A node with its indices of the step's domain; units where the body is no kernel. */
function nodeOfStep({ from, to, finishes, launch, item, items }: GraphNode, { step }: ToldStep, processor: number): LogNode {
  const boxes = step.parts !== null && items > 1 && to > from ? boxesOf(step, step.parts, item) : [];
  return { step: launch, processor, from: indexAt(step, from), to: indexAt(step, to), finishes, boxes };
}

/** The row-major index at which a unit begins. */
function indexAt({ kernel, domain }: Step, unit: number): number {
  if (kernel === null) return unit;
  const { inner, rowsPerUnit, strips } = unitsOf(domain, kernel.rowRank, structureOf(kernel));
  const index =
    strips > 1 ? Math.floor(unit / strips) * inner + Math.min((unit % strips) * BLOCK, inner) : unit * rowsPerUnit * inner;
  return Math.min(index, sizeOf(domain));
}

/** The box of each argument that a point of an opaque task uses; null for all of it. */
function boxesOf({ launch, bindings }: Step, parts: readonly Step['tiles'][], item: number): (LogBox | null)[] {
  return bindings.map(({ view }, k) => {
    const part = parts[k];
    if (part.kind === 'none' || part.kind === 'image') return null;
    const { low, high } = rectOf(part, pointAt(item, launch), view.shape);
    return { low, high };
  });
}
