/** The task kinds of `implicit.ts`: native functions that run once for each row, one kind for each form of inputs. */
import type { Constraint } from '../partition/index.js';
import { type ArgSpec, defineKind, type TaskKind } from '../task/index.js';
import type { NativeBench } from './addon.js';

/** Columns of a step, side by side. */
export interface Columns {
  readonly offset: number;
  readonly width: number;
}

/** The inputs of a step: columns of the step before. Its row i needs rows i − `before` to i + `behind` at most. */
interface Inputs extends Columns {
  readonly before: number;
  readonly behind: number;
}

/** The columns of each step of a graph, and their inputs. */
export function columnsOf(native: NativeBench, graph: number): (Columns & { readonly inputs: Inputs | null })[] {
  const rows = native.steps(graph);
  return Array.from({ length: rows.length / 5 }, (_, t) => {
    const [offset, width, reads, low, high] = rows.subarray(5 * t);
    if (reads === 0) return { offset, width, inputs: null };
    const [from, before] = rows.subarray(5 * (t - 1));
    const moved = offset - from;
    const inputs = { offset: from, width: before, before: Math.max(0, low - moved), behind: Math.max(0, high + moved) };
    return { offset, width, inputs };
  });
}

const OUTPUTS: ArgSpec = { privilege: 'write', access: 'elementwise' };
const SCRATCH: ArgSpec = { privilege: 'readwrite', access: 'elementwise' };
const INPUTS: ArgSpec = { privilege: 'read', access: 'whole' };

/** Kinds are for ever: one for each meaning. */
const known = new Map<string, TaskKind>();

/** The kind of a step with these inputs. A band as wide as the inputs is all of them. */
export function stepKind(native: NativeBench, scratch: boolean, inputs: Inputs | null): TaskKind {
  const whole = inputs !== null && inputs.before + inputs.behind + 1 >= inputs.width;
  const reads = inputs === null ? 'nothing' : whole ? 'all' : `${inputs.before} before to ${inputs.behind} behind`;
  const args = [OUTPUTS, ...(scratch ? [SCRATCH] : []), ...(inputs === null ? [] : [INPUTS])];
  return kindOf(`step${scratch ? ' with scratch' : ''} of ${reads}`, args, {
    address: native.columns[(scratch ? 1 : 0) + (inputs === null ? 0 : 2)],
    constraints: inputs === null ? [] : [constraintOf(inputs, whole, args.length - 1)],
  });
}

function constraintOf({ before, behind }: Inputs, whole: boolean, arg: number): Constraint {
  return whole ? { kind: 'broadcast', arg } : { kind: 'bloat', from: 0, to: arg, low: [before, 0], high: [behind, 0] };
}

/** The kind of a task that fills outputs with bytes that no task writes. */
export function clearKind(native: NativeBench): TaskKind {
  return kindOf('clear', [OUTPUTS], { address: native.clearColumns, constraints: [] });
}

function kindOf(name: string, args: readonly ArgSpec[], how: { address: number; constraints: readonly Constraint[] }): TaskKind {
  let kind = known.get(name);
  if (kind === undefined) {
    const { address, constraints } = how;
    kind = defineKind({ name: `task_bench ${name}`, args, body: { kind: 'function', address }, constraints, points: 'rows' });
    known.set(name, kind);
  }
  return kind;
}
