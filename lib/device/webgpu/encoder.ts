/**
 * Encodes windows: one upload of parameters, one pass, one submit. Pipelines, bindings and the rows of windows are kept by number, and a window
 * that comes again finds its pipelines and bind groups in a row.
 */
import { BINDING } from '../../compile/index.js';
import { STATUS } from '../../ir/index.js';
import type { Control } from './control.js';
import type { Forgotten, Window } from './messages.js';
import { piecesOf } from './pieces.js';
import { type Compiled, Pipelines } from './pipelines.js';
import { checked, type Problem, problemOfException } from './problems.js';
import { encode, haveAny, type Known, setsStatus, stepsOf } from './steps.js';
import { wholeWords } from './transfers.js';

/** Status words of a window, at most. */
const STATUSES = 1024;
/** Bytes of parameters that are there at first. */
const PARAMETERS = 2 ** 18;

interface Binding {
  readonly arenas: readonly number[];
  readonly bytes: number;
  group: GPUBindGroup | null;
}

/** A window that was submitted (`window`). */
interface Sent {
  readonly refused: ReadonlyMap<number, string>;
  readonly problem: Promise<Problem | null>;
  readonly statuses: Promise<Uint32Array | null>;
}

/** Is told of each submit, and of each window whose status words are read. */
type Counts = Pick<Control, 'submitted' | 'mapped'>;

const NOTHING: ReadonlyMap<number, Compiled> = new Map();
/** The status words of a window that sets none. */
const NO_WORDS = new Uint32Array();

export class Encoder {
  readonly #device: GPUDevice;
  readonly #arenas = new Map<number, GPUBuffer>();
  readonly pipelines: Pipelines;
  readonly #bindings = new Map<number, Binding>();
  readonly #windows = new Map<number, Known>();
  readonly #statuses: GPUBuffer;
  /** Buffers for reading that nothing reads now. */
  readonly #staging: GPUBuffer[] = [];
  readonly #counts: Counts;
  #parameters: GPUBuffer;

  constructor(device: GPUDevice, counts: Counts) {
    this.#device = device;
    this.#counts = counts;
    this.pipelines = new Pipelines(device);
    this.#statuses = device.createBuffer({
      size: STATUSES * 4,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    });
    this.#parameters = this.#parameterBuffer(PARAMETERS);
  }

  #parameterBuffer(size: number): GPUBuffer {
    return this.#device.createBuffer({ size, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  }

  /** Makes an arena; whether there was memory. */
  async arena(arena: number, size: number): Promise<boolean> {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const { value: buffer, problem } = checked(this.#device, () => this.#device.createBuffer({ size, usage }));
    if ((await problem) !== null || buffer === null) return false;
    this.#arenas.set(arena, buffer);
    return true;
  }

  release(arena: number): void {
    this.#arenas.get(arena)?.destroy();
    this.#arenas.delete(arena);
    this.#forgetGroups(arena);
    // Memory comes back when a later submit is complete.
    this.#device.queue.submit([]);
  }

  arenaOf(arena: number): GPUBuffer {
    const found = this.#arenas.get(arena);
    if (found === undefined) throw new Error(`no arena ${arena}`);
    return found;
  }

  binding(number: number, arenas: readonly number[], bytes: number): void {
    this.#bindings.set(number, { arenas, bytes, group: null });
  }

  /** Gives pipelines and bindings back that no later window uses, and the windows that used them. */
  forget({ pipelines, bindings }: Forgotten): void {
    const [goneP, goneB] = [new Set(pipelines), new Set(bindings)];
    for (const [number, { rows }] of this.#windows) if (haveAny(rows, goneP, goneB)) this.#windows.delete(number);
    for (const number of bindings) this.#bindings.delete(number);
    this.pipelines.forget(pipelines);
  }

  /** Bind groups are made anew: all, or those of an arena that was released. */
  #forgetGroups(arena = -1): void {
    for (const binding of this.#bindings.values()) if (arena < 0 || binding.arenas.includes(arena)) binding.group = null;
    for (const window of this.#windows.values()) window.steps = null;
  }

  readonly #group = (number: number): GPUBindGroup => {
    const binding = this.#bindings.get(number);
    if (binding === undefined) throw new Error(`no binding ${number}`);
    const { arenas, bytes } = binding;
    binding.group ??= this.#device.createBindGroup({
      layout: this.pipelines.layout(arenas.length),
      entries: [
        { binding: BINDING.parameters, resource: { buffer: this.#parameters, size: bytes } },
        { binding: BINDING.status, resource: { buffer: this.#statuses } },
        ...arenas.map((arena, k) => ({ binding: BINDING.arenas + k, resource: { buffer: this.arenaOf(arena) } })),
      ],
    });
    return binding.group;
  };

  /** The rows of a window, which are new or were sent before. */
  #known(number: number, rows: Int32Array | null): Known {
    const known = rows === null ? this.#windows.get(number) : { rows, steps: null };
    if (known === undefined) throw new Error(`no window ${number}`);
    this.#windows.set(number, known);
    return known;
  }

  /**
   * Encodes and submits a window. Gives the launches that are refused, since a shader of theirs does not compile, and why; a promise of the
   * window's own problem, with which none of its launches ran; and a promise of the status words, which is settled when the window is complete, null
   * where they cannot be had. A window of which no kernel can fail has no status words: these are neither cleared nor read.
   */
  async window(window: Window): Promise<Sent> {
    const device = this.#device;
    const { parameters, launches } = window;
    const known = this.#known(window.number, window.rows);
    const compiled = known.steps === null ? await this.pipelines.of(known.rows) : NOTHING;
    const refused = new Map<number, string>();
    const { value: statuses, problem } = checked(device, () => {
      this.#growParameters(parameters.byteLength);
      known.steps ??= stepsOf(known.rows, { compiled, group: this.#group, arenaOf: (arena) => this.arenaOf(arena) });
      if (parameters.byteLength > 0) device.queue.writeBuffer(this.#parameters, 0, parameters);
      const encoder = device.createCommandEncoder();
      if (!known.steps.some(setsStatus)) {
        encode(encoder, known.steps, refused);
        this.#submit(encoder);
        return device.queue.onSubmittedWorkDone().then(
          () => NO_WORDS,
          () => null,
        );
      }
      encoder.clearBuffer(this.#statuses, 0, launches * 4);
      encode(encoder, known.steps, refused);
      const staging = this.#staging.pop() ?? this.#stagingBuffer(STATUSES * 4);
      encoder.copyBufferToBuffer(this.#statuses, 0, staging, 0, launches * 4);
      this.#submit(encoder);
      this.#counts.mapped();
      return this.#readBack(staging, launches * 4).then(
        (bytes) => new Uint32Array(bytes),
        () => null,
      );
    });
    const settled = problem.then((found) => {
      if (found !== null) this.#renew(known);
      return found;
    });
    return { refused, statuses: statuses ?? Promise.resolve(null), problem: settled };
  }

  #growParameters(bytes: number): void {
    if (bytes <= this.#parameters.size) return;
    this.#forgetGroups();
    this.#parameters.destroy();
    this.#parameters = this.#parameterBuffer(2 ** Math.ceil(Math.log2(bytes)));
  }

  /** After a window that was refused: the objects made for it may be invalid. */
  #renew(known: Known): void {
    known.steps = null;
    this.#forgetGroups();
    this.#parameters.destroy();
    this.#parameters = this.#parameterBuffer(PARAMETERS);
  }

  #submit(encoder: GPUCommandEncoder): void {
    this.#device.queue.submit([encoder.finish()]);
    this.#counts.submitted();
  }

  #stagingBuffer(size: number): GPUBuffer {
    return this.#device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  }

  /** The first bytes of a buffer for reading, which can be used again afterwards where it is one for statuses. */
  async #readBack(staging: GPUBuffer, bytes: number): Promise<ArrayBuffer> {
    await staging.mapAsync(GPUMapMode.READ, 0, bytes);
    const copy = staging.getMappedRange(0, bytes).slice(0);
    staging.unmap();
    if (staging.size === STATUSES * 4) this.#staging.push(staging);
    else staging.destroy();
    return copy;
  }

  /** Uploads bytes behind all earlier submissions; settles when they are sent, with a promise of the problem. */
  async upload(arena: number, offset: number, given: Uint8Array): Promise<{ problem: Promise<Problem | null> }> {
    const { bytes, at, torn, mend } = wholeWords(offset, given);
    for (const place of torn) {
      const word = new Uint8Array(4);
      const problem = await this.download(arena, at + place, word);
      if (problem !== null) return { problem: Promise.resolve(problem) };
      mend(place, word);
    }
    return checked(this.#device, () => {
      for (const piece of piecesOf(this, arena, at, bytes.byteLength))
        this.#device.queue.writeBuffer(piece.buffer, piece.offset, bytes, piece.at, piece.size);
    });
  }

  /** Settles when all earlier submissions are complete and the bytes are in `into`, or with the problem; never rejected. */
  async download(arena: number, from: number, into: Uint8Array): Promise<Problem | null> {
    const { value: reads, problem } = checked(this.#device, () => {
      const encoder = this.#device.createCommandEncoder();
      const pieces = piecesOf(this, arena, from, into.length).map(({ buffer, offset, at, size }) => {
        const staging = this.#stagingBuffer(size);
        encoder.copyBufferToBuffer(buffer, offset, staging, 0, size);
        return { staging, at, size };
      });
      this.#submit(encoder);
      return Promise.all(
        pieces.map(async ({ staging, at, size }) => into.set(new Uint8Array(await this.#readBack(staging, size)), at)),
      );
    });
    try {
      await reads;
      return await problem;
    } catch (error) {
      return (await problem) ?? problemOfException(error, STATUS.DEVICE_LOST);
    }
  }
}
