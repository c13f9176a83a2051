/** How long operations take, relative to each other, for estimates: in simple operations, such as an addition of two elements. */
import type { Kernel, Node, SegmentNode } from './kernel.js';
import { hasBody, workOfNode } from './nodes.js';
import { operationOf } from './operations/index.js';

/** Weights of operations, in simple ones: functions of long chains of steps, and operations with this many cycles or more. */
const LONG = 10;
const SLOW = { cycles: 13, weight: 3 };

/** The time of a node for one element, in simple operations. */
export function weightOf(node: Node | SegmentNode): number {
  if (node.op === 'load' || node.op === 'const' || node.op === 'scalar' || node.op === 'index') return 0;
  if (node.op === 'uniform') return LONG;
  const row = operationOf(node.op);
  if (row === undefined) return 1;
  if (row.reference !== null) return LONG;
  return (row.cycles ?? 1) >= SLOW.cycles ? SLOW.weight : 1;
}

const weighed = (nodes: readonly (Node | SegmentNode)[]): number => nodes.reduce((sum, node) => sum + weightOf(node), 0);

/** The simple operations of a launch over so many elements; `entries`: elements of its segments, all together. */
export function operationsOf({ loops }: Kernel, elements: number, entries: number): number {
  let sum = 0;
  for (const { nodes, statements } of loops) {
    sum += (weighed(nodes) + statements.length) * elements;
    for (const node of nodes) {
      if (!hasBody(node)) continue;
      const rounds = node.op === 'segfold' ? entries : (elements * workOfNode(node)) / Math.max(1, node.body.length);
      sum += weighed(node.body) * rounds;
    }
  }
  return sum;
}
