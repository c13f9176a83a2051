/**
 * Where a cpu device's kernels come from, fastest first: C through the system's compiler, and programs for the addon's block interpreter.
 * The device takes them as functions, so that tests can replace them.
 */
import { assembleBlock, compileExact, compileNative, type NativeKernel } from '../../compile/index.js';
import type { Extent, Kernel } from '../../ir/index.js';

/** A program of the block tier: see `Addon.loadProgram`. */
export interface Program {
  readonly code: Int32Array;
  readonly constants: Float64Array;
}

/** A compiled kernel, as the device uses it. */
export type CompiledKernel = Pick<NativeKernel, 'number' | 'settled' | 'compileNow' | 'compileSoon' | 'problem'>;

export interface Tiers {
  /** A kernel in C, which compiles when it is told to. */
  compile(kernel: Kernel): CompiledKernel;
  /** A kernel in C for one extent, compiling in the background; null when it has no such form. */
  compileExact?(kernel: Kernel, extent: Extent): CompiledKernel | null;
  /** A kernel as a block program; null when it has no such form. */
  assemble(kernel: Kernel): Program | null;
}

/** The tiers of this package. With `fastMath` the C tier may contract and reassociate: see `compile/toolchain`. */
export function nativeTiers(fastMath: boolean): Tiers {
  return {
    compile: (kernel) => compileNative(kernel, { background: false, fastMath }),
    compileExact: (kernel, extent) => compileExact(kernel, extent, { fastMath }),
    assemble: assembleBlock,
  };
}
