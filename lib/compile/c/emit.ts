/**
 * Kernels as C (DESIGN 4.4): one file with `run` and `finish`, called as `ir/layout.ts` says. Loops over dense operands are
 * emitted (`loop.ts`); walking units, blocks and views is `native/kernel/kernel.h`'s. The text depends on the kernel alone,
 * so that it serves as the key under which compiled kernels are kept.
 */
import { type DType, int64 } from '../../dtype/index.js';
import { BLOCK, type Kernel, type Layout, layoutOf, structureOf } from '../../ir/index.js';
import { blockEnd, foldDeclarations, type FoldSite, foldSites, finishLines, instantiations, unitEnd, unitStart } from './folds.js';
import { foldsInLanes, lanesPiece } from './lanes.js';
import { loopPieces, type Piece } from './loop.js';
import { type StagedLoop, stageLoop } from './stages.js';
import { indent } from './text.js';
import { memoryType, valueType } from './types.js';
import { fullStoreLines, uniformLines } from './uniform.js';

export interface EmittedC {
  readonly source: string;
  /** Names of the functions. */
  readonly run: string;
  readonly finish: string;
  /** What this code asks of the compiler, besides the usual. */
  readonly flags: readonly string[];
}

/** What the parts of an emitted file share. */
interface Emission {
  readonly kernel: Kernel;
  readonly layout: Layout;
  readonly loops: readonly StagedLoop[];
  readonly pieces: readonly (readonly Piece[])[];
  readonly sites: readonly FoldSite[];
  /** Elementwise arguments that a loop loads or stores; their order is that of the views A[…]. */
  readonly viewed: readonly number[];
  readonly form: Form;
}

/**
 * How the values that are folded reach their fold: through strips that a loop fills segment by segment; straight from an
 * argument, where they are its elements; or not at all, in a loop that folds while it computes (`lanes.ts`).
 */
type Form = 'strips' | 'bare' | 'lanes';

const STRUCTURES = { map: 'MK_MAP', full: 'MK_FULL', inner: 'MK_INNER', outer: 'MK_OUTER' } as const;

/** A kernel's C. Deterministic. */
export function emitC(kernel: Kernel): EmittedC {
  const layout = layoutOf(kernel);
  const loops = kernel.loops.map((loop, l) => stageLoop(kernel, loop, kernel.loops.length === 1 ? '' : `l${l}`));
  const sites = foldSites(kernel, layout, (loop, value) => `${loops[loop].prefix}t${value}`);
  const form = formOf(kernel, loops);
  const pieces = piecesOf(kernel, loops, sites, form);
  const emission: Emission = { kernel, layout, loops, pieces, sites, viewed: viewedArgs(loops), form };
  const definitions = pieces.flat().filter((piece) => piece.definition.length > 0);
  const parts = [
    [`#define MK_RANK ${Math.max(2, kernel.rank)}`, `#define MK_WHOLE ${Math.max(1, ...kernel.args.map((a) => (a.access === 'whole' ? a.rank : 0)))}`, '#include "kernel.h"'],
    instantiations(kernel, sites),
    ...definitions.map((piece) => piece.definition),
    runFunction(emission),
    finishFunction(emission),
  ];
  return { source: `${parts.filter((part) => part.length > 0).map((part) => part.join('\n')).join('\n\n')}\n`, run: 'kernel_run', finish: 'kernel_finish', flags: flagsFor(kernel) };
}

function formOf(kernel: Kernel, loops: readonly StagedLoop[]): Form {
  const [{ loop, uniform }] = loops;
  const bare = loop.statements.every((s) => s.kind !== 'store' && loop.nodes[s.value].op === 'load' && !uniform[s.value]);
  if (bare && loops.length === 1) return 'bare';
  return foldsInLanes(kernel, loops) ? 'lanes' : 'strips';
}

function piecesOf(kernel: Kernel, loops: readonly StagedLoop[], sites: readonly FoldSite[], form: Form): Piece[][] {
  if (form === 'bare') return [[]];
  if (form === 'lanes') return [[{ ...lanesPiece(kernel, loops[0], sites), axes: [] }]];
  return loops.map((loop, l) => loopPieces(kernel, loop, l));
}

/** Loops of more nodes are not vectorized a second time, for their last elements: that is a third of the compiler's time. */
const LONG_LOOP = 64;

/**
 * Partial redundancy elimination turns the selections of `mk_pow` and `mk_atan2` into choices between masks, for which GCC
 * has no vector form; elsewhere it gains some per cent.
 */
function flagsFor({ loops }: Kernel): string[] {
  const affected = loops.some((loop) => loop.nodes.some((node) => node.op === 'pow' || node.op === 'atan2'));
  const long = loops.some((loop) => loop.nodes.length > LONG_LOOP);
  return [...(affected ? ['-fno-tree-pre'] : []), ...(long ? ['--param', 'vect-epilogues-nomask=0'] : [])];
}

function viewedArgs(loops: readonly StagedLoop[]): number[] {
  const viewed = new Set<number>();
  for (const { loop, stages, uniform } of loops) {
    for (const stage of stages) {
      for (const store of stage.stores) viewed.add(store.arg);
    }
    for (const [id, node] of loop.nodes.entries()) if (node.op === 'load' && !uniform[id]) viewed.add(node.arg);
  }
  return [...viewed].sort((a, b) => a - b);
}

function domainLine(kernel: Kernel): string {
  return `const mk_domain D = mk_domain_of(P + 1, ${kernel.rank}, ${kernel.rowRank}, ${STRUCTURES[structureOf(kernel)]});`;
}

function runFunction(emission: Emission): string[] {
  const { kernel, sites } = emission;
  return [
    'void kernel_run(double *P, int64_t begin, int64_t end) {',
    ...indent([
      domainLine(kernel),
      ...viewLines(emission),
      ...scalarLines(emission.kernel, emission.layout),
      ...uniformLines(kernel, emission.layout, emission.loops),
      ...wholeLines(emission),
      ...foldDeclarations(kernel, emission.layout, sites),
      ...wholeRange(emission),
      ...stripLines(emission),
      'for (int64_t u = begin; u < end; u++) {',
      ...indent([
        ...unitStart(sites),
        'for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {',
        ...indent(blockLines(emission)),
        '}',
        ...unitEnd(kernel, sites),
      ]),
      '}',
    ]),
    '}',
  ];
}

function viewLines({ kernel, layout, viewed, form }: Emission): string[] {
  if (viewed.length === 0) return ['const int64_t grain = INT64_MAX;'];
  const views = viewed.map((arg) => `  mk_view_of(P + ${layout.args[arg].pointer}, &D, ${kernel.rank}, ${kernel.args[arg].dtype.size}),`);
  return [`mk_view A[${viewed.length}] = {`, ...views, '};', form !== 'strips' ? `mk_settle(A, ${viewed.length}, &D);` : `const int64_t grain = mk_grain(A, ${viewed.length}, &D);`];
}

function scalarLines(kernel: Kernel, layout: Layout): string[] {
  return kernel.scalars.map((dtype, k) => {
    const slot = layout.scalars[k];
    return `const ${valueType(dtype)} s${k} = ${dtype.name === 'int64' ? `mk_int64(P + ${slot})` : `(${valueType(dtype)})P[${slot}]`};`;
  });
}

function wholeLines({ kernel, layout }: Emission): string[] {
  return kernel.args.flatMap((arg, k) => (arg.access === 'whole' ? [`const mk_whole w${k} = mk_whole_of(P + ${layout.args[k].pointer}, ${arg.rank});`] : []));
}

/** A map over arguments that are all contiguous is one loop over its units' elements, whatever their number. */
function wholeRange(emission: Emission): string[] {
  const { kernel, pieces, loops, viewed } = emission;
  const single = pieces.length === 1 && pieces[0].length === 1 && pieces[0][0].axes.length === 0 && loops[0].strips.length === 0;
  if (!single || structureOf(kernel) !== 'map' || viewed.length === 0) return [];
  const [piece] = pieces[0];
  return [
    `if (mk_contiguous(A, ${viewed.length}, &D)) {`,
    ...indent([
      'const mk_point p = mk_locate(&D, mk_start(&D, begin));',
      'const int64_t n = mk_start(&D, end) - p.flat;',
      ...operandLines(emission, piece.call, (arg, view, output) => `${output ? '' : 'const '}${memoryType(kernel.args[arg].dtype)} *${output ? 'o' : 'a'}${arg} = (void *)mk_address(&A[${view}], &p);`),
      piece.call,
      'return;',
    ]),
    '}',
  ];
}

/** Strips take this many bytes of a thread's stack at most; more are the thread's own for good. */
const STACK_BYTES = 512 * 1024;

function stripLines({ kernel, loops, pieces, viewed, form }: Emission): string[] {
  const strips: [dtype: DType, name: string][] = viewed.map((arg) => [kernel.args[arg].dtype, `b${arg}`]);
  if (form === 'strips') {
    for (const { loop, strips: values, prefix } of loops) for (const id of values) strips.push([loop.nodes[id].dtype, `${prefix}t${id}`]);
  }
  const axes = [...new Set(pieces.flat().flatMap((piece) => piece.axes))].sort((a, b) => a - b);
  for (const axis of axes) strips.push([int64, `x${axis}`]);
  const bytes = strips.reduce((sum, [dtype]) => sum + dtype.size * BLOCK, 0);
  const storage = bytes > STACK_BYTES ? 'static _Thread_local ' : '';
  return strips.map(([dtype, name]) => `${storage}MK_STRIP(${memoryType(dtype)}, ${name});`);
}

function blockLines(emission: Emission): string[] {
  const { kernel, sites, form, pieces, viewed, loops } = emission;
  const folds = blockEnd(sites).flatMap((line) => line.split('\n'));
  if (form === 'strips') return [...segmentLoop(emission), ...folds];
  const fetch = (arg: number, name: string): string => {
    const { dtype } = kernel.args[arg];
    return `const ${memoryType(dtype)} *${name} = mk_in${dtype.size * 8}(&A[${viewed.indexOf(arg)}], b${arg}, &D, &p, b.n);`;
  };
  const point = 'const mk_point p = mk_locate(&D, b.flat);';
  if (form === 'lanes') {
    const [[piece]] = pieces;
    return [point, ...operandLines(emission, piece.call, (arg) => fetch(arg, `a${arg}`)), piece.call];
  }
  const { loop } = loops[0];
  const values = [...new Set(loop.statements.map((s) => s.value))];
  return [point, ...values.flatMap((id) => {
    const node = loop.nodes[id];
    return node.op === 'load' ? [fetch(node.arg, `t${id}`)] : [];
  }), ...folds];
}

function segmentLoop(emission: Emission): string[] {
  const { kernel, pieces } = emission;
  const axes = [...new Set(pieces.flat().flatMap((piece) => piece.axes))].sort((a, b) => a - b);
  const shift = Math.max(2, kernel.rank) - kernel.rank;
  return [
    'for (int64_t at = 0, n; at < b.n; at += n) {',
    ...indent([
      'n = mk_segment(&D, grain, b.flat + at, b.n - at);',
      'const mk_point p = mk_locate(&D, b.flat + at);',
      ...axes.map((axis) => `mk_coordinates(x${axis}, ${axis + shift}, &D, &p, n);`),
      ...pieces.flatMap((_, l) => loopCalls(emission, l)),
    ]),
    '}',
  ];
}

/** Fetches a loop's operands, calls its functions, and puts packed results where they belong. */
function loopCalls(emission: Emission, l: number): string[] {
  const { kernel, pieces, loops } = emission;
  const stored = loops[l].stages.flatMap((stage) => stage.stores.map((store) => store.arg));
  const calls = pieces[l].map((piece) => piece.call).join('\n');
  const bits = (arg: number): number => kernel.args[arg].dtype.size * 8;
  const lines = [
    ...operandLines(emission, calls, (arg, view, output) =>
      output
        ? `${memoryType(kernel.args[arg].dtype)} *o${arg} = mk_out(&A[${view}], b${arg}, &p);`
        : `const ${memoryType(kernel.args[arg].dtype)} *a${arg} = mk_in${bits(arg)}(&A[${view}], b${arg}, &D, &p, n);`),
    ...pieces[l].map((piece) => piece.call),
    ...stored.map((arg) => `mk_put${bits(arg)}(o${arg}, b${arg}, &A[${emission.viewed.indexOf(arg)}], &D, &p, n);`),
  ];
  return kernel.loops.length === 1 ? lines : ['{', ...indent(lines), '}'];
}

/** One line for each operand that a call names. */
function operandLines({ viewed }: Emission, calls: string, line: (arg: number, view: number, output: boolean) => string): string[] {
  return viewed.flatMap((arg, view) => [
    ...(new RegExp(`\\ba${arg}\\b`).test(calls) ? [line(arg, view, false)] : []),
    ...(new RegExp(`\\bo${arg}\\b`).test(calls) ? [line(arg, view, true)] : []),
  ]);
}

function finishFunction({ kernel, layout, loops, sites }: Emission): string[] {
  const folds = finishLines(kernel, layout, sites);
  const stores = fullStoreLines(kernel, layout, loops);
  if (folds.length + stores.length === 0) return ['void kernel_finish(double *P) { (void)P; }'];
  const scalars = stores.length > 0 ? scalarLines(kernel, layout) : [];
  const domain = folds.length > 0 ? [domainLine(kernel)] : [];
  return ['void kernel_finish(double *P) {', ...indent([...domain, ...scalars, ...stores, ...folds]), '}'];
}
