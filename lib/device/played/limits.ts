/** The limits of a played accelerator. */
import type { Figures } from '../../placement/index.js';

/** Sizes and dtypes that are missing, and how late its kernels are. */
export interface PlayedLimits {
  readonly capacity?: number;
  readonly largest?: number;
  /** See `Accelerator`; default 1. */
  readonly least?: number;
  /** Arguments of a kernel, at most. */
  readonly bindings?: number;
  /** Whether it has every dtype; default false. */
  readonly wide?: boolean;
  /** How often each kernel is asked for before it is compiled; default 0. */
  readonly compiling?: number;
  /** Figures of running and moving there; default `STATED`. */
  readonly figures?: Figures;
}
