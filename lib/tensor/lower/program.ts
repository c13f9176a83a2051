/**
 * A schedule lowered: index launches in the order of a program. A launch has a domain of points, the processors that these run on, and for each
 * tensor the box of its elements that each point uses.
 */
import type { Grid } from '../../dependence/index.js';
import type { DType } from '../../dtype/index.js';
import type { NestLoop } from '../../ir/index.js';
import type { Partition, Rect } from '../../partition/index.js';
import type { Shape } from '../../shape/index.js';
import type { Leaf, Nest } from '../concrete/concrete.js';
import type { IndexVariable, TensorSymbol } from '../notation/terms.js';
import type { StoredWalk } from './stored-nests.js';

export interface LaunchArg {
  readonly tensor: TensorSymbol;
  /** By dimension of the tensor: the variable that indexes it; null where a point has one index. */
  readonly indices: readonly (IndexVariable | null)[];
  readonly privilege: 'read' | 'write' | 'readwrite';
  readonly partition: Partition;
  /** Copies for the launch are dropped behind it. */
  readonly ends: boolean;
}

/** The computation of a point, over its values of some variables. */
export interface Work {
  /**
   * `leaf`: the assignment of a nest while sequential loops stand. `clear`: the first argument becomes 0; `copy`: it becomes the second; `add`:
   * the second is added to it.
   */
  readonly kind: 'leaf' | 'clear' | 'copy' | 'add';
  readonly nest: Nest;
  /** Over the entries of a compressed tensor; null where all tensors are dense. */
  readonly walk: StoredWalk | null;
  /** Of a leaf: whether it adds to its target. */
  readonly adds: boolean;
  /** Of a leaf: the routine that computes it where the device has it; null for loops. */
  readonly routine: Leaf | null;
  /** Sequential loops that stand, and distributed ones: for reports. */
  readonly at: ReadonlyMap<IndexVariable, number>;
  readonly distributed: readonly IndexVariable[];
  /** Of a leaf with an order of its own: its loops over the axes. */
  readonly order: readonly NestLoop[] | null;
  /** Variables of the target, then those that are summed over. */
  readonly axes: readonly IndexVariable[];
  /** Their values at each point; null for a point that has nothing to do. */
  boxes(): readonly (Rect | null)[];
}

export interface Launch {
  readonly domain: Shape;
  readonly grid: Grid;
  readonly args: readonly LaunchArg[];
  readonly work: Work;
}

export interface Program {
  readonly launches: readonly Launch[];
  /** Processors of the machine that it is for. */
  readonly processors: number;
  /** Tensors that exist while it runs alone: workspaces, and partial results of distributed sums. */
  readonly temporaries: readonly TensorSymbol[];
  readonly inputs: readonly TensorSymbol[];
  readonly target: TensorSymbol;
  /** The tensor that a program names: of a compressed result, whose values are the target. */
  readonly result: TensorSymbol;
  /** The dtype that elements are computed in. */
  readonly compute: DType;
  /** Additions and multiplications. */
  readonly flops: number;
  /** The scheduled statement as text, for errors. */
  readonly text: string;
}
