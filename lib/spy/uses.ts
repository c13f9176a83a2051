/** The uses of roots by points, and messages about their faults. */
import { keyOf } from './elements.js';
import type { LogPoint, LogTask, LogUse, LogView } from './log.js';

/** Equal for views of the same elements along the same axes, however often an axis repeats them. */
export function reachKey({ shape, strides, offset }: LogView): string {
  const moving = shape.flatMap((n, k) => (n === 1 || (strides[k] === 0 && n > 0) ? [] : [`${n}*${strides[k]}`]));
  return `${moving.join()};${offset}`;
}

/**
 * The use through the argument's own view, or one of the same elements; null where the point has none: what a task reads may be needed by
 * nothing that the point stores, or, of a task over no axes, by a point of its own alone.
 */
export function useOf(uses: readonly LogUse[], arg: LogTask['args'][number], how: 'reads' | 'writes'): LogUse | null {
  const fits = uses.filter((u) => u.root === arg.root && u[how]);
  return fits.find((u) => keyOf(u) === keyOf(arg)) ?? fits.find((u) => reachKey(u) === reachKey(arg)) ?? null;
}

/** Is an element of the root in the box that the use names? */
export function touches({ low, high }: LogUse, element: number, shape: readonly number[]): boolean {
  if (low === undefined || high === undefined) return true;
  let rest = element;
  for (let k = shape.length - 1; k >= 0; k--) {
    const at = rest % shape[k];
    if (at < low[k] || at >= high[k]) return false;
    rest = (rest - at) / shape[k];
  }
  return true;
}

/** The version of an element of an instance that nothing was put into. */
export const EMPTY = -(2 ** 31);

export function stale(element: number, held: number, wanted: number): string {
  const writer = (version: number): string =>
    version > 0 ? `task ${Math.floor((version - 1) / 16)}` : version < 0 ? `upload ${-version}` : 'no task';
  if (held === EMPTY) return `element ${element} has no value there, and ${writer(wanted)} wrote it last`;
  return `element ${element} has the value of ${writer(held)}, and ${writer(wanted)} wrote it last`;
}

export function nameOf(event: LogPoint, task: LogTask): string {
  const what = `${task.kind}, task ${task.task}`;
  return event.launch === 0 ? `a JavaScript body (${what})` : `launch ${event.launch} (${what}), which waits for ${event.wait},`;
}
