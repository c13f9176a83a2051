/**
 * Makes room in the memory of an accelerator that is full, by accounted bytes: arrays that are current elsewhere, too, leave first, then the
 * arrays that were unused longest come home to the host's memory. Roots of a task that is being launched stay, and so do small roots, which
 * share chunks.
 */
import type { Coherence, Operation, RootKey } from '../../dependence/index.js';

/** The parts of the launcher that evictions need. */
interface EvictorParts {
  readonly coherence: () => Coherence;
  /** Carries operations out, and waits until they are complete. */
  readonly carryOut: (operations: readonly Operation[]) => void;
}

export class Evictor {
  readonly #parts: EvictorParts;
  /** By memory: roots with instances there, the one that was unused longest first. Their memory is given back by hand. */
  readonly #resident = new Map<number, Set<RootKey>>();
  #pinned: readonly RootKey[] = [];
  /** Arrays that left a memory, their bytes, and kernels that ran on the host, since their arrays had no room in spite of that. */
  readonly evicted = { arrays: 0, bytes: 0, kernels: 0 };

  constructor(parts: EvictorParts) {
    this.#parts = parts;
  }

  /** These roots are about to be used: they stay until the next call. */
  pin(roots: readonly RootKey[]): void {
    this.#pinned = roots;
  }

  /** A root was used in a memory. */
  use(root: RootKey, memory: number): void {
    if (root.collected) return;
    let known = this.#resident.get(memory);
    if (known === undefined) this.#resident.set(memory, (known = new Set()));
    known.delete(root);
    known.add(root);
  }

  /** A root is let go of. */
  forget(root: RootKey): void {
    for (const known of this.#resident.values()) known.delete(root);
  }

  /**
   * Takes arrays of at least so many bytes, or all that can go, out of a memory; false where none can. Throws `OutOfMemoryError` where an array
   * has no room at home; arrays before it have left.
   */
  evict(memory: number, bytes: number): boolean {
    const found = [...this.#candidates(memory, false), ...this.#candidates(memory, true)];
    const { coherence, carryOut } = this.#parts;
    const operations: Operation[] = [];
    let freed = 0;
    try {
      for (const { root, bytes: some } of found) {
        if (freed >= bytes) break;
        operations.push(...coherence().evict(root, memory));
        this.#resident.get(memory)?.delete(root);
        this.evicted.arrays++;
        freed += some;
      }
    } finally {
      // Coherence has them where these operations move them, also where the next one finds no room.
      this.evicted.bytes += freed;
      if (freed > 0) carryOut(operations);
    }
    return freed > 0;
  }

  /** `alone`: roots with elements that are current there alone. */
  #candidates(memory: number, alone: boolean): { readonly root: RootKey; readonly bytes: number }[] {
    const coherence = this.#parts.coherence();
    return [...(this.#resident.get(memory) ?? [])].flatMap((root) => {
      const residence = this.#pinned.includes(root) ? null : coherence.residence(root, memory);
      return residence === null || residence.alone !== alone ? [] : [{ root, bytes: residence.bytes }];
    });
  }
}
