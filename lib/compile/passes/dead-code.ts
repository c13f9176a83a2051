/** Removes nodes that no statement needs, loops without statements, and arguments that nothing uses. */
import {
  argsOf,
  type Loop,
  mapBody,
  mapOperands,
  mapSlots,
  mapUsed,
  type Node,
  type NodeId,
  operandsOf,
  type Rewritten,
  resultsOf,
  type SegmentNode,
} from '../../ir/index.js';
import type { Pass, Unit } from './pass.js';

export const deadCode: Pass = {
  name: 'dead-code',
  needs: [],
  gives: ['all used'],
  run(unit: Unit): Unit {
    const { kernel } = unit;
    const loops = kernel.loops.filter((loop) => loop.statements.length > 0).map(sweepLoop);
    const same = loops.length === kernel.loops.length && loops.every((loop, i) => loop === kernel.loops[i]);
    return dropArguments(same ? unit : { ...unit, kernel: { ...kernel, loops } });
  },
};

function sweepLoop(loop: Loop): Loop {
  const { nodes, ids } = sweep(loop.nodes, resultsOf(loop.statements));
  if (nodes === loop.nodes) return loop;
  return { nodes, statements: loop.statements.map((s) => mapUsed(s, (id) => ids[id])) };
}

/** The nodes that the roots need, in order, and where each is now; the list itself if that is all of it. */
function sweep<N extends Node | SegmentNode>(list: readonly N[], roots: readonly NodeId[]): Rewritten<N> {
  const used = new Uint8Array(list.length);
  for (const id of roots) used[id] = 1;
  const swept = [...list];
  for (let id = list.length - 1; id >= 0; id--) {
    if (used[id] === 0) continue;
    swept[id] = mapBody(list[id], sweep);
    for (const operand of operandsOf(swept[id])) used[operand] = 1;
  }
  const nodes: N[] = [];
  const ids: NodeId[] = [];
  if (swept.every((node, id) => used[id] === 1 && node === list[id])) return { nodes: list, ids };
  swept.forEach((node, id) => {
    ids.push(nodes.length);
    if (used[id] === 1) nodes.push(mapOperands(node, (operand) => ids[operand]));
  });
  return { nodes, ids };
}

function dropArguments(unit: Unit): Unit {
  const { kernel } = unit;
  const used = new Set<number>();
  for (const loop of kernel.loops) {
    for (const node of loop.nodes) for (const arg of argsOf(node)) used.add(arg);
    for (const s of loop.statements) used.add(s.arg);
  }
  if (used.size === kernel.args.length) return unit;
  const kept = kernel.args.map((_, k) => k).filter((k) => used.has(k));
  const place = new Map(kept.map((k, i) => [k, i]));
  const to = (k: number): number => place.get(k) ?? k;
  const loops = kernel.loops.map(
    (loop): Loop => ({
      nodes: loop.nodes.map((node) => mapSlots(node, to, (slot) => slot)),
      statements: loop.statements.map((s) => ({ ...s, arg: to(s.arg) })),
    }),
  );
  return { ...unit, args: kept.map((k) => unit.args[k]), kernel: { ...kernel, args: kept.map((k) => kernel.args[k]), loops } };
}
