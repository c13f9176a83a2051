/** Makes launches over separate memories: each is put on the window's list and written from there, and the spy is told of it. */
import { OutOfMemoryError } from '../../base/index.js';
import type { Instance } from '../../dependence/index.js';
import { onQueue } from '../../device/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Window } from '../issue/index.js';
import type { Launched } from '../launch/index.js';
import type { Block } from '../memory/index.js';
import type { Told } from '../replay/index.js';
import { tellLaunch } from '../replay/index.js';
import type { Engine, Engines } from './engines.js';
import { type Holdings, noteInstance } from './holdings.js';
import type { ListedLaunch } from './listed-launch.js';
import { countTraffic, Recording, type Traffic } from './recording.js';

const NOTHING: readonly number[] = [];

export class Launches {
  readonly #engines: Engines;
  readonly #holdings: Holdings;
  readonly #spy: SpyWriter | null;
  readonly traffic: Traffic = { copies: 0, bytes: 0, folds: 0 };
  #list: Recording | null = null;

  constructor(engines: Engines, holdings: Holdings, spy: SpyWriter | null) {
    this.#engines = engines;
    this.#holdings = holdings;
    this.#spy = spy;
  }

  /** The list of the window that is being carried out, or of the host's access. */
  get list(): Recording {
    return (this.#list ??= new Recording(this.#engines.last));
  }

  /** A list begins; null: one that is not kept. */
  begin(list: Recording | null): void {
    this.#list = list;
  }

  /**
   * Launches the last entry of the list, behind launch `wait` of its memory's queue; returns its number there. Throws `OutOfMemoryError`.
   */
  run(launch: ListedLaunch, wait: number, window: Window | null = null): number {
    const { instances } = this.list;
    const { uses, told, memory } = launch;
    const engine = this.#engines.of(memory);
    const { number, writer, queue } = engine;
    for (const { block } of uses) wait = Math.max(wait, instances[block].ready);
    const scratch = this.#scratchOf(launch, engine);
    let follows = NOTHING;
    for (const { block, writes } of uses) {
      if (instances[block].foreign === null) continue;
      queue.room(launch.record.length);
      follows = [...follows, ...this.#engines.followUses(engine, instances[block], writes)];
    }
    const launched = writer.write(launch, instances, scratch, wait, window);
    if (number === 0) this.tell(told, { ...launched, follows });
    else this.tell(told, { ...launched, launch: onQueue(number, launched.launch), wait: 0, follows });
    for (const { block, writes } of uses) noteInstance(instances[block], launched.launch, writes);
    countTraffic(this.traffic, [launch], instances);
    return launched.launch;
  }

  /**
   * Runs a function while memory for a launch's scratch is kept free, so that arrays that are given memory meanwhile leave room for it. Throws
   * `OutOfMemoryError`.
   */
  keepingRoom<T>(form: Pick<ListedLaunch, 'scratch'>, engine: Engine, then: () => T): T {
    const kept = this.#scratchOf(form, engine);
    try {
      return then();
    } finally {
      for (const { address, bytes, ready } of kept) engine.pool.give(address, bytes, ready);
    }
  }

  /** A launch's own scratch memory; arrays are evicted where there is too little. Throws `OutOfMemoryError`. */
  #scratchOf(form: Pick<ListedLaunch, 'scratch'>, { number, writer, link }: Engine): readonly Block[] {
    for (;;) {
      try {
        return writer.take(form);
      } catch (error) {
        const bytes = form.scratch.reduce((sum, part) => sum + part.bytes, 0);
        if (!(error instanceof OutOfMemoryError) || link === null || !this.#holdings.evict(this.#engines.memoryOf(number), bytes))
          throw error;
      }
    }
  }

  /** Waits, on this thread, for launches of other queues than its memory's that use an instance, or that write it. */
  await(instance: Instance, writes: boolean): void {
    if (instance.foreign === null) return;
    this.#engines.awaitUses(instance, writes);
    this.#engines.tellComplete(this.#spy);
  }

  /** Counts traffic of replayed launches. */
  count({ copies, bytes, folds }: Traffic): void {
    this.traffic.copies += copies;
    this.traffic.bytes += bytes;
    this.traffic.folds += folds;
  }

  /** Tells the spy of a launch, or of a body that the host runs. */
  tell(told: Told, launched: Launched & { readonly follows?: readonly number[] }): void {
    if (this.#spy === null) return;
    const { slots, instances } = this.list;
    tellLaunch(this.#spy, told, launched, slots, (block) => instances[block]?.id ?? -1);
  }
}
