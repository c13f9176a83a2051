/** The solver's problem and its solution: see `solve.ts`. */
import type { Access, Privilege, Units } from '../ir/index.js';
import type { Shape } from '../shape/index.js';
import type { Constraint } from './constraint.js';
import type { Partition } from './partition.js';

export interface SolverArg {
  readonly shape: Shape;
  readonly privilege: Privilege;
  /** `elementwise` arguments with the domain's shape are cut as the domain is; `rows` and `columns` follow it. */
  readonly access: Access;
  /** The key partition (thesis 3.1.3) in this argument's coordinates: the one it was last written through; or null. */
  readonly key: Partition | null;
  /** Bytes that move when the argument is read through a partition other than its key. */
  readonly bytes: number;
  /** Stands for the argument's contents where images are taken through them; 0 when left out. */
  readonly version?: number;
}

export interface Machine {
  /** Points that a task is cut into, at most. */
  readonly procs: number;
  /** Points that run side by side: of a task with more, a multiple, so that all are busy to its end. 1 unless given. */
  readonly atOnce?: number;
  /** A point has at least so many elements of the domain. */
  readonly grainElements: number;
}

export interface Problem {
  /** The task's domain. */
  readonly domain: Shape;
  /** Row axes of the domain, as in the kernel. */
  readonly rowRank: number;
  /** How the kernel cuts its domain (`unitsOf`): tiles are contiguous ranges of units. Null for opaque bodies: any tile will do. */
  readonly units: Units | null;
  readonly args: readonly SolverArg[];
  readonly constraints: readonly Constraint[];
  readonly machine: Machine;
  /** Every index of the leading axis is a point, for any number of processors and any key partitions. */
  readonly rowPoints?: boolean;
}

export interface Solution {
  /** One for each argument. */
  readonly partitions: readonly Partition[];
  readonly launch: Shape;
  /** Points of the launch domain. */
  readonly points: number;
  /** Units that a point runs, at most; 0 for opaque bodies. */
  readonly unitsPerPoint: number;
}

/** One set of stores that are cut alike. */
export interface PartitionClass {
  readonly shape: Shape;
  /** Arguments in it. */
  readonly args: number[];
  /** Axes that must not be cut. */
  readonly blocked: Set<number>;
  /** The task's domain is cut as this class is. */
  domain: boolean;
}
