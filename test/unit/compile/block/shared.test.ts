/** Numbers that TypeScript and the addon must agree on, read from the addon's headers. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import {
  ACCESSES,
  FOLDS,
  MAGIC,
  MAX_RANK,
  MAX_STATEMENTS,
  opcode,
  PLACE,
  STRUCTURES,
} from '../../../../lib/compile/block/opcodes.js';
import { GEMM, routineTile, routineUnits, routineWork } from '../../../../lib/device/index.js';
import { dtypes } from '../../../../lib/dtype/index.js';
import { BLOCK, OUTER_BLOCKS, SHORT_ROW, STATUS } from '../../../../lib/ir/index.js';

/** This file runs from dist/, four folders below the root's own. */
const header = (path: string): string =>
  readFileSync(new URL(`../../../../../native/${path}`, import.meta.url), 'utf8').replaceAll(/\/\/.*/g, '');
/** Types of numbers, and of floats that are stored alone, stand in lists of their own, made of the table of dtypes. */
function typesIn(list: string): string {
  const rows = header('core/dtypes.h')
    .split('#define')
    .find((part) => part.startsWith(` ${list}(`));
  return [...(rows ?? '').matchAll(/ROW\((\w+), /g)].map(([, name]) => `${name},`).join(' ');
}
const opcodes = header('block/opcodes.h').replace(/\b(MANIPLE_(?:NUMBERS|STORED))\(MANIPLE_NAME\)/g, (_, list: string) =>
  typesIn(list),
);

/** Enumerators of an enum, in order, without the closing count. */
function enumerators(name: string): string[] {
  const body = new RegExp(`enum ${name} : int32_t \\{([^}]*)\\}`).exec(opcodes)?.[1] ?? '';
  return body
    .split(',')
    .map((s) => s.trim().replace(/ *=.*/, ''))
    .filter((s) => s !== '' && !/^k[A-Z]/.test(s));
}

function constant(text: string, name: string): number {
  return Number(new RegExp(`${name} = (\\w+);`).exec(text)?.[1]);
}

t.test('operations have the same numbers', async (t) => {
  // The enum is made of these rows, operators first.
  t.match(opcodes, /enum Op : int32_t \{\s*MANIPLE_OPERATORS\(\w+\)\s*MANIPLE_STRUCTURAL\(\w+\)/);
  const rows = header('block/operations.h')
    .split('#define')
    .filter((part) => /^ MANIPLE_(OPERATORS|STRUCTURAL)\(/.test(part));
  t.match(
    rows.map((part) => part.trim().split('(')[0]),
    ['MANIPLE_OPERATORS', 'MANIPLE_STRUCTURAL'],
  );
  const names = rows.flatMap((part) => [...part.matchAll(/\bROW\((\w+)[,)]/g)].map(([, name]) => name.toLowerCase()));
  t.ok(names.length > 50);
  names.forEach((name, i) => t.equal(opcode(name), i, name));
});

t.test('so do types, folds, accesses, structures and places', async (t) => {
  t.same(
    enumerators('Type').map((s) => s.toLowerCase()),
    dtypes.map((d) => d.name),
  );
  t.same(
    enumerators('Fold').map((s) => s.replace('Fold', '').toLowerCase()),
    FOLDS,
  );
  t.same(
    enumerators('Access').map((s) => s.replace('ByElement', 'Elementwise').toLowerCase()),
    ACCESSES,
  );
  t.same(
    enumerators('Structure').map((s) => s.replace('Structure', '').toLowerCase()),
    STRUCTURES,
  );
  t.same(
    enumerators('Place').map((s) => s.replace('In', '').toUpperCase()),
    Object.keys(PLACE),
  );
});

t.test('and the sizes of blocks', async (t) => {
  t.equal(constant(opcodes, 'kBlock'), BLOCK);
  t.equal(constant(opcodes, 'kOuterBlocks'), OUTER_BLOCKS);
  t.equal(constant(opcodes, 'kShortRow'), SHORT_ROW);
  t.equal(constant(opcodes, 'kMagic'), MAGIC);
  t.equal(constant(opcodes, 'kMaxRank'), MAX_RANK);
  t.equal(constant(opcodes, 'kMaxStatements'), MAX_STATEMENTS);
  t.equal(constant(header('block/machine.h'), 'kStatusIndex'), STATUS.INDEX);
  t.equal(constant(header('block/machine.h'), 'kStatusMemory'), STATUS.MEMORY);
  t.equal(constant(header('lines/lines.h'), 'kStatusMemory'), STATUS.MEMORY);
  const solve = header('solve/stack.h');
  t.equal(constant(solve, 'kStatusSingular'), STATUS.SINGULAR);
  t.equal(constant(solve, 'kStatusIndefinite'), STATUS.INDEFINITE);
});

t.test('units of dense products', async (t) => {
  const product = header('gemm/product.h');
  const [rows, columns] = [constant(product, 'kRows'), constant(product, 'kColumns')];
  t.equal(routineUnits('gemm_f64', [rows, columns, 9, 1]), 1);
  t.equal(routineUnits('gemm_f64', [rows + 1, columns, 9, 1]), 2);
  t.equal(routineUnits('gemm_f64', [rows, columns + 1, 9, 3]), 6);
  const few = constant(product, 'kFewUnits');
  const worth = 2 ** Number(/kWorthCutting = int64_t\{1\} << (\d+)/.exec(product)?.[1]);
  const depth = worth / (rows * columns);
  t.equal(routineUnits('gemm_f64', [rows, columns, depth - 1, 1]), 1);
  t.equal(routineUnits('gemm_f64', [rows, columns, depth, 1]), 2);
  t.equal(routineUnits('gemm_f64', [rows, columns, depth * 2, 1]), 4);
  t.equal(routineUnits('gemm_f64', [rows, columns, depth * 1000, 1]), few);
  t.equal(routineUnits('gemm_f64', [rows, columns, depth * 1000, few]), few);
  const [vector, elements] = [constant(product, 'kVectorRows'), constant(product, 'kVectorElements')];
  t.equal(routineUnits('gemm_f64', [vector, 1, elements, 1]), 1);
  t.equal(routineUnits('gemm_f64', [vector + 1, 1, elements, 2]), 4);
  t.equal(routineUnits('gemm_f64', [1, elements, 1, 1]), 1);
  t.equal(routineUnits('gemm_f64', [1, elements + 1, 0, 1]), 2);
  t.equal(routineUnits('gemm_f64', [0, 5, 5, 4]), 0);
  t.equal(Number(/kA, kAStrides, kB = (\d+)/.exec(product)?.[1]), GEMM.B);
  t.equal(Number(/kC = (\d+)/.exec(product)?.[1]), GEMM.C);
});

t.test('units of one large matrix are for threads that share it', (t) => {
  t.same(
    [1, 2, 16].map((n) => routineUnits('eigh_f64', [n, 500, 500])),
    [16, 2, 16],
  );
  t.equal(routineUnits('svd_f64', [1, 40, 60]), 1);
  t.equal(routineUnits('solve_f64', [1, 500, 1]), 16, 'a vector is right-hand side');
  t.equal(routineUnits('solve_f64', [1, 20, 20]), 1);
  t.end();
});

t.test('units of products with a vector that a thread takes at a time', async (t) => {
  const tile = (domain: readonly number[], a: readonly number[], b: readonly number[]) =>
    routineTile('gemm_f64', domain, (arg) => (arg === 0 ? a : b));
  const deep = 1 << 20;
  t.equal(tile([5000, 1, deep, 1], [0, deep, 1], [0, 1, 1]), 1, 'rows are read along');
  const across = tile([5000, 1, deep, 1], [0, 1, 5000], [0, 1, 1]);
  t.ok(across > 1, 'short pieces of many columns are slow to read');
  t.equal(tile([1, 5000, deep, 1], [0, deep, 1], [0, 5000, 1]), across, 'so are those of many rows');
  t.equal(tile([1, 5000, deep, 1], [0, deep, 1], [0, 1, deep]), 1);
  t.equal(tile([5000, 1, 16, 1], [0, 1, 5000], [0, 1, 1]), 1, 'units of short sums are long as they are');
  t.equal(tile([8, 8, deep, 1], [0, 1, 8], [0, 8, 1]), 1);
  t.equal(
    routineTile('lines_sum_f64', [1, 5, 6], () => [0, 1, 5]),
    1,
  );
});

t.test('units of stacks of small matrices that a thread takes at a time', async (t) => {
  const strides = (): readonly number[] => [9, 3, 1];
  const tile = (name: string, domain: readonly number[]) => routineTile(name, domain, strides);
  for (const [name, stack] of [
    ['gemm_f64', (n: number, count: number) => [n, n, n, count]],
    ['inv_f64', (n: number, count: number) => [count, n, n]],
  ] as const) {
    t.equal(tile(name, stack(300, 10)), 1, 'large ones are taken one by one');
    t.equal(tile(name, stack(300, 1)), 1);
    t.equal(tile(name, stack(3, 1)), 1);
    const some = tile(name, stack(3, 10_000));
    t.ok(some > 8 && some < 1000, 'several take as long as to take them');
    t.equal(tile(name, stack(3, 20_000)), some, 'however many there are');
    t.ok(tile(name, stack(20, 10_000)) < some);
  }
  t.equal(tile('gemm_f64', [3, 3, 3, 0]), 1);
});

t.test('units of functions of lines, and of others', async (t) => {
  const elements = constant(header('lines/lines.h'), 'kUnitElements');
  t.equal(routineUnits('lines_sort_f64', [1, elements * 3, 1]), 1);
  t.equal(routineUnits('lines_sort_f64', [5, elements / 2, 1]), 3);
  t.equal(routineUnits('lines_sort_f64', [elements, 1, 1]), 1);
  t.equal(routineUnits('lines_sum_f64', [elements + 1, 0, 1]), 2);
  t.equal(routineUnits('lines_sum_f64', [0, 5, 6]), 0);
  t.equal(routineUnits('solve_lu', [4, 10, 1]), 4);
  const values = constant(header('lines/search.h'), 'kUnitValues');
  t.same(
    [0, 1, values, values + 1].map((n) => routineUnits('search_f64', [n, 10])),
    [0, 1, 1, 2],
  );
});

t.test('work of routines grows with what they compute', async (t) => {
  t.equal(routineWork('gemm_f64', [2, 3, 5, 7]), 7 * routineWork('gemm_f64', [2, 3, 5, 1]));
  t.ok(routineWork('gemm_f64', [64, 64, 64, 1]) < routineWork('gemm_f64', [4, 64, 64, 16]), 'tiles read less');
  t.equal(routineWork('lines_sum_f64', [3, 10, 11]), routineWork('lines_sum_f64', [1, 30, 33]));
  t.ok(routineWork('lines_sum_f64', [1, 100, 100]) < routineWork('lines_partition_i64', [1, 100, 100]));
  t.ok(routineWork('lines_select_f64', [1, 100, 2]) < routineWork('lines_argsort_f64', [1, 100, 100]));
  t.equal(routineWork('lines_sort_f64', [6, 10, 10]), 6 * routineWork('lines_sort_f64', [1, 10, 10]));
  t.ok(routineWork('solve_f64', [1, 20, 100]) > routineWork('solve_f64', [1, 20, 1]), 'with the right-hand sides');
  t.ok(routineWork('inv_f64', [1, 100, 100]) > 100 * routineWork('inv_f64', [1, 20, 20]), 'faster than the matrix');
});
