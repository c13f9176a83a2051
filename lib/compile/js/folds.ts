/** Emits folds in the tree of `ir/folds.ts`: values of up to BLOCK elements wait in a buffer `B<f>`, then fold as runs. */
import { invariant } from '../../base/index.js';
import { type DType, float32 } from '../../dtype/index.js';
import { accumulatorOf, BLOCK, type FoldOp, identityOf, type Kernel, LANE_TREE, LANES, type Statement } from '../../ir/index.js';
import { combine, literal, wrap } from './ops.js';
import { axes, indent } from './sweep.js';

/** A statement with its number among the kernel's folding statements and its slot of partials (-1 without). */
export interface Fold {
  readonly statement: Exclude<Statement, { kind: 'store' }>;
  readonly number: number;
  readonly slot: number;
  /** Of the values. */
  readonly dtype: DType;
}

/** A result, as it is written: sums and products of float32 are rounded here. */
function result(kernel: Kernel, arg: number, value: string): string {
  return kernel.args[arg].dtype === float32 ? wrap(float32, value) : value;
}

function start(op: FoldOp, dtype: DType): string {
  return literal(accumulatorOf(op, dtype), identityOf(op, dtype));
}

/** The declarations of a fold: its buffer, and how two partial results and a run of values combine. */
export function declareFold(fold: Fold): string[] {
  const { statement, number, dtype } = fold;
  const buffer = `const B${number} = new ${dtype.long ? dtype.Typed.name : 'Float64Array'}(${BLOCK});`;
  if (statement.kind === 'argFold') return [buffer];
  const { op } = statement;
  const both = `const join${number} = (a, b) => ${combine(op, dtype, 'a', 'b')};`;
  if (statement.kind === 'scatter') return [buffer, `const J${number} = new Int32Array(${BLOCK});`, both];
  return statement.kind === 'foldOuter' ? [buffer, both] : [buffer, both, ...declareRun(number, op, dtype)];
}

function declareRun(number: number, op: FoldOp, dtype: DType): string[] {
  const lanes = axes(LANES);
  return [
    `function run${number}(v, from, to) {`,
    `  let ${lanes.map((l) => `l${l} = ${start(op, dtype)}`).join(', ')};`,
    `  const whole = to - ${LANES - 1};`,
    '  let k = from;',
    `  for (; k < whole; k += ${LANES}) {`,
    ...lanes.map((l) => `    l${l} = ${combine(op, dtype, `l${l}`, l === 0 ? 'v[k]' : `v[k + ${l}]`)};`),
    '  }',
    ...lanes.slice(0, -1).map((l) => `  if (k + ${l} < to) l${l} = ${combine(op, dtype, `l${l}`, `v[k + ${l}]`)};`),
    ...LANE_TREE.map(([a, b]) => `  l${a} = ${combine(op, dtype, `l${a}`, `l${b}`)};`),
    '  return l0;',
    '}',
  ];
}

/** Before a unit's chunks: identities. */
export function beginUnit(fold: Fold): string[] {
  const { statement, number, dtype } = fold;
  if (statement.kind !== 'foldOuter' && statement.kind !== 'scatter') return [];
  const width = widthOf(statement);
  return [
    `const R${number} = T${number} + u * ${width};`,
    `H${number}.fill(${start(statement.op, dtype)}, R${number}, R${number} + ${width});`,
  ];
}

/** How many elements a partial row has. */
function widthOf(statement: Fold['statement']): string {
  return statement.kind === 'scatter' ? `N${statement.arg}_0` : 'inner';
}

/** The lines after a chunk of `n` values of rows `r` … and columns from `c`, which fold the buffer. */
export function endChunk(kernel: Kernel, fold: Fold): string[] {
  const { statement, number } = fold;
  switch (statement.kind) {
    case 'fold':
      return [`H${number}[T${number} + u] = run${number}(B${number}, 0, n);`];
    case 'foldOuter':
      return [
        'for (let j = 0; j < n;) {',
        `  for (let k = R${number} + c, stop = k + width; k < stop; k++, j++) H${number}[k] = join${number}(H${number}[k], B${number}[j]);`,
        '}',
      ];
    case 'scatter':
      return [
        'for (let j = 0; j < n; j++) {',
        `  if (J${number}[j] < 0) continue;`,
        `  const k = R${number} + J${number}[j];`,
        `  H${number}[k] = join${number}(H${number}[k], B${number}[j]);`,
        '}',
      ];
    case 'foldInner':
      return endRows(kernel, fold, innerResult(kernel, fold, statement.op));
    case 'argFold':
      return endRows(kernel, fold, argResult(fold, statement.op));
  }
}

/** Each row of a chunk: `y` is its number, the values are B[j] … B[j + width - 1]. */
function endRows(kernel: Kernel, fold: Fold, body: readonly string[]): string[] {
  return [
    'for (let y = r, j = 0; y < r + height; y++, j += width) {',
    ...indent(position(fold.statement.arg, 0, kernel.rowRank, 'y')),
    ...indent(body),
    '}',
  ];
}

function innerResult(kernel: Kernel, { number, statement, dtype }: Fold, op: FoldOp): string[] {
  const { arg } = statement;
  return [
    `const own = width > 0 ? run${number}(B${number}, j, j + width) : ${start(op, dtype)};`,
    `const value = c === 0 ? own : join${number}(kept${number}, own);`,
    `kept${number} = value;`,
    `if (c + width >= inner) A${arg}[q] = ${result(kernel, arg, 'value')};`,
  ];
}

function argResult({ number, statement, dtype }: Fold, op: 'argmin' | 'argmax'): string[] {
  const better = `v ${op === 'argmin' ? '<' : '>'} kept${number}${dtype.kind === 'float' ? ` || (v !== v && kept${number} === kept${number})` : ''}`;
  return [
    `if (c === 0) { best${number} = 0; kept${number} = B${number}[j]; }`,
    'for (let k = 0; k < width; k++) {',
    `  const v = B${number}[j + k];`,
    `  if (${better}) { best${number} = c + k; kept${number} = v; }`,
    '}',
    `if (c + width >= inner) A${statement.arg}[q] = BigInt(best${number});`,
  ];
}

/** Declares `q`: where element number `index` of axes [low, high) of the domain lies in an argument of these axes. */
function position(arg: number, low: number, high: number, index: string): string[] {
  if (high === low) return [`const q = O${arg};`];
  const lines = [`let q = O${arg}, rest = ${index};`];
  for (let d = high - 1; d > low; d--) {
    lines.push(`q += (rest % d${d}) * S${arg}_${d - low}; rest = Math.floor(rest / d${d});`);
  }
  lines.push(`q += rest * S${arg}_0;`);
  return lines;
}

/** The lines of `finish` for a statement with partials. */
export function emitFinish(kernel: Kernel, fold: Fold): string[] {
  const { statement, number, dtype } = fold;
  const { arg } = statement;
  if (statement.kind === 'fold') {
    return [
      `let m${number} = units;`,
      `while (m${number} > 1) {`,
      '  let to = 0;',
      `  for (let k = 0; k < m${number}; k += ${BLOCK}) H${number}[T${number} + to++] = run${number}(H${number}, T${number} + k, T${number} + Math.min(k + ${BLOCK}, m${number}));`,
      `  m${number} = to;`,
      '}',
      `A${arg}[O${arg}] = ${result(kernel, arg, `units === 0 ? ${start(statement.op, dtype)} : H${number}[T${number}]`)};`,
    ];
  }
  invariant(statement.kind === 'foldOuter' || statement.kind === 'scatter', `a ${statement.kind} has no partials`);
  const width = widthOf(statement);
  const place =
    statement.kind === 'scatter' ? [`const q = O${arg} + c * S${arg}_0;`] : position(arg, kernel.rowRank, kernel.rank, 'c');
  return [
    `for (let c = 0; c < ${width}; c++) {`,
    ...indent(place),
    `  let value = ${start(statement.op, dtype)};`,
    `  for (let u = 0; u < units; u++) value = join${number}(value, H${number}[T${number} + u * ${width} + c]);`,
    `  A${arg}[q] = ${result(kernel, arg, 'value')};`,
    '}',
  ];
}
