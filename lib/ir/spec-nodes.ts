/** The rules of nodes, by their operation: what `spec.ts` checks of each list of nodes, a loop's or a body's. */
import { bool, type DType, float64, int32, int64, isStored } from '../dtype/index.js';
import type { Access, FoldOp, Kernel, Node, RowRuns, SegmentNode } from './kernel.js';
import { hasBody, operandsOf } from './nodes.js';
import { type Operation, operationOf } from './operations/index.js';
import { foldRules } from './rules.js';

/** A list of nodes being checked: a loop's, or a body. */
export interface Place {
  readonly kernel: Kernel;
  readonly nodes: readonly (Node | SegmentNode)[];
  /** The loop's nodes, in a body. */
  readonly outer: readonly Node[] | null;
  /** The dtypes of the values that go from round to round, in the body of a repeat. */
  readonly carries: readonly DType[] | null;
}

export type Problem = string | false | undefined;
type NodeOf<Op> = Extract<Node | SegmentNode, { op: Op }>;

/** A node's rule: the node's fault, if any. Its operands exist. */
type NodeRule<Op> = (node: NodeOf<Op>, place: Place) => Problem;

const typed = (node: { readonly dtype: DType }, dtype: DType): Problem =>
  node.dtype !== dtype && `gives ${dtype.name}, not ${node.dtype.name}`;
const dtypeAt = (place: Place, id: number): DType => place.nodes[id].dtype;
const allInt64 = (place: Place, ids: readonly number[]): Problem =>
  ids.some((id) => dtypeAt(place, id) !== int64) && 'takes int64 operands';

export function reaches(place: Place, arg: number, dtype: DType, accesses: readonly Access[]): Problem {
  const found = place.kernel.args[arg];
  if (found === undefined) return `argument ${arg} does not exist`;
  if (!accesses.includes(found.access)) return `argument ${arg} is ${found.access}, not ${accesses.join(' or ')}`;
  return found.dtype !== dtype && `argument ${arg} is ${found.dtype.name}, not ${dtype.name}`;
}

function runsProblem({ table, columns }: RowRuns, place: Place): Problem {
  if (place.kernel.rank !== 1) return 'promises runs of rows in a domain that is not of rank 1';
  for (const arg of [table, columns]) {
    const problem = reaches(place, arg, int32, ['whole']);
    if (problem) return problem;
    if (place.kernel.args[arg].rank !== 1) return `argument ${arg} is not of rank 1`;
  }
  return false;
}

/** Whether a fold takes a dtype: of floats that are stored alone, the values that they are computed as. */
export function folds(op: FoldOp, dtype: DType): boolean {
  return foldRules[op].includes(dtype.kind) && !isStored(dtype);
}

const inBody = (place: Place): Problem => place.outer !== null && 'stands in a body';
const outsideSegment = (place: Place): Problem => (place.outer === null || place.carries !== null) && 'stands outside a segfold';

function carriedDType(node: Node | SegmentNode, carry: number, place: Place): DType | undefined {
  return node.op === 'repeat' && carry in node.initial ? dtypeAt(place, node.initial[carry]) : undefined;
}

function repeatProblem(node: NodeOf<'repeat'>, place: Place): Problem {
  const { initial, next, body } = node;
  if (initial.length === 0 || next.length !== initial.length) return `has ${initial.length} values first and ${next.length} next`;
  if (!(Number.isInteger(node.most) && node.most > 0)) return `takes ${node.most} rounds at most`;
  if (dtypeAt(place, node.enter) !== bool || body[node.goes]?.dtype !== bool) return 'takes bool conditions';
  const changed = next.findIndex((id, k) => body[id]?.dtype !== dtypeAt(place, initial[k]));
  if (changed >= 0) return `next value ${changed} is missing or of another dtype than the first`;
  return node.dtype !== dtypeAt(place, initial[0]) && 'is of another dtype than its first value';
}

/** Rules of the nodes that are no plain operator. */
const nodeRules: {
  readonly [Op in
    | 'load'
    | 'const'
    | 'scalar'
    | 'index'
    | 'gather'
    | 'select'
    | 'uniform'
    | 'segfold'
    | 'repeat'
    | 'carried'
    | 'carry'
    | 'segment'
    | 'outer'
    | 'segload']: NodeRule<Op>;
} = {
  load: (n, p) => reaches(p, n.arg, n.dtype, ['elementwise', 'full']) || inBody(p),
  const: (n) =>
    n.dtype.long !== (typeof n.value === 'bigint') && !Number.isSafeInteger(n.value) && `value ${n.value} is no ${n.dtype.name}`,
  scalar: (n, p) =>
    (isStored(n.dtype) && `is ${n.dtype.name}: a parameter is a number`) ||
    (p.kernel.scalars[n.slot] !== n.dtype &&
      `scalar ${n.slot} is ${p.kernel.scalars[n.slot]?.name ?? 'missing'}, not ${n.dtype.name}`),
  index: (n, p) => typed(n, int64) || (!(n.axis >= 0 && n.axis < p.kernel.rank) && `axis ${n.axis} does not exist`) || inBody(p),
  gather: (n, p) =>
    (p.carries !== null && 'stands in a repeat') ||
    reaches(p, n.arg, n.dtype, ['whole']) ||
    allInt64(p, n.indices) ||
    (p.kernel.args[n.arg].rank !== n.indices.length && `${n.indices.length} indices for rank ${p.kernel.args[n.arg].rank}`),
  select: (n, p) =>
    (dtypeAt(p, n.c) !== bool && 'takes a bool condition') ||
    ((dtypeAt(p, n.a) !== n.dtype || dtypeAt(p, n.b) !== n.dtype) && 'takes two values of its own dtype'),
  uniform: (n, p) => typed(n, float64) || allInt64(p, [n.a, n.b]),
  segfold: (n, p) =>
    allInt64(p, [n.low, n.high]) ||
    inBody(p) ||
    (n.body[n.result]?.dtype !== n.dtype && 'folds values of another dtype') ||
    (!folds(n.fold, n.dtype) && `${n.fold} does not take ${n.dtype.name}`) ||
    (n.runs !== undefined && runsProblem(n.runs, p)),
  repeat: (n, p) => inBody(p) || repeatProblem(n, p),
  carried: (n, p) =>
    inBody(p) ||
    (carriedDType(p.nodes[n.a], n.carry, p) !== n.dtype && `carry ${n.carry} of %${n.a} is missing or of another dtype`),
  carry: (n, p) => p.carries?.[n.carry] !== n.dtype && `carry ${n.carry} is missing or of another dtype`,
  segment: (n, p) => typed(n, int64) || outsideSegment(p),
  outer: (n, p) => p.outer?.[n.node]?.dtype !== n.dtype && `node %${n.node} outside is missing or of another dtype`,
  segload: (n, p) =>
    outsideSegment(p) ||
    reaches(p, n.arg, n.dtype, ['whole']) ||
    (p.kernel.args[n.arg].rank !== 1 && 'takes an argument of rank 1'),
};

function operatorProblem(node: { readonly dtype: DType }, operands: readonly DType[], rule: Operation): Problem {
  const [first] = operands;
  if (operands.some((d) => d !== first)) return `operands are ${operands.map((d) => d.name).join(' and ')}`;
  if (!rule.takes.includes(first.kind) || isStored(first)) return `does not take ${first.name}`;
  return typed(node, rule.gives === 'bool' ? bool : first);
}

function nodeProblem(node: Node | SegmentNode, id: number, place: Place): Problem {
  const uses = operandsOf(node);
  if (node.op === 'segfold') {
    if (!(node.low < id && node.high < id)) return 'comes before an operand';
  } else if (node.op === 'repeat') {
    if (!node.initial.every((u) => u >= 0 && u < id) || !(node.enter < id)) return 'comes before an operand';
  } else if (uses.some((u) => !(u >= 0 && u < id))) return 'comes before an operand';
  const rule = operationOf(node.op);
  if (rule !== undefined)
    return operatorProblem(
      node,
      uses.map((u) => dtypeAt(place, u)),
      rule,
    );
  if (node.op === 'cast') return false;
  return (nodeRules[node.op as keyof typeof nodeRules] as NodeRule<string>)(node as never, place);
}

export function* nodeProblems(place: Place, where: string): Generator<string> {
  for (const [id, node] of place.nodes.entries()) {
    const problem = nodeProblem(node, id, place);
    if (problem) yield `${where}%${id} ${node.op}: ${problem}`;
    if (!hasBody(node) || place.outer !== null) continue;
    const early = node.body.some((inner) => inner.op === 'outer' && inner.node >= id);
    if (early) yield `${where}%${id} ${node.op}: uses a node that comes later`;
    const carries = node.op === 'repeat' ? node.initial.map((k) => place.nodes[k]?.dtype) : null;
    const body = { kernel: place.kernel, nodes: node.body, outer: place.nodes as readonly Node[], carries };
    yield* nodeProblems(body, `${where}%${id} `);
  }
}
