/**
 * A kernel on the cpu device: the best code there is for it at the moment of each launch. It starts as a block program, and
 * is handed to the C compiler once it has done enough work for the compiler's time to pay and comes again: what prepares data
 * runs once, and so do the first windows of a loop, whose ends are not yet its own.
 */
import { DeviceError } from '../../base/index.js';
import { type Extent, type Kernel, type Layout, layoutOf, type Node } from '../../ir/index.js';
import type { Addon } from '../../native/index.js';
import type { Executable, Tier } from '../contract.js';
import type { CompiledKernel, Tiers } from './tiers.js';

/** Which tiers a device uses: `auto` takes block programs until compiled C is there; `c` and `block` use that one alone. */
export type TierChoice = 'auto' | 'c' | 'block';

/** No kernel number. */
const NONE = -1;
/** Steps that a segmented fold makes for an element, as far as anybody knows: the entries of a sparse matrix's row. */
const SEGMENT = 8;
/** Elements times nodes after which a kernel is compiled: some ten milliseconds of work in the block tier. */
const WORTH_COMPILING = 1 << 24;
/** What a launch counts at least, in elements. */
const LEAST = 256;

export class CpuExecutable implements Executable {
  readonly kernel: Kernel;
  readonly layout: Layout;
  readonly #choice: TierChoice;
  readonly #compiled: CompiledKernel | null;
  readonly #tiers: Tiers;
  readonly #block: number;
  readonly #nodes: number;
  #work = 0;
  #asked = false;
  #c = NONE;

  /** Throws `DeviceError` when no tier can run the kernel. */
  constructor(addon: Addon, tiers: Tiers, choice: TierChoice, kernel: Kernel) {
    this.kernel = kernel;
    this.layout = layoutOf(kernel);
    this.#choice = choice;
    this.#tiers = tiers;
    this.#nodes = kernel.loops.reduce((sum, loop) => sum + loop.nodes.reduce((n, node) => n + workOf(node), 0), 1);
    this.#block = choice === 'c' ? NONE : assembled(addon, tiers, kernel);
    this.#compiled = choice === 'block' && this.#block !== NONE ? null : tiers.compile(kernel);
    this.#c = this.#compiled?.number() ?? NONE;
  }

  get settled(): Promise<void> {
    return this.#compiled?.settled ?? Promise.resolve();
  }

  number(elements: number): number {
    if (this.#c !== NONE) return this.#c;
    if (this.#compiled === null) return this.#block;
    this.#c = this.#compiled.number();
    if (this.#c !== NONE) return this.#c;
    if (this.#block === NONE) return this.#waitForC(this.#compiled);
    this.#count(elements, this.#compiled);
    return this.#block;
  }

  exact(extent: Extent): (() => number) | null {
    if (this.#compiled === null) return null;
    const compiled = this.#tiers.compileExact?.(this.kernel, extent) ?? null;
    return compiled === null ? null : () => compiled.number();
  }

  tier(): Tier {
    const compiled = this.#c !== NONE || this.#block === NONE || (this.#compiled?.number() ?? NONE) !== NONE;
    return compiled ? 'c' : 'block';
  }

  /** Has the kernel compiled in the background when it has become worth it and comes once more, and adds the launch's work. */
  #count(elements: number, compiled: CompiledKernel): void {
    if (this.#asked) return;
    if (this.#work >= WORTH_COMPILING) {
      this.#asked = true;
      compiled.compileSoon();
    }
    this.#work += Math.max(elements, LEAST) * this.#nodes;
  }

  #waitForC(compiled: CompiledKernel): number {
    compiled.compileNow();
    this.#c = compiled.number();
    if (this.#c !== NONE) return this.#c;
    const why = this.#choice === 'c' ? "tier 'c' was asked for" : 'the kernel has no block form';
    throw new DeviceError(
      `cpu: cannot run a kernel: ${why}, and C does not compile: ${compiled.problem}; install gcc or clang (or set CC), or use the js device`,
    );
  }
}

/** What a node counts for: the steps of a segmented fold go through its body. */
function workOf(node: Node): number {
  return node.op === 'segfold' ? SEGMENT * node.body.length : 1;
}

function assembled(addon: Addon, tiers: Tiers, kernel: Kernel): number {
  const program = tiers.assemble(kernel);
  return program === null ? NONE : addon.loadProgram(program.code, program.constants);
}
