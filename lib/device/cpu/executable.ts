/** A kernel on the cpu device: the best code there is for it at the moment of each launch. */
import { DeviceError } from '../../base/index.js';
import { type Kernel, type Layout, layoutOf } from '../../ir/index.js';
import type { Addon } from '../../native/index.js';
import type { Executable, Tier } from '../contract.js';
import type { Compilation, Library, Tiers } from './tiers.js';

/** Which tiers a device uses: `auto` takes block programs until compiled C is there, the others only their own. */
export type TierChoice = 'auto' | 'c' | 'block';

const NONE = -1;

export class CpuExecutable implements Executable {
  readonly kernel: Kernel;
  readonly layout: Layout;
  readonly settled: Promise<void>;
  readonly #addon: Addon;
  #compilation: Compilation | null = null;
  #c = NONE;
  #block = NONE;

  constructor(addon: Addon, tiers: Tiers, choice: TierChoice, kernel: Kernel) {
    this.#addon = addon;
    this.kernel = kernel;
    this.layout = layoutOf(kernel);
    if (choice !== 'c') this.#block = assembled(addon, tiers, kernel);
    if (choice !== 'block' || this.#block === NONE) this.#compilation = tiers.compile(kernel);
    if (this.#block === NONE && this.#compilation === null) throw nothingRuns(choice);
    this.settled = this.#compilation?.settled ?? Promise.resolve();
  }

  number(_elements: number): number {
    if (this.#c !== NONE) return this.#c;
    const library = this.#compilation?.ready() ?? null;
    if (library !== null) return this.#adopt(library);
    if (this.#block !== NONE) return this.#block;
    if (this.#compilation === null) throw nothingRuns('auto');
    return this.#adopt(this.#compilation.wait());
  }

  tier(): Tier {
    const compiled = this.#c !== NONE || this.#block === NONE || this.#compilation?.ready() != null;
    return compiled ? 'c' : 'block';
  }

  #adopt(library: Library): number {
    this.#c = loadLibrary(this.#addon, library);
    this.#compilation = null;
    return this.#c;
  }
}

/** The number of a shared library's kernel. Throws `DeviceError` when it does not load. */
export function loadLibrary(addon: Addon, library: Library): number {
  try {
    return addon.loadKernel(library.path, library.run, library.finish);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DeviceError(`cpu: the compiled kernel ${library.path} does not load: ${reason}; remove it to compile it anew`, { cause });
  }
}

function assembled(addon: Addon, tiers: Tiers, kernel: Kernel): number {
  const program = tiers.assemble(kernel);
  return program === null ? NONE : addon.loadProgram(program.code, program.constants);
}

function nothingRuns(choice: TierChoice): DeviceError {
  const compiler = 'no C compiler was found (set CC, or install gcc or clang)';
  const reason = choice === 'c' ? `tier 'c' was asked for and ${compiler}` : `the kernel has no block form and ${compiler}`;
  return new DeviceError(`cpu: nothing can run this kernel: ${reason}`);
}
