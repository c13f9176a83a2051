/**
 * Tasks of a launch that goes over the first axis of their domains, or over all but the first: an index runs a task at all indices that
 * begin, or end, with it. So the task is one over these axes, with its arguments' columns, or rows, as arguments.
 *
 *     (n, 2)  a: elementwise, strides (2, 1)     ⇒     (n)  a: strides (2), offset 0;  a: strides (2), offset 1
 *     (2, n)  a: elementwise, strides (n, 1)     ⇒     (n)  a: strides (1), offset 0;  a: strides (1), offset n
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

/** The tasks with one axis more than the others over the axes that all have; tasks over 0-d domains stay as they are. */
export function inRows(tasks: readonly LogTask[]): LogTask[] {
  const rank = Math.min(...tasks.flatMap(({ domain }) => (domain.length === 0 ? [] : [domain.length])));
  return tasks.map((task) => {
    if (task.domain.length <= rank) return task;
    return { ...task, domain: task.domain.slice(1), args: task.args.flatMap((arg) => rowsOf(arg, task.domain.length)) };
  });
}

function rowsOf(arg: LogArg, rank: number): LogArg[] {
  if (arg.access !== 'elementwise' || arg.shape.length < rank) return [arg];
  const [count, ...shape] = arg.shape;
  const [step, ...strides] = arg.strides;
  return [...new Set(multiples(step, count))].map((by) => ({ ...arg, shape, strides, offset: arg.offset + by }));
}

function multiples(by: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => i * by);
}
