/** The template of any step: a fused kernel, a routine of the device, C source, a native function; none for JavaScript bodies. */
import { DeviceError, invariant } from '../../base/index.js';
import { type Device, routineTile, routineUnits, routineWork } from '../../device/index.js';
import type { Step } from '../../fusion/index.js';
import { routineSignature } from '../../ir/index.js';
import type { Task } from '../../task/index.js';
import { Executables } from './executables.js';
import type { Range } from './ranges.js';
import { type Extent, kernelTemplate, routineTemplate, type Template } from './template.js';

export class TemplateCompiler {
  readonly #device: Device;
  readonly #inline: boolean;
  readonly executables: Executables;

  constructor(device: Device, inline: boolean) {
    this.#device = device;
    this.#inline = inline;
    this.executables = new Executables(device);
  }

  /**
   * Compiles the step's body, if need be. `sizes[slot]` is the root's element size; `part`: of these units of a kernel. Null for a
   * JavaScript body.
   */
  of(step: Step, tasks: readonly Task[], sizes: readonly number[], part: Range | null = null): Template | null {
    if (step.kernel !== null) return kernelTemplate(step, this.executables.of(step.kernel), sizes, this.#inline, part);
    const { body } = tasks[step.tasks[0]].kind;
    if (body.kind === 'native') {
      const number = this.#device.routine(body.routine);
      if (number < 0) throw new DeviceError(`the device ${this.#device.name} has no routine '${body.routine}'`);
      return ofRoutine(step, body.routine, this.#inline, sizes, (signature) => {
        const signed = this.#device.sign(number, signature);
        invariant(signed >= 0, `${body.routine} takes the parameters of its kind`);
        return signed;
      });
    }
    const rows = step.domain.length === 0 ? 1 : step.domain[0];
    const extent = { units: rows, tile: 1, work: Number.POSITIVE_INFINITY };
    if (body.kind === 'c') return this.#routine(step, this.#device.compileC(body.source, body.entry), extent, sizes);
    if (body.kind === 'function') return this.#routine(step, this.#device.enter(body.address), extent, sizes);
    return null;
  }

  #routine(step: Step, number: number, extent: Extent, sizes: readonly number[]): Template {
    return routineTemplate(step, this.#device.sign(number, signatureFor(step, sizes)), extent, sizes);
  }
}

function signatureFor({ domain, bindings, scalars }: Step, sizes: readonly number[]): Float64Array {
  const ranks = bindings.map(({ view }) => view.shape.length);
  const items = bindings.map(({ slot }) => sizes[slot]);
  return routineSignature(domain.length, ranks, items, scalars.length);
}

/** The template of a routine of the addon, or of an accelerator that has it; `numberOf`: its number for parameters of a signature. */
export function ofRoutine(
  step: Step,
  name: string,
  inline: boolean,
  sizes: readonly number[],
  numberOf: (signature: Float64Array) => number,
): Template {
  const units = routineUnits(name, step.domain);
  const work = inline ? routineWork(name, step.domain) : Number.POSITIVE_INFINITY;
  const tile = routineTile(name, step.domain, (arg) => step.bindings[arg].view.strides);
  return routineTemplate(step, numberOf(signatureFor(step, sizes)), { units, tile, work }, sizes);
}
