/** The template of any step: a fused kernel, a routine of the device, C source, a native function; none for JavaScript bodies. */
import { type Device, routineTile, routineUnits, routineWork } from '../../device/index.js';
import type { Step } from '../../fusion/index.js';
import { routineSignature } from '../../ir/index.js';
import type { Task } from '../../task/index.js';
import { Executables } from './executables.js';
import { type Extent, kernelTemplate, type Range, routineTemplate, type Template } from './template.js';

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
      const units = routineUnits(body.routine, step.domain);
      const work = this.#inline ? routineWork(body.routine, step.domain) : Number.POSITIVE_INFINITY;
      const tile = routineTile(body.routine, step.domain, (arg) => step.bindings[arg].view.strides);
      return this.#routine(step, this.#device.routine(body.routine), { units, tile, work }, sizes);
    }
    const rows = step.domain.length === 0 ? 1 : step.domain[0];
    const extent = { units: rows, tile: 1, work: Number.POSITIVE_INFINITY };
    if (body.kind === 'c') return this.#routine(step, this.#device.compileC(body.source, body.entry), extent, sizes);
    if (body.kind === 'function') return this.#routine(step, this.#device.enter(body.address), extent, sizes);
    return null;
  }

  #routine(step: Step, number: number, extent: Extent, sizes: readonly number[]): Template {
    const ranks = step.bindings.map(({ view }) => view.shape.length);
    const items = step.bindings.map(({ slot }) => sizes[slot]);
    const signature = routineSignature(step.domain.length, ranks, items, step.scalars.length);
    return routineTemplate(step, number < 0 ? number : this.#device.sign(number, signature), extent, sizes);
  }
}
