/** Axis arguments: negative ones count from the end; each names an axis at most once. */
import { IndexError } from '../base/index.js';
import { describe } from './operand.js';

/** One axis of an array of `rank` axes. Throws `IndexError`. */
export function axisArgument(axis: number, rank: number, operation: string): number {
  if (!Number.isInteger(axis) || axis < -rank || axis >= rank) {
    throw new IndexError(`${operation}: axis ${describe(axis)} is outside an array of ${rank} ${rank === 1 ? 'axis' : 'axes'}`);
  }
  return axis < 0 ? axis + rank : axis;
}

/** Several axes, in the order given. Throws `IndexError`, also for a repeated one. */
export function axesArgument(axes: number | readonly number[], rank: number, operation: string): number[] {
  if (typeof axes === 'number') return [axisArgument(axes, rank, operation)];
  if (!Array.isArray(axes))
    throw new IndexError(`${operation}: expected an axis such as 0, or several as [0, -1], got ${describe(axes)}`);
  const found = axes.map((a: number) => axisArgument(a, rank, operation));
  for (let i = 1; i < found.length; i++)
    if (found.indexOf(found[i]) < i) throw new IndexError(`${operation}: an axis is named twice in [${String(axes)}]`);
  return found;
}
