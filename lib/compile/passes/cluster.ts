/**
 * Clustering: the statements that share a loop. Fusion makes one loop; a loop with more values than registers may run faster as several,
 * each of which recomputes its inputs (nodes that are expensive to recompute keep statements together).
 */
import { argsOf, type Loop, type Node, type NodeId, operandsOf, resultsOf, type Statement, usedBy } from '../../ir/index.js';
import { type Pass, type Unit, withLoops } from './pass.js';

/** Decides how a loop is split into loops with the same effect. */
export interface Clusterer {
  readonly name: string;
  split(loop: Loop): readonly Loop[];
}

/** One loop of any size. */
export const keepWhole: Clusterer = { name: 'whole', split: (loop) => [loop] };

/** The pass that applies a clusterer. Nodes that a cluster does not need are removed by `dead-code`, which follows. */
export function clusterWith(clusterer: Clusterer): Pass {
  return {
    name: 'cluster',
    needs: ['one store', 'rows'],
    gives: [],
    run: (unit: Unit): Unit =>
      clusterer === keepWhole
        ? unit
        : withLoops(
            unit,
            unit.kernel.loops.flatMap((loop) => clusterer.split(loop)),
          ),
  };
}

/**
 * Fills clusters with statements, in order, while no more than `registers` values of theirs are alive at a time. A loop that overwrites an
 * argument which it also reads may not be splittable, and is kept whole then.
 */
export function greedyClusters(registers: number): Clusterer {
  return {
    name: `greedy ${registers}`,
    split(loop) {
      const groups: { statements: Statement[]; nodes: Set<NodeId> }[] = [];
      for (const s of loop.statements) {
        const nodes = closure(loop, usedBy(s));
        const last = groups.at(-1);
        const together = new Set([...(last?.nodes ?? []), ...nodes]);
        if (last !== undefined && pressure(loop, together, [...last.statements, s]) <= registers) {
          last.statements.push(s);
          last.nodes = together;
        } else {
          groups.push({ statements: [s], nodes });
        }
      }
      return isLegal(loop, groups) ? groups.map(({ statements }) => ({ nodes: loop.nodes, statements })) : [loop];
    },
  };
}

/** How many values are alive at once, at most, when the nodes are computed in order and the statements come last. */
function pressure(loop: Loop, nodes: ReadonlySet<NodeId>, statements: readonly Statement[]): number {
  const kept = new Set(resultsOf(statements));
  const order = [...nodes].filter((id) => !isImmediate(loop.nodes[id])).sort((a, b) => a - b);
  const uses = new Map<NodeId, number>();
  for (const id of order) for (const operand of operandsOf(loop.nodes[id])) uses.set(operand, id);
  const ending = new Map<NodeId, number>();
  for (const id of order) {
    const end = kept.has(id) ? Infinity : (uses.get(id) ?? id);
    ending.set(end, (ending.get(end) ?? 0) + 1);
  }
  let alive = 0;
  let most = 0;
  for (const id of order) {
    most = Math.max(most, ++alive);
    alive -= ending.get(id) ?? 0;
  }
  return most;
}

/** Constants and scalars stand in for an operand, or stay in a register anyway. */
function isImmediate(node: Node): boolean {
  return node.op === 'const' || node.op === 'scalar';
}

function closure(loop: Loop, roots: readonly NodeId[]): Set<NodeId> {
  const found = new Set<NodeId>(roots);
  for (const id of found) for (const operand of operandsOf(loop.nodes[id])) found.add(operand);
  return found;
}

/** Whether no cluster loads an argument that an earlier one has overwritten. */
function isLegal(loop: Loop, groups: readonly { statements: Loop['statements']; nodes: ReadonlySet<NodeId> }[]): boolean {
  const written = new Set<number>();
  for (const { statements, nodes } of groups) {
    for (const id of nodes) if (argsOf(loop.nodes[id]).some((arg) => written.has(arg))) return false;
    for (const s of statements) written.add(s.arg);
  }
  return true;
}
