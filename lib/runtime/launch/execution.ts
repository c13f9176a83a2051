/**
 * The interface of launchers, which carry out plans and own the contents of roots: over one memory (`one-memory/`) or over several with
 * copies between them (`memories/`).
 */
import type { ManipleError } from '../../base/index.js';
import type { TypedArray } from '../../dtype/index.js';
import type { Plan } from '../../fusion/index.js';
import type { View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Window } from '../issue/index.js';
import type { ChunkMemory } from '../memory/index.js';
import type { Stats } from '../stats.js';

/** A plan bound to a device. */
export interface Program {
  readonly plan: Plan;
}

/** Contents that launches bring, behind the launches so far: later ones do not wait for that, nor does the thread. */
export interface Fetched {
  /** The launches to wait for, one a queue at most. */
  readonly launches: readonly number[];
  /**
   * Whether these launches bring all elements, so that later writes change nothing of them; else `copyOut` adds the others when the launches are
   * complete, before the root is written.
   */
  readonly isAll: boolean;
  /** The error of the contents, known when the launches are complete. */
  error: ManipleError | null;
  /** Copies the elements that were brought, row-major, when the launches are complete. */
  into(out: TypedArray): void;
}

export interface Execution {
  /** Number of the last launch. */
  readonly last: number;
  /** The last launches of the machine's other queues. */
  readonly others?: readonly number[];
  /** Whether results may be written to memory outside the pool: a new root that has an address keeps it. */
  readonly takesAnyMemory: boolean;
  /**
   * Whether all arrays are in one memory. Then plans may have steps in columns (`fusion/columns.ts`) and steps that read through producers
   * (`fusion/through.ts`); a program serves windows whose views begin elsewhere (`Window.bases`), and windows of one extent class share
   * plans (over several memories a step is cut as its plan says, by its extents); and `upload` takes elements piece by piece.
   */
  readonly hasOneMemory: boolean;
  /** Launches made. */
  readonly launches: number;
  /** Binds a plan to the device. `bases`: as `Window.bases`, of the window that was planned; `apart`: some roots have several slots. */
  prepare(plan: Plan, tasks: readonly Task[], slots: readonly Root[], bases: readonly number[] | null, apart: boolean): Program;
  /** Launches a program that it prepared; steps that find no memory are refused (`refusal.ts`). */
  run(program: Program, window: Window): void;
  /** Launches a window's tasks one by one, without plans, where it can do that. Refuses as `run` does. */
  runUnfused?(window: Window): void;
  /** Submits the records written so far. */
  submit(): void;
  /** Gives a new root its contents, or the elements from `at` on: the pieces come in order. Throws `OutOfMemoryError`. */
  upload(root: Root, data: TypedArray, at?: number): void;
  /**
   * Copies a view's elements, row-major, into `out`. The root's last writer is complete. `entered`: within an entry (`issue/entry.ts`);
   * `fetched`: elements that were brought since the root was written.
   */
  copyOut(root: Root, view: View, out: TypedArray, entered?: boolean, fetched?: Fetched | null): void;
  /** Whether elements of a root are in memories alone from which they have to be brought. */
  isAway?(root: Root): boolean;
  /** Begins to bring a view's elements of a root that holds contents; null where a reader waits for its last writer instead. */
  fetch?(root: Root, view: View): Fetched | null;
  /** Gives a new root the contents of `from` at once, where that takes no launch; false where it does. */
  copy?(from: Root, to: Root): boolean;
  /** Whether the root has contents: a launch that writes it was made, or it was uploaded. */
  holds(root: Root): boolean;
  /** With several memories: bytes that pools count as in use and that no root has, kept for the next roots of the same kinds. */
  readonly idleBytes?: number;
  /** Gives such memory back until at most so many bytes of it are left. */
  trim?(idleBytes: number): void;
  /** Goes on after an interruption, when all submitted launches are complete: the device's last launch is this one. */
  recover(last: number): void;
  /** Takes back the memory of a root that no later task uses. */
  release(root: Root): void;
  /** Takes back memory that was found dead with the roots in it. */
  reclaim(memory: ChunkMemory): void;
  /** How windows with a plan were carried out. */
  readonly graphs: NonNullable<Stats['graphs']>;
  /** With several memories: copies between them, their bytes, reductions folded, and the bytes in each memory. */
  readonly traffic: {
    readonly copies: number;
    readonly copiedBytes: number;
    readonly folds: number;
    readonly memories: NonNullable<Stats['memories']>;
    readonly links?: Stats['links'];
    readonly evicted?: Stats['evicted'];
    readonly compiling?: number;
  } | null;
}

/** Slots that are read before they are written. */
export function emptyOf({ steps, eliminated }: Plan, slots: readonly Root[]): readonly number[] {
  const written = new Set<number>(eliminated);
  const empty = new Set<number>();
  for (const { reads, writes } of steps) {
    for (const slot of writes) written.add(slot);
    for (const slot of reads) if (slots[slot].address === 0 && slots[slot].bytes > 0 && !written.has(slot)) empty.add(slot);
  }
  return [...empty];
}
