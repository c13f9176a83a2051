/**
 * Room on the stack. Where it runs out, the engine throws and nothing is lost; but what Node does in native code, as starting a
 * thread, ends the process there. So room is asked for before.
 */

/** Calls that fit beyond all that is done in native code. */
const CALLS = 1000;

/** Throws the engine's error for a stack that overflowed unless there is room for some more calls. */
export function needStack(calls = CALLS): void {
  if (calls > 0) needStack(calls - 1);
}
