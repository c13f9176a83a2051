/**
 * Constants and identities, where the result has the same bits for every operand: `x · 1`, `x − 0`, `--x`, selections with a known outcome,
 * conversions that cancel. Not `x + 0` (it makes −0 positive) nor `x · 0` of floats.
 */
import { bool, type DType } from '../../dtype/index.js';
import {
  isBinary,
  isUnary,
  type Loop,
  mapBody,
  mapOperands,
  mapUsed,
  type Node,
  type NodeId,
  operandsOf,
  type SegmentNode,
} from '../../ir/index.js';
import { evaluateBinary, evaluateCast, evaluateUnary } from './evaluate.js';
import { type Pass, type Unit, withLoops } from './pass.js';

export const simplify: Pass = {
  name: 'simplify',
  needs: [],
  gives: ['simple'],
  run: (unit: Unit): Unit => withLoops(unit, unit.kernel.loops.map(simplifyLoop)),
};

type AnyNode = Node | SegmentNode;
type Constant = Extract<Node, { op: 'const' }>;

function simplifyLoop(loop: Loop): Loop {
  const { nodes, ids } = simplifyNodes(loop.nodes);
  if (nodes === loop.nodes) return loop;
  return { nodes, statements: loop.statements.map((s) => mapUsed(s, (id) => ids[id])) };
}

/** The list with simpler nodes, and where each value is now; itself if none is simpler. Nodes that lost their uses stay. */
function simplifyNodes<N extends AnyNode>(list: readonly N[]): { nodes: readonly N[]; ids: NodeId[] } {
  const nodes: N[] = [];
  const ids: NodeId[] = [];
  let same = true;
  for (const old of list) {
    const node = mapBody(
      mapOperands(old, (id) => ids[id]),
      simplifyNodes,
    );
    const simple = simpler(node, nodes);
    same &&= node === old && simple === null;
    ids.push(typeof simple === 'number' ? simple : nodes.push((simple ?? node) as N) - 1);
  }
  return { nodes: same ? list : nodes, ids };
}

/** A simpler node of equal value, the number of an existing one, or null. */
function simpler(node: AnyNode, nodes: readonly AnyNode[]): Constant | AnyNode | NodeId | null {
  if (node.op === 'cast') return simplerCast(node, nodes);
  if (node.op === 'select') return simplerSelect(node, nodes);
  if (isUnary(node.op) && 'a' in node) return constant(node, nodes) ?? involution(node, nodes);
  if (isBinary(node.op) && 'b' in node) return constant(node, nodes) ?? neutral(node.op, node.a, node.b, nodes);
  return null;
}

function constant(node: AnyNode, nodes: readonly AnyNode[]): Constant | null {
  const operands = operandsOf(node).map((id) => nodes[id]);
  const [a, b] = operands;
  if (a.op !== 'const' || (b !== undefined && b.op !== 'const')) return null;
  let value: number | bigint | null = null;
  if (isUnary(node.op)) value = evaluateUnary(node.op, a.dtype, node.dtype, typed(a));
  else if (isBinary(node.op) && b !== undefined) value = evaluateBinary(node.op, a.dtype, node.dtype, typed(a), typed(b));
  return value === null ? null : { op: 'const', dtype: node.dtype, value };
}

/** A constant's value in the form that its dtype computes with. */
function typed({ dtype, value }: Constant): number | bigint {
  if (dtype.long) return BigInt(value);
  return dtype.name === 'float32' ? Math.fround(Number(value)) : Number(value);
}

/** `neg neg x` and `not not x`. */
function involution(node: AnyNode, nodes: readonly AnyNode[]): NodeId | null {
  if (node.op !== 'neg' && node.op !== 'not' && node.op !== 'bitnot') return null;
  const inner = nodes[node.a];
  return inner.op === node.op ? inner.a : null;
}

/** `x · 1`, `x / 1`, `x − 0`, and for integers `x + 0`. */
function neutral(op: string, a: NodeId, b: NodeId, nodes: readonly AnyNode[]): NodeId | null {
  const x = nodes[a];
  const y = nodes[b];
  const is = (n: AnyNode, value: number): boolean => n.op === 'const' && Object.is(Number(n.value), value);
  if (op === 'mul') return is(y, 1) ? a : is(x, 1) ? b : null;
  if (op === 'div') return is(y, 1) ? a : null;
  if (op === 'sub') return is(y, 0) ? a : null;
  if (op === 'add') {
    const zero = x.dtype.kind === 'float' ? -0 : 0;
    return is(y, zero) ? a : is(x, zero) ? b : null;
  }
  if ((op === 'min' || op === 'max' || op === 'and' || op === 'or') && a === b) return a;
  return null;
}

function simplerSelect(node: Extract<AnyNode, { op: 'select' }>, nodes: readonly AnyNode[]): NodeId | null {
  if (node.a === node.b) return node.a;
  const condition = nodes[node.c];
  if (condition.op !== 'const') return null;
  return Number(condition.value) !== 0 ? node.a : node.b;
}

function simplerCast(node: Extract<AnyNode, { op: 'cast' }>, nodes: readonly AnyNode[]): AnyNode | NodeId | null {
  const from = nodes[node.a];
  if (from.dtype === node.dtype) return node.a;
  if (from.op === 'const') {
    const value = evaluateCast(from.dtype, node.dtype, typed(from));
    if (value !== null) return { op: 'const', dtype: node.dtype, value };
  }
  if (from.op !== 'cast') return null;
  const first = nodes[from.a].dtype;
  if (!skips(first, from.dtype, node.dtype)) return null;
  return first === node.dtype ? from.a : { op: 'cast', dtype: node.dtype, a: from.a };
}

/** Every value of `a` is one of `b`. */
function widens(a: DType, b: DType): boolean {
  if (a === b || a === bool) return true;
  if (b === bool || b.size <= a.size || (a.kind === 'float' && b.kind !== 'float')) return false;
  return b.kind === 'float' || b.kind === 'int' || a.kind === b.kind;
}

/** Whether `a → b → c` is `a → c`: b holds a exactly, and c converts b's value (wraps or saturates) as it converts a's. */
function skips(a: DType, b: DType, c: DType): boolean {
  if (!widens(a, b)) return false;
  return a.kind === 'float' || b.kind !== 'float' || c.kind === 'float' || c === bool || widens(a, c);
}
