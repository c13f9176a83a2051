/**
 * Encodes windows: one upload of parameters, one pass, one submit. Pipelines, bindings and the rows of windows are kept by number, and a window
 * that comes again finds its pipelines and bind groups in a row.
 */
import { BINDING } from '../../compile/index.js';
import { STATUS } from '../../ir/index.js';
import { COPY, ROW, type Window } from './messages.js';
import { piecesOf } from './pieces.js';
import { type Compiled, Pipelines } from './pipelines.js';
import { checked, type Problem, problemOfException } from './problems.js';
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

/** A copy between arenas. */
interface Copy {
  readonly kind: 'copy';
  readonly from: GPUBuffer;
  readonly offset: number;
  readonly to: GPUBuffer;
  readonly at: number;
  readonly bytes: number;
}

/** A dispatch that is ready to be encoded; without a pipeline it is refused. */
interface Dispatch {
  readonly kind: 'dispatch';
  readonly compiled: Compiled;
  readonly group: GPUBindGroup;
  readonly offsets: readonly number[];
  readonly workgroups: number;
  readonly launch: number;
}

/** The rows of a window, and its dispatches once they were looked up. */
interface Known {
  readonly rows: Int32Array;
  steps: readonly (Dispatch | Copy)[] | null;
}

/** A window that was submitted (`window`). */
interface Sent {
  readonly refused: ReadonlyMap<number, string>;
  readonly problem: Promise<Problem | null>;
  readonly statuses: Promise<Uint32Array | null>;
}

const NOTHING: ReadonlyMap<number, Compiled> = new Map();

export class Encoder {
  readonly #device: GPUDevice;
  readonly #arenas = new Map<number, GPUBuffer>();
  readonly pipelines: Pipelines;
  readonly #bindings = new Map<number, Binding>();
  readonly #windows = new Map<number, Known>();
  readonly #statuses: GPUBuffer;
  /** Buffers for reading that nothing reads now. */
  readonly #staging: GPUBuffer[] = [];
  readonly #submitted: () => void;
  #parameters: GPUBuffer;

  /** `submitted` is called at each submit. */
  constructor(device: GPUDevice, submitted: () => void) {
    this.#device = device;
    this.#submitted = submitted;
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

  /** Bind groups are made anew: all, or those of an arena that was released. */
  #forgetGroups(arena = -1): void {
    for (const binding of this.#bindings.values()) if (arena < 0 || binding.arenas.includes(arena)) binding.group = null;
    for (const window of this.#windows.values()) window.steps = null;
  }

  #group(number: number): GPUBindGroup {
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
  }

  /** The rows of a window, which are new or were sent before. */
  #known(number: number, rows: Int32Array | null): Known {
    const known = rows === null ? this.#windows.get(number) : { rows, steps: null };
    if (known === undefined) throw new Error(`no window ${number}`);
    this.#windows.set(number, known);
    return known;
  }

  /** The dispatches and copies of a window. */
  #stepsOf({ rows }: Known, compiled: ReadonlyMap<number, Compiled>): readonly (Dispatch | Copy)[] {
    const found: (Dispatch | Copy)[] = [];
    for (let at = 0; at < rows.length; at += ROW.LENGTH) {
      const row = rows.subarray(at, at + ROW.LENGTH);
      const of = compiled.get(row[ROW.PIPELINE]);
      if (row[COPY.FROM] < 0 || of === undefined) {
        found.push(this.#copyOf(row));
        continue;
      }
      const [offsets, workgroups, launch] = [[row[ROW.OFFSET]], row[ROW.GROUPS], row[ROW.LAUNCH]];
      found.push({ kind: 'dispatch', compiled: of, group: this.#group(row[ROW.BINDING]), offsets, workgroups, launch });
    }
    return found;
  }

  #copyOf(row: Int32Array): Copy {
    const [from, to] = [this.arenaOf(-1 - row[COPY.FROM]), this.arenaOf(row[COPY.TO])];
    return { kind: 'copy', from, offset: row[COPY.OFFSET], to, at: row[COPY.AT], bytes: row[COPY.BYTES] };
  }

  /** Encodes dispatches in passes, with copies between these; notes the launches that are refused. */
  #encode(encoder: GPUCommandEncoder, steps: readonly (Dispatch | Copy)[], refused: Map<number, string>): void {
    let pass: GPUComputePassEncoder | null = null;
    let last: GPUComputePipeline | null = null;
    for (const step of steps) {
      if (step.kind === 'copy') {
        pass?.end();
        [pass, last] = [null, null];
        encoder.copyBufferToBuffer(step.from, step.offset, step.to, step.at, step.bytes);
        continue;
      }
      const { compiled, group, offsets, workgroups, launch } = step;
      const { pipeline, why } = compiled;
      if (pipeline === null) {
        refused.set(launch, `a shader of its kernel does not compile: ${why}`);
        continue;
      }
      pass ??= encoder.beginComputePass();
      if (pipeline !== last) pass.setPipeline(pipeline);
      last = pipeline;
      pass.setBindGroup(0, group, offsets);
      pass.dispatchWorkgroups(workgroups);
    }
    pass?.end();
  }

  /**
   * Encodes and submits a window. Gives the launches that are refused, since a shader of theirs does not compile, and why; a promise of the
   * window's own problem, with which none of its launches ran; and a promise of the status words, which is settled when the window is complete, null
   * where they cannot be had.
   */
  async window(window: Window): Promise<Sent> {
    const device = this.#device;
    const { parameters, launches } = window;
    const known = this.#known(window.number, window.rows);
    const compiled = known.steps === null ? await this.pipelines.of(known.rows) : NOTHING;
    const refused = new Map<number, string>();
    const { value: statuses, problem } = checked(device, () => {
      this.#growParameters(parameters.byteLength);
      known.steps ??= this.#stepsOf(known, compiled);
      if (parameters.byteLength > 0) device.queue.writeBuffer(this.#parameters, 0, parameters);
      const encoder = device.createCommandEncoder();
      encoder.clearBuffer(this.#statuses, 0, launches * 4);
      this.#encode(encoder, known.steps, refused);
      const staging = this.#staging.pop() ?? this.#stagingBuffer(STATUSES * 4);
      encoder.copyBufferToBuffer(this.#statuses, 0, staging, 0, launches * 4);
      this.#submit(encoder);
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
    this.#submitted();
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
