/** Pipelines of a GPU by number, compiled in the background, and the layouts of their bindings. */
import { BINDING } from '../../compile/index.js';
import { type Message, ROW } from './messages.js';
import { checked, problemOfException } from './problems.js';

/** A pipeline, or why it is refused. */
export interface Compiled {
  readonly pipeline: GPUComputePipeline | null;
  readonly why: string;
  /** Whether it may set status words. */
  readonly fails: boolean;
}

type Shader = Extract<Message, { kind: 'pipeline' }>;

export class Pipelines {
  readonly #device: GPUDevice;
  readonly #all = new Map<number, Promise<Compiled>>();
  /** Compilations that are under way, of forgotten ones too. */
  readonly #open = new Set<Promise<Compiled>>();
  /** By the number of arenas that are bound. */
  readonly #layouts = new Map<number, GPUBindGroupLayout>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  layout(arenas: number): GPUBindGroupLayout {
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

  /** Has a pipeline compiled; settles when it is, or is refused. */
  async compile({ pipeline: number, text, arenas, fails }: Omit<Shader, 'kind'>): Promise<void> {
    const ready = this.#compiled(text, arenas).then((found) => ({ ...found, fails }));
    this.#all.set(number, ready);
    this.#open.add(ready);
    await ready;
    this.#open.delete(ready);
  }

  /** Nothing uses these any more: each is given back when the garbage of this thread is collected. */
  forget(numbers: readonly number[]): void {
    for (const number of numbers) this.#all.delete(number);
  }

  async #compiled(text: string, arenas: number): Promise<Omit<Compiled, 'fails'>> {
    const device = this.#device;
    const { value: made, problem } = checked(device, () => {
      const layout = device.createPipelineLayout({ bindGroupLayouts: [this.layout(arenas)] });
      const module = device.createShaderModule({ code: text });
      return device.createComputePipelineAsync({ layout, compute: { module, entryPoint: 'main' } });
    });
    try {
      const pipeline = await made;
      return { pipeline, why: (await problem)?.why ?? 'unknown' };
    } catch (error) {
      // Dawn's complaint about the shader names the fault; its complaint about the pipeline says that the shader is invalid.
      return { pipeline: null, why: (await problem)?.why ?? problemOfException(error).why ?? 'unknown' };
    }
  }

  /** Settles when no pipeline is being compiled. */
  async settled(): Promise<void> {
    await Promise.all(this.#open);
  }

  /** The pipelines of a window's rows by number, pipelines that are still being compiled too: the window waits for them. */
  async of(rows: Int32Array): Promise<ReadonlyMap<number, Compiled>> {
    const found = new Map<number, Compiled>();
    for (let at = 0; at < rows.length; at += ROW.LENGTH) {
      const number = rows[at + ROW.PIPELINE];
      if (number < 0 || found.has(number)) continue;
      found.set(number, (await this.#all.get(number)) ?? { pipeline: null, why: `no pipeline ${number}`, fails: false });
    }
    return found;
  }
}
