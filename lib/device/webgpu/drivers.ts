/** Peculiarities of drivers. */
import { canRun, emulatedOperations, roundedOperations } from '../../compile/index.js';
import type { Kernel } from '../../ir/index.js';

/**
 * Drivers that take minutes to compile a kernel of many operations that are functions, for want of subnormal numbers; and how many they may be, in additions:
 * 12 take a second, 16 take 2.4.
 */
const SLOW_COMPILER = /swiftshader/i;
const MOST_ROUNDED = 12;
/** How many operations may be of float64 as pairs of float32 there: 16 take a second, 32 minutes. */
const MOST_EMULATED = 16;

/** Drivers that are programs. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe/i;

/** Whether a driver is a program on this processor. */
export const isSoftware = (driver: string): boolean => SOFTWARE.test(driver);

/** Why a driver cannot run a kernel; `subnormals`: whether it has subnormal numbers, or nothing asks for them; `emulates`: float64 as pairs. */
export function driverCannotRun(
  kernel: Kernel,
  driver: string,
  { subnormals, emulates }: { readonly subnormals: boolean; readonly emulates: boolean },
): string | null {
  const why = canRun(kernel, emulates);
  if (why !== null || !SLOW_COMPILER.test(driver)) return why;
  const isSlow =
    (!subnormals && roundedOperations(kernel) > MOST_ROUNDED) || (emulates && emulatedOperations(kernel) > MOST_EMULATED);
  return isSlow ? 'compile time' : null;
}
