/**
 * Composition: the kernels of several tasks as one kernel, with all of their loops in order. Dependences between the tasks are the fusion
 * constraints' matter.
 */
import { invariant } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import { type Kernel, type KernelArg, type Loop, mapSlots, type Structure, structureOf } from '../../ir/index.js';
import { withPrivileges } from './pass.js';

/** A kernel with the places of its arguments and scalars in the composed one. */
export interface Part {
  readonly kernel: Kernel;
  readonly args: readonly number[];
  readonly scalars: readonly number[];
}

/**
 * Whether two kernels may be composed as far as their structure goes: domains of one rank, and folds that cut it alike. Maps
 * fit any kernel, and take its rows. A kernel with a nest of loops of its own stays alone. `x` and `y`: the structures of both, where known.
 */
export function compatible(a: Kernel, b: Kernel, x: Structure = structureOf(a), y: Structure = structureOf(b)): boolean {
  if (a.rank !== b.rank || a.nest !== undefined || b.nest !== undefined) return false;
  return x === 'map' || y === 'map' || (x === y && a.rowRank === b.rowRank);
}

/** One kernel with the effect of the parts, in their order. */
export function compose(parts: readonly Part[]): Kernel {
  invariant(parts.length > 0, 'something to compose');
  const args: KernelArg[] = [];
  const scalars: DType[] = [];
  const loops: Loop[] = [];
  let lead = parts[0].kernel;
  for (const part of parts) {
    const { kernel } = part;
    invariant(part === parts[0] || compatible(lead, kernel), 'composed kernels have one rank and fold structure');
    if (structureOf(lead) === 'map') lead = kernel;
    kernel.args.forEach((arg, k) => place(args, part.args[k], arg));
    kernel.scalars.forEach((dtype, k) => {
      scalars[part.scalars[k]] = dtype;
    });
    for (const loop of kernel.loops) loops.push(renumber(loop, part));
  }
  const { rank, rowRank, nest } = lead;
  return { rank, rowRank, args: withPrivileges(args, loops), scalars, loops, ...(nest === undefined ? {} : { nest }) };
}

function place(args: KernelArg[], at: number, arg: KernelArg): void {
  const known = args[at];
  invariant(
    known === undefined || (known.dtype === arg.dtype && known.access === arg.access),
    `argument ${at} is reached in one way`,
  );
  args[at] = known ?? arg;
}

function renumber(loop: Loop, { args, scalars }: Part): Loop {
  return {
    nodes: loop.nodes.map((node) =>
      mapSlots(
        node,
        (k) => args[k],
        (k) => scalars[k],
      ),
    ),
    statements: loop.statements.map((s) => ({ ...s, arg: args[s.arg] })),
  };
}
