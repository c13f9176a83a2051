/**
 * Folds in emitted C, in the tree that `ir/folds.ts` fixes: the header's macros are instantiated for the types that a
 * kernel folds, and each statement adds a few lines to a unit's start, its blocks and its end, and to `finish`.
 */
import type { DType } from '../../dtype/index.js';
import { accumulatorOf, type FoldOp, identityOf, type Kernel, type Layout, type Statement } from '../../ir/index.js';
import { literal, memoryType } from './types.js';

/** The header's macro that combines two values. */
export const COMBINE: Readonly<Record<FoldOp, string>> = {
  sum: 'MK_SUM',
  prod: 'MK_PROD',
  min: 'MK_MIN',
  max: 'MK_MAX',
  any: 'MK_ANY',
  all: 'MK_ALL',
};

/** Values of a row, at most, for several rows to be folded at once: MK_FEW. */
const FEW = 32;

type Folding = Exclude<Statement, { kind: 'store' }>;

/** A folding statement, with the names and types in its code. */
export interface FoldSite {
  readonly statement: Folding;
  /** Number among the kernel's folding statements: names its variables. */
  readonly number: number;
  readonly value: DType;
  readonly acc: DType;
  /** Ending of the instantiated functions' names: sum_float64. */
  readonly name: string;
  readonly identity: string;
  /** The strip that holds a block's values, and for a scatter the one that holds their indices. */
  readonly strip: string;
  readonly index: string;
  /** Slot of the partial results; -1 where there are none. */
  readonly partial: number;
}

/** The folding statements of a kernel, in order. `strip` names a value's strip. */
export function foldSites(kernel: Kernel, layout: Layout, strip: (loop: number, value: number) => string): FoldSite[] {
  const sites: FoldSite[] = [];
  kernel.loops.forEach((loop, l) => {
    for (const statement of loop.statements) {
      if (statement.kind === 'store') continue;
      const op: FoldOp = statement.kind !== 'argFold' ? statement.op : statement.op === 'argmin' ? 'min' : 'max';
      const value = loop.nodes[statement.value].dtype;
      const counts = op === 'sum' && value.kind === 'bool';
      const acc = counts ? kernel.args[statement.arg].dtype : accumulatorOf(op, value);
      const partial = layout.partials.find((p) => p.statement === statement)?.slot ?? -1;
      const identity = literal(identityOf(op, acc), acc);
      sites.push({
        statement,
        number: sites.length,
        value,
        acc,
        name: counts ? `count_${acc.name}` : `${op}_${value.name}`,
        identity,
        strip: strip(l, statement.value),
        index: statement.kind === 'scatter' ? strip(l, statement.index) : '',
        partial,
      });
    }
  });
  return sites;
}

/** The instantiations that the sites need, each once. */
export function instantiations(kernel: Kernel, sites: readonly FoldSite[]): string[] {
  const lines = new Set<string>();
  for (const { statement, value, acc, name, identity } of sites) {
    const op = statement.kind === 'argFold' ? (statement.op === 'argmin' ? 'min' : 'max') : statement.op;
    const types = `${memoryType(value)}, ${memoryType(acc)}`;
    if (statement.kind === 'foldOuter') {
      if (kernel.rank > kernel.rowRank) lines.add(`MK_COLUMNS(${name}, ${types}, ${COMBINE[op]})`);
      continue;
    }
    if (statement.kind === 'scatter') {
      lines.add(`MK_SCATTER(${name}, ${types}, ${COMBINE[op]})`);
      continue;
    }
    if (op === 'min' || op === 'max')
      lines.add(`MK_EXTREME(${name}, ${memoryType(value)}, ${identity}, ${COMBINE[op]}, ${op === 'min' ? '<' : '>'})`);
    else if (op === 'sum' && value.kind === 'bool') lines.add(`MK_COUNTS(${name}, ${memoryType(acc)})`);
    else lines.add(`MK_FOLD(${name}, ${types}, ${identity}, ${COMBINE[op]})`);
    if (statement.kind === 'foldInner')
      lines.add(`MK_ROWS(${name}, ${types}, ${memoryType(kernel.args[statement.arg].dtype)}, ${identity}, ${COMBINE[op]})`);
    if (statement.kind === 'argFold')
      lines.add(`MK_FIND(${statement.op}_${value.name}, ${memoryType(value)}, ${name}, ${op === 'min' ? '<' : '>'})`);
    if (statement.kind !== 'fold') continue;
    if (acc !== value)
      lines.add(`MK_FOLD(${op}_${acc.name}, ${memoryType(acc)}, ${memoryType(acc)}, ${identity}, ${COMBINE[op]})`);
    lines.add(`MK_FINISH(${op}_${acc.name}, ${memoryType(acc)}, ${identity})`);
  }
  return [...lines];
}

/** Declarations before the units. */
export function foldDeclarations(kernel: Kernel, layout: Layout, sites: readonly FoldSite[]): string[] {
  const lines: string[] = [];
  if (sites.some(isInner)) lines.push(`const mk_domain rows = mk_axes(P + 1, ${kernel.rowRank});`);
  for (const site of sites) {
    const { number, statement, acc, partial } = site;
    if (partial >= 0) lines.push(`${memoryType(acc)} *partial${number} = mk_pointer(P[${partial}]);`);
    if (statement.kind === 'scatter')
      lines.push(`const int64_t bins${number} = (int64_t)P[${layout.args[statement.arg].sizes}];`);
    if (!isInner(site)) continue;
    const arg = kernel.args[statement.arg];
    lines.push(
      `mk_view R${number} = mk_view_of(P + ${layout.args[statement.arg].pointer}, &rows, ${kernel.rowRank}, ${arg.dtype.size});`,
    );
    lines.push(`MK_STRIP(${memoryType(arg.dtype)}, r${number});`);
  }
  return lines;
}

/** Whether a kernel does nothing but ask whether any or all values hold: units after one that settled it need not look. */
function asksOnly(kernel: Kernel, [site, ...others]: readonly FoldSite[]): boolean {
  if (others.length > 0 || site?.statement.kind !== 'fold') return false;
  const { op } = site.statement;
  const looks = kernel.loops.some((loop) => loop.nodes.some((node) => node.op === 'gather' || node.op === 'segfold'));
  const stores = kernel.loops.some((loop) => loop.statements.some((s) => s.kind === 'store'));
  return (op === 'any' || op === 'all') && !looks && !stores;
}

/** Lines at a unit's start. */
export function unitStart(kernel: Kernel, sites: readonly FoldSite[]): string[] {
  const inner = sites.filter(isInner);
  if (asksOnly(kernel, sites)) {
    const [{ number, identity }] = sites;
    const before = `partial${number}[u - 1]`;
    return [`if (u > begin && ${before} != ${identity}) {`, `  partial${number}[u] = ${before};`, '  continue;', '}'];
  }
  const lines = sites.flatMap(({ statement: { kind }, number, acc, identity }) => {
    if (kind !== 'foldOuter' && kind !== 'scatter') return [];
    const width = kind === 'scatter' ? `bins${number}` : 'D.inner';
    return [
      `${memoryType(acc)} *row${number} = partial${number} + u * ${width};`,
      `for (int64_t i = 0; i < ${width}; i++) row${number}[i] = ${identity};`,
    ];
  });
  if (inner.length > 0) lines.push('int64_t row = 0, column = 0;');
  for (const { statement, number, value, acc, identity } of inner) {
    if (statement.kind === 'argFold') lines.push(`${memoryType(value)} extreme${number} = 0;`, `int64_t best${number} = -1;`);
    else lines.push(`${memoryType(acc)} acc${number} = ${identity};`);
  }
  return lines;
}

/** Lines after a block's values are in the strips. */
export function blockEnd(kernel: Kernel, sites: readonly FoldSite[]): string[] {
  const lines: string[] = [];
  for (const { statement, number, name, strip, index } of sites) {
    if (statement.kind === 'scatter')
      lines.push(`mk_fail(P, mk_scatter_${name}(row${number}, bins${number}, ${index}, ${strip}, b.n), 1);`);
    if (statement.kind === 'fold') lines.push(`partial${number}[u] = mk_fold_${name}(${strip}, b.n);`);
    if (statement.kind === 'foldOuter' && kernel.rank > kernel.rowRank)
      lines.push(`mk_columns_${name}(row${number}, ${strip}, b.flat % D.inner, D.inner, b.n);`);
  }
  return [...lines, ...rowFolds(sites.filter(isInner))];
}

/** Folds the rows of a block: short ones many at a time, long ones run by run. */
function rowFolds(inner: readonly FoldSite[]): string[] {
  if (inner.length === 0) return [];
  const runs = [
    'for (int64_t k = 0, m; k < b.n; k += m) {',
    '  m = mk_least(D.inner - column, b.n - k);',
    ...inner.map((site) => `  ${innerStep(site)}`),
    '  column += m;',
    '  if (column < D.inner) continue;',
    ...inner.map((site) => `  ${innerResult(site)}`),
    '  row++;',
    '  column = 0;',
    '}',
  ];
  return [
    'if (D.inner <= MK_FEW) {',
    ...inner.map((site) => `  ${shortRows(site)}(r${site.number} + row, ${site.strip}, D.inner, b.n / D.inner);`),
    '  row += b.n / D.inner;',
    '  continue;',
    '}',
    ...runs,
  ];
}

/** The function that folds many short rows. */
function shortRows({ statement, name, value }: FoldSite): string {
  return statement.kind === 'argFold' ? `mk_finds_${statement.op}_${value.name}` : `mk_rows_${name}`;
}

function innerStep({ statement, number, name, value, acc, strip }: FoldSite): string {
  if (statement.kind === 'argFold') {
    return `if (column == 0) best${number} = -1;\n  mk_find_${statement.op}_${value.name}(${strip} + k, m, column, &extreme${number}, &best${number});`;
  }
  const run = `const ${memoryType(acc)} run${number} = mk_fold_${name}(${strip} + k, m);`;
  return `${run}\n  acc${number} = column == 0 ? run${number} : ${COMBINE[statement.op]}(acc${number}, run${number});`;
}

function innerResult({ statement, number }: FoldSite): string {
  return statement.kind === 'argFold' ? `r${number}[row] = best${number};` : `r${number}[row] = acc${number};`;
}

/** Folds rows of so many elements, which all are in their strip, into r. */
export function innerFold(site: FoldSite, rows: number, inner: number): string[] {
  const { statement, value, acc, name, strip } = site;
  const few = statement.kind === 'argFold' ? `mk_find_few_${statement.op}_${value.name}(${inner}, ` : `mk_few_${name}(${inner}, `;
  if (inner <= FEW) return [`${few}r, ${strip}, ${rows});`];
  const find = `mk_find_${statement.kind === 'argFold' ? statement.op : ''}_${value.name}`;
  return [
    `for (int64_t row = 0; row < ${rows}; row++) {`,
    ...(statement.kind === 'argFold'
      ? [
          `  ${memoryType(value)} extreme = 0;`,
          '  int64_t best = -1;',
          `  ${find}(${strip} + row * ${inner}, ${inner}, 0, &extreme, &best);`,
          '  r[row] = best;',
        ]
      : [`  const ${memoryType(acc)} run = mk_fold_${name}(${strip} + row * ${inner}, ${inner});`, '  r[row] = run;']),
    '}',
  ];
}

/** Lines at a unit's end: rows of no element get the identity, and results go to where they belong. */
export function unitEnd(kernel: Kernel, sites: readonly FoldSite[]): string[] {
  const inner = sites.filter(isInner);
  if (inner.length === 0) return [];
  return [
    'const int64_t above = u * D.rows_per_unit, count = mk_least(D.rows_per_unit, D.rows - above);',
    `for (; row < count; row++) ${inner
      .map((s) => `r${s.number}[row] = ${s.statement.kind === 'argFold' ? '0' : s.identity};`)
      .join(' ')
      .replace(/^(.*;.*;)$/, '{ $1 }')}`,
    'const mk_point place = mk_locate(&rows, above);',
    ...inner.map(
      ({ statement, number }) =>
        `mk_unpack${kernel.args[statement.arg].dtype.size * 8}((const void *)r${number}, &R${number}, &rows, place, count);`,
    ),
  ];
}

/** The body of `finish`. */
export function finishLines(kernel: Kernel, layout: Layout, sites: readonly FoldSite[]): string[] {
  const lines: string[] = [];
  for (const { statement, acc, partial, identity } of sites) {
    const arg = kernel.args[statement.arg];
    const out = layout.args[statement.arg].pointer;
    const type = memoryType(arg.dtype);
    if (statement.kind === 'fold') {
      const finish = `mk_finish_${statement.op}_${acc.name}`;
      lines.push(`*(${type} *)mk_pointer(P[${out}]) = ${finish}(mk_pointer(P[${partial}]), D.units);`);
    } else if (statement.kind === 'foldOuter' || statement.kind === 'scatter') {
      const scatters = statement.kind === 'scatter';
      const [sizes, rank] = scatters ? [layout.args[statement.arg].sizes, 1] : [1 + kernel.rowRank, kernel.rank - kernel.rowRank];
      const axes = `const mk_domain columns = mk_axes(P + ${sizes}, ${rank});`;
      const view = scatters
        ? `const mk_view C = mk_view_at(P[${out}], P + ${layout.args[statement.arg].strides}, &columns, 1, ${arg.dtype.size});`
        : `const mk_view C = mk_view_of(P + ${out}, &columns, ${rank}, ${arg.dtype.size});`;
      lines.push(
        '{',
        ...rowsFinish(partial, [axes, view], arg.dtype, acc, identity, COMBINE[statement.op]).map((l) => `  ${l}`),
        '}',
      );
    }
  }
  return lines;
}

/** Combines partial rows; `columns` declares the columns and the view C of them. */
function rowsFinish(
  partial: number,
  columns: readonly string[],
  dtype: DType,
  acc: DType,
  identity: string,
  combine: string,
): string[] {
  return [
    `const ${memoryType(acc)} *partial = mk_pointer(P[${partial}]);`,
    ...columns,
    `MK_STRIP(${memoryType(acc)}, acc);`,
    `MK_STRIP(${memoryType(dtype)}, r);`,
    'for (int64_t c = 0, n; c < columns.total; c += n) {',
    '  n = mk_least(MK_BLOCK, columns.total - c);',
    `  for (int64_t i = 0; i < n; i++) acc[i] = ${identity};`,
    '  for (int64_t u = 0; u < D.units; u++)',
    `    for (int64_t i = 0; i < n; i++) acc[i] = ${combine}(acc[i], partial[u * columns.total + c + i]);`,
    '  for (int64_t i = 0; i < n; i++) r[i] = acc[i];',
    `  mk_unpack${dtype.size * 8}((const void *)r, &C, &columns, mk_locate(&columns, c), n);`,
    '}',
  ];
}

function isInner(site: FoldSite): boolean {
  return site.statement.kind === 'foldInner' || site.statement.kind === 'argFold';
}
