/**
 * Tells the spy of a program's launches, one by one, as if they had been records: the log knows launches that wait for a
 * prefix of all launches, and a step comes after all that its graph makes it wait for.
 */
import type { Plan } from '../../fusion/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import { type Blocks, transfer } from './blocks.js';
import type { Lowered } from './lower.js';

/** A program, as the log sees it. */
interface Reported {
  readonly plan: Plan;
  /** Where the partial results of a step are in scratch memory. */
  partialsOf(step: number): Lowered['partials'][number];
}

export class Report {
  readonly #spy: SpyWriter;

  constructor(spy: SpyWriter) {
    this.#spy = spy;
  }

  /** Also passes blocks on, each at its step. */
  launches(replay: Reported, { transfers }: Blocks, slots: readonly Root[], first: number, wait: number, scratch: number): void {
    const { steps } = replay.plan;
    const users = new Map<number, { write: number; use: number }>();
    steps.forEach((step, i) => {
      for (const { from, to, step: at } of transfers) if (at === i) this.#pass(slots[from], slots[to], users);
      const launch = first + i;
      let after = wait;
      for (const slot of step.reads) after = Math.max(after, users.get(slots[slot].address)?.write ?? 0);
      for (const slot of step.writes) after = Math.max(after, users.get(slots[slot].address)?.use ?? 0);
      for (const slot of [...step.reads, ...step.writes]) {
        const { address } = slots[slot];
        const write = step.writes.includes(slot) ? launch : (users.get(address)?.write ?? 0);
        users.set(address, { write, use: launch });
      }
      const partials = replay.partialsOf(i).map(({ offset, bytes }) => ({ address: scratch + offset, bytes }));
      this.#spy.launch(slots, { ...step, launch, wait: after }, partials);
    });
  }

  #pass(from: Root, to: Root, users: ReadonlyMap<number, { use: number }>): void {
    this.#spy.release(from);
    const { lastUse } = to;
    to.lastUse = users.get(from.address)?.use ?? from.lastUse;
    transfer(from, to);
    this.#spy.allocate(to, to.reserved);
    to.lastUse = lastUse;
  }
}
