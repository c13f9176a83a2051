/**
 * Which new roots are watched for their deaths. To watch an array's handles costs more than to issue the operation that makes it, and memory
 * that goes with the garbage is found without. So roots of medium size and small roots are watched only for some flushes after a form wanted
 * to know which of its roots are dead; medium ones in the first flushes, too. A root that is not watched leaves its window *blind*: a
 * collection cannot say that all other roots of the window live. Small ones do so once they would be worth a collection together: a mask of
 * few bytes beside large arrays is taken to live.
 */

/** Flushes for which roots are watched after a form wanted to know which of them are dead. */
const CURIOUS = 32;
/** Bytes up to which a root is never watched: to store so few elements takes no longer. */
const TINY = 16 << 10;

export class Curiosity {
  /** Bytes up to which roots are never watched. */
  readonly least: number;
  /** Bytes up to which new roots are not watched now. */
  tokenless: number;
  /** Some root of the open window is not watched, and may be dead. */
  blind = false;
  readonly #small: number;
  readonly #worth: number;
  /** Bytes of small roots of the open window that are not watched. */
  #unseen = 0;
  /** Flushes to come for which roots of medium size, and small ones, are watched. */
  #flushes = CURIOUS;
  #flushesOfSmall = 0;

  /** `small`: bytes of the largest root that shares a chunk; `worth`: bytes that are worth a collection. */
  constructor(small: number, worth: number) {
    this.#worth = worth;
    this.#small = this.tokenless = small;
    this.least = Math.min(small, TINY);
  }

  /** Whether a new root of more than the least bytes is watched; `held`: its memory is given back by hand. */
  watches(bytes: number, held: boolean): boolean {
    const isSmall = bytes <= this.#small;
    if (isSmall ? this.#flushesOfSmall > 0 : held || this.#flushes > 0) return true;
    if (isSmall) this.missedSmall(bytes);
    else this.blind = true;
    return false;
  }

  /** A small root of the open window is not watched. */
  missedSmall(bytes: number): void {
    this.#unseen += bytes;
    if (this.#unseen >= this.#worth) this.blind = true;
  }

  /** A form wants to know which roots are dead: they are watched for some flushes, small ones where the window misses many of them. */
  rouse(): void {
    this.#flushes = CURIOUS;
    if (this.#unseen < this.#worth && this.#flushesOfSmall === 0) return;
    this.#flushesOfSmall = CURIOUS;
    this.tokenless = this.least;
  }

  /** A flush ended. */
  endFlush(): void {
    if (this.#flushes > 0) this.#flushes--;
    if (this.#flushesOfSmall > 0 && --this.#flushesOfSmall === 0) this.tokenless = this.#small;
  }

  /** All tasks that were issued are launched. */
  open(): void {
    this.blind = false;
    this.#unseen = 0;
  }
}
