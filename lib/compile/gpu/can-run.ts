/** Whether a kernel can be a device program, on a device without types of 64 bits. */
import { type DType, float64, isStored } from '../../dtype/index.js';
import { isBinary, isUnary, type Kernel, type Node, operandsOf, type SegmentNode } from '../../ir/index.js';
import { isWritten } from './lower/operators.js';

type AnyNode = Node | SegmentNode;

/** A rule: why a node cannot run, or null. */
type NodeRule = (node: AnyNode, nodes: readonly AnyNode[]) => string | null;

const lacks = (dtype: DType): boolean => dtype === float64 || isStored(dtype);

const nodeRules: readonly NodeRule[] = [
  ({ dtype }) => (lacks(dtype) ? dtype.name : null),
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
  const missing = [...kernel.args.map(({ dtype }) => dtype), ...kernel.scalars].find(lacks);
  if (missing !== undefined) return missing.name;
  for (const { nodes } of kernel.loops) {
    const problem = nodeProblem(nodes);
    if (problem !== null) return problem;
  }
  return null;
}

/** Operations on float32 that are rounded, or that depend on subnormal numbers. */
const ROUNDED: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'div', 'sqrt', 'floor', 'ceil', 'mod', 'floordiv']);

/** How many operations of a kernel become functions on devices without subnormal numbers. */
export function roundedOperations({ loops }: Kernel): number {
  const count = (nodes: readonly AnyNode[]): number =>
    nodes.reduce((sum, node) => {
      const own = node.dtype.kind === 'float' && ROUNDED.has(node.op) ? 1 : 0;
      return sum + own + (node.op === 'segfold' ? count(node.body) : 0);
    }, 0);
  return loops.reduce((sum, { nodes }) => sum + count(nodes), 0);
}
