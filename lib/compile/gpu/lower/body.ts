/** Bodies of segmented folds and of repeats: nodes in a loop of their own, which may use values of the enclosing one. */
import type { NodeId, SegmentNode } from '../../../ir/index.js';
import { narrowNodes } from './ranges.js';
import { emitNode, type Scope } from './values.js';

/** Emits the nodes of a body; gives their values. `own`: the segment's index, or the names of the values that go from round to round. */
export function emitBody(scope: Scope, nodes: readonly SegmentNode[], own: Pick<Scope, 'segment' | 'carries'>): Scope['values'] {
  const values: Scope['values'] = [];
  const narrow = narrowNodes(nodes, (id) => scope.narrow[id]);
  const inner: Scope = { ...scope, nodes, narrow, values, forms: new Map(), outer: scope.values, ...own };
  nodes.forEach((_: SegmentNode, id: NodeId) => emitNode(inner, id));
  return values;
}
