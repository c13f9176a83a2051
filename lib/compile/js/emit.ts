/**
 * Emits a kernel as JavaScript: the body of `(host, lib) => ({ run, finish })`, which is the tier that needs nothing but
 * Node. `run(P, Q, p, u0, u1)` and `finish(P, Q, p)` take their parameters from P[p …] as `ir/layout.ts` says; Q is P's
 * memory as bigints. Golden examples are in test/golden.
 */
import { type DType, float32, int32 } from '../../dtype/index.js';
import {
  accumulatorOf,
  BLOCK,
  type Kernel,
  type Layout,
  type Loop,
  layoutOf,
  type Node,
  OUTER_BLOCKS,
  SHORT_ROW,
  type Statement,
  structureOf,
  uniformNodes,
} from '../../ir/index.js';
import { beginUnit, declareFold, emitFinish, endChunk, type Fold } from './folds.js';
import { jsLibrary } from './library.js';
import { wrap } from './ops.js';
import { axes, emitSweep, indent } from './sweep.js';
import { emitNode, type Leaves, numberOf, type Scope, scopeOf } from './values.js';

interface Emission {
  readonly kernel: Kernel;
  readonly layout: Layout;
  readonly folds: readonly Fold[];
}

/** The JavaScript of a kernel; `loadJs` makes it a function. */
export function emitJs(kernel: Kernel): string {
  const emission: Emission = { kernel, layout: layoutOf(kernel), folds: foldsOf(kernel) };
  const { folds } = emission;
  const text = [
    ...folds.flatMap(declareFold),
    'function run(P, Q, p, u0, u1) {',
    ...indent(emitRun(emission)),
    '}',
    'function finish(P, Q, p) {',
    ...indent(emitEnd(emission)),
    '}',
    'return { run, finish };',
  ].join('\n');
  const called = new Set(text.match(/\b\w+(?=\()/g));
  const used = Object.keys(jsLibrary).filter((name) => called.has(name));
  return [
    ...(used.length > 0 ? [`const { ${used.join(', ')} } = lib;`] : []),
    ...(called.has('F') ? ['const F = Math.fround;'] : []),
    text,
    '',
  ].join('\n');
}

function foldsOf(kernel: Kernel): Fold[] {
  const slots = new Map<Statement, number>(layoutOf(kernel).partials.map(({ slot, statement }) => [statement, slot]));
  const folds: Fold[] = [];
  for (const loop of kernel.loops) {
    for (const statement of loop.statements) {
      if (statement.kind === 'store') continue;
      const dtype = loop.nodes[statement.value].dtype;
      folds.push({ statement, number: folds.length, slot: slots.get(statement) ?? -1, dtype });
    }
  }
  return folds;
}

function emitRun(emission: Emission): string[] {
  const { kernel, folds } = emission;
  const uniform: string[] = [];
  const loops = emitLoops(emission, uniform);
  const text = [...uniform, ...loops].join('\n');
  const words = new Set(text.match(/\b\w+(?=[([])/g));
  const ordered = structureOf(kernel) === 'inner';
  return [
    ...sizes(emission),
    ...kernel.args.flatMap((_, k) => argument(emission, k, words.has(`M${k}`))),
    ...kernel.scalars.map((dtype, k) => `const c${k} = ${scalar(dtype, emission.layout.scalars[k])};`),
    ...folds.flatMap((fold) => partials(fold)),
    ...(ordered ? folds.map(({ number }) => `let kept${number} = 0, best${number} = 0;`) : []),
    ...(words.has('at') ? outside('at', true) : []),
    ...(words.has('inside') ? outside('inside', false) : []),
    ...uniform,
    ...emitUnits(emission, loops),
  ];
}

/** A parameter as a value of its dtype: floats arrive as doubles. */
function scalar(dtype: DType, slot: number): string {
  if (dtype.long) return dtype.kind === 'int' ? `Q[p + ${slot}]` : wrap(dtype, `Q[p + ${slot}]`);
  return dtype === float32 ? wrap(dtype, `P[p + ${slot}]`) : `P[p + ${slot}]`;
}

/** A function that checks an index, counts negative ones from the end (if it wraps), and gives -1 for one outside. */
function outside(name: string, wraps: boolean): string[] {
  return [
    `const ${name} = (k, n) => {`,
    ...(wraps ? ['  if (k < 0) k += n;'] : []),
    '  if (k >= 0 && k < n) return k;',
    '  if (P[p] === 0) P[p] = 1;',
    '  return -1;',
    '};',
  ];
}

function emitEnd(emission: Emission): string[] {
  const folds = emission.folds.filter((fold) => fold.slot >= 0);
  if (folds.length === 0) return [];
  return [
    ...sizes(emission),
    ...folds.flatMap((fold) => [
      ...argument(emission, fold.statement.arg, false),
      ...partials(fold),
      ...emitFinish(emission.kernel, fold),
    ]),
  ];
}

/** Domain sizes and units, as `unitsOf` has them. */
function sizes({ kernel, layout }: Emission): string[] {
  const product = (from: number, to: number): string =>
    axes(to - from)
      .map((d) => `d${from + d}`)
      .join(' * ') || '1';
  const structure = structureOf(kernel);
  const cut = structure === 'map' || structure === 'full';
  const some = `Math.max(1, Math.floor(${BLOCK} / Math.max(1, inner)))`;
  return [
    ...axes(kernel.rank).map((d) => `const d${d} = P[p + ${layout.domain + d}];`),
    `const rows = ${product(0, kernel.rowRank)}, inner = ${product(kernel.rowRank, kernel.rank)};`,
    ...(cut ? [`const strips = Math.max(1, Math.ceil(inner / ${BLOCK}));`] : []),
    `const per = ${structure === 'outer' ? `Math.max(inner <= ${SHORT_ROW} ? ${BLOCK} : ${some}, Math.ceil(rows / ${OUTER_BLOCKS}))` : some};`,
    cut ? 'const units = inner === 0 ? 0 : Math.ceil(rows / per) * strips;' : 'const units = Math.ceil(rows / per);',
  ];
}

/**
 * Accessor of an argument: typed array A (and M, the halves of int64), first element O, strides S, and sizes N of a `whole`
 * one or of bins. A buffer has less than 2^32 bytes, so positions of wider elements are small integers, which is worth saying.
 */
function argument({ kernel, layout }: Emission, k: number, halves: boolean): string[] {
  const { dtype, access, rank } = kernel.args[k];
  const slots = layout.args[k];
  const pointer = `P[p + ${slots.pointer}]`;
  const small = dtype.size > 1 ? ' | 0' : '';
  const lines = [`const A${k} = host.view(${dtype.code}, ${pointer}), O${k} = host.offset(${pointer}) / ${dtype.size}${small};`];
  if (halves) lines.push(`const M${k} = host.view(${int32.code}, ${pointer});`);
  const strides = access === 'full' ? [] : axes(rank).map((d) => `S${k}_${d} = P[p + ${slots.strides + d}]${small}`);
  const lengths = access === 'whole' || access === 'bins' ? axes(rank).map((d) => `N${k}_${d} = P[p + ${slots.sizes + d}]`) : [];
  if (strides.length > 0) lines.push(`const ${[...strides, ...lengths].join(', ')};`);
  return lines;
}

function partials({ statement, number, slot, dtype }: Fold): string[] {
  if (slot < 0 || statement.kind === 'argFold') return [];
  const { code, size } = accumulatorOf(statement.op, dtype);
  return [`const H${number} = host.view(${code}, P[p + ${slot}]), T${number} = host.offset(P[p + ${slot}]) / ${size};`];
}

/** The loops' walks over a chunk, in order; uniform values go to `uniform`. */
function emitLoops(emission: Emission, uniform: string[]): string[] {
  const lines: string[] = [];
  const stored = new Map<number, string>();
  let first = 0;
  emission.kernel.loops.forEach((loop, number) => {
    const folds = emission.folds.slice(first, first + loop.statements.filter((s) => s.kind !== 'store').length);
    first += folds.length;
    lines.push(...emitLoop(emission, loop, number, folds, stored, uniform));
  });
  return lines;
}

function emitLoop(
  emission: Emission,
  loop: Loop,
  number: number,
  folds: readonly Fold[],
  stored: Map<number, string>,
  uniform: string[],
): string[] {
  const { kernel } = emission;
  const prefix = number === 0 ? 'v' : `w${number}_`;
  const scope = scopeOf(
    kernel,
    loop.nodes,
    loop.statements.map((s) => s.value),
    prefix,
    loop.statements.flatMap((s) => (s.kind === 'scatter' ? [s.index] : [])),
  );
  const same = uniformNodes(kernel, loop);
  const positions = new Set<number>();
  const leaves: Leaves = {
    position: (arg) => {
      positions.add(arg);
      return `q${arg}`;
    },
    coordinate: (node) => (node.op === 'index' ? `i${node.axis}` : ''),
    carry: () => '',
    outer: (id) => ({ name: scope.names[id], number: scope.numbers[id] }),
  };
  const before: Leaves = { ...leaves, position: (arg) => `O${arg}` };
  loop.nodes.forEach((node, id) => {
    const known = node.op === 'load' ? stored.get(node.arg) : undefined;
    if (known !== undefined && same[id]) emitKnown(scope, node, known);
    else emitNode(same[id] ? { ...scope, lines: uniform } : scope, node, same[id] ? before : leaves);
  });
  const fold = folds.values();
  for (const statement of loop.statements) {
    const value = scope.names[statement.value];
    if (statement.kind !== 'store') {
      const number = fold.next().value?.number;
      scope.lines.push(`B${number}[j] = ${value};`);
      if (statement.kind === 'scatter')
        scope.lines.push(`J${number}[j] = at(${numberOf(scope, statement.index)}, N${statement.arg}_0);`);
    } else if (kernel.args[statement.arg].access === 'full') {
      stored.set(statement.arg, value);
      uniform.push(`if (u0 === 0) A${statement.arg}[O${statement.arg}] = ${value};`);
    } else {
      positions.add(statement.arg);
      scope.lines.push(`A${statement.arg}[q${statement.arg}] = ${value};`);
    }
  }
  if (scope.lines.length === 0) return [];
  const coordinates = loop.nodes.some((node) => node.op === 'index');
  const sweep = emitSweep({ rank: kernel.rank, args: [...positions].sort((a, b) => a - b), coordinates, body: scope.lines });
  return ['{', ...indent(sweep), ...indent(folds.flatMap((f) => endChunk(kernel, f))), '}'];
}

/** A 0-d value that an earlier loop stored. */
function emitKnown(scope: Scope, node: Node, name: string): void {
  scope.dtypes.push(node.dtype);
  scope.names.push(name);
  scope.numbers.push('');
}

/** Units [u0, u1), each as chunks of at most BLOCK elements: `n` of them from element `x`. */
function emitUnits({ kernel, folds }: Emission, loops: readonly string[]): string[] {
  if (loops.length === 0) return [];
  const structure = structureOf(kernel);
  if (structure === 'map' || structure === 'full') {
    return [
      'for (let u = u0; u < u1; u++) {',
      '  const strip = u % strips, r = ((u - strip) / strips) * per;',
      `  const x = r * inner + strip * ${BLOCK};`,
      `  const n = strips > 1 ? Math.min(${BLOCK}, inner - strip * ${BLOCK}) : Math.min(per, rows - r) * inner;`,
      ...indent(loops),
      '}',
    ];
  }
  return [
    `const step = Math.max(1, Math.floor(${BLOCK} / Math.max(1, inner)));`,
    'for (let u = u0; u < u1; u++) {',
    '  const last = Math.min(rows, (u + 1) * per);',
    ...indent(folds.flatMap(beginUnit)),
    '  for (let r = u * per; r < last; r += step) {',
    '    const height = Math.min(step, last - r);',
    `    for (let c = 0; c < Math.max(1, inner); c += ${BLOCK}) {`,
    `      const width = Math.min(${BLOCK}, inner - c), x = r * inner + c, n = height * width;`,
    ...indent(indent(indent(loops))),
    '    }',
    '  }',
    '}',
  ];
}
