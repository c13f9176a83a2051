/**
 * The launches of the executor that follow launches of other queues. Those may be run by the thread that issues (`played/`), or need it
 * (their device is told of launches by messages): so before that thread blocks for a launch of the executor, it waits for the launches of
 * other queues that are followed up to there.
 */
import type { Executor } from '../../native/index.js';
import type { Expected } from '../contract.js';
import { onQueue } from '../launch-numbers.js';
import type { ForeignQueue } from '../machine.js';

/** A launch of the executor, and the launch of a queue that is over before it is complete. */
interface Follow {
  readonly launch: number;
  readonly queue: ForeignQueue;
  readonly followed: number;
}

/** Launches behind the first that may be held back: the executor's ring holds twice as many. */
const FAR = 1024;
/** Replays behind it: a program takes the arguments of a few launches before they begin. */
const REPLAYS = 2;

export class Follows {
  readonly #executor: Pick<Executor, 'follow' | 'reached'>;
  /** By launch, ascending. */
  #open: Follow[] = [];
  #replays = 0;

  constructor(executor: Pick<Executor, 'follow' | 'reached'>) {
    this.#executor = executor;
  }

  /** Launch `launch`, at `position` of the next submit, follows one of a queue. */
  note(launch: number, position: number, queue: ForeignQueue, followed: number): void {
    this.#forget();
    // Before the executor knows of it: an interruption leaves a wait too many, and no launch that is held back for ever.
    this.#open.push({ launch, queue, followed });
    if (!this.#executor.follow(position, onQueue(queue.number, followed))) queue.device.wait(followed);
    else if (followed <= queue.device.completed()) this.reached(queue.number, followed);
  }

  /**
   * Launches of the next replay, whose first is `first`, have arrivals. Before the executor knows of it, as in `note`. Its launches up to one of
   * the `releases` are complete together: the first of them waits for all that these wait for.
   */
  expect(first: number, expected: readonly Expected[], releases: Int32Array): void {
    for (let i = 0, part = 0, begin = 0; i < expected.length; i++) {
      const { step, queue, launch } = expected[i];
      while (part < releases.length && releases[part] < step) begin = releases[part++] + 1;
      this.#open.push({ launch: first + begin, queue, followed: launch });
    }
  }

  /**
   * Behind an interruption: a launch that is followed may not have been submitted, and never is. Its queue goes on behind it, so that nothing
   * waits for it.
   */
  recover(): void {
    for (const { queue, followed } of this.#open) if (followed > queue.device.completed()) queue.device.recover(followed);
    this.#forget();
  }

  /**
   * Launches of a queue, up to this one, are complete. The executor is told where it has a launch that follows one of these, which nothing holds
   * back any more: it wakes its threads then.
   */
  reached(queue: number, launch: number): void {
    const isOver = (follow: Follow): boolean => follow.queue.number === queue && follow.followed <= launch;
    if (!this.#open.some(isOver)) return;
    // Told first: an interruption leaves a launch too many on the list.
    this.#executor.reached(onQueue(queue, launch));
    this.#open = this.#open.filter((follow) => !isOver(follow));
    if (this.#open.length === 0) this.#replays = 0;
  }

  /** Forgets launches that nothing holds back any more: a queue may have been interrupted before it told. */
  #forget(): void {
    for (const { queue, followed } of [...this.#open]) {
      const completed = queue.device.completed();
      if (followed <= completed) this.reached(queue.number, completed);
    }
  }

  /** Waits for the launches that launches up to `n` follow. */
  drive(n: number): void {
    while (this.#open.length > 0 && this.#open[0].launch <= n) {
      const [{ queue, followed }] = this.#open;
      if (followed > queue.device.completed()) queue.device.wait(followed);
      this.#forget();
    }
  }

  /** Whether a launch up to `n` is held back. */
  holdBack(n: number): boolean {
    if (this.#open.length === 0) return false;
    this.#forget();
    return this.#open.length > 0 && this.#open[0].launch <= n;
  }

  /** Calls back when no launch up to `n` is held back. */
  notify(n: number, done: () => void): void {
    if (!this.holdBack(n)) done();
    else this.#open[0].queue.device.notify(this.#open[0].followed, () => this.notify(n, done));
  }

  /** Launches up to `last` are about to be submitted: they need room. */
  makeRoom(last: number): void {
    if (this.#open.length > 0 && last - this.#open[0].launch > FAR) this.drive(last);
  }

  /** A replay is about to be submitted, its last launch `last`. */
  replays(last: number): void {
    if (this.#open.length > 0 && ++this.#replays > REPLAYS) this.drive(last);
  }
}
