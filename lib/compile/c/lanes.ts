/**
 * Folds that need no strip: where the last stage of a loop is plain float64 arithmetic, its sums are kept in eight
 * accumulators while it computes and stores, eight elements at a time. Strips would be written and read again, and their
 * folds, in which each step waits for the one before, would have nothing to do meanwhile.
 *
 *     strips   t3[i] = a0[i] * a1[i]; o2[i] = …          then fold t3
 *     lanes    v3 = a0[i …] * a1[i …]; o2[i …] = …; sum0 += v3
 *
 * The eight are written as vectors (native/kernel/parts.h), for with stores among them compilers would check at run time whether arguments overlap.
 */
import { float64 } from '../../dtype/index.js';
import { type Kernel, type Node, type NodeId, structureOf } from '../../ir/index.js';
import { plainExpression } from './expression.js';
import { COMBINE, type FoldSite } from './folds.js';
import type { Stage, StagedLoop } from './stages.js';
import { indent, Needs } from './text.js';

const PLAIN: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'div', 'neg', 'abs', 'sqrt']);
/** Bodies beyond this are bound by arithmetic, and their compilers by patience. */
const LONGEST = 24;
/** Elements at a time, as many as a fold has lanes. */
const WIDTH = 8;

/** Whether a kernel has one loop that folds all elements: no other one folds in lanes. */
export function mayFoldInLanes(kernel: Kernel): boolean {
  return kernel.loops.length === 1 && structureOf(kernel) === 'full';
}

/** Whether a kernel's loop can fold in lanes. It is given in stages for that. */
export function foldsInLanes(kernel: Kernel, loops: readonly StagedLoop[]): boolean {
  if (!mayFoldInLanes(kernel)) return false;
  const { loop, uniform, stages } = loops[0];
  const last = stages[stages.length - 1];
  const isPlain = (id: NodeId): boolean => {
    const node = loop.nodes[id];
    return node.dtype === float64 && (uniform[id] || !isComputed(loops[0], last, id) || PLAIN.has(node.op));
  };
  const sums = loop.statements.every((s) => s.kind === 'store' || (s.kind === 'fold' && (s.op === 'sum' || s.op === 'prod')));
  const stored = last.stores.every((s) => kernel.args[s.arg].dtype === float64);
  // Blocks of rows with gaps between them are better walked row by row than packed.
  const inOrder = kernel.rank === 1 || (stages.length === 1 && last.stores.length === 0);
  return sums && stored && inOrder && last.main.every(isPlain) && last.main.length <= LONGEST;
}

/** Whether the last stage computes a node, rather than reading an argument or a strip. */
function isComputed({ loop, uniform, strips }: StagedLoop, { kept }: Stage, id: NodeId): boolean {
  const { op } = loop.nodes[id];
  return !uniform[id] && op !== 'load' && op !== 'const' && op !== 'scalar' && (!strips.includes(id) || kept.includes(id));
}

/** The function of the last stage, which folds a block of n elements into one partial result for each site. */
export function lanesPiece(
  kernel: Kernel,
  staged: StagedLoop,
  sites: readonly FoldSite[],
  name: string,
): { readonly definition: readonly string[]; readonly call: string; readonly axes: readonly number[] } {
  const needs = new Needs(kernel, staged);
  const folded = sites.map((s) => ({ ...s, sum: `sum${s.number}`, lanes: `lane${s.number}`, result: `r${s.number}` }));
  const part = body(needs, staged, {
    type: 'mk_part',
    load: (from) => `mk_part_at(&${from}, part)`,
    same: (value) => `mk_part_of(${value})`,
    store: (to, value) => `mk_part_put(&${to}, part, ${value});`,
    compute: partExpression,
  });
  const one = body(needs, staged, {
    type: 'double',
    load: (from) => from,
    same: (value) => value,
    store: (to, value) => `${to} = ${value};`,
    compute: plainExpression,
  });
  const fold = ({ statement }: FoldSite, into: string): string =>
    `${into} = ${statement.kind === 'fold' ? COMBINE[statement.op] : ''}(${into}, v${statement.value});`;
  const definition = [
    `static void ${name}(${['int64_t n', ...needs.parameters.map((p) => p.declaration), ...folded.map((s) => `double *${s.result}`)].join(', ')}) {`,
    ...indent([
      ...folded.flatMap((s) => [`mk_part ${s.sum}[MK_PARTS];`, `MK_EACH_PART ${s.sum}[part] = mk_part_of(${s.identity});`]),
      'int64_t i = 0;',
      `for (; i + ${WIDTH} <= n; i += ${WIDTH}) {`,
      '  MK_EACH_PART {',
      ...indent([...part, ...folded.map((s) => fold(s, `${s.sum}[part]`))], '    '),
      '  }',
      '}',
      ...folded.flatMap((s) => [`double ${s.lanes}[${WIDTH}];`, `MK_EACH_PART mk_part_put(${s.lanes}, part, ${s.sum}[part]);`]),
      'for (int l = 0; i < n; i++, l++) {',
      ...indent([...one, ...folded.map((s) => fold(s, `${s.lanes}[l]`))]),
      '}',
      ...folded.map((s) => `*${s.result} = mk_lanes_${s.name}(${s.lanes});`),
    ]),
    '}',
  ];
  const args = ['n', ...needs.parameters.map((p) => p.argument), ...sites.map((s) => `partial${s.number} + u`)];
  return { definition, call: `${name}(${args.join(', ')});`, axes: [] };
}

/** How a body is written: for a part of eight elements, or for one. */
interface Style {
  readonly type: string;
  load(from: string): string;
  same(value: string): string;
  store(to: string, value: string): string;
  compute(nodes: readonly Node[], node: Node, name: (id: NodeId) => string): string;
}

function body(needs: Needs, staged: StagedLoop, style: Style): string[] {
  const { loop, uniform, stages } = staged;
  const last = stages[stages.length - 1];
  const lines = last.main.map((id) => {
    const node = loop.nodes[id];
    let value: string;
    if (isComputed(staged, last, id)) value = style.compute(loop.nodes, node, (k) => `v${k}`);
    else if (uniform[id] || node.op === 'const' || node.op === 'scalar') value = style.same(needs.read(id));
    else value = style.load(needs.read(id));
    return `const ${style.type} v${id} = ${value};`;
  });
  return [...lines, ...last.stores.map((s) => style.store(`${needs.output(s.arg)}[i]`, `v${s.value}`))];
}

function partExpression(nodes: readonly Node[], node: Node, name: (id: NodeId) => string): string {
  if ((node.op === 'abs' || node.op === 'sqrt') && 'a' in node) return `mk_part_${node.op}(${name(node.a)})`;
  return plainExpression(nodes, node, name);
}
