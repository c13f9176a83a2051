/** Encodes windows: one upload of parameters, one pass, one submit. Pipelines are kept by number, bind groups by the arenas that they bind. */
import { BINDING } from '../../compile/index.js';
import { ROW, type Window } from './messages.js';

/** Status words of a window, at most. */
const STATUSES = 1024;
/** Bytes of parameters that are there at first. */
const PARAMETERS = 2 ** 18;

interface Pipeline {
  readonly ready: Promise<GPUComputePipeline | null>;
}

export class Encoder {
  readonly #device: GPUDevice;
  readonly #arenas = new Map<number, GPUBuffer>();
  readonly #pipelines = new Map<number, Pipeline>();
  readonly #layouts = new Map<number, GPUBindGroupLayout>();
  readonly #groups = new Map<string, GPUBindGroup>();
  readonly #statuses: GPUBuffer;
  /** Buffers for reading that nothing reads now. */
  readonly #staging: GPUBuffer[] = [];
  #parameters: GPUBuffer;

  constructor(device: GPUDevice) {
    this.#device = device;
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
    this.#device.pushErrorScope('validation');
    this.#device.pushErrorScope('out-of-memory');
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const buffer = this.#device.createBuffer({ size, usage });
    const problems = [await this.#device.popErrorScope(), await this.#device.popErrorScope()];
    if (problems.some((problem) => problem !== null)) return false;
    this.#arenas.set(arena, buffer);
    return true;
  }

  release(arena: number): void {
    this.#arenas.get(arena)?.destroy();
    this.#arenas.delete(arena);
    this.#groups.clear();
    // Memory comes back when a later submit is complete.
    this.#device.queue.submit([]);
  }

  arenaOf(arena: number): GPUBuffer {
    const found = this.#arenas.get(arena);
    if (found === undefined) throw new Error(`no arena ${arena}`);
    return found;
  }

  #layout(arenas: number): GPUBindGroupLayout {
    const known = this.#layouts.get(arenas);
    if (known !== undefined) return known;
    const visibility = GPUShaderStage.COMPUTE;
    const layout = this.#device.createBindGroupLayout({
      entries: [
        { binding: BINDING.parameters, visibility, buffer: { type: 'uniform', hasDynamicOffset: true } },
        { binding: BINDING.status, visibility, buffer: { type: 'storage' } },
        ...Array.from({ length: arenas }, (_, k): GPUBindGroupLayoutEntry => {
          return { binding: BINDING.arenas + k, visibility, buffer: { type: 'storage' } };
        }),
      ],
    });
    this.#layouts.set(arenas, layout);
    return layout;
  }

  pipeline(number: number, text: string, arenas: number): void {
    const layout = this.#device.createPipelineLayout({ bindGroupLayouts: [this.#layout(arenas)] });
    const module = this.#device.createShaderModule({ code: text });
    const ready = this.#device.createComputePipelineAsync({ layout, compute: { module, entryPoint: 'main' } }).catch(() => null);
    this.#pipelines.set(number, { ready });
  }

  #group(arenas: readonly number[], bytes: number): GPUBindGroup {
    const key = `${arenas.join()}:${bytes}`;
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const group = this.#device.createBindGroup({
      layout: this.#layout(arenas.length),
      entries: [
        { binding: BINDING.parameters, resource: { buffer: this.#parameters, size: bytes } },
        { binding: BINDING.status, resource: { buffer: this.#statuses } },
        ...arenas.map((arena, k) => ({ binding: BINDING.arenas + k, resource: { buffer: this.arenaOf(arena) } })),
      ],
    });
    this.#groups.set(key, group);
    return group;
  }

  /**
   * Encodes and submits a window. Gives the launches that were refused, since a shader of theirs does not compile, and a promise of the
   * status words, which is settled when the window is complete.
   */
  async window({ rows, sets, parameters, launches }: Window): Promise<{ refused: Set<number>; statuses: Promise<Uint32Array> }> {
    const device = this.#device;
    if (parameters.byteLength > this.#parameters.size) {
      this.#parameters = this.#parameterBuffer(2 ** Math.ceil(Math.log2(parameters.byteLength)));
      this.#groups.clear();
    }
    const pipelines = await this.#pipelinesOf(rows);
    const refused = new Set<number>();
    device.queue.writeBuffer(this.#parameters, 0, parameters);
    const encoder = device.createCommandEncoder();
    encoder.clearBuffer(this.#statuses, 0, launches * 4);
    const pass = encoder.beginComputePass();
    for (let at = 0; at < rows.length; at += ROW.LENGTH) {
      const pipeline = pipelines.get(rows[at + ROW.PIPELINE]) ?? null;
      if (pipeline === null) {
        refused.add(rows[at + ROW.LAUNCH]);
        continue;
      }
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, this.#group(sets[rows[at + ROW.SET]], rows[at + ROW.BYTES]), [rows[at + ROW.OFFSET]]);
      pass.dispatchWorkgroups(rows[at + ROW.GROUPS]);
    }
    pass.end();
    const staging = this.#staging.pop() ?? this.#stagingBuffer(STATUSES * 4);
    encoder.copyBufferToBuffer(this.#statuses, 0, staging, 0, launches * 4);
    device.queue.submit([encoder.finish()]);
    const statuses = this.#readBack(staging, launches * 4).then((bytes) => new Uint32Array(bytes));
    return { refused, statuses };
  }

  async #pipelinesOf(rows: Int32Array): Promise<Map<number, GPUComputePipeline | null>> {
    const found = new Map<number, GPUComputePipeline | null>();
    for (let at = 0; at < rows.length; at += ROW.LENGTH) {
      const number = rows[at + ROW.PIPELINE];
      if (!found.has(number)) found.set(number, (await this.#pipelines.get(number)?.ready) ?? null);
    }
    return found;
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

  upload(arena: number, offset: number, bytes: ArrayBuffer): void {
    this.#device.queue.writeBuffer(this.arenaOf(arena), offset, bytes);
  }

  /** The bytes, when all earlier submissions are complete. */
  download(arena: number, offset: number, bytes: number): Promise<ArrayBuffer> {
    const staging = this.#stagingBuffer(bytes);
    const encoder = this.#device.createCommandEncoder();
    encoder.copyBufferToBuffer(this.arenaOf(arena), offset, staging, 0, bytes);
    this.#device.queue.submit([encoder.finish()]);
    return this.#readBack(staging, bytes);
  }
}
