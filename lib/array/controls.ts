/** `np.runtime`: the runtime's controls for programs. */
import { FUNCTION, TEXT, takes } from '../base/index.js';
import { runtime, type TraceReport } from '../runtime/index.js';

export { configure } from '../runtime/index.js';

/**
 * Launches all operations issued so far, without waiting. Calling it is optional: reading, and the end of the current job, do the same.
 *
 * @example
 * np.runtime.flush();
 */
export const flush = takes('flush')((): void => {
  runtime().flush();
});

/**
 * Settles when everything issued so far is complete.
 *
 * @example
 * await np.runtime.fence();
 */
export const fence = takes('fence')((): Promise<void> => {
  return runtime().fence();
});

/**
 * Counters of the runtime: windows, tasks, launches, memory.
 *
 * @example
 * np.runtime.stats().tasks;
 */
export const stats = takes('stats')((): ReturnType<ReturnType<typeof runtime>['stats']> => {
  return runtime().stats();
});

/**
 * Names a piece of the program that repeats: its tasks become one window, planned once. Arrays may differ from call to call; the
 * tasks may not. Throws `TraceError` when they do, or when `fn` reads an array.
 *
 * @example
 * for (let i = 0; i < 10; i++) x = np.runtime.trace('step', () => x.multiply(0.5).add(1));
 */
export const trace = takes(
  'trace',
  TEXT,
  FUNCTION,
)(<T>(name: string, fn: () => T): T => {
  return runtime().trace(name, fn);
});

/**
 * The report of tracing: the share of the last 5,000 tasks in known windows, that share over time, and the traces.
 *
 * @example
 * np.runtime.traceReport().share;
 */
export const traceReport = takes('traceReport')((): TraceReport => {
  return runtime().traceReport();
});
