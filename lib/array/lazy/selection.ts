/**
 * The elements that a mask selects along one axis. The mask is kept beside the arrays that it selects from, which stay as long as it is:
 *
 *     x.compress(m)   values  5 -2  7 -1      mask  1 0 1 0      the array that it stands for: 5 7
 *
 * How many they are is a 0-d array like any; only a shape that is asked for has to wait for it.
 */
import { bool, int64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { sameRoot, writes } from '../../store/index.js';
import { astype } from '../assign.js';
import { Fold, fold } from '../fold.js';
import { logicalAnd } from '../logic.js';
import type { NDArray } from '../ndarray.js';
import { reshape } from '../reshape.js';
import { Snapshot } from './snapshot.js';

const countFold = new Fold('countTrue', 'sum');

export class Selection {
  readonly #mask: Snapshot;
  /** The caller's array that the mask is a copy of, and how often arrays had been written when it was made. */
  readonly #origin: NDArray | null;
  readonly #writes = writes.count;
  #count: NDArray | null = null;

  private constructor(mask: NDArray, origin: NDArray | null) {
    this.#mask = Snapshot.own(mask);
    this.#origin = origin;
  }

  /** Of a caller's mask, as it is now: in all of its axes, row-major. */
  static of(mask: NDArray): Selection {
    return new Selection(reshape(mask.dtype === bool ? Snapshot.of(mask).array : astype(mask, bool), [mask.size]), mask);
  }

  /** The mask, bool in one axis, for tasks that are issued now. */
  get mask(): NDArray {
    return this.#mask.array;
  }

  /** Of a mask in one axis that nothing else holds. */
  static own(mask: NDArray): Selection {
    return new Selection(mask, null);
  }

  /** How many elements are selected, as a 0-d int64. */
  get count(): NDArray {
    return (this.#count ??= runtime().lasting(() => fold(countFold, [this.mask], [0], int64)));
  }

  /** Whether the selected places are known to be the same: both are of one mask, and no array was written between the two. */
  equals(other: Selection): boolean {
    if (this === other) return true;
    return other.#origin !== null && other.#writes === this.#writes && this.#isOrigin(other.#origin);
  }

  /** Whether it is the selection of this mask as it is now. */
  isOf(mask: NDArray): boolean {
    return this.#writes === writes.count && this.#isOrigin(mask);
  }

  #isOrigin(mask: NDArray): boolean {
    return this.#origin !== null && (this.#origin === mask || (this.#origin.view === mask.view && sameRoot(this.#origin, mask)));
  }

  /** The selected elements of which `mask`, over the same axis, is true as well. */
  and(mask: NDArray): Selection {
    return Selection.own(logicalAnd(this.mask, mask));
  }
}
