/**
 * Kernels of the addon that are dropped when nothing of JavaScript has them: programs that make kernels without end take bounded memory. Routines
 * of the addon, and kernels that programs compile or enter themselves, stay.
 */
import { Generations } from '../../base/index.js';
import type { Addon, Executor, KernelHandle } from '../../native/index.js';

/** A kernel, which lives as long as this object. */
export interface Kept {
  readonly number: number;
  readonly handle: KernelHandle;
}

/** The addon's functions for executables; `keep`: of the executor that launches it. */
export type KernelLoader = Pick<Addon, 'loadProgram' | 'sign'> & Pick<Executor, 'keep'>;

export function loaderOf(addon: Addon, executor: Executor): KernelLoader {
  return {
    loadProgram: (code, constants, signature) => addon.loadProgram(code, constants, signature),
    sign: (number, signature) => addon.sign(number, signature),
    keep: (number) => executor.keep(number),
  };
}

export function kept(loader: Pick<KernelLoader, 'keep'>, number: number): Kept {
  return { number, handle: loader.keep(number) };
}

/** More than a kernel has parameters. */
const MOST_SLOTS = 2 ** 20;
/** Parts that are kept, twice. */
const PARTS = 1024;

/** Kernels that run parts of kernels, by kernel number and slot; asked for at each launch. */
export class Parts {
  readonly #addon: Pick<Addon, 'part'>;
  readonly #executor: Pick<Executor, 'keep'>;
  readonly #known = new Generations<number, Kept>(PARTS);

  constructor(addon: Pick<Addon, 'part'>, executor: Pick<Executor, 'keep'>) {
    this.#addon = addon;
    this.#executor = executor;
  }

  /** The number of the part. */
  of(number: number, slot: number): number {
    const key = number * MOST_SLOTS + slot;
    let part = this.#known.get(key);
    if (part === undefined) this.#known.set(key, (part = kept(this.#executor, this.#addon.part(number, slot))));
    return part.number;
  }
}
