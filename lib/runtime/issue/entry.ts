/**
 * Recovers the runtime from interruptions. A change of more than one field is made within an *entry*, which is noted before the first step
 * and struck out after the last. The engine can end JavaScript at any function's beginning and at any turn of a loop, without `finally`: a
 * `vm` timeout, Ctrl-C in a REPL, the end of a worker; a stack overflows anywhere, within `finally`, too. An entry that is still noted
 * although none of its calls is on the stack was interrupted; the next entry recovers the runtime first.
 *
 *     flush        depth 1, windows [W]   …   launch 1 2 3 †          the note stands
 *     next flush   depth 1, none under way: poisons W's results, starts afresh, goes on
 *
 * Fields that belong together are set without calls between them, where nothing is interrupted.
 */
import { ManipleError, needStack } from '../../base/index.js';
import { bodies } from './body.js';
import type { Window } from './window.js';

/** Methods that make entries, as stack traces name them. */
const METHODS = /\blaunchAll\b|\bEntry\d*\.within\b/g;

export class Entry {
  /** The number of open entries, which nest. */
  depth = 0;
  /** Windows that are being launched. Their tasks have left the window that is being filled once `taken`. */
  windows: readonly Window[] = [];
  taken = true;
  /** Whether the user's policies run within entries. */
  readonly #policies: boolean;

  readonly #recover: (cause: unknown) => void;

  /** `recover` is called after an interruption, with its error, or undefined if it left none. */
  constructor(policies: boolean, recover: (cause: unknown) => void) {
    this.#policies = policies;
    this.#recover = recover;
  }

  /**
   * Runs `fn` as an entry. A `ManipleError` closes it, since such errors leave nothing half done; after any other error the next entry
   * recovers.
   */
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
   * Whether no entry is open; recovers from interrupted entries first. False for a call that a task's body or a policy makes within an
   * entry. `own`: how many of the methods on the stack that make entries belong to this call.
   */
  isFree(own = 0): boolean {
    if (this.depth === 0) return true;
    if (this.#isLive(own)) return false;
    this.recover(undefined);
    return true;
  }

  /** Recovers. The entry stays open until the end, so that an interrupted recovery is recovered from, too. */
  recover(cause: unknown): void {
    this.#recover(cause);
    this.windows = [];
    this.taken = true;
    this.depth = 0;
  }

  /** Whether the calls that opened the entries are still on the stack: then a task's body or a policy is asking. */
  #isLive(own: number): boolean {
    if (bodies.running === 0 && !this.#policies) return false;
    needStack();
    if ((stack().match(METHODS) ?? []).length > own) return true;
    bodies.running = 0;
    return false;
  }
}

/** All calls on the stack, as the engine prints them. */
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
