/** Runs a piece of a test on a runtime of its own. */
import { type Runtime, useRuntime } from '../../lib/runtime/index.js';

/** Makes `rt` the current runtime for `body`, and closes it afterwards. */
export async function onRuntime<T>(rt: Runtime, body: (rt: Runtime) => T | Promise<T>): Promise<T> {
  const before = useRuntime(rt);
  try {
    return await body(rt);
  } finally {
    useRuntime(before);
    await rt.close();
  }
}
