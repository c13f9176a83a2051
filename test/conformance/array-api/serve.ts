/**
 * maniple behind the official test suite of the Python array API standard: answers the calls of `maniple_xp.py`, a line of JSON each, with
 * the function of that name. Run by hand (README.md); needs Python, pytest and hypothesis.
 */
import { createInterface } from 'node:readline';
import * as np from 'maniple';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Table = { readonly [name: string]: unknown };
// biome-ignore lint/suspicious/noExplicitAny: arrays of any dtype, complex ones included
type AnyArray = any;
type List = readonly Json[];

/** Arrays that Python holds, by their numbers. */
const held = new Map<number, AnyArray>();
let count = 0;

const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number by its bytes. */
function real(bytes: unknown): number {
  return Buffer.from(String(bytes), 'hex').readDoubleBE();
}

function decode(value: Json): unknown {
  if (Array.isArray(value)) return (value as List).map(decode);
  if (!isTable(value)) return value;
  if ('a' in value) return held.get(value.a as number);
  if ('d' in value) return value.d;
  if ('f' in value) return real(value.f);
  if ('i' in value) return BigInt(value.i as string);
  if ('s' in value) return value.s;
  if ('c' in value) return { re: real((value.c as string[])[0]), im: real((value.c as string[])[1]) };
  return Object.fromEntries(Object.entries(value.o as Table).map(([name, item]) => [name, decode(item as Json)]));
}

const isArray = (value: unknown): value is AnyArray => isTable(value) && 'dtype' in value && 'shape' in value && 'ndim' in value;

function encode(value: unknown): Json {
  if (isArray(value)) {
    held.set(++count, value);
    return { a: count, dtype: value.dtype.name, shape: value.shape };
  }
  if (Array.isArray(value)) return (value as readonly unknown[]).map(encode);
  if (typeof value === 'number')
    return Number.isInteger(value) ? value : { f: String(value).replace('Infinity', 'inf').toLowerCase() };
  if (typeof value === 'bigint') return { i: String(value) };
  if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'string') return value ?? null;
  const table = value as Table;
  if ('kind' in table && 'size' in table && 'name' in table) return { d: table.name as string };
  if ('re' in table && 'im' in table) return { c: [String(table.re), String(table.im)] };
  return { o: Object.fromEntries(Object.entries(table).map(([name, item]) => [name, encode(item)])) };
}

/** The function of a name such as `linalg.svd`. */
function found(name: string): (...given: unknown[]) => unknown {
  const fn = name.split('.').reduce<unknown>((at, part) => (at as Table | undefined)?.[part], np);
  if (typeof fn !== 'function') throw new TypeError(`maniple has no ${name}`);
  return fn as (...given: unknown[]) => unknown;
}

/** Lazy arrays, and lists and objects with some, as arrays. */
async function settled(value: unknown): Promise<unknown> {
  const result = await value;
  if (Array.isArray(result)) return Promise.all(result.map(settled));
  if (!isTable(result) || isArray(result)) return result;
  const entries = Object.entries(result).map(async ([name, item]) => [name, isArray(item) ? await item : item] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** One index of `slice`. */
function indexOf(entry: Json): unknown {
  if (!isTable(entry)) return entry;
  return (entry.s as (number | null)[]).map((part) => part ?? '').join(':');
}

/** `x[key]`, or `x[key] = value`. */
function indexed(x: AnyArray, key: readonly Json[], value?: unknown): unknown {
  const arrays = key.filter((entry) => isTable(entry) && 'a' in entry).map(decode);
  if (arrays.length === 0 && !key.includes(true) && !key.includes(false)) {
    const part = x.slice(...key.map(indexOf));
    return value === undefined ? part : part.assign(value);
  }
  const which = key.map((entry) => (isTable(entry) && 's' in entry ? indexOf(entry) : decode(entry)));
  if (value === undefined) return x.get(...which);
  return which.length === 1 ? x.set(which[0], value) : x.update(which, value);
}

interface Request {
  readonly drop?: readonly number[];
  readonly call?: string;
  readonly places?: readonly Json[];
  readonly options?: Json;
  readonly get?: string;
  readonly of?: Json;
  readonly by?: Json;
  readonly read?: Json;
  readonly item?: Json;
  readonly key?: readonly Json[];
  readonly to?: Json;
  readonly into?: string;
  readonly info?: string;
}

async function answer(request: Request): Promise<Json> {
  for (const number of request.drop ?? []) held.delete(number);
  if (request.call !== undefined) {
    const options = request.options === null || request.options === undefined ? [] : [decode(request.options)];
    return encode(await settled(found(request.call)(...(request.places ?? []).map(decode), ...options)));
  }
  if (request.read !== undefined) {
    const values = await (decode(request.read) as AnyArray).data();
    return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');
  }
  if (request.get !== undefined)
    return encode(
      request.get === 'T'
        ? (decode(request.of as Json) as AnyArray).T
        : np.matrixTranspose(decode(request.of as Json) as np.NDArray),
    );
  if (request.into !== undefined) {
    const x = decode(request.of as Json) as AnyArray;
    const name = `${request.into}Assign`;
    if (typeof x[name] === 'function') x[name](decode(request.by as Json));
    else found(request.into)(x, decode(request.by as Json), { out: x });
    return null;
  }
  if (request.item !== undefined) {
    const x = decode(request.item) as AnyArray;
    if (!('to' in request)) return encode(await settled(indexed(x, request.key ?? [])));
    indexed(x, request.key ?? [], decode(request.to as Json));
    return null;
  }
  const info = (np as unknown as Record<string, () => Record<string, (options: unknown) => unknown>>).arrayNamespaceInfo();
  return encode(info[request.info as string](decode(request.options as Json)));
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply: Json;
  try {
    reply = { ok: await answer(JSON.parse(line) as Request) };
  } catch (error) {
    const { name, message } = error as Error;
    reply = { error: { name, message } };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
