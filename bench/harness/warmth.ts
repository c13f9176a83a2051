/**
 * When a side counts as warm: its runs get no faster, and none of the runs that say so is far slower than the fastest. A process that plans
 * or compiles behind its first run is slower then than in that run:
 *
 *     first 129   240 218 409 196   37 42 55 …  5.1 5.0 5.2 5.1 5.1     ms; warm here, and not behind 196
 */

/** Samples without a gain of a twentieth after which a side counts as warm; and how far the warm-up time may stretch for it. */
const STALE = 4;
const PATIENCE = 5;
const GAIN = 0.95;
/** How much slower than the fastest sample one may be that tells of warmth. */
const LATE = 1.5;

export class Warmth {
  /** Seconds of the fastest sample, for a run. */
  best = Number.POSITIVE_INFINITY;
  readonly #warmUp: number;
  #spent: number;
  #stale = 0;

  /** `warmUp`: seconds that the warm-up lasts at least; `first`: seconds of the first run, which is cold and no sample. */
  constructor(warmUp: number, first: number) {
    this.#warmUp = warmUp;
    this.#spent = first;
  }

  /** A sample took so many seconds, for so many runs. */
  note(seconds: number, times: number): void {
    const each = seconds / times;
    this.#spent += seconds;
    if (each < GAIN * this.best) this.#stale = 0;
    else if (each <= LATE * this.best) this.#stale++;
    this.best = Math.min(this.best, each);
  }

  /** Whether the side is warm, or was waited for long enough. */
  get isWarm(): boolean {
    if (this.#spent < this.#warmUp) return false;
    return this.#stale >= STALE || this.#spent >= PATIENCE * this.#warmUp;
  }
}
