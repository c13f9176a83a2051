/** Two kinds of failure: `invariant` for our mistakes; callers' mistakes throw the typed errors of `errors.ts`. */

/** A mistake of ours; at the doors where kernels are written, of the kernel's author. */
export class InvariantError extends Error {}

/** Throws when something that our own code guarantees does not hold: always a bug in maniple. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(`maniple: internal invariant broken: ${message} (please report this)`);
}

/** For `default:` branches of exhaustive switches. */
export function unreachable(value: never): never {
  throw new Error(`maniple: unreachable case: ${String(value)} (please report this)`);
}
