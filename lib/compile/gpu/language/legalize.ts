/**
 * Brings a program to a device that has not all of the language. Without types of 64 bits, i64, u64 and f64 become pairs of words, and
 * operations on them calls of the library's functions, which take the same steps in words; without division and root of float32 that are
 * rounded correctly, or without subnormal numbers, operations on float32 become calls, too. Results keep every bit.
 */
import { invariant } from '../../../base/index.js';
import type { Library } from './parse.js';
import type { Expr, Fn, Program, Stmt, Type } from './program.js';

const long = (type: Type): type is 'i64' | 'u64' | 'f64' => type === 'i64' || type === 'u64' || type === 'f64';
const lowered = (type: Type): Type => (long(type) ? 'pair' : type);

/** The function that an operation becomes; `swap` exchanges operands, `not` negates the result. */
interface Becomes {
  readonly name: string;
  readonly swap?: true;
  readonly not?: true;
}
/** By the type of the first operand; null: the value stays as it is. Floats of 64 bits are accumulators, which are added and multiplied alone. */
type Row = Readonly<Partial<Record<'i64' | 'u64' | 'f64', Becomes | null>>>;

/** One function for integers of either sign. */
const same = (name: string): Row => ({ i64: { name: `${name}_64` }, u64: { name: `${name}_64` } });
const each = (name: string, how: Omit<Becomes, 'name'> = {}): Row => ({
  i64: { name: `${name}_i64`, ...how },
  u64: { name: `${name}_u64`, ...how },
});
const stays: Row = { i64: null, u64: null, f64: null };

const table: Readonly<Record<string, Row>> = {
  '+': { ...same('add'), f64: { name: 'add_f64' } },
  '-': same('sub'),
  '*': { ...same('mul'), f64: { name: 'mul_f64' } },
  '/': each('div'),
  '%': each('rem'),
  '&': same('and'),
  '|': same('or'),
  '^': same('xor'),
  '~': same('not'),
  neg: same('neg'),
  '<<': same('shl'),
  '>>': each('shr'),
  '==': same('eq'),
  '!=': { i64: { name: 'eq_64', not: true }, u64: { name: 'eq_64', not: true } },
  '<': each('lt'),
  '>': each('lt', { swap: true }),
  '<=': each('lt', { swap: true, not: true }),
  '>=': each('lt', { not: true }),
  low: stays,
  high: stays,
  as_i64: stays,
  as_u64: stays,
  as_f64: stays,
  to_i64: stays,
  to_u64: stays,
  to_f32: { f64: { name: 'f32_of_f64' } },
};

/** Conversions to 64 bits, by the type converted from. */
const widened: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  to_i64: { i32: 'of_i32', u32: 'of_u32' },
  to_u64: { i32: 'of_i32', u32: 'of_u32' },
  to_f64: { f32: 'f64_of_f32' },
};

const float = new Float64Array(1);
const words = new BigUint64Array(float.buffer);

/** The words of a constant of 64 bits. */
function pairOf(type: Type, value: number | bigint): Expr {
  float[0] = Number(value);
  const all = type === 'f64' ? words[0] : BigInt.asUintN(64, BigInt(value));
  const word = (bits: bigint): Expr => ({ kind: 'const', type: 'u32', value: Number(BigInt.asUintN(32, bits)) });
  return { kind: 'op', type: 'pair', op: 'pair', args: [word(all), word(all >> 32n)] };
}

function call(type: Type, name: string, args: readonly Expr[]): Expr {
  return { kind: 'call', type, name, args };
}

function operation(expr: Extract<Expr, { kind: 'op' }>): Expr {
  const { op, type } = expr;
  const from = expr.args[0].type;
  const args = expr.args.map(shortened);
  const wide = widened[op]?.[from];
  if (wide !== undefined) return call('pair', wide, args);
  if (!long(from)) return { ...expr, type: lowered(type), args };
  if (op === 'to_i32' || op === 'to_u32') {
    const word: Expr = { kind: 'op', type: 'u32', op: 'low', args };
    return op === 'to_u32' ? word : { kind: 'op', type: 'i32', op: 'signed', args: [word] };
  }
  if (op === '?:') return { ...expr, type: lowered(type), args };
  const found = table[op]?.[from];
  invariant(found !== undefined, `legalize: nothing for ${op} of ${from}`);
  if (found === null) return op === 'low' || op === 'high' ? { ...expr, args } : args[0];
  const result = call(lowered(type), found.name, found.swap === undefined ? args : [...args].reverse());
  return found.not === undefined ? result : { kind: 'op', type: 'bool', op: '!', args: [result] };
}

/** Operations on float32, and the functions that they become on devices that round them as they like, or take subnormal numbers for 0. */
const divisions: Readonly<Record<string, string>> = { '/': 'div_f32', sqrt: 'sqrt_f32' };
const ofSubnormals: Readonly<Record<string, string>> = {
  '+': 'add_full_f32',
  '-': 'sub_full_f32',
  '*': 'mul_full_f32',
  '/': 'div_full_f32',
  sqrt: 'sqrt_full_f32',
  floor: 'floor_full_f32',
  ceil: 'ceil_full_f32',
};

type Rewrite = (expr: Expr) => Expr;

/** Replaces operations on float32 by functions. */
function replacing(functions: Readonly<Record<string, string>>): Rewrite {
  const rewrite: Rewrite = (expr) => {
    const inside = mapParts(expr, rewrite, (type) => type);
    const found = inside.kind === 'op' && inside.type === 'f32' ? functions[inside.op] : undefined;
    return inside.kind === 'op' && found !== undefined ? call('f32', found, inside.args) : inside;
  };
  return rewrite;
}

/** Replaces types of 64 bits. */
function shortened(expr: Expr): Expr {
  if (expr.kind === 'const') return long(expr.type) ? pairOf(expr.type, expr.value) : expr;
  if (expr.kind !== 'op') return mapParts(expr, shortened, lowered);
  return expr.op.startsWith('as_') && expr.args[0].type === 'pair' ? shortened(expr.args[0]) : operation(expr);
}

/** The expression with its parts and its type rewritten. */
function mapParts(expr: Expr, part: Rewrite, type: (type: Type) => Type): Expr {
  switch (expr.kind) {
    case 'const':
    case 'param':
      return expr;
    case 'get':
      return { ...expr, type: type(expr.type) };
    case 'load':
    case 'element':
      return { ...expr, type: type(expr.type), at: part(expr.at) };
    case 'call':
    case 'op':
      return { ...expr, type: type(expr.type), args: expr.args.map(part) };
  }
}

function statement(stmt: Stmt, to: Rewriting): Stmt {
  const { expression } = to;
  const block = (body: readonly Stmt[]): Stmt[] => body.map((inner) => statement(inner, to));
  switch (stmt.kind) {
    case 'let':
    case 'var':
    case 'set':
    case 'return':
      return { ...stmt, value: expression(stmt.value) };
    case 'array':
      return { ...stmt, type: to.type(stmt.type) };
    case 'put':
    case 'store':
      return { ...stmt, at: expression(stmt.at), value: expression(stmt.value) };
    case 'merge':
      return { ...stmt, at: expression(stmt.at), mask: expression(stmt.mask), value: expression(stmt.value) };
    case 'if':
      return { ...stmt, cond: expression(stmt.cond), body: block(stmt.body), otherwise: block(stmt.otherwise) };
    case 'for':
      return {
        ...stmt,
        from: expression(stmt.from),
        to: expression(stmt.to),
        step: expression(stmt.step),
        body: block(stmt.body),
      };
    case 'fail':
    case 'break':
    case 'barrier':
      return stmt;
  }
}

/** What a device has of the language. */
export interface GpuFeatures {
  /** Integers and floats of 64 bits. */
  readonly long: boolean;
  /** Division and root of float32, rounded correctly. */
  readonly division: boolean;
  /** Subnormal numbers of float32. */
  readonly subnormals: boolean;
  /** False for a processor that is programmed as one: a product and a sum that may be one instruction (`mad`) take its compiler seconds. */
  readonly contracts?: boolean;
}

interface Rewriting {
  readonly expression: Rewrite;
  readonly type: (type: Type) => Type;
}

/** The rewritings that a device asks for. */
function rewritingsFor({ long, division, subnormals, contracts = true }: GpuFeatures): Rewriting[] {
  const replaced = {
    ...(subnormals ? {} : ofSubnormals),
    ...(division ? {} : divisions),
    ...(contracts ? {} : { mad: 'mad_f32' }),
  };
  return [
    ...(division && subnormals && contracts ? [] : [{ expression: replacing(replaced), type: (type: Type): Type => type }]),
    ...(long ? [] : [{ expression: shortened, type: lowered }]),
  ];
}

function rewriteFunction(fn: Fn, to: Rewriting): Fn {
  return {
    ...fn,
    params: fn.params.map((param) => ({ ...param, type: to.type(param.type) })),
    result: to.type(fn.result),
    body: fn.body.map((stmt) => statement(stmt, to)),
  };
}

/** A library for a device, with features by the function's name. */
export function legalizeLibrary(library: Library, featuresOf: (name: string) => GpuFeatures): Library {
  return new Map([...library].map(([name, fn]) => [name, rewritingsFor(featuresOf(name)).reduce(rewriteFunction, fn)]));
}

function rewriteProgram(program: Program, to: Rewriting): Program {
  return {
    ...program,
    shared: program.shared.map((array) => ({ ...array, type: to.type(array.type) })),
    body: program.body.map((stmt) => statement(stmt, to)),
  };
}

/** A program, not yet linked, for a device with these features. */
export function legalize(program: Program, features: GpuFeatures): Program {
  return rewritingsFor(features).reduce(rewriteProgram, program);
}
