/** The interface of passes, and the unit that they hand on. */
import type { Kernel, KernelArg, Loop } from '../../ir/index.js';
import { argsOf } from '../../ir/index.js';

/** Properties of a kernel that later passes may rely on. */
type Property = 'one loop' | 'forwarded' | 'no temporaries' | 'one store' | 'simple' | 'distinct' | 'all used' | 'rows';

/** A kernel on its way through the table. */
export interface Unit {
  readonly kernel: Kernel;
  /** For each argument of the kernel: its number before the first pass. */
  readonly args: readonly number[];
  /** Arguments, by their number before the first pass, that are not read after the kernel. */
  readonly temporaries: ReadonlySet<number>;
}

export interface Pass {
  readonly name: string;
  readonly needs: readonly Property[];
  readonly gives: readonly Property[];
  readonly run: (unit: Unit) => Unit;
}

/** The unit with other loops, and its arguments' privileges as these loops use them; itself if the loops are the same. */
export function withLoops(unit: Unit, loops: readonly Loop[]): Unit {
  const { kernel } = unit;
  if (loops.length === kernel.loops.length && loops.every((loop, i) => loop === kernel.loops[i])) return unit;
  return { ...unit, kernel: { ...kernel, loops, args: withPrivileges(kernel.args, loops) } };
}

/** Arguments with the privileges that loops, run in order, make use of; unused ones stay as they are. */
export function withPrivileges(args: readonly KernelArg[], loops: readonly Loop[]): KernelArg[] {
  const read = new Set<number>();
  const written = new Set<number>();
  for (const loop of loops) {
    for (const node of loop.nodes) {
      for (const arg of argsOf(node)) if (!written.has(arg)) read.add(arg);
    }
    for (const s of loop.statements) written.add(s.arg);
  }
  return args.map((arg, k) => {
    const privilege = !written.has(k) ? 'read' : read.has(k) ? 'readwrite' : 'write';
    return privilege === arg.privilege || !(read.has(k) || written.has(k)) ? arg : { ...arg, privilege };
  });
}
