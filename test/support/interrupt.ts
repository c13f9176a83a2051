/** Ways to interrupt a program: the engine's, which run no `finally` or run it without a stack, and exceptions of the user's. */
import vm from 'node:vm';
import { isStackOverflow } from '../../lib/base/index.js';

/** Runs `step` again and again until the engine ends it, after a millisecond or a little more. True: it was ended. */
export function untilTimeout(step: () => void, milliseconds: number): boolean {
  const context = vm.createContext({ step });
  try {
    vm.runInContext('for (;;) step()', context, { timeout: milliseconds });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true;
    throw error;
  }
  return false;
}

let deepest = 0;

function measure(): void {
  deepest = 0;
  const down = (depth: number): void => {
    deepest = depth;
    down(depth + 1);
  };
  try {
    down(1);
  } catch {
    deepest -= 10;
  }
}

/** Runs `step` where the stack has room for so many small frames more. True: it was not enough. */
export function atDepth(step: () => void, room: number): boolean {
  if (deepest === 0) measure();
  const down = (left: number): void => {
    if (left > 0) down(left - 1);
    else step();
  };
  try {
    down(Math.max(0, deepest - room));
  } catch (error) {
    if (isStackOverflow(error)) return true;
    throw error;
  }
  return false;
}

/** Runs `step` at the end of the stack, with a little more room each time that it overflows. True: it did. */
export function whileUnwinding(step: () => void): boolean {
  let over = false;
  const down = (): void => {
    try {
      down();
    } catch {
      if (over) return;
      step();
      over = true;
    }
  };
  try {
    down();
  } catch {
    return true;
  }
  return true;
}
