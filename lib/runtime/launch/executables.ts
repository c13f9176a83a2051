/**
 * Executables by kernel: plans that differ in sizes alone share the compiled kernel. The texts of the ones used last are kept, so that programs that make
 * kernels without end take bounded memory: an executable that nothing holds goes with its code.
 */
import type { Executable, Processor } from '../../device/index.js';
import type { Kernel } from '../../ir/index.js';

/** Plans have their own executables: these are for the next plans. A kernel with its text takes some 20 KB. */
const TEXTS = 2048;

type Compiler = Pick<Processor, 'compile'>;

export class Executables {
  readonly #device: Compiler;
  readonly #byText = new Map<string, Executable>();
  readonly #byKernel = new WeakMap<Kernel, Executable>();
  readonly #most: number;

  /** `most`: kernels that are known by their texts. */
  constructor(device: Compiler, most = TEXTS) {
    this.#device = device;
    this.#most = most;
  }

  /** The executable of a kernel; kernels of equal text share one. */
  of(kernel: Kernel): Executable {
    let found = this.#byKernel.get(kernel);
    if (found === undefined) this.#byKernel.set(kernel, (found = this.#ofText(kernel)));
    return found;
  }

  #ofText(kernel: Kernel): Executable {
    const text = JSON.stringify(kernel, replacer);
    const found = this.#byText.get(text) ?? this.#device.compile(kernel);
    // The text that was asked for last is the map's last.
    this.#byText.delete(text);
    this.#byText.set(text, found);
    for (const oldest of this.#byText.keys()) {
      if (this.#byText.size <= this.#most) break;
      this.#byText.delete(oldest);
    }
    return found;
  }
}

/** Dtypes by name; values that JSON lacks as texts that no other value has. */
function replacer(key: string, value: unknown): unknown {
  if (key === 'dtype' || key === 'scalars') return dtypeNames(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return `#${Object.is(value, -0) ? '-0' : value}`;
  return value;
}

function dtypeNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dtypeNames);
  return typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
}
