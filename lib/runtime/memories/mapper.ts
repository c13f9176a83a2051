/**
 * The mapper of separate memories: neighbouring points are in different ones, so that as much as possible has to be copied.
 * A machine whose memories are real would keep neighbours together, as the default does.
 */
import { Mapper } from '../../dependence/index.js';
import { type Shape, sizeOf } from '../../shape/index.js';

/** A policy for a machine with so many memories. */
export type MakeMapper = (memories: number) => Mapper;

export class RoundRobin extends Mapper {
  override place(launch: Shape): Int32Array {
    return Int32Array.from({ length: sizeOf(launch) }, (_, p) => p % this.memories);
  }
}
