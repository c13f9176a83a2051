/**
 * Where a cpu device's kernels come from, fastest first: C through the system's compiler, and programs for the addon's
 * block interpreter. The device takes them as functions, so that tests can give it others.
 */
import type { Kernel } from '../../ir/index.js';

/** A shared library with a kernel's functions. */
export interface Library {
  readonly path: string;
  readonly run: string;
  readonly finish: string;
}

/** A kernel on its way through the C compiler. */
export interface Compilation {
  /** The library, once it is there; null before, and when the compiler failed. */
  ready(): Library | null;
  /** Blocks until the compiler is done. Throws what it said when it failed. */
  wait(): Library;
  /** Settles when the compiler is done, either way. Never rejects. */
  readonly settled: Promise<void>;
}

/** A program of the block tier: see `Addon.loadProgram`. */
export interface Program {
  readonly code: Int32Array;
  readonly constants: Float64Array;
}

export interface Tiers {
  /** Starts compiling a kernel in the background; null where there is no compiler. */
  compile(kernel: Kernel): Compilation | null;
  /** Assembles a kernel; null when it has no block form. */
  assemble(kernel: Kernel): Program | null;
  /** Compiles C source now. Throws `DeviceError` where there is no compiler. */
  compileSource(source: string, entry: string): Library;
}
