/**
 * Expressions of device programs in WGSL: a table by operation. The results of float operations go through `exact`, an opaque barrier, since
 * drivers rewrite sums and products otherwise; floats are compared by their bits, since NaN may be thought absent (WGSL, 15.7.2).
 */
import { invariant } from '../../base/index.js';
import type { Expr, Type } from '../gpu/index.js';

export const typeNames: Readonly<Partial<Record<Type, string>>> = {
  bool: 'bool',
  i32: 'i32',
  u32: 'u32',
  f32: 'f32',
  pair: 'vec2<u32>',
};

/** A name of the program; the underscore keeps it apart from WGSL's words. */
export const nameOf = (name: string): string => `${name}_`;

type Writer = (a: string, b: string, c: string) => string;
const infix =
  (sign: string): Writer =>
  (a, b) =>
    `(${a} ${sign} ${b})`;
const called =
  (name: string): Writer =>
  (a, b) =>
    b === '' ? `${name}(${a})` : `${name}(${a}, ${b})`;
const swapped =
  (name: string): Writer =>
  (a, b) =>
    `${name}(${b}, ${a})`;

const ofWords: Readonly<Record<string, Writer>> = Object.fromEntries([
  ...['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '<', '<=', '>', '>=', '==', '!=', '&&', '||'].map((sign) => [
    sign,
    infix(sign),
  ]),
  ['!', (a: string) => `(!${a})`],
  ['~', (a: string) => `(~${a})`],
  ['neg', (a: string) => `(-${a})`],
  ['?:', (c: string, a: string, b: string) => `select(${b}, ${a}, ${c})`],
  // Compilers may make one instruction of it.
  ['mad', (a: string, b: string, c: string) => `(${a} * ${b} + ${c})`],
  ['clz', called('countLeadingZeros')],
  ['bits', called('bitcast<u32>')],
  ['float', called('bitcast<f32>')],
  ['signed', called('bitcast<i32>')],
  ['pair', called('vec2<u32>')],
  ['low', (a: string) => `${a}.x`],
  ['high', (a: string) => `${a}.y`],
  ['to_i32', called('i32')],
  ['to_u32', called('u32')],
]);

/** How operators of floats are written: rounded ones with this call around them, or with none. */
function floatsWithin(barrier: string): Readonly<Record<string, Writer>> {
  const rounded =
    (write: Writer): Writer =>
    (a, b, c) =>
      `${barrier}(${write(a, b, c)})`;
  return {
    '+': rounded(infix('+')),
    '-': rounded(infix('-')),
    '*': rounded(infix('*')),
    '/': rounded(infix('/')),
    // As bits: a negation may take subnormal numbers for 0.
    neg: (a) => `bitcast<f32>(bitcast<u32>(${a}) ^ 0x80000000u)`,
    sqrt: rounded(called('sqrt')),
    floor: rounded(called('floor')),
    ceil: rounded(called('ceil')),
    trunc: rounded(called('trunc')),
    rint: rounded(called('round')),
    '<': called('less'),
    '>': swapped('less'),
    '<=': called('atMost'),
    '>=': swapped('atMost'),
    '==': called('same'),
    '!=': (a, b) => `!same(${a}, ${b})`,
  };
}
const exactFloats = floatsWithin('exact');
const fastFloats = floatsWithin('');

/** Functions of every shader. `exact` is the opaque barrier: no compiler knows that the parameter is 0. */
export const prelude = `
fn exact(x: f32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ parameters[0].x); }
fn isNumber(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) <= 0x7f800000u; }
fn key(x: f32) -> i32 {
  let b = bitcast<i32>(x);
  return select(b, bitcast<i32>(0x80000000u) - b, b < 0);
}
fn less(a: f32, b: f32) -> bool { return isNumber(a) && isNumber(b) && key(a) < key(b); }
fn atMost(a: f32, b: f32) -> bool { return isNumber(a) && isNumber(b) && key(a) <= key(b); }
fn same(a: f32, b: f32) -> bool { return isNumber(a) && isNumber(b) && key(a) == key(b); }
`;

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** A float by its bits; WGSL forbids constants of infinity and NaN, and Dawn takes a constant -0 for 0, so that these are no constants. */
function floatOf(word: number): string {
  return (word & 0x7f800000) === 0x7f800000 || word === 0x80000000
    ? `bitcast<f32>(${word}u ^ parameters[0].x)`
    : `bitcast<f32>(${word}u)`;
}

function constant(type: Type, value: number | bigint): string {
  switch (type) {
    case 'bool':
      return value === 0 ? 'false' : 'true';
    case 'u32':
      return `${value}u`;
    case 'i32':
      return value === -(2 ** 31) ? 'bitcast<i32>(0x80000000u)' : value < 0 ? `(${value}i)` : `${value}i`;
    default:
      invariant(type === 'f32', `no constant of ${type} in WGSL`);
      float[0] = Number(value);
      return floatOf(bits[0]);
  }
}

/** How a shader reaches memory: the bindings of each, and whether words of it are merged; and whether compilers may rewrite its floats. */
export interface Bindings {
  readonly fast: boolean;
  /** One behind the other. */
  readonly bindingsOf: (memory: number) => readonly number[];
  readonly isAtomic: (binding: number) => boolean;
}

/** A word of a memory that is one binding: a place, or the address of an atomic word. */
export function wordAt(bindings: Bindings, memory: number, at: string): string {
  const [binding] = bindings.bindingsOf(memory);
  return bindings.isAtomic(binding) ? `&arena${binding}[${at}]` : `arena${binding}[${at}]`;
}

/** A call of a function for memory that is several bindings (`spans.ts`); null for memory that is one. */
export function spanCall(
  bindings: Bindings,
  name: 'load' | 'store' | 'merge',
  memory: number,
  args: readonly string[],
): string | null {
  const all = bindings.bindingsOf(memory);
  return all.length === 1 ? null : `${name}${all[0]}(${args.join(', ')})`;
}

/** An expression in WGSL. */
export function printExpression(expr: Expr, bindings: Bindings): string {
  const print = (inner: Expr): string => printExpression(inner, bindings);
  switch (expr.kind) {
    case 'const':
      return constant(expr.type, expr.value);
    case 'get':
      return nameOf(expr.name);
    case 'param':
      return `parameters[${expr.slot >> 2}].${'xyzw'[expr.slot & 3]}`;
    case 'load': {
      const at = print(expr.at);
      const place = wordAt(bindings, expr.memory, at);
      return spanCall(bindings, 'load', expr.memory, [at]) ?? (place.startsWith('&') ? `atomicLoad(${place})` : place);
    }
    case 'element':
      return `${nameOf(expr.array)}[${print(expr.at)}]`;
    case 'call':
      return `${nameOf(expr.name)}(${expr.args.map(print).join(', ')})`;
    case 'op': {
      const [first] = expr.args;
      if (expr.op === 'float' && first.kind === 'const') return floatOf(Number(first.value));
      const [a, b = '', c = ''] = expr.args.map(print);
      const floats = bindings.fast ? fastFloats : exactFloats;
      const write = (first.type === 'f32' ? floats[expr.op] : undefined) ?? ofWords[expr.op];
      invariant(write !== undefined, `no WGSL for ${expr.op}`);
      return write(a, b, c);
    }
  }
}
