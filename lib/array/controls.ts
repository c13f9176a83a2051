/** `np.runtime`: what programs may ask of the runtime. */
import { runtime } from '../runtime/index.js';

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
