/**
 * The extent of a launch: its parameters without addresses and scalars, that is the sizes of its domain and the strides of its arguments.
 */
import type { Kernel } from './kernel.js';
import type { Layout } from './layout.js';

export interface Extent {
  readonly domain: readonly number[];
  /** By argument, in elements. */
  readonly strides: readonly (readonly number[])[];
}

/** The extent in a launch's parameters. `at(i)` is P[i]. */
export function extentOf(kernel: Kernel, layout: Layout, at: (slot: number) => number): Extent {
  const several = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => at(first + i));
  return {
    domain: several(layout.domain, kernel.rank),
    strides: kernel.args.map((arg, k) => several(layout.args[k].strides, arg.rank)),
  };
}
