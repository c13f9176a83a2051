/** Until the pass table lands: composition without optimization. */
import { type Kernel, type KernelArg, type Node, type SegmentNode, type Statement, structureOf } from '../ir/index.js';

interface Part { kernel: Kernel; args: readonly number[]; scalars: readonly number[] }

export function compatible(a: Kernel, b: Kernel): boolean {
  const x = structureOf(a);
  const y = structureOf(b);
  return x === 'map' || y === 'map' || (x === y && a.rowRank === b.rowRank);
}

export function compose(parts: readonly Part[]): Kernel {
  const args: KernelArg[] = [];
  const scalars: Kernel['scalars'][number][] = [];
  const loops: { nodes: Node[]; statements: Statement[] }[] = [];
  let rowRank = parts[0].kernel.rowRank;
  for (const { kernel, args: map, scalars: slots } of parts) {
    if (structureOf(kernel) !== 'map') rowRank = kernel.rowRank;
    kernel.args.forEach((a, k) => {
      const old = args[map[k]];
      args[map[k]] = old === undefined ? a : { ...a, privilege: old.privilege === a.privilege ? a.privilege : 'readwrite' };
    });
    kernel.scalars.forEach((d, j) => (scalars[slots[j]] = d));
    const rename = <T extends Node | SegmentNode>(n: T): T => {
      if (n.op === 'segfold') return { ...n, body: n.body.map(rename) };
      if ('arg' in n) return { ...n, arg: map[n.arg] };
      return n.op === 'scalar' ? { ...n, slot: slots[n.slot] } : n;
    };
    for (const l of kernel.loops) loops.push({ nodes: l.nodes.map(rename), statements: l.statements.map((s) => ({ ...s, arg: map[s.arg] })) });
  }
  return { rank: parts[0].kernel.rank, rowRank, args, scalars, loops };
}

export function optimize(kernel: Kernel, _temporaries: ReadonlySet<number>): { kernel: Kernel; args: readonly number[] } {
  return { kernel, args: kernel.args.map((_, i) => i) };
}
