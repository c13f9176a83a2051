/**
 * The rules of well-formed kernels, as data, checked after every pass in tests. Each rule looks at one thing and describes its fault;
 * `verify` collects the faults. `spec-nodes.ts` has the rules of nodes.
 */
import { int64, isStored } from '../dtype/index.js';
import type { Access, Kernel, Loop, Statement } from './kernel.js';
import { nestProblem } from './nest.js';
import { uniformNodes } from './nodes.js';
import { folds, nodeProblems, type Place, type Problem, reaches } from './spec-nodes.js';

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
  const place: Place = { kernel, nodes: loop.nodes, outer: null, carries: null };
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
      for (const [i, loop] of k.loops.entries())
        yield* nodeProblems({ kernel: k, nodes: loop.nodes, outer: null, carries: null }, `loop ${i} `);
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
