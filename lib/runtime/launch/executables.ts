/** Executables by kernel: plans that differ in sizes alone share the compiled kernel. */
import type { Executable, Processor } from '../../device/index.js';
import type { Kernel } from '../../ir/index.js';

type Compiler = Pick<Processor, 'compile'>;

export class Executables {
  readonly #device: Compiler;
  readonly #byText = new Map<string, Executable>();
  readonly #byKernel = new WeakMap<Kernel, Executable>();

  constructor(device: Compiler) {
    this.#device = device;
  }

  /** The executable of a kernel; kernels of equal text share one. */
  of(kernel: Kernel): Executable {
    let found = this.#byKernel.get(kernel);
    if (found === undefined) this.#byKernel.set(kernel, (found = this.#ofText(kernel)));
    return found;
  }

  #ofText(kernel: Kernel): Executable {
    const text = JSON.stringify(kernel, replacer);
    let found = this.#byText.get(text);
    if (found === undefined) this.#byText.set(text, (found = this.#device.compile(kernel)));
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
