/**
 * The order of launches of several queues: for each launch, by queue, the last launch that is complete with all before it when it begins. A
 * launch of an accelerator's queue begins behind all before it in its queue; one of queue 0, the host's device's, behind the launch that it
 * waits for; both behind the launches of other queues that they follow, and behind all that the host knew to be complete.
 *
 *     launch 7 waits for 5, follows gpu0's 3     [5, gpu0:3]     and the clocks of launches 1 to 5 and of gpu0's 3
 */
import { queueOf } from './launches.js';

/** By queue. */
type Clock = readonly number[];

/** A launch, 0 for one by the host; the launch of queue 0 that it waits for. */
interface Begun {
  readonly launch: number;
  readonly wait: number;
  readonly follows?: readonly number[];
}

const NEVER: Clock = [];

export class Clocks {
  /** By launch, of any queue. */
  readonly #own = new Map<number, Clock>();
  /** By launch of queue 0: of all launches up to it. */
  readonly #prefixes: Clock[] = [NEVER];
  /** The launches that the host knows to be complete. */
  #host: Clock = NEVER;

  /** Launches of a queue up to this one are complete. */
  complete(launch: number): void {
    this.#host = join(this.#host, this.#upTo(launch));
  }

  begin({ launch, wait, follows = [] }: Begun): void {
    let clock = join(this.#host, this.#upTo(wait));
    for (const other of follows) clock = join(clock, this.#upTo(other));
    if (launch === 0) this.#host = clock;
    else if (queueOf(launch) > 0) this.#own.set(launch, join(clock, this.#upTo(launch - 1)));
    else {
      this.#own.set(launch, clock);
      this.#prefixes[launch] = join(clock, this.#prefixes[launch - 1] ?? NEVER);
    }
  }

  /** The clock of a moment at which a launch and all before it in its queue are complete. */
  #upTo(launch: number): Clock {
    if (launch === 0) return NEVER;
    const queue = queueOf(launch);
    const known = queue === 0 ? this.#prefixes[launch] : this.#own.get(launch);
    const clock = [...(known ?? NEVER)];
    while (clock.length <= queue) clock.push(0);
    clock[queue] = Math.max(clock[queue], launch);
    return clock;
  }

  /** Whether a launch is over when a later one begins, or before the host goes on (0). */
  leads(earlier: number, later: number): boolean {
    const clock = later === 0 ? this.#host : this.#own.get(later);
    return (clock?.[queueOf(earlier)] ?? 0) >= earlier;
  }
}

function join(a: Clock, b: Clock): Clock {
  if (b.length === 0 || a === b) return a;
  return Array.from({ length: Math.max(a.length, b.length) }, (_, q) => Math.max(a[q] ?? 0, b[q] ?? 0));
}
