/**
 * Room on the stack. Where it runs out, the engine throws and nothing is lost; but in Node's native code, as in the start of a thread, it
 * ends the process. So such calls ask for room first.
 */

/** So many calls need more stack than Node's native code does. */
const CALLS = 1000;

/** Throws the engine's error for a stack that overflowed unless there is room for some more calls. */
export function needStack(calls = CALLS): void {
  if (calls > 0) needStack(calls - 1);
}

/** Whether the engine's stack was too small: nothing is known of how far a call came. */
export function isStackOverflow(error: unknown): boolean {
  // Without a regular expression, which needs stack itself and could throw. Every engine error of this kind has this message.
  return error instanceof Error && error.message.includes('Maximum call stack size exceeded');
}
