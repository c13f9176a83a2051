/**
 * A schedule lowered: index launches in the order of a program. A launch has a domain of points, the processors that these run on, and for each
 * tensor the box of its elements that each point uses.
 */
import type { Grid } from '../../dependence/index.js';
import type { Partition } from '../../partition/index.js';
import type { Shape } from '../../shape/index.js';
import type { Nest } from '../concrete/concrete.js';
import type { IndexVariable, TensorSymbol } from '../notation/terms.js';

export interface LaunchArg {
  readonly tensor: TensorSymbol;
  readonly privilege: 'read' | 'write' | 'readwrite';
  readonly partition: Partition;
  /** Copies for the launch are dropped behind it. */
  readonly ends: boolean;
}

/** The computation of a point. */
export type Work =
  /** The assignment of a nest while sequential loops stand; the first one writes the target, further ones add to it. */
  | {
      readonly kind: 'leaf';
      readonly nest: Nest;
      readonly adds: boolean;
      readonly at: ReadonlyMap<IndexVariable, number>;
      readonly distributed: readonly IndexVariable[];
    }
  /** The first argument becomes 0. */
  | { readonly kind: 'clear' }
  /** The first argument becomes the second, or is added to it. */
  | { readonly kind: 'copy' | 'add' };

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
  /** Additions and multiplications. */
  readonly flops: number;
}
