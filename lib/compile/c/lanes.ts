/**
 * Folds that need no strip: a loop of plain float64 arithmetic that stores nothing keeps its sums in eight accumulators, so
 * that a dot product reads its operands and does nothing else. GCC and Clang turn the eight into one vector. Loops that
 * also store go through strips: the accumulators would make the compiler check at run time whether arguments overlap.
 */
import { float64 } from '../../dtype/index.js';
import { type Kernel, operandsOf, structureOf } from '../../ir/index.js';
import { plainExpression } from './expression.js';
import { COMBINE, type FoldSite } from './folds.js';
import type { StagedLoop } from './stages.js';
import { indent, Needs } from './text.js';

const PLAIN: ReadonlySet<string> = new Set(['load', 'const', 'scalar', 'add', 'sub', 'mul', 'div', 'neg', 'abs', 'sqrt']);
/** Bodies beyond this are bound by arithmetic, and their compilers by patience. */
const LONGEST = 24;

/** Whether a kernel's loop can fold in lanes. */
export function foldsInLanes(kernel: Kernel, loops: readonly StagedLoop[]): boolean {
  if (structureOf(kernel) !== 'full' || loops.length !== 1 || loops[0].stages.length !== 1) return false;
  const { loop, uniform, stages } = loops[0];
  const [{ main, stores }] = stages;
  const plain = main.every((id) => loop.nodes[id].dtype === float64 && (uniform[id] || PLAIN.has(loop.nodes[id].op)));
  const sums = loop.statements.every((s) => s.kind === 'store' || (s.kind === 'fold' && (s.op === 'sum' || s.op === 'prod')));
  return stores.length === 0 && plain && sums && main.length <= LONGEST;
}

/** The function that folds a block of n elements into one partial result for each site. */
export function lanesPiece(
  kernel: Kernel,
  staged: StagedLoop,
  sites: readonly FoldSite[],
): { readonly definition: readonly string[]; readonly call: string } {
  const needs = new Needs(kernel, staged);
  const body: string[] = [];
  for (const id of staged.stages[0].main) {
    const node = staged.loop.nodes[id];
    const read = staged.uniform[id] || operandsOf(node).length === 0;
    body.push(`const double v${id} = ${read ? needs.read(id) : plainExpression(staged.loop.nodes, node, (k) => `v${k}`)};`);
  }
  for (const { statement, number } of sites) {
    if (statement.kind === 'fold')
      body.push(`lane${number}[l] = ${COMBINE[statement.op]}(lane${number}[l], v${statement.value});`);
  }
  const operands = needs.parameters.map((p) => p.declaration);
  const names = operands.map((declaration) => declaration.replace(/^.*[ *]/, ''));
  const lanes = sites.map((s) => `lane${s.number}`);
  const step = (i: string): string => `loop0_at(${[i, 'l', ...names, ...lanes].join(', ')});`;
  const definition = [
    `static inline __attribute__((always_inline)) void loop0_at(${['int64_t i', 'int64_t l', ...operands, ...lanes.map((l) => `double *${l}`)].join(', ')}) {`,
    ...indent(body),
    '}',
    '',
    `static void loop0(${['int64_t n', ...operands, ...sites.map((s) => `double *r${s.number}`)].join(', ')}) {`,
    ...indent([
      ...sites.map((s) => `MK_LANES(double, lane${s.number}, ${s.identity});`),
      'int64_t i = 0;',
      'for (; i + 8 <= n; i += 8)',
      `  for (int64_t l = 0; l < 8; l++) ${step('i + l')}`,
      `for (int64_t l = 0; i + l < n; l++) ${step('i + l')}`,
      ...sites.map((s) => `*r${s.number} = mk_lanes_${s.name}(lane${s.number});`),
    ]),
    '}',
  ];
  const call = `loop0(${['b.n', ...needs.parameters.map((p) => p.argument), ...sites.map((s) => `partial${s.number} + u`)].join(', ')});`;
  return { definition, call };
}
