/** Makes executors. */
import { OutOfMemoryError } from '../base/index.js';
import type { Addon, Executor } from './addon.js';

/** An executor with so many slots of launch records, run by so many threads, the calling one included. Throws `OutOfMemoryError`. */
export function makeExecutor(addon: Addon, slots: number, threads: number): Executor {
  const executor = addon.createExecutor(slots, threads);
  if (executor === null) throw new OutOfMemoryError(`cpu: there is no memory for ${threads} threads`);
  return executor;
}
