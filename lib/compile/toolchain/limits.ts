/** How long a compiler may take: one that hangs would keep its kernels waiting, and one that is waited for, the program. */
import { numberFrom } from '../../cache/index.js';

/** Milliseconds for a question to a compiler, which answers in some ten. */
export function probeLimit(): number {
  return Math.min(10_000, compileLimit());
}

/** Milliseconds for a kernel: MANIPLE_CC_LIMIT seconds, by default 60. A large one takes five on a slow machine. */
export function compileLimit(): number {
  return 1000 * numberFrom('MANIPLE_CC_LIMIT', 60, 0.001);
}

/** The problem of a compiler that was ended: a large kernel fails alone, and a compiler that hangs is asked no more. */
export function overdueText(isLarge: boolean): string {
  const rest = isLarge ? 'the kernel is large, and runs in the other tiers' : 'nothing more is compiled';
  return `the compiler took longer than ${compileLimit() / 1000} s (MANIPLE_CC_LIMIT) and was ended; ${rest}`;
}
