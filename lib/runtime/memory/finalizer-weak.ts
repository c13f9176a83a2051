/**
 * Liveness without the addon: callbacks of a FinalizationRegistry, which run between jobs. Dead arrays are found later than with the addon,
 * and never inside a synchronous loop.
 */
import type { Weak } from '../../native/index.js';

export class FinalizerWeak implements Weak {
  readonly #registry = new FinalizationRegistry<number>((n) => {
    if (this.#watched.delete(n)) this.#dead.push(n);
  });
  readonly #watched = new Map<number, object>();
  #dead: number[] = [];
  #next = 0;

  watch(object: object): number {
    const n = this.#next++;
    const key = {};
    this.#watched.set(n, key);
    this.#registry.register(object, n, key);
    return n;
  }

  /** Whether `sweep` has deaths to report. */
  get reported(): boolean {
    return this.#dead.length > 0;
  }

  sweep(): number[] {
    const dead = this.#dead;
    this.#dead = [];
    return dead;
  }

  forget(n: number): void {
    const key = this.#watched.get(n);
    if (key !== undefined) this.#registry.unregister(key);
    this.#watched.delete(n);
  }

  size(): number {
    return this.#watched.size;
  }
}
