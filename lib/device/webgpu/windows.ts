/** Makes windows of launch records: dispatches as rows of numbers, and their parameters as one block. */
import { ManipleError } from '../../base/index.js';
import { canFail, LoweredProduct, launchableKernel, type Places, printWgsl } from '../../compile/index.js';
import { type Kernel, STATUS } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import type { Extents } from '../machine.js';
import { arenaOf, placeOf } from './arenas.js';
import { LaunchTemplate, launchOf } from './launch-template.js';
import { COPY, type Forgotten, ROW, type Window } from './messages.js';
import { type Prepared, PreparedKernels } from './prepared-kernels.js';
import type { Problem } from './problems.js';
import { type Relocation, relocationOf } from './relocation.js';
import { ScratchMemory } from './scratch.js';
import { SharedObjects } from './shared-objects.js';
import { haveAny } from './steps.js';
import type { Host } from './window-host.js';

/** Templates of a kernel that are kept: launches of one form on memory in several arenas. */
const TEMPLATES = 8;
/** Kernels that are kept by default. */
const KERNELS = 1024;
const NO_MEMORY: Problem = { status: STATUS.MEMORY, why: null };
/** Windows that are kept as numbers. */
const WINDOWS = 16;

/** A kernel for records. */
interface Named {
  /** Its number, for records that are submitted next. */
  readonly number: () => number;
  /**
   * Whether the programs of a launch are compiled, for memory in one arena, as it seldom is in more; has them compiled. Once they are, the kernel is: a
   * launch that is cut in other ways waits for its own.
   */
  readonly isCompiled: (launch: Extents) => boolean;
}

export class WindowMaker {
  readonly #host: Host;
  readonly #kernels: PreparedKernels;
  readonly #routines = new Map<string, number>();
  /** By their texts. */
  readonly #pipelines = new SharedObjects();
  readonly #bindings = new SharedObjects();
  readonly #scratch: ScratchMemory;
  /** Where arrays are that a launch cannot bind where they lie. */
  readonly #relocated: ScratchMemory;
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
    this.#relocated = new ScratchMemory(host);
    this.#kernels = new PreparedKernels(host.kernels ?? KERNELS, ({ pipelines, templates }) => {
      for (const pipeline of pipelines.values()) this.#pipelines.drop(pipeline);
      for (const template of templates) this.#drop(template);
    });
  }

  prepare(kernel: Kernel): Named {
    const preparable = this.#kernels.preparable(() => launchableKernel(kernel, this.#host.features));
    return { number: () => preparable.now().number, isCompiled: (launch) => this.#isCompiled(preparable.now(), launch) };
  }

  /** The number for launches of a routine that is a device program. */
  routine(name: string): number {
    const known = this.#routines.get(name) ?? this.#kernels.keep(new LoweredProduct(name, this.#host.features));
    this.#routines.set(name, known);
    return known;
  }

  #isCompiled(prepared: Prepared, { shape, args }: Extents): boolean {
    if (prepared.isCompiled) return true;
    const { lowered } = prepared;
    const arenas = new Array<readonly number[]>(args.length + 1).fill([0]);
    const dispatches = lowered.dispatches({ shape, args, scalars: lowered.kernel.scalars.map(() => 0) });
    const pipelines = dispatches.map(({ program }) => this.#pipeline(prepared, program, arenas, 1));
    prepared.isCompiled = pipelines.every((pipeline) => this.#host.isCompiled(pipeline));
    return prepared.isCompiled;
  }

  /** Adds launch number `index` of the window, the record at slot `at`; why it fails where memory is out, or where it cannot be described. */
  add(records: Float64Array, raw: BigInt64Array, at: number, index: number): Problem | null {
    try {
      const isThere = this.#write(records, raw, at, index) ?? this.#addRelocated(records, raw, at, index);
      return isThere ? null : NO_MEMORY;
    } catch (error) {
      if (!(error instanceof ManipleError)) throw error;
      return { status: STATUS.REFUSED, why: error.message };
    }
  }

  /** As `add`; null where it binds too many arenas. */
  #write(records: Float64Array, raw: BigInt64Array, at: number, index: number): boolean | null {
    const prepared = this.#kernels.of(records[at + RECORD.KERNEL]);
    const P = at + RECORD.PARAMS;
    let template = find(prepared.templates, records, P);
    const words = template?.scratchWords ?? prepared.lowered.scratchWords(launchOf(prepared, records, raw, P));
    const address = this.#scratch.of(words * 4);
    if (words > 0 && address === 0) return false;
    const scratch = placeOf(address);
    if (template === null || template.scratchArena !== scratch.arena) {
      template = this.#learn(prepared, records, raw, P, scratch.arena);
      if (template === null) return null;
    }
    this.#reserve(template.rows.length, template.parameters.length);
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
  #reserve(rows: number, parameters: number): void {
    if (this.#rowsUsed + rows > this.#rows.length) this.#rows = grown(this.#rows, this.#rowsUsed + rows);
    const words = this.#wordsUsed + parameters;
    if (words > this.#words.length) this.#words = grown(this.#words, words);
  }

  /** Adds a launch with its arrays in one block: copies there, the launch, and copies back. */
  #addRelocated(records: Float64Array, raw: BigInt64Array, at: number, index: number): boolean {
    const prepared = this.#kernels.of(records[at + RECORD.KERNEL]);
    const { kernel } = prepared.lowered;
    const pointers = prepared.layout.args.map(({ pointer }) => RECORD.PARAMS + pointer);
    const launch = launchOf(prepared, records, raw, at + RECORD.PARAMS);
    const scratch = this.#segmentsOf(arenaOf(this.#scratch.of(prepared.lowered.scratchWords(launch) * 4)));
    const relocation = (others: readonly number[], most: number): Relocation | null => {
      const addresses = pointers.map((slot) => records[at + slot]);
      return relocationOf(kernel, launch, addresses, this.#host.segments, others, most);
    };
    // The block may lie in an arena that is bound anyway, or in one more.
    const { arenas, segment } = this.#host;
    const bytes = Math.max(4, relocation(scratch, arenas - 1)?.bytes ?? Infinity);
    const block = bytes > segment ? 0 : this.#relocated.of(bytes);
    const found = block === 0 ? null : relocation([...scratch, arenaOf(block)], arenas);
    if (found === null) return false;
    const own = records.slice(at, at + records[at + RECORD.LENGTH]);
    pointers.forEach((slot, arg) => {
      if (found.moved[arg] >= 0) own[slot] = block + found.moved[arg];
    });
    this.#copy(found, block, false);
    if (this.#write(own, new BigInt64Array(own.buffer), 0, index) !== true) return false;
    this.#copy(found, block, true);
    return true;
  }

  /** Copies the parts of a relocation to their block, or those that were written back from it. */
  #copy({ parts }: Relocation, block: number, back: boolean): void {
    const { arena, offset } = placeOf(block);
    for (const part of parts) {
      if (back && !part.isWritten) continue;
      this.#reserve(ROW.LENGTH, 0);
      const [home, there] = [
        [part.arena, part.from],
        [arena, offset + part.at],
      ];
      const [from, to] = back ? [there, home] : [home, there];
      const row = this.#rows.subarray(this.#rowsUsed, this.#rowsUsed + ROW.LENGTH);
      row[COPY.FROM] = -1 - from[0];
      row[COPY.OFFSET] = from[1];
      row[COPY.TO] = to[0];
      row[COPY.AT] = to[1];
      row[COPY.BYTES] = part.to - part.from;
      this.#rowsUsed += ROW.LENGTH;
    }
  }

  /** The window of the last `take` was handed over. */
  handedOver(): void {
    this.#scratch.handedOver();
    this.#relocated.handedOver();
  }

  /** All records were taken: kernels that were used longest ago are evicted, and what only they used is given back. */
  trim(): void {
    this.#kernels.endPeriod();
    const gone: Forgotten = { kind: 'forget', pipelines: this.#pipelines.sweep(), bindings: this.#bindings.sweep() };
    if (gone.pipelines.length + gone.bindings.length === 0) return;
    const [pipelines, bindings] = [new Set(gone.pipelines), new Set(gone.bindings)];
    this.#known = this.#known.filter(({ rows }) => !haveAny(rows, pipelines, bindings));
    this.#host.forget(gone, (free) => {
      this.#pipelines.release(free);
      this.#bindings.release(gone.bindings);
    });
  }

  /** Kernels and pipelines that are kept, and kernels evicted so far. */
  get counts(): { readonly kernels: number; readonly pipelines: number; readonly evicted: number } {
    return { kernels: this.#kernels.size, pipelines: this.#pipelines.size, evicted: this.#kernels.evicted };
  }

  /** Kernels evicted, and pipelines given back so far. */
  get dropped(): { readonly kernels: number; readonly pipelines: number } {
    return { kernels: this.#kernels.evicted, pipelines: this.#pipelines.swept };
  }

  /** The template of a launch that is new; null where it binds too many arenas. */
  #learn(prepared: Prepared, records: Float64Array, raw: BigInt64Array, P: number, scratchArena: number): LaunchTemplate | null {
    const { layout, templates } = prepared;
    const own = layout.args.map(({ pointer }) => this.#segmentsOf(arenaOf(records[P + pointer])));
    const scratch = this.#segmentsOf(scratchArena);
    const set = [...new Set([...own, scratch].flat())];
    if (set.length > this.#host.arenas) return null;
    // An empty argument lies in no arena, and no invocation comes to it.
    const arenas = [...own, scratchArena < 0 ? (own[0] ?? []) : scratch].map((all) =>
      all.length === 0 ? [0] : all.map((arena) => set.indexOf(arena)),
    );
    const launch = launchOf(prepared, records, raw, P);
    const made = new LaunchTemplate(prepared, records, P, launch, scratchArena, (program, bytes) => ({
      pipeline: this.#pipeline(prepared, program, arenas, set.length),
      binding: this.#binding(set, bytes),
    }));
    templates.unshift(made);
    for (const old of templates.splice(TEMPLATES)) this.#drop(old);
    return made;
  }

  #segmentsOf(arena: number): readonly number[] {
    return arena < 0 ? [] : this.#host.segments(arena);
  }

  #binding(arenas: readonly number[], bytes: number): number {
    return this.#bindings.use(`${arenas.join()}:${bytes}`, (number) => this.#host.binding(number, arenas, bytes));
  }

  #drop(template: LaunchTemplate): void {
    for (const binding of template.bindings) this.#bindings.drop(binding);
  }

  /** The pipeline of a program with its memories in these of the bound arenas; shaders with one text have one pipeline. */
  #pipeline({ lowered, pipelines }: Prepared, program: string, places: Places, bound: number): number {
    const key = `${program}:${places.join(';')}`;
    const known = pipelines.get(key);
    if (known !== undefined) return known;
    const { segment, fastMath } = this.#host;
    const made = lowered.program(program);
    const text = printWgsl(made, lowered.parameters.length, places, segment / 4, fastMath);
    const found = this.#pipelines.use(text, (number) =>
      this.#host.pipeline(number, { text, arenas: bound, fails: canFail(made) }),
    );
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
