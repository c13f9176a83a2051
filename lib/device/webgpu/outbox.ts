/**
 * Messages of launches to the owner of a GPU, in order. A launch that follows launches of other queues is held back here, with all behind it,
 * until these are complete: the thread that issues goes on, and sends it when its event loop turns, when it asks for the queue's progress, or
 * before it waits for the launch.
 */
import type { ForeignQueue } from '../machine.js';

/** A launch of another queue. */
interface Followed {
  readonly queue: ForeignQueue;
  readonly launch: number;
}

/** Launches that are held back, the first and the last of them, and how they are sent; the last is before the first of a message that is none. */
interface Held {
  readonly follows: readonly Followed[];
  readonly first: number;
  readonly last: number;
  readonly send: () => void;
}

const NOTHING: readonly Followed[] = [];

export class Outbox {
  /** The oldest first. */
  #held: Held[] = [];
  /** The launches that the next one follows. */
  #follows = NOTHING;
  /** The entry that is being sent: the first. */
  #sending: Held | null = null;
  #isDriven = false;
  #isListening = false;

  follow(queue: ForeignQueue, launch: number): void {
    if (launch > queue.device.completed()) this.#follows = [...this.#follows, { queue, launch }];
  }

  /** Bytes for the next launch: as they are now, or, where it follows launches, as they are when it is sent. */
  takes(bytes: Uint8Array): Uint8Array {
    return this.#follows.length === 0 && this.#held.length > 0 ? bytes.slice() : bytes;
  }

  /** Sends launches, now or when nothing holds them back any more. */
  add(first: number, last: number, send: () => void): void {
    const follows = this.#follows;
    this.#follows = NOTHING;
    if (follows.length === 0 && this.#held.length === 0) send();
    else {
      this.#held.push({ follows, first, last, send });
      this.goOn();
      if (!this.#isListening) this.#listen();
    }
  }

  /** Sends a message that is no launch behind the launches so far. */
  behind(send: () => void): void {
    const before = this.#held.at(-1);
    if (before === undefined) send();
    else this.#held.push({ follows: NOTHING, first: before.first, last: before.first - 1, send });
  }

  /** Sends the launches that nothing holds back any more. */
  goOn(): void {
    if (this.#held.length === 0 || this.#isDriven) return;
    this.#isDriven = true;
    try {
      while (this.#held.length > 0 && isReady(this.#held[0])) this.#send();
    } finally {
      this.#isDriven = false;
    }
  }

  /** Waits for the launches that launches up to `n` follow, and sends these. */
  drive(n: number): void {
    while (this.#held.length > 0 && this.#held[0].first <= n) {
      const [entry] = this.#held;
      for (const { queue, launch } of entry.follows) if (launch > queue.device.completed()) queue.device.wait(launch);
      // The other queue may have asked for the progress of this one.
      if (this.#held[0] === entry) this.#send();
    }
  }

  #send(): void {
    const [entry] = this.#held;
    if (entry === undefined) return;
    this.#sending = entry;
    entry.send();
    this.#held.shift();
    this.#sending = null;
  }

  /** Goes on when a launch that the oldest entry follows is complete. */
  #listen(): void {
    const open = this.#held[0]?.follows.find(({ queue, launch }) => launch > queue.device.completed());
    this.#isListening = open !== undefined;
    open?.queue.device.notify(open.launch, () => {
      this.goOn();
      this.#listen();
    });
  }

  /** Behind an interruption: an entry that was being sent may be lost. Gives its launches. */
  recover(): { readonly first: number; readonly last: number } | null {
    const lost = this.#sending;
    this.#sending = null;
    this.#isDriven = this.#isListening = false;
    this.#follows = NOTHING;
    if (lost !== null) this.#held = this.#held.filter((entry) => entry !== lost);
    return lost;
  }

  /** The owner is gone: nothing is sent any more. */
  forget(): void {
    this.#held = [];
    this.#follows = NOTHING;
  }
}

function isReady({ follows }: Held): boolean {
  return follows.every(({ queue, launch }) => launch <= queue.device.completed());
}
