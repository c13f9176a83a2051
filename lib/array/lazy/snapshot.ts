/**
 * Arrays as they are now, without a copy while nothing writes to them. The first write to a root that was lent ends the loan: all snapshots
 * of it since the last write share one copy, which is issued before the write:
 *
 *     s = Snapshot.of(x)     s.array is x        x.assign(0)     k = copy of x's root; s.array is k, as x sees it
 *
 * Small arrays that have no root yet are copied at once: such a copy fuses with the tasks around it, and has no root, either.
 */
import { runtime } from '../../runtime/index.js';
import type { LoanOf, Store } from '../../store/index.js';
import { copy } from '../assign.js';
import { NDArray } from '../ndarray.js';

/** The contents of a root since its last write. */
class Loan implements LoanOf {
  /** All of the root, once it is about to be written. */
  kept: NDArray | null = null;

  end(store: Store): void {
    const { root } = store;
    this.kept = runtime().lasting(() => copy(new NDArray(root, root.view, store.token)));
  }
}

export class Snapshot {
  readonly #of: NDArray;
  readonly #loan: Loan | null;

  private constructor(of: NDArray, loan: Loan | null) {
    this.#of = of;
    this.#loan = loan;
  }

  /** Of an array that its caller may write to. */
  static of(x: NDArray): Snapshot {
    if (typeof x.source === 'number') return new Snapshot(copy(x), null);
    return Snapshot.lent(x);
  }

  /** Of an array that may be a view of one that its caller writes to, or is no array of a caller's. */
  static own(x: NDArray): Snapshot {
    return typeof x.source === 'number' ? new Snapshot(x, null) : Snapshot.lent(x);
  }

  private static lent(x: NDArray): Snapshot {
    const { root } = x;
    if (root.readOnly) return new Snapshot(x, null);
    root.loan ??= new Loan();
    return new Snapshot(x, root.loan as Loan);
  }

  /** The array, for tasks that are issued now. */
  get array(): NDArray {
    const kept = this.#loan?.kept ?? null;
    return kept === null ? this.#of : new NDArray(kept.source, this.#of.view, kept.held);
  }
}
