/**
 * Kernels with a nest of loops of their own (`ir/nest.ts`) as C: tiles, unrolled loops and vectors as the nest says, straight over the views.
 * A unit's rows are taken as boxes of the row axes; sums of a tile are kept in the eight lanes of the fold's tree, so that bits are the ones of every
 * other form.
 */
import { invariant } from '../../base/index.js';
import { type Kernel, layoutOf, nestProblem, rowsWalked } from '../../ir/index.js';
import type { EmittedC } from './emission.js';
import { OrderedFold } from './ordered-folds.js';
import { OrderedLoops } from './ordered-loops.js';
import { argumentLines, elementOperations, vectorChecks } from './ordered-values.js';
import { indent } from './text.js';

/** Whether a kernel has a nest, of operations that it can be written with. */
export function isOrdered(kernel: Kernel): boolean {
  if (kernel.nest === undefined || nestProblem(kernel) !== null) return false;
  const [{ nodes }] = kernel.loops;
  const plain = nodes.every(({ op }) => elementOperations.has(op));
  return plain && kernel.args.every(({ access }) => access === 'elementwise' || access === 'full' || access === 'rows');
}

export function emitOrdered(kernel: Kernel): EmittedC {
  const { nest, rank, rowRank } = kernel;
  invariant(nest !== undefined, 'a nest is written');
  const rows = rowsWalked(kernel);
  const folds = kernel.loops[0].statements[0].kind === 'foldInner';
  const checks = vectorChecks(kernel, layoutOf(kernel));
  const start = (unit: string): string => (folds ? `mk_least(${unit} * D.rows_per_unit, D.rows)` : `mk_start(&D, ${unit})`);
  const nestOf = (unit: 0 | 1): string => `nest(P, low, high, ${unit});`;
  const lines = [
    `#define MK_RANK ${Math.max(2, rank)}`,
    '#define MK_WHOLE 1',
    '#include "kernel.h"',
    ...UNROLL,
    '',
    ...boxAt(rows),
    '',
    ...nestFunction(new OrderedLoops(kernel, nest)),
    '',
    'void kernel_run(double *P, int64_t begin, int64_t end) {',
    ...indent([
      `const mk_domain D = mk_domain_of(P + 1, ${rank}, ${rowRank}, ${folds ? 'MK_INNER' : 'MK_MAP'});`,
      `const int64_t to = ${start('end')};`,
      ...(checks.length === 0 ? [] : [`const int unit = ${checks.join(' && ')};`]),
      `for (int64_t at = ${start('begin')}; at < to;) {`,
      ...indent([
        `int64_t low[${Math.max(1, rows)}], high[${Math.max(1, rows)}];`,
        'at = box_at(P + 1, at, to, low, high);',
        ...(checks.length === 0 ? [nestOf(0)] : ['if (unit)', `  ${nestOf(1)}`, 'else', `  ${nestOf(0)}`]),
      ]),
      '}',
    ]),
    '}',
    'void kernel_finish(double *P) { (void)P; }',
    '',
  ];
  return { source: lines.join('\n'), run: 'kernel_run', finish: 'kernel_finish', flags: [] };
}

/** The loops over a box of rows. */
function nestFunction(loops: OrderedLoops): string[] {
  const { kernel, rows } = loops;
  const ends = Array.from({ length: kernel.rank }, (_, axis) =>
    axis < rows
      ? `const int64_t l${axis} = low[${axis}], h${axis} = high[${axis}];`
      : `const int64_t l${axis} = 0, h${axis} = (int64_t)P[${1 + axis}];`,
  );
  const folds = loops.first < loops.nest.length;
  return [
    'static inline __attribute__((always_inline)) void nest(const double *P, const int64_t *low, const int64_t *high, const int unit) {',
    ...indent([
      '(void)low, (void)high, (void)unit;',
      ...argumentLines(kernel, layoutOf(kernel)),
      ...ends,
      ...(folds ? loops.loops(0, loops.first, new OrderedFold(loops).lines()) : loops.store()),
    ]),
    '}',
  ];
}

const UNROLL = [
  '#if defined(__clang__)',
  '#define UNROLL(times) MK_PRAGMA(clang loop unroll_count(times))',
  '#else',
  '#define MK_GCC(text) _Pragma(#text)',
  '#define UNROLL(times) MK_GCC(GCC unroll times)',
  '#endif',
];

/** The largest box of rows that begins at one and ends before another, of axes from the innermost out. */
function boxAt(rows: number): string[] {
  if (rows === 0)
    return [
      'static int64_t box_at(const double *size, int64_t at, int64_t end, int64_t *low, int64_t *high) {',
      '  (void)size, (void)at, (void)low, (void)high;',
      '  return end;',
      '}',
    ];
  return [
    '/* The largest box of rows from `at` on that ends before `end`; the number of the row behind it. */',
    'static int64_t box_at(const double *size, int64_t at, int64_t end, int64_t *low, int64_t *high) {',
    ...indent([
      `int axis = ${rows - 1};`,
      'int64_t inside = 1;',
      'for (; axis > 0; axis--) {',
      '  const int64_t whole = inside * (int64_t)size[axis];',
      '  if (at % whole != 0 || at + whole > end) break;',
      '  low[axis] = 0, high[axis] = (int64_t)size[axis];',
      '  inside = whole;',
      '}',
      'int64_t left = at / inside;',
      'const int64_t first = left % (int64_t)size[axis];',
      'const int64_t count = mk_least((end - at) / inside, (int64_t)size[axis] - first);',
      'low[axis] = first, high[axis] = first + count;',
      'left /= (int64_t)size[axis];',
      'for (int a = axis - 1; a >= 0; a--) {',
      '  low[a] = left % (int64_t)size[a], high[a] = low[a] + 1;',
      '  left /= (int64_t)size[a];',
      '}',
      'return at + count * inside;',
    ]),
    '}',
  ];
}
