/** Runs a piece of a test on a task runtime of its own. */
import { createTaskRuntime, type TaskRuntime } from '../../lib/graph/index.js';

export async function onTaskRuntime(body: (rt: TaskRuntime) => void | Promise<void>, procs = 2): Promise<void> {
  const rt = createTaskRuntime({ procs });
  try {
    await body(rt);
  } finally {
    await rt.close();
  }
}
