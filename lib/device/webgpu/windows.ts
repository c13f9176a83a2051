/** Makes windows of launch records: dispatches as rows of numbers, and their parameters as one block. */
import { invariant } from '../../base/index.js';
import { type GpuFeatures, LoweredKernel, printWgsl, scratchWords } from '../../compile/index.js';
import { type Kernel, layoutOf } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import { arenaOf, placeOf } from './arenas.js';
import { LaunchTemplate, launchOf, type Prepared as Source } from './launch-template.js';
import { ROW, type Window } from './messages.js';
import { ScratchMemory } from './scratch.js';

/** Templates of a kernel that are kept: launches of one form on memory in several arenas. */
const TEMPLATES = 8;
/** Windows that are kept as numbers. */
const WINDOWS = 16;

interface Prepared extends Source {
  /** Numbers of pipelines, by program and the arenas that its memories lie in. */
  readonly pipelines: Map<string, number>;
  /** The one that matched last is first. */
  readonly templates: LaunchTemplate[];
}

/** The device, as windows use it. */
interface Host {
  readonly alloc: (bytes: number) => number;
  readonly free: (address: number, bytes: number) => void;
  /** Has a pipeline made of a shader. */
  readonly pipeline: (number: number, text: string, arenas: number) => void;
  /** Has a binding made: of arenas, and of so many bytes of parameters. */
  readonly binding: (number: number, arenas: readonly number[], bytes: number) => void;
  /** The device's features for computing. */
  readonly features: GpuFeatures;
  /** Whether compilers may rewrite float arithmetic. */
  readonly fastMath: boolean;
  /** Arenas that a dispatch can bind. */
  readonly arenas: number;
}

export class WindowMaker {
  readonly #host: Host;
  readonly #kernels: Prepared[] = [];
  readonly #texts = new Map<string, number>();
  readonly #bindings = new Map<string, number>();
  readonly #scratch: ScratchMemory;
  #pipelines = 0;
  /** Of the window that is being made; both grow. */
  #rows = new Int32Array(ROW.LENGTH * 64);
  #words = new Uint32Array(2 ** 13);
  #rowsUsed = 0;
  #wordsUsed = 0;
  /** Rows of windows that the owner knows, the latest first. */
  #known: { readonly number: number; readonly rows: Int32Array }[] = [];
  #windows = 0;

  constructor(host: Host) {
    this.#host = host;
    this.#scratch = new ScratchMemory(host);
  }

  /** A number for launches of a kernel. */
  prepare(kernel: Kernel): number {
    const lowered = new LoweredKernel(kernel, this.#host.features);
    return this.#kernels.push({ lowered, layout: layoutOf(kernel), pipelines: new Map(), templates: [] }) - 1;
  }

  /** Adds launch number `index` of the window, the record at slot `at`; false where it binds too many arenas, or memory is out. */
  add(records: Float64Array, raw: BigInt64Array, at: number, index: number): boolean {
    const prepared = this.#kernels[records[at + RECORD.KERNEL]];
    invariant(prepared !== undefined, `kernel ${records[at + RECORD.KERNEL]} was compiled by this device`);
    const P = at + RECORD.PARAMS;
    let template = find(prepared.templates, records, P);
    const words = template?.scratchWords ?? scratchWords(prepared.lowered, launchOf(prepared, records, raw, P));
    const address = this.#scratch.of(words * 4);
    if (words > 0 && address === 0) return false;
    const scratch = placeOf(address);
    if (template === null || template.scratchArena !== scratch.arena) {
      template = this.#learn(prepared, records, raw, P, scratch.arena);
      if (template === null) return false;
    }
    this.#reserve(template);
    template.write(this.#words, this.#wordsUsed, records, raw, P, index, scratch.offset / 4);
    this.#rows.set(template.rows, this.#rowsUsed);
    for (let row = 0; row < template.rows.length; row += ROW.LENGTH) {
      this.#rows[this.#rowsUsed + row + ROW.OFFSET] += this.#wordsUsed * 4;
      this.#rows[this.#rowsUsed + row + ROW.LAUNCH] = index;
    }
    this.#rowsUsed += template.rows.length;
    this.#wordsUsed += template.parameters.length;
    return true;
  }

  /** The window of the launches that were added; the next one begins. */
  take(first: number, launches: number): Window {
    const rows = this.#rows.subarray(0, this.#rowsUsed);
    const parameters = this.#words.slice(0, this.#wordsUsed).buffer;
    [this.#rowsUsed, this.#wordsUsed] = [0, 0];
    const known = this.#known.find((other) => areEqual(other.rows, rows));
    if (known !== undefined) return { kind: 'window', number: known.number, rows: null, parameters, first, launches };
    const number = this.#windows++ % WINDOWS;
    this.#known = [{ number, rows: rows.slice() }, ...this.#known.filter((other) => other.number !== number)];
    return { kind: 'window', number, rows: rows.slice(), parameters, first, launches };
  }

  /** Makes room for a launch. */
  #reserve({ rows, parameters }: LaunchTemplate): void {
    if (this.#rowsUsed + rows.length > this.#rows.length) this.#rows = grown(this.#rows, this.#rowsUsed + rows.length);
    const words = this.#wordsUsed + parameters.length;
    if (words > this.#words.length) this.#words = grown(this.#words, words);
  }

  /** The template of a launch that is new; null where it binds too many arenas. */
  #learn(prepared: Prepared, records: Float64Array, raw: BigInt64Array, P: number, scratchArena: number): LaunchTemplate | null {
    const { layout, templates } = prepared;
    const own = layout.args.map(({ pointer }) => arenaOf(records[P + pointer]));
    const all = [...own, ...(scratchArena < 0 ? [] : [scratchArena])];
    const set = [...new Set(all.filter((arena) => arena >= 0))];
    if (set.length > this.#host.arenas) return null;
    // An empty argument lies in no arena, and no invocation comes to it.
    const arenas = [...own, scratchArena < 0 ? own[0] : scratchArena].map((arena) => Math.max(0, set.indexOf(arena)));
    const launch = launchOf(prepared, records, raw, P);
    const made = new LaunchTemplate(prepared, records, P, launch, scratchArena, (program, bytes) => ({
      pipeline: this.#pipeline(prepared, program, arenas, set.length),
      binding: this.#binding(set, bytes),
    }));
    templates.unshift(made);
    templates.length = Math.min(templates.length, TEMPLATES);
    return made;
  }

  #binding(arenas: readonly number[], bytes: number): number {
    const key = `${arenas.join()}:${bytes}`;
    const known = this.#bindings.get(key);
    if (known !== undefined) return known;
    const number = this.#bindings.size;
    this.#host.binding(number, arenas, bytes);
    this.#bindings.set(key, number);
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

/** The template that matches a record, which is first afterwards. */
function find(templates: LaunchTemplate[], records: Float64Array, P: number): LaunchTemplate | null {
  for (let k = 0; k < templates.length; k++) {
    const template = templates[k];
    if (!template.matches(records, P)) continue;
    if (k > 0) templates.unshift(...templates.splice(k, 1));
    return template;
  }
  return null;
}

function areEqual(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function grown<T extends Int32Array | Uint32Array>(array: T, least: number): T {
  const larger = new (array.constructor as new (length: number) => T)(2 ** Math.ceil(Math.log2(least)));
  larger.set(array);
  return larger;
}
