/** Expressions of element-wise nodes and gathers, over their operands' names. */
import { invariant } from '../../base/index.js';
import type { Node, NodeId, SegmentNode } from '../../ir/index.js';
import { binary, convert, select, unary } from './ops.js';
import { operandType } from './stages.js';
import type { Needs } from './text.js';

/** An element-wise node's expression over its operands' names. */
export function plainExpression(
  nodes: readonly { dtype: Node['dtype'] }[],
  node: Node | SegmentNode,
  name: (id: NodeId) => string,
): string {
  if (node.op === 'select') return select(name(node.c), name(node.a), name(node.b), node.dtype);
  invariant('a' in node && node.op !== 'carried', `${node.op} is not an expression of operands`);
  if (node.op === 'cast') return convert(name(node.a), nodes[node.a].dtype, node.dtype);
  if (node.op === 'uniform') return `mk_uniform(${name(node.a)}, ${name(node.b)})`;
  const dtype = operandType(nodes, node);
  return 'b' in node ? binary(node.op, name(node.a), name(node.b), dtype) : unary(node.op, name(node.a), dtype);
}

/** A gather: its checked indices as locals, and the element. */
export function gatherText(
  needs: Needs,
  node: Node & { op: 'gather' },
  id: NodeId | string,
  name: (id: NodeId) => string,
  check = 'mk_index',
): { lines: string[]; text: string } {
  const base = needs.whole(node.arg);
  needs.checks = true;
  const lines = node.indices.map(
    (index, axis) => `const int64_t j${id}_${axis} = ${check}(${name(index)}, ${base}n${axis}, &bad);`,
  );
  const offset = node.indices.map((_, axis) => `j${id}_${axis} * ${base}s${axis}`).join(' + ');
  return { lines, text: `${base}[${offset === '' ? '0' : offset}]${node.dtype.name === 'bool' ? ' != 0' : ''}` };
}
