/** The pass table: the passes over a composed kernel, in order, and the properties that each relies on. */
import { type Kernel, printKernel } from '../../ir/index.js';
import { commonSubexpressions } from './common-subexpressions.js';
import { deadCode } from './dead-code.js';
import { deadStores } from './dead-stores.js';
import { fuseLoops } from './fuse-loops.js';
import type { Pass, Unit } from './pass.js';
import { blockFolds } from './rows.js';
import { simplify } from './simplify.js';
import { eliminateTemporaries } from './temporaries.js';

/** The passes, in order. */
export function passTable(): readonly Pass[] {
  return [fuseLoops, eliminateTemporaries, deadStores, simplify, commonSubexpressions, deadCode, blockFolds];
}

/** Sees the kernel after each pass. */
export type Watch = (pass: Pass, kernel: Kernel) => void;

interface OptimizeOptions {
  readonly watch?: Watch;
}

export interface Optimized {
  readonly kernel: Kernel;
  /** For each argument of the kernel: its number in the kernel that was given. Scalars keep their numbers. */
  readonly args: readonly number[];
}

/**
 * Runs the table. `temporaries` are arguments that are not read after the kernel, and within it only after a store at the same index
 * (Definition 4 of the Diffuse paper, checked by the caller).
 */
export function optimize(kernel: Kernel, temporaries: ReadonlySet<number>, options: OptimizeOptions = {}): Optimized {
  let unit: Unit = { kernel, args: kernel.args.map((_, k) => k), temporaries };
  for (const pass of passTable()) {
    unit = pass.run(unit);
    options.watch?.(pass, unit.kernel);
  }
  return { kernel: unit.kernel, args: unit.args };
}

/** A watch that prints the kernel after the named pass, or after every pass for `all`. */
export function dumpAfter(name: string, print: (text: string) => void): Watch {
  return (pass, kernel) => {
    if (name === 'all' || name === pass.name) print(`after ${pass.name}\n${printKernel(kernel)}`);
  };
}
