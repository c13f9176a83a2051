/** Arithmetic, rounding and neighbours. */
import { called, exactOnGpu, float, infix, integer, numeric, one, roundedOnPairs, two, type WrittenInJs } from './row.js';

const builtin =
  (name: string) =>
  ({ end }: { readonly end: string }, a: string): string =>
    `__builtin_${name}${end}(${a})`;
const wrapped =
  (write: (a: string, b: string) => string): WrittenInJs =>
  (t, a, b) =>
    t.wrap(write(a, b));
const inMath = (name: string): WrittenInJs => wrapped((a) => `Math.${name}(${a})`);
const helper =
  (name: string): WrittenInJs =>
  (_, a, b) =>
    b === '' ? `${name}(${a})` : `${name}(${a}, ${b})`;
/** A function with a form for float32, under a name that ends in 32. */
const helper32 =
  (name: string): WrittenInJs =>
  ({ dtype }, a, b) =>
    `${name}${dtype.name === 'float32' ? '32' : ''}(${a}, ${b})`;
const operator = (symbol: string): WrittenInJs => wrapped((a, b) => `(${a} ${symbol} ${b})`);
const magnitude = wrapped((a) => `(${a} < 0 ? -${a} : ${a})`);
const imul = wrapped((a, b) => `Math.imul(${a}, ${b})`);

/** 1 to any power is 1, and so is -1 to an infinite one. */
const powerAsInC = (x: number, y: number): number => (x === 1 || (x === -1 && Math.abs(y) === Infinity) ? 1 : x ** y);

/** A correctly rounded function of floats. */
const rounding = (name: string, inJs: WrittenInJs) =>
  one({ takes: float, c: { float: called(name) }, js: { float: inJs }, gpu: exactOnGpu });

export const arithmeticOfOne = {
  neg: one({
    takes: numeric,
    c: { float: (_, a) => `-${a}`, integer: called('neg') },
    js: { float: wrapped((a) => `-${a}`), integer: wrapped((a) => `-${a}`), long: wrapped((a) => `-${a}`) },
    cycles: 1,
    gpu: exactOnGpu,
  }),
  abs: one({
    takes: numeric,
    c: { float: builtin('fabs'), integer: called('abs') },
    js: { float: (_, a) => `Math.abs(${a})`, integer: magnitude, long: magnitude },
    cycles: 1,
    gpu: exactOnGpu,
  }),
  sign: one({
    takes: numeric,
    c: { float: called('sign'), integer: called('sign') },
    js: { float: helper('sign'), integer: helper('sign'), long: (_, a) => `(${a} > 0n ? 1n : ${a} < 0n ? -1n : 0n)` },
    gpu: exactOnGpu,
  }),
  sqrt: one({ takes: float, c: { float: builtin('sqrt') }, js: { float: inMath('sqrt') }, cycles: 19, gpu: roundedOnPairs }),
  floor: rounding('floor', inMath('floor')),
  ceil: rounding('ceil', inMath('ceil')),
  trunc: rounding('trunc', inMath('trunc')),
  round: rounding(
    'rint',
    wrapped((a) => `rint(${a})`),
  ),
};

export const arithmeticOfTwo = {
  add: two({
    takes: numeric,
    c: { float: infix('+'), integer: called('add') },
    js: { float: operator('+'), integer: operator('+'), long: operator('+') },
    broadcasts: numeric,
    commutes: true,
    cycles: 3,
    gpu: roundedOnPairs,
  }),
  sub: two({
    takes: numeric,
    c: { float: infix('-'), integer: called('sub') },
    js: { float: operator('-'), integer: operator('-'), long: operator('-') },
    broadcasts: numeric,
    cycles: 3,
    gpu: roundedOnPairs,
  }),
  mul: two({
    takes: numeric,
    c: { float: infix('*'), integer: called('mul') },
    js: { float: operator('*'), integer: imul, long: operator('*') },
    broadcasts: numeric,
    commutes: true,
    cycles: 3,
    gpu: roundedOnPairs,
  }),
  div: two({
    takes: float,
    c: { float: infix('/') },
    js: { float: operator('/') },
    broadcasts: float,
    cycles: 13,
    gpu: roundedOnPairs,
  }),
  floordiv: two({
    takes: numeric,
    c: { float: called('floordiv'), integer: called('floordiv') },
    js: {
      float: helper32('ffloordiv'),
      integer: wrapped((a, b) => `ifloordiv(${a}, ${b})`),
      long: wrapped((a, b) => `lfloordiv(${a}, ${b})`),
    },
    strips: { float64: 'own', float32: 'own', integer: 'split', long: 'own' },
    broadcasts: integer,
    gpu: roundedOnPairs,
  }),
  mod: two({
    takes: numeric,
    c: { float: called('mod'), integer: called('mod') },
    js: { float: helper32('fmod'), integer: helper('imod'), long: helper('lmod') },
    strips: { float64: 'own', float32: 'own', integer: 'split', long: 'own' },
    broadcasts: integer,
    gpu: exactOnGpu,
  }),
  pow: two({
    takes: numeric,
    c: { float: called('pow'), integer: called('ipow') },
    js: {
      float: ({ end }, a, b) => `pow${end}(${a}, ${b})`,
      integer: wrapped((a, b) => `ipow(${a}, ${b})`),
      long: wrapped((a, b) => `lpow(${a}, ${b})`),
    },
    strips: { float64: 'own', float32: 'own', integer: 'own' },
    reference: { ulps: 0.88, inC: 'powl(x, y)', inJs: powerAsInC, from: 0, to: 20 },
    gpu: { float32: 0.8, pairs: { relative: 2 ** -38 } },
  }),
  copysign: two({ takes: float, c: { float: called('copysign') }, js: { float: helper('copysign') }, gpu: exactOnGpu }),
  nextafter: two({ takes: float, c: { float: called('nextafter') }, js: { float: helper32('nextafter') }, gpu: exactOnGpu }),
};
