/**
 * What the runtime is in the midst of. Everything that changes more than one thing does so within an *entry*, which is noted
 * before the first change and struck out behind the last. The engine can end JavaScript at any function's beginning and at any
 * turn of a loop, without `finally`: a `vm` timeout, Ctrl-C in a REPL, the end of a worker; a stack overflows anywhere, within
 * `finally`, too. An entry that is noted while nothing of it is on the stack was interrupted so, and the next one recovers the
 * runtime first.
 *
 *     flush        depth 1, windows [W]   …   launch 1 2 3 †          the note stands
 *     next flush   depth 1, none under way: poisons what W writes, starts afresh, goes on
 *
 * Fields that belong together are set without calls between them, where nothing is interrupted.
 */
import { ManipleError, needStack } from '../../base/index.js';
import { bodies } from './body.js';
import type { Window } from './window.js';

/** Methods that make entries, as stack traces name them. */
const METHODS = /\blaunchAll\b|\bEntry\d*\.within\b/g;

export class Entry {
  /** Entries that are open, one within another. */
  depth = 0;
  /** Windows that are being launched, and what was made of them; they are no longer among the tasks that wait once `taken`. */
  windows: readonly Window[] = [];
  taken = true;
  /** Policies are code of the user's, which runs within entries. */
  readonly #policies: boolean;

  readonly #recover: (cause: unknown) => void;

  /** `recover`: what to do after an interruption that left no cause, or an error. */
  constructor(policies: boolean, recover: (cause: unknown) => void) {
    this.#policies = policies;
    this.#recover = recover;
  }

  /** Does what belongs together. Errors of the user's leave nothing half done; after any other the next entry recovers. */
  within<T>(fn: () => T): T {
    this.isFree(1);
    const { depth } = this;
    this.depth = depth + 1;
    const result = this.#guarded(fn, depth);
    this.depth = depth;
    return result;
  }

  #guarded<T>(fn: () => T, depth: number): T {
    try {
      return fn();
    } catch (error) {
      if (error instanceof ManipleError) this.depth = depth;
      throw error;
    }
  }

  /**
   * Whether no entry is open, once those that were interrupted are recovered from; false for a call that a task's body or a policy
   * makes within one. `own`: methods that make entries and are asking.
   */
  isFree(own = 0): boolean {
    if (this.depth === 0) return true;
    if (this.#isLive(own)) return false;
    this.recover(undefined);
    return true;
  }

  /** Recovers. Until it is done the entry stays open, so that an interruption of this is recovered from, too. */
  recover(cause: unknown): void {
    this.#recover(cause);
    this.windows = [];
    this.taken = true;
    this.depth = 0;
  }

  /** Whether the calls that opened the entries are still under way. Only code of the user's can ask then. */
  #isLive(own: number): boolean {
    if (bodies.running === 0 && !this.#policies) return false;
    needStack();
    if ((stack().match(METHODS) ?? []).length > own) return true;
    bodies.running = 0;
    return false;
  }
}

/** All that is under way, as the engine writes it down. */
function stack(): string {
  const { stackTraceLimit, prepareStackTrace } = Error;
  try {
    Error.stackTraceLimit = Number.POSITIVE_INFINITY;
    Error.prepareStackTrace = (_error, sites) => sites.join('\n');
    return String(new Error('stack').stack);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
}
