/**
 * A kernel on the cpu device: the best code there is for it at the moment of each launch. It starts as a block program, and is handed to
 * the C compiler once it has done enough work for the compiler's time to pay and comes again: kernels that prepare data run once, and so do
 * the first windows of a loop, which end before cuts settle.
 */
import { DeviceError } from '../../base/index.js';
import { type Extent, type Kernel, type Layout, layoutOf, type Node, signatureOf, workOfNode } from '../../ir/index.js';
import type { Executable, Tier } from '../contract.js';
import { type Kept, type KernelLoader, kept } from './kept.js';
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
  readonly #loader: KernelLoader;
  readonly #choice: TierChoice;
  readonly #tiers: Tiers;
  readonly #nodes: number;
  readonly #worthLooking: number;
  readonly #worthCompiling: number;
  #work = 0;
  #asked = false;
  #compiled: CompiledKernel | null = null;
  #c: Kept | null = null;
  /** Undefined until it is needed; null where there is no block form. */
  #block: Kept | null | undefined;

  constructor(loader: KernelLoader, tiers: Tiers, choice: TierChoice, kernel: Kernel) {
    this.kernel = kernel;
    this.layout = layoutOf(kernel);
    this.#loader = loader;
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
    if (this.#c !== null) return this.#c.number;
    if (this.#choice === 'c') return this.#waitForC();
    const c = this.#choice === 'auto' ? this.#ifInC(elements) : null;
    return c?.number ?? this.#assembled()?.number ?? this.#waitForC();
  }

  exact(extent: Extent): (() => number) | null {
    if (!this.#usesC) return null;
    const compiled = this.#tiers.compileExact?.(this.kernel, extent) ?? null;
    if (compiled === null) return null;
    let signed: Kept | null = null;
    return () => {
      signed ??= this.#sign(compiled, extent);
      return signed === null ? NONE : signed.number;
    };
  }

  tier(): Tier {
    return this.#c !== null || this.#assembled() === null || (this.#compiled?.number() ?? NONE) !== NONE ? 'c' : 'block';
  }

  /** Whether launches may run C. */
  get #usesC(): boolean {
    return this.#choice !== 'block' || this.#assembled() === null;
  }

  /** Adds the launch's work. Has C looked for once that is worth it, and compiled in the background if the kernel comes once more. */
  #ifInC(elements: number): Kept | null {
    const before = this.#work;
    this.#work += Math.max(elements, LEAST) * this.#nodes;
    if (this.#work < this.#worthLooking) return null;
    const compiled = this.#inC();
    this.#c = this.#signed(compiled);
    if (this.#c === null && before >= this.#worthCompiling && !this.#asked) {
      this.#asked = true;
      compiled.compileSoon();
    }
    return this.#c;
  }

  #inC(): CompiledKernel {
    return (this.#compiled ??= this.#tiers.compile(this.kernel));
  }

  /** The number to launch it by, once it is compiled. */
  #signed(compiled: CompiledKernel): Kept | null {
    return this.#c ?? this.#sign(compiled);
  }

  /** The signature is made once there is code: until then every launch asks. */
  #sign(compiled: CompiledKernel, extent: Extent | null = null): Kept | null {
    const number = compiled.number();
    if (number === NONE) return null;
    return kept(this.#loader, this.#loader.sign(number, signatureOf(this.kernel, this.layout, extent)));
  }

  #assembled(): Kept | null {
    if (this.#block === undefined) {
      const program = this.#tiers.assemble(this.kernel);
      const signature = signatureOf(this.kernel, this.layout);
      this.#block =
        program === null ? null : kept(this.#loader, this.#loader.loadProgram(program.code, program.constants, signature));
    }
    return this.#block;
  }

  #waitForC(): number {
    const compiled = this.#inC();
    this.#c = this.#signed(compiled);
    if (this.#c === null) compiled.compileNow();
    this.#c = this.#signed(compiled);
    if (this.#c !== null) return this.#c.number;
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
