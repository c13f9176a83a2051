/** The numbers of a machine by which schedules are compared. */
import type { Network } from './network.js';

/** The machine that a schedule is for. */
export interface Machine {
  readonly processors: number;
  /** Bytes of a processor's memory. */
  readonly memory: number;
  readonly network: Network;
  /** Additions and multiplications of a processor in a second. */
  readonly flops: number;
}
