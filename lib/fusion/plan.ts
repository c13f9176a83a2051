/**
 * A plan for the windows of one canonical form: the launches to make, the roots that need memory before each, and the ones that never get
 * any. It names slots, not roots, so that it serves every window of the form.
 */
import type { Kernel } from '../ir/index.js';
import type { Partition } from '../partition/index.js';
import type { Placed } from '../placement/index.js';
import type { Shape } from '../shape/index.js';
import type { IndexLaunch } from '../task/index.js';
import type { Split } from './cluster.js';
import type { Barrier } from './constraint-barrier.js';
import type { ImageOf } from './images.js';
import type { Binding } from './part.js';

/** A fused kernel, or one opaque task. */
export interface Step {
  /** The device that it runs on, as placement numbers them. */
  readonly device: number;
  /** Positions of its tasks in the window. */
  readonly tasks: readonly number[];
  /** Whether its tasks are these in columns, over the first axes of their domains (`columns.ts`), or in rows, over all but the first (`rows.ts`). */
  readonly split: Split;
  /** For each of its tasks that gathers through producers: its position, and theirs. */
  readonly through: readonly (readonly number[])[];
  /** Null for an opaque task. */
  readonly kernel: Kernel | null;
  readonly domain: readonly number[];
  /** The points that the domain is cut into, and the partition that cuts it; one point and `none` where it is not cut. */
  readonly launch: Shape;
  readonly tiles: Partition;
  /** Units that a point of the launch domain runs. */
  readonly unitsPerPoint: number;
  /** The kernel's arguments. */
  readonly bindings: readonly Binding[];
  /** By argument: its image, or null. The values that point are not written by the step. */
  readonly images: readonly (ImageOf | null)[];
  /** Of an index launch that a library shapes: its points, and how they use each binding (`launch` and `parts` are its own). */
  readonly index: IndexLaunch | null;
  /** Of an index launch: how the launch cuts each binding's view; null for all other steps. */
  readonly parts: readonly Partition[] | null;
  /** By scalar of the kernel: its place among the scalars of the window's tasks, in their order. */
  readonly scalars: readonly number[];
  /** Slots read and slots written, each once. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Key partitions of the roots that it writes. */
  readonly keys: readonly { readonly slot: number; readonly key: Partition | null }[];
}

/** Of a step with tasks that gather from memory alone. */
export const NO_WAYS: readonly (readonly number[])[] = Object.freeze([]);

export interface Plan {
  readonly steps: readonly Step[];
  /** By step: slots that no later step uses. The dead ones give their memory back there. */
  readonly lastUses: readonly (readonly number[])[];
  /** Slots that are written only inside fused kernels and never exist. */
  readonly eliminated: readonly number[];
  /** Why each group but the last ended. */
  readonly barriers: readonly Barrier[];
  /** Where its tasks run; null where there is one device. */
  readonly placed: Placed | null;
  /** Number of tasks in each fused group. */
  readonly lengths: readonly number[];
}
