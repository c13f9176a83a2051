/**
 * A kernel on the cpu device: the best code there is for it at the moment of each launch. It starts as a block program, and is handed to
 * the C compiler once it has done enough work for the compiler's time to pay and comes again: kernels that prepare data run once, and so do
 * the first windows of a loop, which end before cuts settle.
 */
import { DeviceError } from '../../base/index.js';
import { type Extent, type Kernel, type Layout, layoutOf, type Node, signatureOf, workOfNode } from '../../ir/index.js';
import type { Addon } from '../../native/index.js';
import type { Executable, Tier } from '../contract.js';
import type { CompiledKernel, Tiers } from './tiers.js';

/** Which tiers a device uses: `auto` takes block programs until compiled C is there; `c` and `block` use that one alone. */
export type TierChoice = 'auto' | 'c' | 'block';

/** No kernel number. */
const NONE = -1;
/** Steps that a segmented fold makes for an element, as a guess: the entries of a sparse matrix's row. */
const SEGMENT = 8;
/**
 * Elements times nodes after which C is looked for on disk, at least, and elements that each node has to have computed: before that, emitting
 * the C, some 40 µs a node, takes longer than it would save.
 */
const WORTH_LOOKING = 1 << 20;
const LOOKED_FOR_A_NODE = 1 << 16;
/** Elements times nodes after which a kernel of few arguments is compiled: some ten milliseconds of work in the block tier. */
const WORTH_COMPILING = 1 << 24;
/**
 * Arguments of a kernel whose C compiles in about a tenth of a second. GCC's time grows with the arguments: 200 take it two seconds, and a thousand,
 * as the first windows of a loop have that leave nothing out, a quarter of a minute (lib/DESIGN.md).
 */
const FEW_ARGUMENTS = 16;
/** Elements that a launch counts for, at least. */
const LEAST = 256;

export class CpuExecutable implements Executable {
  readonly kernel: Kernel;
  readonly layout: Layout;
  readonly #addon: Addon;
  readonly #choice: TierChoice;
  readonly #tiers: Tiers;
  readonly #nodes: number;
  readonly #worthLooking: number;
  readonly #worthCompiling: number;
  #work = 0;
  #asked = false;
  #compiled: CompiledKernel | null = null;
  #c = NONE;
  /** Undefined until it is needed. */
  #block: number | undefined;

  constructor(addon: Addon, tiers: Tiers, choice: TierChoice, kernel: Kernel) {
    this.kernel = kernel;
    this.layout = layoutOf(kernel);
    this.#addon = addon;
    this.#choice = choice;
    this.#tiers = tiers;
    this.#nodes = kernel.loops.reduce((sum, loop) => sum + loop.nodes.reduce((n, node) => n + workOf(node), 0), 1);
    this.#worthLooking = Math.max(WORTH_LOOKING, LOOKED_FOR_A_NODE * this.#nodes);
    this.#worthCompiling = WORTH_COMPILING * Math.max(1, kernel.args.length / FEW_ARGUMENTS);
  }

  get settled(): Promise<void> {
    return this.#usesC ? this.#inC().settled : Promise.resolve();
  }

  /** Throws `DeviceError` when no tier can run the kernel. */
  number(elements: number): number {
    if (this.#c !== NONE) return this.#c;
    if (this.#choice === 'c') return this.#waitForC();
    if (this.#choice === 'auto' && this.#isInC(elements)) return this.#c;
    const block = this.#assembled();
    return block === NONE ? this.#waitForC() : block;
  }

  exact(extent: Extent): (() => number) | null {
    if (!this.#usesC) return null;
    const compiled = this.#tiers.compileExact?.(this.kernel, extent) ?? null;
    if (compiled === null) return null;
    const signature = signatureOf(this.kernel, this.layout, extent);
    let signed = NONE;
    return () => {
      const number = signed === NONE ? compiled.number() : NONE;
      if (number !== NONE) signed = this.#addon.sign(number, signature);
      return signed;
    };
  }

  tier(): Tier {
    return this.#c !== NONE || this.#assembled() === NONE || (this.#compiled?.number() ?? NONE) !== NONE ? 'c' : 'block';
  }

  /** Whether launches may run C. */
  get #usesC(): boolean {
    return this.#choice !== 'block' || this.#assembled() === NONE;
  }

  /** Adds the launch's work. Has C looked for once that is worth it, and compiled in the background if the kernel comes once more. */
  #isInC(elements: number): boolean {
    const before = this.#work;
    this.#work += Math.max(elements, LEAST) * this.#nodes;
    if (this.#work < this.#worthLooking) return false;
    const compiled = this.#inC();
    this.#c = this.#signed(compiled);
    if (this.#c === NONE && before >= this.#worthCompiling && !this.#asked) {
      this.#asked = true;
      compiled.compileSoon();
    }
    return this.#c !== NONE;
  }

  #inC(): CompiledKernel {
    return (this.#compiled ??= this.#tiers.compile(this.kernel));
  }

  /** The number to launch it by, once it is compiled. */
  #signed(compiled: CompiledKernel): number {
    const number = compiled.number();
    if (this.#c !== NONE || number === NONE) return this.#c;
    return this.#addon.sign(number, signatureOf(this.kernel, this.layout));
  }

  #assembled(): number {
    return (this.#block ??= assembled(this.#addon, this.#tiers, this.kernel));
  }

  #waitForC(): number {
    const compiled = this.#inC();
    this.#c = this.#signed(compiled);
    if (this.#c === NONE) compiled.compileNow();
    this.#c = this.#signed(compiled);
    if (this.#c !== NONE) return this.#c;
    const why = this.#choice === 'c' ? "tier 'c' was asked for" : 'the kernel has no block form';
    throw new DeviceError(
      `cpu: cannot run a kernel: ${why}, and C does not compile: ${compiled.problem}; install gcc or clang (or set CC), or use the js device`,
    );
  }
}

/** The work of a node: the steps of a segmented fold go through its body. */
function workOf(node: Node): number {
  return node.op === 'segfold' ? SEGMENT * node.body.length : workOfNode(node);
}

function assembled(addon: Addon, tiers: Tiers, kernel: Kernel): number {
  const program = tiers.assemble(kernel);
  if (program === null) return NONE;
  return addon.sign(addon.loadProgram(program.code, program.constants), signatureOf(kernel, layoutOf(kernel)));
}
