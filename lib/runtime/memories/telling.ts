/**
 * Tells the spy of traces: the graph once, with points, copies and folds as its nodes; each time that it is carried out, its
 * launches one by one, with the instances that they use this time. Their order among each other is the graph's alone.
 */
import type { Instance } from '../../dependence/index.js';
import { RECORD } from '../../native/index.js';
import type { LogNode, SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import { NODE_SLOTS, PROCESSOR, pairs } from '../compiled/report.js';
import type { Lowered } from '../replay/index.js';
import type { Captured } from './captured.js';

/** A trace, as the log sees it. */
interface Told {
  readonly launches: readonly Captured[];
  readonly lowered: Lowered;
}

/** Its first and last launches, what all of them wait for, its scratch memory, what it waits for of the one before. */
export interface ReplayFacts {
  readonly first: number;
  readonly last: number;
  readonly wait: number;
  readonly block: { readonly address: number; readonly ready: number };
  readonly gates: Int32Array | null;
}

export class Telling {
  readonly #spy: SpyWriter;
  /** Numbers for scratch memory that the log knows as instances. */
  readonly #nextScratch: () => number;
  readonly #graphs = new WeakMap<Told, number>();
  readonly #links = new WeakMap<Int32Array, number>();
  #count = 0;

  constructor(spy: SpyWriter, nextScratch: () => number) {
    this.#spy = spy;
    this.#nextScratch = nextScratch;
  }

  /** `table`: instances by place; those that are scratch memory are given a number here. */
  replay(
    trace: Told,
    { first, last, wait, block, gates }: ReplayFacts,
    slots: readonly Root[],
    table: readonly Instance[],
  ): void {
    const { offsets, own } = trace.lowered;
    const scratch = block.address;
    const ids = table.map(({ id }, place) => (offsets[place] < 0 ? id : this.#nextScratch()));
    const inScratch = table.flatMap(({ memory, rect, bytes }, place) =>
      offsets[place] < 0 ? [] : [{ instance: ids[place], memory, rect, bytes, address: scratch + offsets[place] }],
    );
    for (const { rect, ...instance } of inScratch)
      this.#spy.memories({ event: 'instance', ...instance, ...rect, ready: block.ready });
    this.#spy.replay({ graph: this.#graphOf(trace), launch: first, wait, link: this.#linkOf(gates) });
    trace.launches.forEach((launch, i) => {
      const blocks = own[i].map(({ offset, bytes }): [number, number] => [scratch + offset, bytes]);
      this.#launch(launch, { launch: first + i, wait }, slots, ids, blocks);
    });
    for (const { instance, address, bytes } of inScratch)
      this.#spy.memories({ event: 'instanceFree', instance, address, bytes, lastUse: last });
  }

  #launch(
    { told }: Captured,
    place: { launch: number; wait: number },
    slots: readonly Root[],
    ids: readonly number[],
    scratch: readonly [number, number][],
  ): void {
    switch (told.event) {
      case 'copy':
        this.#spy.memories({
          ...place,
          event: 'copy',
          from: ids[told.from],
          to: ids[told.to],
          low: told.rect.low,
          high: told.rect.high,
        });
        return;
      case 'fold': {
        const { slot, from, into, ...view } = told;
        this.#spy.memories({ ...view, ...place, root: slots[slot].id, from: ids[from], into: ids[into] });
        return;
      }
      case 'point': {
        const { tasks, from, to } = told;
        const uses = told.uses.map(({ slot, place: at, ...use }) => ({ root: slots[slot].id, instance: ids[at], ...use }));
        this.#spy.point({ ...place, tasks, from, to, uses, scratch });
      }
    }
  }

  /** 0 for none. */
  #linkOf(gates: Int32Array | null): number {
    if (gates === null) return 0;
    let id = this.#links.get(gates);
    if (id === undefined) {
      this.#links.set(gates, (id = ++this.#count));
      this.#spy.link(id, pairs(gates));
    }
    return id;
  }

  #graphOf(trace: Told): number {
    const known = this.#graphs.get(trace);
    if (known !== undefined) return known;
    const id = ++this.#count;
    this.#graphs.set(trace, id);
    const { graph, source } = trace.lowered;
    const told = (graph?.nodes ?? []).map(({ launch, from, to, finishes }, n): LogNode => {
      const processor = source.nodes[n * NODE_SLOTS + PROCESSOR];
      return { step: launch, kind: trace.launches[launch].told.event, processor, from, to, finishes, boxes: [] };
    });
    const sizes = trace.launches.map(({ record }) => record[RECORD.UNITS]);
    this.#spy.graph({ graph: id, sizes, nodes: graph === null ? null : told, edges: pairs(source.edges) });
    return id;
  }
}
