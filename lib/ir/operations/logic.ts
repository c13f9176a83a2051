/** Comparisons, extremes, tests of floats, bits and truth. */
import { bitwise, called, exactOnGpu, float, infix, integer, type JsType, one, two, type WrittenInJs } from './row.js';

const every = ['bool', 'unsigned', 'int', 'float'] as const;
const bits = ['bool', 'unsigned', 'int'] as const;

const chosen =
  (symbol: string): WrittenInJs =>
  (_, a, b) =>
    `(${a} ${symbol} ${b} ? ${a} : ${b})`;
const whether =
  (symbol: string): WrittenInJs =>
  (_, a, b) =>
    `(${a} ${symbol} ${b} ? 1 : 0)`;
const operator =
  (symbol: string): WrittenInJs =>
  (_, a, b) =>
    `(${a} ${symbol} ${b})`;
/** JavaScript's bitwise operators give int32: of numbers as large as uint32's the result is brought back. */
const ofWords =
  (symbol: string): WrittenInJs =>
  (t, a, b) =>
    isWide(t) ? t.wrap(`(${a} ${symbol} ${b})`) : `(${a} ${symbol} ${b})`;
const isWide = ({ dtype }: JsType): boolean => dtype.kind === 'unsigned' && dtype.size === 4;
const width = (size: number): number => size * 8;

/** A test of floats. */
const test = (inC: (a: string, end: string) => string, inJs: (a: string) => string) =>
  one({
    takes: float,
    gives: 'bool',
    c: { float: ({ end }, a) => inC(a, end) },
    js: { float: (_, a) => inJs(a) },
    gpu: exactOnGpu,
  });

/** A comparison of two values of any dtype. */
function comparison(inC: string, inJs: string, commutes: boolean) {
  const c = infix(inC);
  const js = whether(inJs);
  return two({
    takes: every,
    gives: 'bool',
    c: { float: c, integer: c, bool: c },
    js: { float: js, integer: js, long: js, bool: js },
    broadcasts: every,
    commutes,
    cycles: 4,
    gpu: exactOnGpu,
  });
}

/** The lesser or greater of two; of bools that is a bitwise operation, as compilers have no vector form of choosing between masks. */
function extreme(name: 'min' | 'max', symbol: '<' | '>', ofBools: '&' | '|') {
  return two({
    takes: every,
    c: { float: called(`f${name}`), integer: called(name), bool: bitwise(ofBools) },
    js: { float: (_, a, b) => `${name}f(${a}, ${b})`, integer: chosen(symbol), long: chosen(symbol), bool: chosen(symbol) },
    broadcasts: every,
    cycles: 8,
    gpu: exactOnGpu,
  });
}

function ofBits(symbol: string) {
  return two({
    takes: bits,
    c: { integer: bitwise(symbol), bool: bitwise(symbol) },
    js: { integer: ofWords(symbol), long: operator(symbol), bool: operator(symbol) },
    commutes: true,
    cycles: 1,
    gpu: exactOnGpu,
  });
}

function shift(name: 'shl' | 'shr') {
  return two({
    takes: integer,
    c: { integer: called(name) },
    js: {
      integer: (t, a, b) => t.wrap(`${isWide(t) ? 'u' : 'i'}${name}(${a}, ${b}, ${width(t.dtype.size)})`),
      long: (t, a, b) => t.wrap(`l${name}(${a}, ${b})`),
    },
    gpu: exactOnGpu,
  });
}

export const logicOfOne = {
  not: one({ takes: ['bool'], c: { bool: (_, a) => `!${a}` }, js: { bool: (_, a) => `(${a} ^ 1)` }, cycles: 1, gpu: exactOnGpu }),
  bitnot: one({
    takes: integer,
    c: { integer: ({ name }, a) => `(${name})~${a}` },
    js: { integer: (t, a) => t.wrap(`~${a}`), long: (t, a) => t.wrap(`~${a}`) },
    gpu: exactOnGpu,
  }),
  isnan: test(
    (a) => `${a} != ${a}`,
    (a) => `(${a} !== ${a} ? 1 : 0)`,
  ),
  isfinite: test(
    (a, end) => `__builtin_fabs${end}(${a}) < INFINITY`,
    (a) => `(${a} - ${a} === 0 ? 1 : 0)`,
  ),
  isinf: test(
    (a, end) => `__builtin_fabs${end}(${a}) == INFINITY`,
    (a) => `(${a} === Infinity || ${a} === -Infinity ? 1 : 0)`,
  ),
  signbit: test(
    (a, end) => `mk_signbit${end}(${a})`,
    (a) => `signbit(${a})`,
  ),
};

export const logicOfTwo = {
  min: extreme('min', '<', '&'),
  max: extreme('max', '>', '|'),
  and: ofBits('&'),
  or: ofBits('|'),
  xor: ofBits('^'),
  shl: shift('shl'),
  shr: shift('shr'),
  eq: comparison('==', '===', true),
  ne: comparison('!=', '!==', true),
  lt: comparison('<', '<', false),
  le: comparison('<=', '<=', false),
  gt: comparison('>', '>', false),
  ge: comparison('>=', '>=', false),
};
