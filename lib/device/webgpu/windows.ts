/** Makes windows of launch records: dispatches as rows of numbers, and their parameters as one block. */
import { invariant } from '../../base/index.js';
import { dispatchesOf, type GpuFeatures, type GpuLaunch, LoweredKernel, printWgsl, scratchWords } from '../../compile/index.js';
import { type Kernel, type Layout, layoutOf } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import { type Place, placeOf } from './arenas.js';
import { ROW, type Window } from './messages.js';

/** Parameters of a dispatch begin at multiples of this. */
const STEP = 256;

interface Prepared {
  readonly lowered: LoweredKernel;
  readonly layout: Layout;
  /** Numbers of pipelines, by program and the arenas that its memories lie in. */
  readonly pipelines: Map<string, number>;
}

/** The device, as windows use it. */
interface Host {
  readonly alloc: (bytes: number) => number;
  readonly free: (address: number, bytes: number) => void;
  /** Has a pipeline made of a shader. */
  readonly pipeline: (number: number, text: string, arenas: number) => void;
  /** The device's features for computing. */
  readonly features: GpuFeatures;
  /** Whether compilers may rewrite float arithmetic. */
  readonly fastMath: boolean;
  /** Arenas that a dispatch can bind. */
  readonly arenas: number;
}

/** A record as a launch, and where its memories lie. */
interface Read {
  readonly prepared: Prepared;
  readonly launch: GpuLaunch;
  /** Of the arguments. */
  readonly places: readonly Place[];
}

export class WindowMaker {
  readonly #host: Host;
  readonly #kernels: Prepared[] = [];
  readonly #texts = new Map<string, number>();
  #pipelines = 0;
  #rows: number[] = [];
  #sets: number[][] = [];
  #setOf = new Map<string, number>();
  #blocks: { readonly at: number; readonly words: Uint32Array }[] = [];
  #bytes = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  /** A number for launches of a kernel. */
  prepare(kernel: Kernel): number {
    const lowered = new LoweredKernel(kernel, this.#host.features);
    return this.#kernels.push({ lowered, layout: layoutOf(kernel), pipelines: new Map() }) - 1;
  }

  /** Adds launch number `index` of the window, the record at slot `at`; false where it binds too many arenas, or memory is out. */
  add(records: Float64Array, raw: BigInt64Array, at: number, index: number): boolean {
    const { prepared, launch, places } = this.#read(records, raw, at, index);
    const words = scratchWords(prepared.lowered, launch);
    const address = words === 0 ? 0 : this.#host.alloc(words * 4);
    if (words > 0 && address === 0) return false;
    const scratch = words === 0 ? null : placeOf(address);
    const all = [...places, ...(scratch === null ? [] : [scratch])].filter(({ arena }) => arena >= 0);
    const set = [...new Set(all.map(({ arena }) => arena))];
    const fits = set.length <= this.#host.arenas;
    // An empty argument lies in no arena, and no invocation comes to it.
    const arenas = [...places, scratch ?? places[0]].map(({ arena }) => Math.max(0, set.indexOf(arena)));
    if (fits && set.length > 0) {
      const where = { ...launch, scratch: scratch === null ? 0 : scratch.offset / 4 };
      for (const { program, workgroups, parameters } of dispatchesOf(prepared.lowered, where)) {
        const pipeline = this.#pipeline(prepared, program, arenas, set.length);
        const bytes = Math.ceil((parameters.length * 4) / STEP) * STEP;
        this.#rows.push(pipeline, this.#set(set), this.#bytes, bytes, workgroups, index);
        this.#blocks.push({ at: this.#bytes / 4, words: parameters });
        this.#bytes += bytes;
      }
    }
    // The queue is in order: later launches may use this memory.
    if (scratch !== null) this.#host.free(address, words * 4);
    return fits;
  }

  /** The window of the launches that were added; the next one begins. */
  take(first: number, launches: number): Window {
    const parameters = new Uint32Array(Math.max(STEP, this.#bytes) / 4);
    for (const { at, words } of this.#blocks) parameters.set(words, at);
    const rows = Int32Array.from(this.#rows);
    invariant(rows.length % ROW.LENGTH === 0, 'rows are whole');
    const window: Window = { kind: 'window', rows, sets: this.#sets, parameters: parameters.buffer, first, launches };
    [this.#rows, this.#sets, this.#setOf, this.#blocks, this.#bytes] = [[], [], new Map(), [], 0];
    return window;
  }

  #read(records: Float64Array, raw: BigInt64Array, at: number, status: number): Read {
    const prepared = this.#kernels[records[at + RECORD.KERNEL]];
    invariant(prepared !== undefined, `kernel ${records[at + RECORD.KERNEL]} was compiled by this device`);
    const { layout, lowered } = prepared;
    const { kernel } = lowered;
    const P = at + RECORD.PARAMS;
    const several = (first: number, count: number): number[] => Array.from(records.subarray(P + first, P + first + count));
    const places = layout.args.map(({ pointer }) => placeOf(records[P + pointer]));
    const args = kernel.args.map(({ dtype, rank }, k) => {
      const { sizes, strides } = layout.args[k];
      const shape = sizes < 0 ? [] : several(sizes, rank);
      return { offset: places[k].offset / dtype.size, shape, strides: several(strides, rank) };
    });
    const scalars = kernel.scalars.map((dtype, k) => (dtype.long ? raw : records)[P + layout.scalars[k]]);
    return { prepared, places, launch: { shape: several(layout.domain, kernel.rank), args, scalars, status, scratch: 0 } };
  }

  #set(arenas: number[]): number {
    const key = arenas.join();
    const known = this.#setOf.get(key);
    if (known !== undefined) return known;
    const number = this.#sets.push(arenas) - 1;
    this.#setOf.set(key, number);
    return number;
  }

  /** The pipeline of a program with its memories in these of the bound arenas; shaders with one text have one pipeline. */
  #pipeline({ lowered, pipelines }: Prepared, program: string, arenas: readonly number[], bound: number): number {
    const key = `${program}:${arenas.join()}`;
    const known = pipelines.get(key);
    if (known !== undefined) return known;
    const text = printWgsl(lowered.program(program), lowered.parameters.length, arenas, this.#host.fastMath);
    const found = this.#texts.get(text) ?? this.#pipelines++;
    if (!this.#texts.has(text)) this.#host.pipeline(found, text, bound);
    this.#texts.set(text, found);
    pipelines.set(key, found);
    return found;
  }
}
