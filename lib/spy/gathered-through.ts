/**
 * A task that computes the values that it gathers, or loads through a shifted view, instead of reading them from an earlier task's result.
 * It reads the earlier task's operands, at any element; they still hold the values that the earlier task read only if no task between has
 * changed them.
 *
 *     task 1: y = f(x)    task 2: x += 1    task 3: z = take(y, i)      3 through 1 would read x of task 2
 */
import { meet, sizeOf } from './elements.js';
import type { LogArg, LogTask } from './log.js';

/** The task, gathering through these producers in turn; or why it may not. `window`: tasks by number. */
export function gatheredThrough(
  task: LogTask,
  producers: readonly (LogTask | undefined)[],
  window: readonly LogTask[],
): LogTask | string {
  let { args } = task;
  for (const producer of producers) {
    if (producer === undefined || producer.task >= task.task) return 'one of them is not before it in the window';
    const results = producer.args.filter(({ privilege }) => privilege !== 'read');
    const gathered = results.find(({ root }) => args.some((arg) => arg.root === root && arg.privilege === 'read'));
    if (gathered === undefined) return `it reads no result of task ${producer.task}`;
    const isGathered = args.every((arg) => arg.root !== gathered.root || arg.access === 'whole');
    const [inputs, fault] = inputsOf(producer, gathered, { isGathered, end: task.task }, window);
    if (fault !== null) return fault;
    if (args.some((arg) => arg.root === gathered.root && !isComputed(arg, gathered)))
      return `it reaches root ${gathered.root} in another way than by gathers from what task ${producer.task} writes`;
    args = args.flatMap((arg) => {
      if (arg.root !== gathered.root) return [arg];
      return inputs.map((input) => ({ ...seenBy(arg, gathered, input), ...(arg.optional === true && { optional: true }) }));
    });
  }
  return { ...task, args };
}

/** Whether all elements that an argument reads are in a producer's result: gathered from it, or reached through a view of it. */
function isComputed(arg: LogArg, result: LogArg): boolean {
  if (arg.privilege !== 'read' || !['whole', 'elementwise', 'full'].includes(arg.access)) return false;
  if (sizeOf(arg) === 0) return true;
  let [least, most, step] = [arg.offset, arg.offset, 1];
  arg.shape.forEach((n, k) => {
    const reach = (n - 1) * arg.strides[k];
    if (reach < 0) least += reach;
    else most += reach;
  });
  let isWhole = result.offset === 0;
  for (let k = result.shape.length - 1; k >= 0; k--) {
    isWhole &&= result.shape[k] === 1 || result.strides[k] === step;
    step *= result.shape[k];
  }
  return isWhole && least >= 0 && most < step;
}

/** The task that reads a producer's result: its number, and whether it reads the result by gathers alone. */
interface Reader {
  readonly end: number;
  readonly isGathered: boolean;
}

/** A producer's operands, for elements of its result that are computed elsewhere; or why they may have changed by then. */
function inputsOf(
  producer: LogTask,
  result: LogArg,
  { end, isGathered }: Reader,
  window: readonly LogTask[],
): [LogArg[], string | null] {
  const isFold = result.access === 'rows' && isGathered;
  const computed = isFold ? producer.domain.slice(0, -1) : producer.domain;
  const same = sizeOf(result) === computed.reduce((a, n) => a * n, 1);
  if (producer.body !== 'kernel' || result.privilege !== 'write' || !(isFold || result.access === 'elementwise') || !same)
    return [[], `task ${producer.task} (${producer.kind}) does not compute root ${result.root} element by element`];
  const reads = producer.args.filter(({ privilege }) => privilege === 'read');
  if (reads.some(({ access }) => access !== 'elementwise' && access !== 'full' && !(access === 'whole' && isGathered)))
    return [[], `task ${producer.task} (${producer.kind}) gathers itself`];
  const between = window.filter(({ task }) => task >= producer.task && task < end);
  for (const { task, args } of between) {
    for (const arg of args) {
      const isResult = task === producer.task && arg === result;
      if (arg.privilege === 'read' || isResult) continue;
      if ([...reads, result].some((read) => read.root === arg.root && meet(read, arg)))
        return [[], `task ${task} changes root ${arg.root} between task ${producer.task} and it`];
    }
  }
  return [reads, null];
}

/** The elements of a producer's operand that a reader of its result needs: any for one that gathers, the view's own for one that loads. */
function seenBy(reader: LogArg, result: LogArg, operand: LogArg): LogArg {
  if (operand.access === 'full' || operand.shape.length === 0) return { ...operand, access: 'full' };
  if (sizeOf(reader) === 0 && reader.access !== 'whole')
    return { ...operand, access: reader.access, shape: reader.shape, strides: reader.strides };
  const from = indexOf(reader.offset, result.shape);
  const steps = reader.strides.map((stride, k) =>
    reader.shape[k] === 1 ? from.map(() => 0) : indexOf(reader.offset + stride, result.shape).map((n, axis) => n - from[axis]),
  );
  const isEven = reader.strides.every((stride, k) => {
    const last = reader.shape[k] - 1;
    return indexOf(reader.offset + last * stride, result.shape).every((n, axis) => n === from[axis] + last * steps[k][axis]);
  });
  if (reader.access === 'whole' || !isEven) return { ...operand, access: 'whole' };
  const along = (index: readonly number[]): number => index.reduce((sum, n, axis) => sum + n * operand.strides[axis], 0);
  return {
    ...operand,
    access: reader.access,
    shape: reader.shape,
    strides: steps.map(along),
    offset: operand.offset + along(from),
  };
}

/** The index of an element in an array of this shape that lies in order. */
function indexOf(element: number, shape: readonly number[]): number[] {
  const index: number[] = [];
  for (let k = shape.length - 1; k >= 0; k--) {
    index.unshift(element % shape[k]);
    element = Math.floor(element / shape[k]);
  }
  return index;
}
