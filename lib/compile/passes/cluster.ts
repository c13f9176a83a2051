/**
 * Clustering: which statements share a loop. Fusion makes one loop; a loop whose values do not fit the registers may run
 * faster as several, each of which recomputes what it needs (what is expensive to recompute keeps statements together).
 */
import { argsOf, type Loop, type NodeId, operandsOf } from '../../ir/index.js';
import { type Pass, type Unit, withLoops } from './pass.js';

/** Decides how a loop is split; the loops together do what it did. */
export interface Clusterer {
  readonly name: string;
  split(loop: Loop): readonly Loop[];
}

/** One loop, whatever its size. */
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

/** Fills clusters with statements, in order, until they need more than `budget` nodes. Argument values that a loop read before it overwrote them keep their statements together. */
export function greedyClusters(budget: number): Clusterer {
  return {
    name: `greedy ${budget}`,
    split(loop) {
      const groups: { statements: Loop['statements'][number][]; nodes: Set<NodeId> }[] = [];
      for (const s of loop.statements) {
        const nodes = closure(loop, s.value);
        const last = groups.at(-1);
        const together = last === undefined ? nodes : new Set([...last.nodes, ...nodes]);
        if (last !== undefined && (together.size <= budget || last.nodes.size === 0)) {
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

function closure(loop: Loop, root: NodeId): Set<NodeId> {
  const found = new Set<NodeId>([root]);
  for (const id of found) for (const operand of operandsOf(loop.nodes[id])) found.add(operand);
  return found;
}

/** No cluster loads what an earlier one has overwritten. */
function isLegal(loop: Loop, groups: readonly { statements: Loop['statements']; nodes: ReadonlySet<NodeId> }[]): boolean {
  const written = new Set<number>();
  for (const { statements, nodes } of groups) {
    for (const id of nodes) if (argsOf(loop.nodes[id]).some((arg) => written.has(arg))) return false;
    for (const s of statements) written.add(s.arg);
  }
  return true;
}
