/** Makes launches over separate memories: each is put on the window's list and written from there, and the spy is told of it. */
import { onQueue } from '../../device/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Window } from '../issue/index.js';
import type { Launched } from '../launch/index.js';
import type { Told } from '../replay/index.js';
import { tellLaunch } from '../replay/index.js';
import type { Engines } from './engines.js';
import { noteInstance } from './holdings.js';
import type { ListedLaunch } from './listed-launch.js';
import { countTraffic, Recording, type Traffic } from './recording.js';

export class Launches {
  readonly #engines: Engines;
  readonly #spy: SpyWriter | null;
  readonly traffic: Traffic = { copies: 0, bytes: 0, folds: 0 };
  #list: Recording | null = null;

  constructor(engines: Engines, spy: SpyWriter | null) {
    this.#engines = engines;
    this.#spy = spy;
  }

  /** The list of the window that is being carried out, or of the host's access. */
  get list(): Recording {
    return (this.#list ??= new Recording(this.#engines.host.queue.last));
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
    const { number, writer } = this.#engines.of(memory);
    if (number > 0) this.list.leavesQueue();
    for (const { block } of uses) wait = Math.max(wait, instances[block].ready);
    const launched = writer.write(launch, instances, writer.take(launch), wait, window);
    this.tell(told, number === 0 ? launched : { ...launched, launch: onQueue(number, launched.launch), wait: 0 });
    for (const { block, writes } of uses) noteInstance(instances[block], launched.launch, writes);
    countTraffic(this.traffic, [launch], instances);
    return launched.launch;
  }

  /** Counts traffic of replayed launches. */
  count({ copies, bytes, folds }: Traffic): void {
    this.traffic.copies += copies;
    this.traffic.bytes += bytes;
    this.traffic.folds += folds;
  }

  /** Tells the spy of a launch, or of a body that the host runs. */
  tell(told: Told, launched: Launched): void {
    if (this.#spy === null) return;
    const { slots, instances } = this.list;
    tellLaunch(this.#spy, told, launched, slots, (block) => instances[block]?.id ?? -1);
  }
}
