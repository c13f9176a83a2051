/** Views and a task's arguments as lines of a log have them. */
import type { View } from '../shape/index.js';
import type { Task } from '../task/index.js';
import type { LogArg, LogView } from './log.js';
import { optionalArgs } from './optional.js';

export function loggedView(view: View): LogView {
  return { shape: view.shape, strides: view.strides, offset: view.offset };
}

export function loggedArgs(task: Task): LogArg[] {
  const optional = optionalArgs(task);
  return task.kind.args.map(({ privilege, access }, k) => ({
    root: task.roots[k].id,
    privilege,
    access,
    ...loggedView(task.views[k]),
    ...(privilege === 'read' && optional.has(k) && { optional: true }),
  }));
}
