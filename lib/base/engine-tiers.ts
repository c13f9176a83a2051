/**
 * V8's optimizing compilers wait a little while a program begins (lib/DESIGN.md, "When V8 optimizes"). The library's functions are met all at
 * once: V8 would optimize a hundred of them in 200 ms, from the operands of the first few calls, deoptimize a tenth when operands of a new kind come, and let each
 * minor collection wait for the compilers' threads. With four times the work before a function is optimized, first runs of small
 * programs take 0.5 to 0.9 of their time.
 */
import { isChosen, setEngineFlag } from './engine-flags.js';

/** How many times the work: the flags are the whole process's, so it is small. */
const FACTOR = 4;
/** Milliseconds until V8's defaults return; where the event loop does not turn until the end, each function is optimized some milliseconds later. */
const BEGINNING = 400;

/** A flag that says when functions are optimized, and V8's default: of a function's bytes of bytecode, or of its calls. */
interface Threshold {
  readonly flag: string;
  readonly byDefault: number;
}

/** Options with which a user says when V8 optimizes, or that it does not. */
const CHOSEN =
  /interrupt[-_]budget|invocation[-_]count|jitless|sparkplug|maglev|turbofan|no[-_]?opt|max[-_]opt|lite[-_]mode|predictable|fuzz/;

/**
 * The threshold of this V8's next tier; null where it is not known. From 13 on TurboFan's own is not touched: it comes behind Maglev's, and code
 * that is kept does not fit a process in which it was set and set back.
 */
function threshold(): Threshold | null {
  const [major, minor] = process.versions.v8.split('.').map(Number);
  if (major === 11 && minor === 3) return { flag: 'interrupt-budget', byDefault: 67584 };
  if (major === 12 && minor === 4) return { flag: 'invocation-count-for-turbofan', byDefault: 3000 };
  return major >= 13 ? { flag: 'invocation-count-for-maglev', byDefault: 400 } : null;
}

let isBegun = false;

/** V8 optimizes later for a while: called where a runtime is made. Does nothing when called again. */
export function optimizeLater(): void {
  const next = isBegun || isChosen(CHOSEN) ? null : threshold();
  isBegun = true;
  if (next === null) return;
  const { flag, byDefault } = next;
  const set = (factor: number): void => setEngineFlag(flag, `--${flag}=${byDefault * factor}`, `--${flag}=${byDefault}`);
  set(FACTOR);
  setTimeout(set, BEGINNING, 1).unref();
}
