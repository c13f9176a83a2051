/**
 * Launches over separate memories that survive an interruption: coherence's facts depend on each other, so an interrupted launcher is
 * replaced rather than mended. Arrays made before have no contents afterwards (`holds`).
 */
import type { TypedArray } from '../../dtype/index.js';
import type { Plan } from '../../fusion/index.js';
import type { View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Entry, Window } from '../issue/index.js';
import type { Execution, FailureLog, Fetched } from '../launch/index.js';
import type { ChunkMemory } from '../memory/index.js';
import type { MemoriesLauncher } from './launcher.js';

type Program = ReturnType<MemoriesLauncher['prepare']>;
type Traffic = NonNullable<Execution['traffic']>;

export class Restarting implements Execution {
  readonly takesAnyMemory = false;
  readonly takesPieces = false;
  readonly takesColumns = false;
  readonly takesMoves = false;
  readonly #make: (last: number) => MemoriesLauncher;
  readonly #entry: Entry;
  readonly #failureLog: Pick<FailureLog, 'hasStrays'>;
  #inner: MemoriesLauncher;

  /** `make`: a launcher behind the device's launch `last`. */
  constructor(entry: Entry, failureLog: Pick<FailureLog, 'hasStrays'>, make: (last: number) => MemoriesLauncher) {
    this.#entry = entry;
    this.#failureLog = failureLog;
    this.#make = make;
    this.#inner = make(0);
  }

  get last(): number {
    return this.#inner.last;
  }

  get others(): readonly number[] {
    return this.#inner.others;
  }

  get idleBytes(): number {
    return this.#inner.idleBytes;
  }

  trim(idleBytes: number): void {
    this.#inner.trim(idleBytes);
  }

  get launches(): number {
    return this.#inner.launches;
  }

  get graphs(): Execution['graphs'] {
    return this.#inner.graphs;
  }

  get traffic(): Traffic {
    return this.#inner.traffic;
  }

  prepare(plan: Plan, tasks: readonly Task[], slots: readonly Root[]): Program {
    return this.#inner.prepare(plan, tasks, slots);
  }

  run(program: Program, window: Window): void {
    this.#inner.run(program, window);
  }

  submit(): void {
    this.#inner.submit();
  }

  upload(root: Root, data: TypedArray): void {
    this.#inner.upload(root, data);
  }

  copyOut(root: Root, view: View, out: TypedArray, entered = false, fetched: Fetched | null = null): void {
    // Folds open reductions, and gathers the contents.
    if (entered) this.#inner.copyOut(root, view, out, true, fetched);
    else this.#outside(() => this.#entry.within(() => this.#inner.copyOut(root, view, out, true, fetched)));
  }

  isAway(root: Root): boolean {
    return this.#inner.isAway(root);
  }

  fetch(root: Root, view: View): Fetched | null {
    return this.isAway(root) ? this.#entry.within(() => this.#inner.fetch(root, view)) : null;
  }

  /** Recovers where contents failed to move: then those of no array can be trusted, and arrays that are made from here on can. */
  #outside(copy: () => void): void {
    try {
      copy();
    } catch (error) {
      if (this.#failureLog.hasStrays) this.#entry.recover(error);
      throw error;
    }
  }

  holds(root: Root): boolean {
    return this.#inner.holds(root);
  }

  release(root: Root): void {
    this.#inner.release(root);
  }

  reclaim(memory: ChunkMemory): void {
    this.#inner.reclaim(memory);
  }

  recover(last: number): void {
    const before = this.#inner;
    this.#inner = this.#make(last);
    before.abandon();
  }
}
