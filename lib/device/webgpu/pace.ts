/**
 * The pace at which the owner of a GPU asks its driver for progress. Dawn asks at every turn of the event loop while anything is pending, which takes
 * a core from the host's threads, or from a driver that is a program. So the loop sleeps between turns: until shortly before the time that work took
 * lately, then for a part of that time, so that the end is seen soon, and behind it for a share of the time that nothing has happened. Brief work is
 * awaited without a sleep. A message of the launching thread ends a sleep.
 *
 *     work took 8 ms lately     awake for 0.2 ms    asleep to 6 ms    in steps of 0.5 ms to 9.4 ms    in steps of an eighth
 *     work took 0.3 ms          awake for 0.7 ms                                                      in steps of an eighth
 */
import type { Control } from './control.js';

/** The share of the time without an event that a turn sleeps: an awaited event comes later by that share at most. */
const SHARE = 1 / 8;
/** Shares of the expected time between which it sleeps for a smaller share of that at most, and milliseconds behind them. */
const EARLY = 3 / 4;
const LATE = 9 / 8;
const FINE = 1 / 16;
/** Milliseconds that it stays awake at the beginning of work that is expected to take little longer, and behind the expected end. */
const AWAKE = 0.4;
/** Milliseconds that it stays awake at the beginning of any work: among long work may be a read. */
const BRIEF = 0.2;
/** Milliseconds that a turn sleeps at most, and below which none does; and how much longer a sleep takes than was asked for. */
const MOST = 1;
const LEAST = 0.05;
const LATER = 0.06;
/** Milliseconds to the expected end from which on it sleeps: brief work comes too late for want of a processor otherwise. */
const WORTH = 0.5;
/** The share of the difference by which the expected time grows when work took longer. It falls to the shortest at once. */
const GROWTH = 1 / 4;

export class Pace {
  readonly #control: Pick<Control, 'sleep'>;
  readonly #now: () => number;
  #isRunning = false;
  /** When work began, and how long it is expected to take. */
  #began = 0;
  #expected = 0;
  /** When it was seen last that work is not over. */
  #looked = 0;
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
    this.#began = this.#looked = this.#now();
    setImmediate(this.#turn);
  }

  /** No work is under way. */
  stop(): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    // It may have been over for all of a sleep: it was not when the loop looked last.
    const took = this.#looked - this.#began;
    this.#expected = took < this.#expected ? took : this.#expected + (took - this.#expected) * GROWTH;
  }

  #turn = (): void => {
    if (!this.#isRunning) return;
    const pause = this.#pause();
    if (pause >= LEAST) this.#control.sleep(this.#received, Math.min(MOST, pause));
    setImmediate(this.#turn);
  };

  /** Milliseconds to sleep now. */
  #pause(): number {
    const now = (this.#looked = this.#now());
    const worked = now - this.#began;
    const expected = this.#expected;
    const left = expected * EARLY - worked;
    if (worked < BRIEF) return 0;
    if (left >= WORTH) return left - LATER;
    if (worked < AWAKE) return 0;
    const quiet = (now - this.#since) * SHARE;
    return worked < expected * LATE + AWAKE ? Math.min(quiet, expected * FINE) : quiet;
  }
}
