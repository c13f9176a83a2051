/** Scopes: the stores that are created while one is open, for libraries that dispose of them. */
import { ArgumentError } from '../../base/index.js';
import type { Store } from '../../store/index.js';

export class Scopes {
  /** The stores of the innermost scope; null outside all. */
  inner: Store[] | null = null;
  /** Open scopes, the outermost first. */
  #open: { readonly stores: Store[]; readonly brief: boolean }[] = [];

  /** Returns the scope around the new one, to be passed to `end`. `brief`: it ends within this job. */
  begin(brief: boolean): Store[] | null {
    const outer = this.inner;
    const stores: Store[] = [];
    this.#open.push({ stores, brief });
    this.inner = stores;
    return outer;
  }

  /** Ends all scopes within `outer`; all but the outermost of them were interrupted before their ends. Throws `ArgumentError`. */
  end(outer: Store[] | null): Store[] {
    const depth = outer === null ? 0 : this.#open.findIndex(({ stores }) => stores === outer) + 1;
    if (depth === this.#open.length || (outer !== null && depth === 0))
      throw new ArgumentError('endScope: expected what beginScope returned, got no scope that is open; end each scope once');
    const made = this.#open.slice(depth).flatMap(({ stores }) => stores);
    this.#open = this.#open.slice(0, depth);
    this.inner = outer;
    return made;
  }

  /** Runs a function. Its stores are in no scope. */
  lasting<T>(make: () => T): T {
    if (this.inner === null) return make();
    const outer = this.begin(true);
    try {
      return make();
    } finally {
      this.end(outer);
    }
  }

  /** The job ended: forgets the brief scopes that were interrupted in it. */
  endJob(): void {
    if (this.inner === null) return;
    this.#open = this.#open.filter(({ brief }) => !brief);
    this.inner = this.#open.at(-1)?.stores ?? null;
  }
}
