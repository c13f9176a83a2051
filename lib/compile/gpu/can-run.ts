/** Whether a kernel can be a device program, on a device without types of 64 bits. */
import { float64 } from '../../dtype/index.js';
import { isBinary, isUnary, type Kernel, type Node, operandsOf, type SegmentNode } from '../../ir/index.js';
import { isWritten } from './lower/operators.js';

type AnyNode = Node | SegmentNode;

/** A rule: why a node cannot run, or null. */
type NodeRule = (node: AnyNode, nodes: readonly AnyNode[]) => string | null;

const nodeRules: readonly NodeRule[] = [
  ({ dtype }) => (dtype === float64 ? 'float64' : null),
  (node, nodes) => {
    if (!isUnary(node.op) && !isBinary(node.op)) return null;
    const { dtype } = nodes[operandsOf(node)[0]];
    return isWritten(node.op, dtype) ? null : `${node.op} of ${dtype.name}`;
  },
  (node) =>
    node.op === 'segfold' && !node.body.some((inner) => inner.op === 'segload') ? 'a segmented fold that loads no element' : null,
];

function nodeProblem(nodes: readonly AnyNode[]): string | null {
  for (const node of nodes) {
    for (const rule of nodeRules) {
      const problem = rule(node, nodes);
      if (problem !== null) return problem;
    }
    const inside = node.op === 'segfold' ? nodeProblem(node.body) : null;
    if (inside !== null) return inside;
  }
  return null;
}

/** Why a kernel cannot be a device program, in a word or a few; null if it can. */
export function canRun(kernel: Kernel): string | null {
  if ([...kernel.args.map(({ dtype }) => dtype), ...kernel.scalars].includes(float64)) return 'float64';
  for (const { nodes } of kernel.loops) {
    const problem = nodeProblem(nodes);
    if (problem !== null) return problem;
  }
  return null;
}
