/** `np.runtime`: what programs may ask of the runtime. */
import { runtime, type TraceReport } from '../runtime/index.js';

export { configure } from '../runtime/index.js';

/**
 * Launches what was issued so far, without waiting. Nobody has to: reading, and the end of the current job, do the same.
 *
 * @example
 * np.runtime.flush();
 */
export function flush(): void {
  runtime().flush();
}

/**
 * Settles when everything issued so far is complete.
 *
 * @example
 * await np.runtime.fence();
 */
export function fence(): Promise<void> {
  return runtime().fence();
}

/**
 * Counters of the runtime: windows, tasks, launches, memory.
 *
 * @example
 * np.runtime.stats().tasks;
 */
export function stats(): ReturnType<ReturnType<typeof runtime>['stats']> {
  return runtime().stats();
}

/**
 * Names a piece of the program that repeats: its tasks become one window, planned once. Arrays may differ from call to call; the
 * tasks may not. Throws `TraceError` when they do, or when `fn` reads an array.
 *
 * @example
 * for (let i = 0; i < 10; i++) x = np.runtime.trace('step', () => x.multiply(0.5).add(1));
 */
export function trace<T>(name: string, fn: () => T): T {
  return runtime().trace(name, fn);
}

/**
 * What tracing found: the share of the last 5,000 tasks whose window was known, that share over time, and the traces.
 *
 * @example
 * np.runtime.traceReport().share;
 */
export function traceReport(): TraceReport {
  return runtime().traceReport();
}
