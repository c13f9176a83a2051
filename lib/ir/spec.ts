/**
 * The rules of well-formed kernels, as data, checked after every pass in tests. Each rule looks at one thing and describes its fault;
 * `verify` collects the faults.
 */
import { bool, type DType, float64, int32, int64, isStored } from '../dtype/index.js';
import type { Access, FoldOp, Kernel, Loop, Node, RowRuns, SegmentNode, Statement } from './kernel.js';
import { nestProblem } from './nest.js';
import { operandsOf, uniformNodes } from './nodes.js';
import { type Operation, operationOf } from './operations/index.js';
import { foldRules } from './rules.js';

/** A list of nodes being checked: a loop's, or a segfold's body. */
interface Place {
  readonly kernel: Kernel;
  readonly nodes: readonly (Node | SegmentNode)[];
  /** The loop's nodes, inside a segfold. */
  readonly outer: readonly Node[] | null;
}

type Problem = string | false | undefined;
type NodeOf<Op> = Extract<Node | SegmentNode, { op: Op }>;

/** A node's rule: the node's fault, if any. Its operands exist. */
type NodeRule<Op> = (node: NodeOf<Op>, place: Place) => Problem;

const typed = (node: { readonly dtype: DType }, dtype: DType): Problem =>
  node.dtype !== dtype && `gives ${dtype.name}, not ${node.dtype.name}`;
const dtypeAt = (place: Place, id: number): DType => place.nodes[id].dtype;
const allInt64 = (place: Place, ids: readonly number[]): Problem =>
  ids.some((id) => dtypeAt(place, id) !== int64) && 'takes int64 operands';

function reaches(place: Place, arg: number, dtype: DType, accesses: readonly Access[]): Problem {
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
function folds(op: FoldOp, dtype: DType): boolean {
  return foldRules[op].includes(dtype.kind) && !isStored(dtype);
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
    | 'segment'
    | 'outer'
    | 'segload']: NodeRule<Op>;
} = {
  load: (n, p) => reaches(p, n.arg, n.dtype, ['elementwise', 'full']) || (p.outer !== null && 'stands in a segfold'),
  const: (n) =>
    n.dtype.long !== (typeof n.value === 'bigint') && !Number.isSafeInteger(n.value) && `value ${n.value} is no ${n.dtype.name}`,
  scalar: (n, p) =>
    (isStored(n.dtype) && `is ${n.dtype.name}: a parameter is a number`) ||
    (p.kernel.scalars[n.slot] !== n.dtype &&
      `scalar ${n.slot} is ${p.kernel.scalars[n.slot]?.name ?? 'missing'}, not ${n.dtype.name}`),
  index: (n, p) =>
    typed(n, int64) ||
    (!(n.axis >= 0 && n.axis < p.kernel.rank) && `axis ${n.axis} does not exist`) ||
    (p.outer !== null && 'stands in a segfold'),
  gather: (n, p) =>
    reaches(p, n.arg, n.dtype, ['whole']) ||
    allInt64(p, n.indices) ||
    (p.kernel.args[n.arg].rank !== n.indices.length && `${n.indices.length} indices for rank ${p.kernel.args[n.arg].rank}`),
  select: (n, p) =>
    (dtypeAt(p, n.c) !== bool && 'takes a bool condition') ||
    ((dtypeAt(p, n.a) !== n.dtype || dtypeAt(p, n.b) !== n.dtype) && 'takes two values of its own dtype'),
  uniform: (n, p) => typed(n, float64) || allInt64(p, [n.a, n.b]),
  segfold: (n, p) =>
    allInt64(p, [n.low, n.high]) ||
    (p.outer !== null && 'stands in a segfold') ||
    (n.body[n.result]?.dtype !== n.dtype && 'folds values of another dtype') ||
    (!folds(n.fold, n.dtype) && `${n.fold} does not take ${n.dtype.name}`) ||
    (n.runs !== undefined && runsProblem(n.runs, p)),
  segment: (n, p) => typed(n, int64) || (p.outer === null && 'stands outside a segfold'),
  outer: (n, p) => p.outer?.[n.node]?.dtype !== n.dtype && `node %${n.node} outside is missing or of another dtype`,
  segload: (n, p) => reaches(p, n.arg, n.dtype, ['whole']) || (p.kernel.args[n.arg].rank !== 1 && 'takes an argument of rank 1'),
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

function* nodeProblems(place: Place, where: string): Generator<string> {
  for (const [id, node] of place.nodes.entries()) {
    const problem = nodeProblem(node, id, place);
    if (problem) yield `${where}%${id} ${node.op}: ${problem}`;
    if (node.op !== 'segfold' || place.outer !== null) continue;
    const early = node.body.some((inner) => inner.op === 'outer' && inner.node >= id);
    if (early) yield `${where}%${id} segfold: uses a node that comes later`;
    yield* nodeProblems({ kernel: place.kernel, nodes: node.body, outer: place.nodes as readonly Node[] }, `${where}%${id} `);
  }
}

/** The access that each statement's argument has. */
const targets: Readonly<Record<Statement['kind'], readonly Access[]>> = {
  store: ['elementwise', 'full'],
  fold: ['full'],
  foldInner: ['rows'],
  foldOuter: ['columns'],
  scatter: ['bins'],
  argFold: ['rows'],
};

function statementProblem(kernel: Kernel, loop: Loop, s: Statement, uniform: readonly boolean[]): Problem {
  const value = loop.nodes[s.value];
  if (value === undefined) return `value %${s.value} does not exist`;
  const place: Place = { kernel, nodes: loop.nodes, outer: null };
  const target = reaches(place, s.arg, s.kind === 'argFold' ? int64 : value.dtype, targets[s.kind]);
  if (target) return target;
  if (kernel.args[s.arg].privilege === 'read') return `argument ${s.arg} is read only`;
  if (s.kind === 'scatter' && loop.nodes[s.index]?.dtype !== int64) return `index %${s.index} is missing or not int64`;
  if (s.kind === 'store') return kernel.args[s.arg].access === 'full' && !uniform[s.value] && `%${s.value} is not uniform`;
  if (s.kind === 'argFold') return isStored(value.dtype) && `${s.op} does not take ${value.dtype.name}`;
  return !folds(s.op, value.dtype) && `${s.op} does not take ${value.dtype.name}`;
}

/** Ranks of the views that each access passes. */
const ranks: { readonly [A in Exclude<Access, 'whole'>]: (kernel: Kernel) => number } = {
  elementwise: (k) => k.rank,
  full: () => 0,
  rows: (k) => k.rowRank,
  columns: (k) => k.rank - k.rowRank,
  bins: () => 1,
};

interface KernelRule {
  readonly says: string;
  readonly broken: (kernel: Kernel) => Iterable<string>;
}

function* lines<T>(list: readonly T[], of: (item: T, i: number) => Problem, name: string): Generator<string> {
  for (const [i, item] of list.entries()) {
    const problem = of(item, i);
    if (problem) yield `${name} ${i}: ${problem}`;
  }
}

const classOf: Readonly<Record<Statement['kind'], string | null>> = {
  store: null,
  fold: 'full',
  foldInner: 'inner',
  argFold: 'inner',
  foldOuter: 'outer',
  scatter: 'outer',
};

const classes = (kernel: Kernel): Set<string> =>
  new Set(kernel.loops.flatMap((loop) => loop.statements.map((s) => classOf[s.kind]).filter((c) => c !== null)));

/** The rules of whole kernels, in the order in which they are checked. */
export const kernelRules: readonly KernelRule[] = [
  {
    says: 'rowRank is 1 (0 for rank 0) unless a foldInner, argFold, foldOuter or scatter says otherwise, and never above the rank',
    *broken(k) {
      const free = classes(k).has('inner') || classes(k).has('outer');
      if (!(k.rowRank >= 0 && k.rowRank <= k.rank) || (!free && k.rowRank !== Math.min(1, k.rank)))
        yield `rowRank ${k.rowRank} of rank ${k.rank}`;
    },
  },
  {
    says: 'a kernel that scatters has row axes only',
    *broken(k) {
      const scatters = k.loops.some((loop) => loop.statements.some((s) => s.kind === 'scatter'));
      if (scatters && k.rowRank !== k.rank) yield `rowRank ${k.rowRank} of rank ${k.rank}`;
    },
  },
  {
    says: 'one structure class: inner and outer folds do not mix with each other or with full ones',
    *broken(k) {
      const found = classes(k);
      if (found.size > 1) yield `folds of classes ${[...found].join(' and ')}`;
    },
  },
  {
    says: 'each argument has the rank that its access asks for; whole ones are read only, bins written only',
    *broken(k) {
      yield* lines(
        k.args,
        (arg) =>
          arg.access === 'whole'
            ? arg.privilege !== 'read' && 'whole and written'
            : arg.access === 'bins' && arg.privilege !== 'write'
              ? 'bins and read'
              : arg.rank !== ranks[arg.access](k) && `rank ${arg.rank}, but ${arg.access} asks for ${ranks[arg.access](k)}`,
        'argument',
      );
    },
  },
  {
    says: 'a nest has loops over every axis, down to single elements, and terms of folds in order',
    *broken(k) {
      const problem = nestProblem(k);
      if (problem !== null) yield problem;
    },
  },
  {
    says: 'nodes take operands that came before, of the dtypes in the tables',
    *broken(k) {
      for (const [i, loop] of k.loops.entries()) yield* nodeProblems({ kernel: k, nodes: loop.nodes, outer: null }, `loop ${i} `);
    },
  },
  {
    says: "statements write values of the argument's dtype where the statement may; `full` stores are uniform",
    *broken(k) {
      for (const [i, loop] of k.loops.entries()) {
        const uniform = uniformNodes(k, loop);
        yield* lines(loop.statements, (s) => statementProblem(k, loop, s, uniform), `loop ${i} statement`);
      }
    },
  },
  {
    says: 'an argument that is only written is loaded after a loop that stored it, if at all',
    *broken(k) {
      const stored = new Set<number>();
      for (const [i, loop] of k.loops.entries()) {
        for (const node of loop.nodes) {
          if (node.op === 'load' && k.args[node.arg].privilege === 'write' && !stored.has(node.arg))
            yield `loop ${i} loads argument ${node.arg} before it is stored`;
        }
        for (const s of loop.statements) if (s.kind === 'store') stored.add(s.arg);
      }
    },
  },
  {
    says: 'the result of a full fold is not loaded in the same kernel: it is complete only when all units are',
    *broken(k) {
      const folded = new Set(k.loops.flatMap((loop) => loop.statements.flatMap((s) => (s.kind === 'fold' ? [s.arg] : []))));
      for (const [i, loop] of k.loops.entries()) {
        for (const node of loop.nodes)
          if (node.op === 'load' && folded.has(node.arg)) yield `loop ${i} loads argument ${node.arg}`;
      }
    },
  },
];

/** A kernel's faults, one line each; empty when it is well-formed. */
export function verify(kernel: Kernel): string[] {
  const problems: string[] = [];
  for (const rule of kernelRules) {
    for (const broken of rule.broken(kernel)) problems.push(`${broken} (rule: ${rule.says})`);
    if (problems.length > 0) break;
  }
  return problems;
}
