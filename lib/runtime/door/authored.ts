/** Broken rules of the kernel language, which are the author's mistakes at the doors and would be ours within the runtime. */
import { ArgumentError, InvariantError } from '../../base/index.js';

/** Runs `make`; a broken rule of the kernel language is an `ArgumentError`. */
export function authored<T>(operation: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (!(cause instanceof InvariantError)) throw cause;
    const reason = cause.message.replace(/^maniple: internal invariant broken: /, '').replace(/ \(please report this\)$/, '');
    throw new ArgumentError(`${operation}: ${reason}`, { cause });
  }
}
