/**
 * The pace at which the owner of a GPU asks its driver for progress. Dawn asks at every turn of the event loop while anything is pending, which takes
 * a core from the host's threads, or from a driver that is a program. So the loop sleeps between turns, for a share of the time that nothing
 * has happened; a message of the launching thread wakes it.
 *
 *     nothing happened for    0.1 ms    1 ms      10 ms
 *     sleep of a turn         none      0.12 ms   1 ms
 */
import type { Control } from './control.js';

/** The share of the time without an event that a turn sleeps: an awaited event comes later by that share at most. */
const SHARE = 1 / 8;
/** Milliseconds that a turn sleeps at most, and below which none does: a sleep takes some 0.06 ms more than was asked for. */
const MOST = 1;
const LEAST = 0.05;

export class Pace {
  readonly #control: Pick<Control, 'sleep'>;
  readonly #now: () => number;
  #isRunning = false;
  /** When something happened last. */
  #since = 0;
  #received = 0;

  /** `now`: milliseconds of a clock. */
  constructor(control: Pick<Control, 'sleep'>, now = (): number => performance.now()) {
    this.#control = control;
    this.#now = now;
  }

  /** A message came. */
  received(): void {
    this.#received = (this.#received + 1) | 0;
    this.progress();
  }

  /** Something happened: work began, or went on. */
  progress(): void {
    this.#since = this.#now();
  }

  /** Work is under way from here on. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(this.#turn);
  }

  /** No work is under way. */
  stop(): void {
    this.#isRunning = false;
  }

  #turn = (): void => {
    if (!this.#isRunning) return;
    const pause = Math.min(MOST, (this.#now() - this.#since) * SHARE);
    if (pause >= LEAST) this.#control.sleep(this.#received, pause);
    setImmediate(this.#turn);
  };
}
