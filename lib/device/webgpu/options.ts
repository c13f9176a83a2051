/** How a GPU is used. */
import type { Beside } from './kept-figures.js';

export interface WebGpuOptions {
  /** Lets compilers rewrite float arithmetic. */
  readonly fastMath?: boolean;
  /** Bytes of an arena, at most, where that is not the adapter's limit. */
  readonly segment?: number;
  /** Arenas that a launch can bind, at most, where that is not the adapter's limit. */
  readonly arenas?: number;
  /** Has float64 as pairs of float32 (`compile/gpu/emulation.ts`). */
  readonly emulates?: boolean;
  /** Elements of a task from which on it is worth the device (`Accelerator.least`), where that is not the usual number. */
  readonly least?: number;
  /** Milliseconds that its thread is given to find an adapter, where that is not a minute. */
  readonly starting?: number;
  /** Kernels that are kept, at most, where that is not the usual number. */
  readonly kernels?: number;
  /** The host's device that its figures are measured beside; without one they are stated. */
  readonly beside?: Beside;
}
