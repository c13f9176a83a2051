/** Vectors of Apache Arrow, made by its own package: each type, chunks, slices, nulls; memory that is shared, and memory that is not. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import t from 'tap';
import type { ArrowData, ArrowVector } from '../../../lib/array/index.js';
import { whyNoArrow } from '../../support/arrow.js';

const absent = whyNoArrow();
if (absent !== false) {
  t.plan(0, absent);
  process.exit();
}

import * as np from '../../../lib/array/index.js';

/** What the tests use of the package: its types come in a version of `@types/node` of its own. */
interface Package {
  makeVector(data: object): Made;
  vectorFromArray(values: readonly unknown[], type?: object): Made;
  tableToIPC(table: object): Uint8Array;
  tableFromIPC(bytes: Uint8Array): { getChild(name: string): Made };
  readonly Table: new (columns: object) => { getChild(name: string): Made };
}
interface Made extends ArrowVector, Iterable<unknown> {
  slice(begin: number, end: number): Made;
  concat(...others: Made[]): Made;
  toArray(): NodeJS.TypedArray;
}
type Types = Readonly<Record<string, new (...given: unknown[]) => object>>;

const name: string = 'apache-arrow';
const arrow = (await import(name)) as Package;
const types = arrow as unknown as Types;
/** Whether launches read memory of the program's: not of several memories or other devices, and not without the addon. */
const sharesMemory = !/--(memories|played|device)/.test(process.env.MANIPLE_CONFIG ?? '') && process.env.MANIPLE_ADDON !== 'none';
const toArrow = np.toArrow<Made>;

const named = ['Int8', 'Int16', 'Int32', 'Int64', 'Uint8', 'Uint16', 'Uint32', 'Uint64', 'Float32', 'Float64'] as const;

t.test('numbers there and back, through the format of streams', async (t) => {
  for (const kind of named) {
    const isLong = kind.endsWith('64') && !kind.startsWith('F');
    const values = isLong ? [1n, 2n, 100n] : [1, 2, 100];
    const x = np.fromArrow(arrow.vectorFromArray(values, new types[kind]()));
    t.same([x.dtype.name, await x.tolist()], [kind.toLowerCase(), [1, 2, 100]], kind);
    const vector = await toArrow(x);
    t.equal(String(vector.type), kind);
    const sent = arrow.tableFromIPC(arrow.tableToIPC(new arrow.Table({ x: vector }))).getChild('x');
    t.same([...sent], values, `${kind}, sent`);
    t.same(await np.fromArrow(sent).tolist(), [1, 2, 100], `${kind}, received`);
  }
});

t.test('float16 goes by its bits', async (t) => {
  const halves = arrow.makeVector({ type: new types.Float16(), data: Uint16Array.of(0x3c00, 0xb800, 0x7c00) });
  const x = np.fromArrow(halves);
  t.same([x.dtype.name, await x.tolist()], ['float16', [1, -0.5, Number.POSITIVE_INFINITY]]);
  const back = await toArrow(x);
  t.equal(String(back.type), 'Float16');
  t.same([...back], [1, -0.5, Number.POSITIVE_INFINITY]);
});

t.test('bools are bits there, at any offset', async (t) => {
  const bools = Array.from({ length: 43 }, (_, i) => i % 3 === 0 || i % 7 === 2);
  const vector = arrow.vectorFromArray(bools, new types.Bool());
  for (const [begin, end] of [
    [0, 43],
    [1, 9],
    [8, 16],
    [13, 43],
    [42, 43],
    [5, 5],
  ]) {
    const x = np.fromArrow(vector.slice(begin, end));
    t.same([x.dtype.name, await x.tolist()], ['bool', bools.slice(begin, end)], `${begin} to ${end}`);
    const back = await toArrow(x);
    t.same([String(back.type), back.length, [...back]], ['Bool', end - begin, bools.slice(begin, end)]);
  }
});

t.test('chunks, slices across them, single chunks, nothing', async (t) => {
  const parts = [Float32Array.of(1, 2), Float32Array.of(), Float32Array.of(3, 4, 5)].map((part) => arrow.makeVector(part));
  const vector = parts[0].concat(parts[1], parts[2]);
  t.same(await np.fromArrow(vector).tolist(), [1, 2, 3, 4, 5]);
  t.same(await np.fromArrow(vector.slice(1, 4)).tolist(), [2, 3, 4]);
  t.same(await np.fromArrow(vector.slice(1, 4).data.at(-1) as ArrowData).tolist(), [3, 4], 'Data');
  const empty = np.fromArrow(arrow.makeVector(new Int32Array(0)));
  t.same([empty.shape, empty.dtype.name], [[0], 'int32']);
  t.same([...(await toArrow(empty))], []);
});

t.test('nulls are refused, or what they are to be', async (t) => {
  const floats = arrow.vectorFromArray([1, null, 3, null, 5, 6, 7, 8, 9, null], new types.Float64());
  t.throws(() => np.fromArrow(floats), {
    name: 'ArgumentError',
    message: 'fromArrow: 3 of 10 elements are null, which arrays have not; say what stands for them, e.g. { nulls: NaN }',
  });
  const { NaN: none } = Number;
  t.same(await np.fromArrow(floats, { nulls: none }).tolist(), [1, none, 3, none, 5, 6, 7, 8, 9, none]);
  t.same(await np.fromArrow(floats.slice(3, 10), { nulls: -1 }).tolist(), [-1, 5, 6, 7, 8, 9, -1], 'behind an offset');
  t.same(await np.fromArrow(floats.slice(4, 9)).tolist(), [5, 6, 7, 8, 9], 'a slice without nulls');
  const chunks = floats.slice(0, 2).concat(floats.slice(4, 6), floats.slice(9, 10));
  t.same(await np.fromArrow(chunks, { nulls: 0 }).tolist(), [1, 0, 5, 6, 0], 'in chunks');
  t.same([...floats], [1, null, 3, null, 5, 6, 7, 8, 9, null], 'what was read is as it was');
  const bools = arrow.vectorFromArray([true, null, false], new types.Bool());
  t.same(await np.fromArrow(bools, { nulls: true }).tolist(), [true, true, false]);
  const longs = arrow.vectorFromArray([1n, null], new types.Int64());
  t.same(await np.fromArrow(longs, { nulls: 7n }).tolist(), [1, 7]);
  t.throws(() => np.fromArrow(longs, { nulls: none }), {
    name: 'DTypeError',
    message: 'fromArrow: nulls: NaN is no element of a vector of int64',
  });
  t.throws(() => np.fromArrow(bools, { nulls: 1 }), { name: 'DTypeError', message: /1 is no element of a vector of bool/ });
  const bytes = arrow.vectorFromArray([1], new types.Uint8());
  t.throws(() => np.fromArrow(bytes, { nulls: 256 }), { name: 'DTypeError' }, 'also where there are no nulls');
});

t.test('what is no vector of numbers is refused', async (t) => {
  const refused: [object, RegExp][] = [
    [arrow.vectorFromArray(['a', 'b']), /one of Dictionary<Int32, Utf8>/],
    [arrow.vectorFromArray(['a'], new types.Utf8()), /one of Utf8/],
    [arrow.vectorFromArray([new Date(0)], new types.DateMillisecond()), /one of Date64<MILLISECOND>/],
    [arrow.vectorFromArray([{ a: 1 }]), /one of Struct/],
    [arrow.vectorFromArray([null], new types.Null()), /one of Null/],
  ];
  for (const [vector, message] of refused)
    t.throws(() => np.fromArrow(vector as ArrowVector), { name: 'DTypeError', message }, String(message));
  const table = new arrow.Table({ x: arrow.makeVector(Float64Array.of(1)) });
  t.throws(() => np.fromArrow(table as never), {
    name: 'ArgumentError',
    message:
      'fromArrow: expected a Vector or Data of apache-arrow, got an object (Table); take a column of a table, table.getChild(name)',
  });
  for (const value of [null, 3, [1, 2], Float64Array.of(1)])
    t.throws(() => np.fromArrow(value as never), { name: 'ArgumentError', message: /expected a Vector or Data/ });
  t.throws(() => np.fromArrow(arrow.makeVector(Int8Array.of(1)), { null: 0 } as never), { name: 'ArgumentError' });
  const short = { type: { typeId: 3, precision: 2 }, length: 3, offset: 0, nullCount: 0, nullBitmap: new Uint8Array(0) };
  t.throws(() => np.fromArrow({ ...short, values: Float64Array.of(1) }), { message: /a chunk of 3 elements, got memory of 1/ });
  t.throws(() => np.fromArrow({ ...short, values: Float32Array.of(1, 2, 3) }), { message: /values of 8 bytes for float64/ });
  const three = { ...short, values: Float64Array.of(1, 2, 3) };
  t.throws(() => np.fromArrow({ ...three, offset: 1n } as never), {
    message: /offset of a chunk: expected an integer of at least 0, got 1n/,
  });
  t.throws(() => np.fromArrow({ ...three, nullCount: 1 }, { nulls: 0 }), { message: /a bit for each of 3 elements, got 0/ });
});

t.test('without a copy', async (t) => {
  const shared = new Float64Array(new SharedArrayBuffer(32)).fill(1);
  const vector = arrow.makeVector(shared).slice(1, 4);
  if (!sharesMemory)
    return t.throws(() => np.fromArrow(vector, { copy: false }), { name: 'ArgumentError', message: /one memory/ });
  const x = np.fromArrow(vector, { copy: false });
  t.equal(await x.sum().item(), 3);
  shared[2] = 5;
  t.equal(await x.sum().item(), 7);
  t.throws(() => x.fill(0), { name: 'ArgumentError', message: /read-only/ });
  const copies: [ArrowVector, RegExp, object?][] = [
    [arrow.makeVector(Float64Array.of(1)), /Float64Array\) over an object \(ArrayBuffer/],
    [arrow.vectorFromArray([true], new types.Bool()), /bits become bytes by a copy/],
    [vector.concat(vector), /2 chunks are joined by a copy/],
    [arrow.vectorFromArray([1, null], new types.Int8()), /nulls are replaced by a copy/, { nulls: 0 }],
  ];
  for (const [given, message, options] of copies)
    t.throws(() => np.fromArrow(given, { copy: false, ...options }), { name: 'ArgumentError', message });
  return undefined;
});

t.test('a vector has the memory that the result was written to', async (t) => {
  const vector = await toArrow(np.arange(5).multiply(2));
  const [{ values }] = vector.data;
  t.equal(vector.toArray().buffer, values.buffer);
  t.equal(values.byteLength, 40);
  t.same([...vector], [0, 2, 4, 6, 8]);
  t.same([...(await toArrow(np.arange(6).slice('::-2')))], [5, 3, 1], 'of a view');
  await t.rejects(toArrow(np.ones([2, 3])), { name: 'ShapeError', message: /got an array of shape \(2, 3\); ravel it/ });
  await t.rejects(toArrow(np.asarray(1)), { name: 'ShapeError' });
  await t.rejects(toArrow(np.take(np.ones(2), [2])), { name: 'IndexError' });
});

t.test('programs of CommonJS get vectors of their copy of the package', async (t) => {
  const program = `
    const { Vector, Table } = require(${JSON.stringify(createRequire(import.meta.url).resolve(name))});
    const np = require('maniple');
    np.toArrow(np.arange(3)).then((x) => console.log(x instanceof Vector, String(new Table({ x }).getChild('x'))));`;
  const run = execFileSync(process.execPath, ['-e', program], { cwd: resolve('.'), encoding: 'utf8' });
  t.equal(run, 'true [0,1,2]\n');
});

t.test('without the package there is one error that says what to install', async (t) => {
  const program = `
    const { Module } = require('node:module');
    const resolve = Module._resolveFilename;
    Module._resolveFilename = (name, ...rest) => {
      if (name === 'apache-arrow') throw Object.assign(new Error('none'), { code: 'MODULE_NOT_FOUND' });
      return resolve(name, ...rest);
    };
    const np = require('maniple');
    np.toArrow(np.arange(3)).catch((error) => console.log(error.name, error.message));`;
  const run = execFileSync(process.execPath, ['-e', program], { cwd: resolve('.'), encoding: 'utf8' });
  t.equal(run, 'ConfigError toArrow: the package apache-arrow is not installed; npm install apache-arrow\n');
});
