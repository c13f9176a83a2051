/** JavaScript's `Math` and tests of numbers in kernels. */
import type { UnaryOp, Value } from '../../ir/index.js';
import { isNode, type Term, type Terms } from './terms.js';

type Emit = (t: Terms, ...given: readonly Value[]) => Term;

/** A function of numbers: how many it takes (Infinity: any), the function itself, and its nodes. */
interface MathFunction {
  readonly arity: number;
  readonly known: (...given: number[]) => number | boolean;
  readonly emit: Emit;
}

const direct: readonly UnaryOp[] = [
  ...(['abs', 'sqrt', 'floor', 'ceil', 'trunc', 'exp', 'expm1', 'log', 'log1p', 'log2', 'log10'] as const),
  ...(['sin', 'cos', 'tan', 'tanh', 'sinh', 'cosh', 'asin', 'acos', 'atan'] as const),
];

const LARGE = 2 ** 28;

/** The function of magnitudes, with the sign of the argument. */
const odd =
  (emit: (t: Terms, a: Value) => Value): Emit =>
  (t, x) =>
    t.b.binary('copysign', emit(t, t.b.abs(x)), x);

const log1p = (t: Terms, x: Value): Value => t.b.unary('log1p', x);

/** `log(x) + log(2)` for large numbers with squares that may overflow. */
function logOfLarge(t: Terms, x: Value, otherwise: Value): Value {
  const { b } = t;
  return b.select(b.gt(x, t.constant(LARGE)), b.add(b.log(x), t.constant(Math.LN2)), otherwise);
}

function asinh(t: Terms, x: Value): Value {
  const { b } = t;
  const square = b.mul(x, x);
  const root = b.add(t.constant(1), b.sqrt(b.add(t.constant(1), square)));
  return logOfLarge(t, x, log1p(t, b.add(x, b.div(square, root))));
}

function acosh(t: Terms, x: Value): Value {
  const { b } = t;
  const above = b.sub(x, t.constant(1));
  const root = b.sqrt(b.add(b.mul(t.constant(2), above), b.mul(above, above)));
  return logOfLarge(t, x, log1p(t, b.add(above, root)));
}

const atanh = odd((t, x) => {
  const { b } = t;
  return b.mul(t.constant(0.5), log1p(t, b.div(b.add(x, x), b.sub(t.constant(1), x))));
});

/** A power, and one step of Newton's method. */
const cbrt = odd((t, x) => {
  const { b } = t;
  const root = b.binary('pow', x, t.constant(1 / 3));
  const better = b.sub(root, b.div(b.sub(root, b.div(x, b.mul(root, root))), t.constant(3)));
  return b.select(b.unary('isfinite', better), better, root);
});

/** Halves go up. */
function round(t: Terms, x: Value): Value {
  const { b } = t;
  const below = b.unary('floor', x);
  const up = b.select(b.ge(b.sub(x, below), t.constant(0.5)), t.constant(1), t.constant(0));
  return b.binary('copysign', b.add(below, up), x);
}

/** The sign of zero is zero with that sign; the operation `sign` gives 0 for both zeros, as NumPy's does. */
const sign: Emit = (t, x) => t.b.binary('copysign', t.b.unary('sign', x), x);

/** More than two are taken relative to the largest, so that no square overflows. */
function hypot(t: Terms, ...given: readonly Value[]): Value {
  const { b } = t;
  if (given.length === 2) return b.binary('hypot', given[0], given[1]);
  const sizes = given.map((x) => b.abs(x));
  if (sizes.length === 0) return t.constant(0);
  const largest = sizes.reduce((m, x) => b.max(m, x));
  const squares = sizes.map((x) => b.div(x, largest)).map((x) => b.mul(x, x));
  const length = b.mul(largest, b.sqrt(squares.reduce((sum, x) => b.add(sum, x))));
  const atZero = b.select(b.eq(largest, t.constant(0)), largest, length);
  const infinite = sizes.map((x) => b.unary('isinf', x)).reduce((any, x) => b.or(any, x));
  return b.select(infinite, t.constant(Number.POSITIVE_INFINITY), atZero);
}

/** JavaScript orders zeros: -0 is less than 0. */
function extremeOf(t: Terms, op: 'min' | 'max', a: Value, c: Value): Value {
  const { b } = t;
  const found = b.binary(op, a, c);
  if ([a, c].some((x) => isOtherThanZero(t, x))) return found;
  const isNegative = b.unary('signbit', a);
  const ofEqual = op === 'min' ? b.select(isNegative, a, c) : b.select(isNegative, c, a);
  return b.select(b.eq(a, c), ofEqual, found);
}

function isOtherThanZero(t: Terms, x: Value): boolean {
  // Nodes of rounds that are counted, and not kept, are not there.
  const node: (typeof t.b.nodes)[number] | undefined = t.b.nodes[x.id];
  return node?.op === 'const' && node.value !== 0;
}

function extreme(op: 'min' | 'max', none: number): Emit {
  return (t, ...given) => (given.length === 0 ? none : given.reduce((m, x) => extremeOf(t, op, m, x)));
}

const isInteger: Emit = (t, x) => t.b.and(t.b.unary('isfinite', x), t.b.eq(t.b.unary('trunc', x), x));
const isNaNOf: Emit = (t, x) => t.b.unary('isnan', x);
const isFiniteOf: Emit = (t, x) => t.b.unary('isfinite', x);

const of = (arity: number, known: MathFunction['known'], emit: Emit): MathFunction => ({ arity, known, emit });

/** Functions by their names in JavaScript. */
const functions: ReadonlyMap<string, MathFunction> = new Map([
  ...direct.map((op): [string, MathFunction] => [`Math.${op}`, of(1, Math[op as 'abs'], (t, x) => t.b.unary(op, x))]),
  ['Math.asinh', of(1, Math.asinh, odd(asinh))],
  ['Math.acosh', of(1, Math.acosh, acosh)],
  ['Math.atanh', of(1, Math.atanh, atanh)],
  ['Math.cbrt', of(1, Math.cbrt, cbrt)],
  ['Math.round', of(1, Math.round, round)],
  ['Math.sign', of(1, Math.sign, sign)],
  ['Math.fround', of(1, Math.fround, (t, x) => t.narrowed(x))],
  ['Math.atan2', of(2, Math.atan2, (t, y, x) => t.b.binary('atan2', y, x))],
  ['Math.hypot', of(Number.POSITIVE_INFINITY, Math.hypot, hypot)],
  ['Math.min', of(Number.POSITIVE_INFINITY, Math.min, extreme('min', Number.POSITIVE_INFINITY))],
  ['Math.max', of(Number.POSITIVE_INFINITY, Math.max, extreme('max', Number.NEGATIVE_INFINITY))],
  ['Number', of(1, Number, (_, x) => x)],
  ['Number.isInteger', of(1, Number.isInteger, isInteger)],
  ['Number.isNaN', of(1, Number.isNaN, isNaNOf)],
  ['Number.isFinite', of(1, Number.isFinite, isFiniteOf)],
  ['isNaN', of(1, Number.isNaN, isNaNOf)],
  ['isFinite', of(1, Number.isFinite, isFiniteOf)],
]);

const constants: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    (['E', 'LN10', 'LN2', 'LOG10E', 'LOG2E', 'PI', 'SQRT1_2', 'SQRT2'] as const).map((name) => [`Math.${name}`, Math[name]]),
  ),
  'Number.EPSILON': Number.EPSILON,
  'Number.MAX_VALUE': Number.MAX_VALUE,
  'Number.MIN_VALUE': Number.MIN_VALUE,
  'Number.MAX_SAFE_INTEGER': Number.MAX_SAFE_INTEGER,
  'Number.NaN': Number.NaN,
  'Number.POSITIVE_INFINITY': Number.POSITIVE_INFINITY,
  'Number.NEGATIVE_INFINITY': Number.NEGATIVE_INFINITY,
};

/** The constant of that name; undefined where there is none. */
export function mathConstant(name: string): number | undefined {
  return Object.hasOwn(constants, name) ? constants[name] : undefined;
}

/** The call of a function by name; undefined where there is none that takes so many numbers. */
export function mathCall(t: Terms, name: string, given: readonly Term[]): { readonly term: Term } | undefined {
  const found = functions.get(name);
  if (found === undefined)
    return name === 'Math.pow' && given.length === 2 ? { term: t.binary('**', given[0], given[1]) } : undefined;
  if (found.arity !== given.length && found.arity !== Number.POSITIVE_INFINITY) return undefined;
  if (!given.some(isNode)) return { term: found.known(...given.map(Number)) };
  return { term: found.emit(t, ...given.map((x) => t.number(x))) };
}
