/**
 * The `run` function: settles the views, then walks units, blocks and segments, calling the loops' functions with operands
 * in place or packed.
 */
import { type DType, int64 } from '../../dtype/index.js';
import { BLOCK, resultsOf, structureOf } from '../../ir/index.js';
import { domainLine, type Emission, scalarLines } from './emission.js';
import { blockEnd, foldDeclarations, unitEnd, unitStart } from './folds.js';
import type { Piece } from './loop.js';
import { singleCalls } from './singles.js';
import { streamable, streamLine } from './streams.js';
import { indent } from './text.js';
import { memoryType } from './types.js';
import { uniformLines } from './uniform.js';

/** Runs units [begin, end). */
export function runFunction(emission: Emission): string[] {
  const { kernel, sites } = emission;
  return [
    'void kernel_run(double *P, int64_t begin, int64_t end) {',
    ...indent([
      domainLine(kernel),
      ...viewLines(emission),
      ...streamLine(emission),
      ...scalarLines(emission.kernel, emission.layout),
      ...uniformLines(kernel, emission.layout, emission.loops),
      ...wholeLines(emission),
      ...foldDeclarations(kernel, emission.layout, sites),
      ...inPlace(emission),
      ...stripLines(emission),
      ...(emission.form === 'strips' ? columnLines(emission) : []),
      'for (int64_t u = begin; u < end; u++) {',
      ...indent([
        ...unitStart(kernel, sites),
        'for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {',
        ...indent(blockLines(emission)),
        '}',
        ...unitEnd(kernel, sites),
      ]),
      '}',
      ...(streamable(emission).length > 0 ? ['if (S.first) mk_fence();'] : []),
    ]),
    '}',
  ];
}

function viewLines({ kernel, layout, viewed, form }: Emission): string[] {
  if (viewed.length === 0) return ['const int64_t grain = INT64_MAX;'];
  const views = viewed.map(
    (arg) => `  mk_view_of(P + ${layout.args[arg].pointer}, &D, ${kernel.rank}, ${kernel.args[arg].dtype.size}),`,
  );
  return [
    `mk_view A[${viewed.length}] = {`,
    ...views,
    '};',
    form !== 'strips' ? `mk_settle(A, ${viewed.length}, &D);` : `const int64_t grain = mk_grain(A, ${viewed.length}, &D);`,
  ];
}

/** Arguments that are gathered from, as w0, w1, … */
export function wholeLines({ kernel, layout }: Emission): string[] {
  return kernel.args.flatMap((arg, k) =>
    arg.access === 'whole' ? [`const mk_whole w${k} = mk_whole_of(P + ${layout.args[k].pointer}, ${arg.rank});`] : [],
  );
}

/**
 * A map of one loop that needs no strips of its own: over arguments that are all contiguous one call, for any number of units; over ones that are
 * contiguous row by row a call for each row.
 */
function inPlace(emission: Emission): string[] {
  const { kernel, pieces, loops, viewed } = emission;
  const single = pieces.length === 1 && pieces[0].length === 1 && pieces[0][0].axes.length === 0 && loops[0].strips.length === 0;
  if (!single || structureOf(kernel) !== 'map' || viewed.length === 0) return [];
  const { call } = pieces[0][0];
  const unless = streamable(emission).length > 0 ? '!S.first && ' : '';
  const operands = (point: string): string[] =>
    operandLines(emission, call, (arg, view, output) => {
      const type = `${output ? '' : 'const '}${memoryType(kernel.args[arg].dtype)}`;
      return `${type} *${output ? 'o' : 'a'}${arg} = (void *)mk_address(&A[${view}], &${point});`;
    });
  const next = operandLines(emission, call, (arg, view, output) => {
    const name = `${output ? 'o' : 'a'}${arg}`;
    return `${name} = (void *)((char *)${name} + A[${view}].stride[MK_ROW]);`;
  });
  const whole = [
    `if (${unless}mk_contiguous(A, ${viewed.length}, &D)) {`,
    ...indent([
      'const mk_point p = mk_locate(&D, mk_start(&D, begin));',
      'const int64_t n = mk_start(&D, end) - p.flat;',
      ...operands('p'),
      call,
      'return;',
    ]),
    '}',
  ];
  const rows = [
    `if (${unless}mk_has_rows(A, ${viewed.length}, &D)) {`,
    ...indent([
      'for (mk_walk w = mk_walk_of(&D, begin, end); w.rows > 0; w = mk_walk_on(&D, &w)) {',
      ...indent([
        'const int64_t n = w.n;',
        ...operands('w.p'),
        'for (int64_t row = 0; row < w.rows; row++) {',
        ...indent([call, ...next]),
        '}',
      ]),
      '}',
      'return;',
    ]),
    '}',
  ];
  return kernel.rank < 2 ? whole : [...whole, ...rows];
}

/** Strips take this many bytes of a thread's stack at most; more are the thread's own for good. */
const STACK_BYTES = 512 * 1024;

function stripLines({ kernel, loops, pieces, viewed, form }: Emission): string[] {
  const strips: [dtype: DType, name: string][] = viewed.map((arg) => [kernel.args[arg].dtype, `b${arg}`]);
  if (form !== 'bare') {
    for (const { loop, strips: values, prefix } of loops)
      for (const id of values) strips.push([loop.nodes[id].dtype, `${prefix}t${id}`]);
  }
  const axes = [...new Set(pieces.flat().flatMap((piece) => piece.axes))].sort((a, b) => a - b);
  for (const axis of axes) strips.push([int64, `x${axis}`]);
  const bytes = strips.reduce((sum, [dtype]) => sum + dtype.size * BLOCK, 0);
  const storage = bytes > STACK_BYTES ? 'static _Thread_local ' : '';
  return strips.map(([dtype, name]) => `${storage}MK_STRIP(${memoryType(dtype)}, ${name});`);
}

function blockLines(emission: Emission): string[] {
  const { kernel, sites, form, viewed, loops } = emission;
  const folds = [...singleCalls(kernel, sites, 'b.n'), ...blockEnd(kernel, sites)].flatMap((line) => line.split('\n'));
  if (form === 'strips') return [...segmentLoop(emission), ...folds];
  const fetch = (arg: number, name: string): string => {
    const { dtype } = kernel.args[arg];
    return `const ${memoryType(dtype)} *${name} = mk_in${dtype.size * 8}(&A[${viewed.indexOf(arg)}], b${arg}, &D, &p, b.n);`;
  };
  const point = 'const mk_point p = mk_locate(&D, b.flat);';
  if (form === 'lanes') return ['const int64_t at = 0, n = b.n;', point, ...loopCalls(emission, 0)];
  const { loop } = loops[0];
  const values = [...new Set(resultsOf(loop.statements))];
  return [
    point,
    ...values.flatMap((id) => {
      const node = loop.nodes[id];
      return node.op === 'load' ? [fetch(node.arg, `t${id}`)] : [];
    }),
    ...folds,
  ];
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
      ...(columnsOf(emission, 'read').length > 0 ? ['mk_unzip(in, fours_in, &p, n);'] : []),
      ...coordinateLines(emission, axes, shift),
      ...pieces.flatMap((_, l) => loopCalls(emission, l)),
      ...(columnsOf(emission, 'write').length > 0 ? ['mk_zip(out, fours_out, &p, n);'] : []),
    ]),
    '}',
  ];
}

/** Coordinates of a segment in strips; for segments within one row only where a loop has no form for these. */
function coordinateLines({ kernel, pieces }: Emission, axes: readonly number[], shift: number): string[] {
  const always = new Set(pieces.flat().flatMap((piece) => (piece.inRow === undefined ? piece.axes : [])));
  const fill = (axis: number): string => `mk_coordinates(x${axis}, ${axis + shift}, &D, &p, n);`;
  if (!pieces.flat().some((piece) => piece.inRow !== undefined)) return axes.map(fill);
  const last = kernel.rank - 1;
  return [
    `const int one_row = p.at[${last}] + n <= D.size[${last}];`,
    ...axes.map((axis) => (always.has(axis) ? fill(axis) : `if (!one_row) ${fill(axis)}`)),
  ];
}

/** Calls a loop's function, or the one for segments within one row. */
function callOf({ call, inRow }: Piece): string[] {
  return inRow === undefined ? [call] : [`if (one_row) ${inRow.call}`, `else ${call}`];
}

/** Elementwise arguments that may be columns beside each other, and are moved together where they are (`columns.h`). */
function columnsOf({ kernel, loops, viewed }: Emission, privilege: 'read' | 'write'): number[] {
  if (kernel.rank !== 1 || loops.length !== 1) return [];
  const [{ loop, uniform }] = loops;
  const loaded = new Set(loop.nodes.flatMap((node, id) => (node.op === 'load' && !uniform[id] ? [node.arg] : [])));
  const some = viewed.filter(
    (arg) =>
      kernel.args[arg].dtype.size >= 4 && kernel.args[arg].privilege === privilege && (privilege === 'write' || loaded.has(arg)),
  );
  return some.length < 4 ? [] : some;
}

/** Finds the columns beside each other, which are known when the kernel runs. */
function columnLines(emission: Emission): string[] {
  return [...columnDeclaration(emission, 'read', 'in'), ...columnDeclaration(emission, 'write', 'out')];
}

function columnDeclaration(emission: Emission, privilege: 'read' | 'write', name: string): string[] {
  const columns = columnsOf(emission, privilege);
  if (columns.length === 0) return [];
  const entries = columns.map((arg) => `{&A[${emission.viewed.indexOf(arg)}], b${arg}}`);
  return [`mk_column ${name}[] = {${entries.join(', ')}};`, `const int fours_${name} = mk_fours(${name}, ${columns.length});`];
}

/** Fetches a loop's operands, calls its functions, and puts packed results where they belong. */
function loopCalls(emission: Emission, l: number): string[] {
  const { kernel, pieces, loops } = emission;
  const stored = loops[l].stages.flatMap((stage) => stage.stores.map((store) => store.arg));
  const calls = pieces[l].map((piece) => piece.call).join('\n');
  const bits = (arg: number): number => kernel.args[arg].dtype.size * 8;
  const streams = streamable(emission);
  const lines = [
    ...operandLines(emission, calls, (arg, view, output) =>
      output
        ? `${memoryType(kernel.args[arg].dtype)} *o${arg} = mk_out(&A[${view}], b${arg}, &p);`
        : `const ${memoryType(kernel.args[arg].dtype)} *a${arg} = mk_in${bits(arg)}(&A[${view}], b${arg}, &D, &p, n);`,
    ),
    ...pieces[l].flatMap(callOf),
    ...stored.map((arg) => {
      const view = `&A[${emission.viewed.indexOf(arg)}]`;
      const streamed = streams.includes(arg) ? `if (!mk_stream_out(&S, ${view}, b${arg}, &p, n)) ` : '';
      return `${streamed}mk_put${bits(arg)}(o${arg}, b${arg}, ${view}, &D, &p, n);`;
    }),
  ];
  return kernel.loops.length === 1 ? lines : ['{', ...indent(lines), '}'];
}

/** One line for each operand that a call names. */
function operandLines(
  { viewed }: Emission,
  calls: string,
  line: (arg: number, view: number, output: boolean) => string,
): string[] {
  return viewed.flatMap((arg, view) => [
    ...(new RegExp(`\\ba${arg}\\b`).test(calls) ? [line(arg, view, false)] : []),
    ...(new RegExp(`\\bo${arg}\\b`).test(calls) ? [line(arg, view, true)] : []),
  ]);
}
