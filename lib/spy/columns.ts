/**
 * Tasks of a launch that goes over the first axis of their domains: an index runs a task at all indices that begin with it. So the task
 * is one over that axis, with its arguments' columns as arguments.
 *
 *     (n, 2)  a: elementwise, strides (2, 1)     ⇒     (n)  a: strides (2), offset 0;  a: strides (2), offset 1
 */
import type { LogArg, LogTask } from './log.js';

/** The task over its domain's first axis. */
export function inColumns(task: LogTask): LogTask {
  if (task.domain.length < 2) return task;
  return { ...task, domain: task.domain.slice(0, 1), args: task.args.flatMap(columnsOf) };
}

/** Results of rows are one for each index, too; results of columns are complete when all indices are done. */
function columnsOf(arg: LogArg): LogArg[] {
  if (arg.access !== 'elementwise' && arg.access !== 'rows') return [arg];
  const [rows, ...short] = arg.shape;
  const [step, ...steps] = arg.strides;
  const offsets = short.reduce(
    (all, n, axis) => all.flatMap((at) => multiples(steps[axis], n).map((by) => at + by)),
    [arg.offset],
  );
  return [...new Set(offsets)].map((offset) => ({ ...arg, access: 'elementwise', shape: [rows], strides: [step], offset }));
}

function multiples(by: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => i * by);
}
