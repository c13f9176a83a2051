/**
 * The items of a step: the ranges of its units that are nodes of a compiled program, in order, and how each argument is cut among
 * them (`launch/ranges.ts`).
 */
import type { Binding, Step } from '../../fusion/index.js';
import type { Privilege } from '../../ir/index.js';
import { LAUNCH_INLINE, RECORD } from '../../native/index.js';
import { none, type Partition } from '../../partition/index.js';
import { ONE_POINT, type Shape, sizeOf } from '../../shape/index.js';
import type { Task } from '../../task/index.js';
import { hasFinish, type Range, rangesOf, type Template, tilesFor } from '../launch/index.js';

interface Items {
  readonly ranges: readonly Range[];
  /** The launch domain; its points in order are the ranges. */
  readonly launch: Shape;
  /** How the step's domain is cut into the ranges; `none` where that is not known. */
  readonly tiles: Partition;
  /** The step has an end of its own, after all ranges: folds are combined and 0-d values stored there. */
  readonly finish: boolean;
}

/** An argument of a step: how it is used, how the items cut it, and whether the step's end uses it. */
export interface Use {
  readonly binding: Binding;
  readonly privilege: Privilege;
  readonly tiles: Partition;
  readonly atFinish: boolean;
}

/** The items of a step, no more than `most` where they are not tiles. */
export function itemsOf({ step, record }: Template, most: number): Items {
  const count = record[RECORD.UNITS];
  const inline = (record[RECORD.FLAGS] & LAUNCH_INLINE) !== 0;
  if (inline || count <= record[RECORD.TILE])
    return { ranges: [{ from: 0, to: count }], launch: ONE_POINT, tiles: none, finish: false };
  const finish = step.kernel === null || hasFinish(step);
  const { parts, launch } = step;
  if (parts !== null && sizeOf(launch) === count) return { ranges: single(count), launch, tiles: none, finish: false };
  const tiled = rangesOf(step);
  if (tiled?.every(({ from }, p) => from === (p === 0 ? 0 : tiled[p - 1].to)))
    return { ranges: tiled, launch: step.launch, tiles: step.tiles, finish };
  const tile = Math.max(record[RECORD.TILE], Math.ceil(count / most));
  const ranges = Array.from({ length: Math.ceil(count / tile) }, (_, p) => ({
    from: p * tile,
    to: Math.min(count, (p + 1) * tile),
  }));
  return { ranges, launch: [ranges.length], tiles: none, finish };
}

/** A range for each unit. */
function single(count: number): Range[] {
  return Array.from({ length: count }, (_, p) => ({ from: p, to: p + 1 }));
}

/** The step's arguments as its items use them. */
export function usesOf(step: Step, items: Items, tasks: readonly Task[]): Use[] {
  const { kernel, bindings } = step;
  const privileges =
    kernel === null ? tasks[step.tasks[0]].kind.args.map((a) => a.privilege) : kernel.args.map((a) => a.privilege);
  return bindings.map((binding, k) => {
    const { access } = binding;
    const privilege = privileges[k];
    const atFinish =
      items.finish &&
      kernel !== null &&
      (access === 'full' || access === 'bins' || (access === 'columns' && privilege !== 'read'));
    const parts = step.parts !== null && items.ranges.length > 1 ? step.parts[k] : null;
    return { binding, privilege, tiles: atFinish ? none : (parts ?? tilesFor(access, step, items.tiles)), atFinish };
  });
}
