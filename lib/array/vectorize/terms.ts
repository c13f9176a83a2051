/**
 * Values of a JavaScript function while it is compiled: numbers and booleans that are known, or nodes of a kernel (float64, or bool). Known
 * values are computed at once, as JavaScript does; of loops that count, nothing but their bodies is left.
 */
import { bool, float32, float64, int32, int64, uint32 } from '../../dtype/index.js';
import type { AnyBuilder, BinaryOp, Value } from '../../ir/index.js';

/** A value that is known while compiling, or a node. */
export type Term = number | boolean | undefined | Value;
/** A condition. */
export type Truth = boolean | Value;

export function isNode(term: Term): term is Value {
  return typeof term === 'object';
}

export function isTruth(term: Term): term is Truth {
  return typeof term === 'boolean' || (isNode(term) && term.dtype === bool);
}

const known: Readonly<Record<string, (a: never, b: never) => number | boolean>> = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
  '**': (a: number, b: number) => a ** b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
  '===': (a: unknown, b: unknown) => a === b,
  '!==': (a: unknown, b: unknown) => a !== b,
  // biome-ignore lint/suspicious/noDoubleEquals: the operator of the function that is compiled
  '==': (a: unknown, b: unknown) => a == b,
  // biome-ignore lint/suspicious/noDoubleEquals: the operator of the function that is compiled
  '!=': (a: unknown, b: unknown) => a != b,
  '&': (a: number, b: number) => a & b,
  '|': (a: number, b: number) => a | b,
  '^': (a: number, b: number) => a ^ b,
  '<<': (a: number, b: number) => a << b,
  '>>': (a: number, b: number) => a >> b,
  '>>>': (a: number, b: number) => a >>> b,
};

const plain: Readonly<Record<string, BinaryOp>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '==': 'eq',
  '!=': 'ne',
};

const bitwise: Readonly<Record<string, BinaryOp>> = { '&': 'and', '|': 'or', '^': 'xor' };

/** Makes terms of terms, in a kernel. */
export class Terms {
  readonly b: AnyBuilder;
  /** Of nodes that are booleans for some elements and numbers for the rest: the condition for booleans. */
  readonly #booleans = new Map<Value, Truth>();
  /** Nodes that are undefined for some elements, where they hold NaN. */
  readonly #undefined = new Set<Value>();

  constructor(builder: AnyBuilder) {
    this.b = builder;
  }

  /** Notes that a node is undefined for some elements, where it holds NaN. */
  noteUndefined(node: Value): void {
    this.#undefined.add(node);
  }

  /** Whether a term is a boolean for some elements and a number for others. */
  isMixed(term: Term): boolean {
    return isNode(term) && !isTruth(term) && this.#booleans.get(term) !== undefined;
  }

  /** A term of other terms, of which `bring` has the nodes here. */
  brought(term: Term, from: Terms, bring: (node: Value) => Value): Term {
    if (!isNode(term)) return term;
    const node = bring(term);
    const booleans = from.#booleans.get(term);
    if (booleans !== undefined) this.#booleans.set(node, isNode(booleans) ? bring(booleans) : booleans);
    if (from.#undefined.has(term)) this.#undefined.add(node);
    return node;
  }

  /** A term as a node of float64. */
  number(term: Term): Value {
    return isNode(term) ? this.b.cast(term, float64) : this.b.const(Number(term), float64);
  }

  /** A result: a bool where it is a boolean, else a number. */
  result(term: Term): Value {
    return isTruth(term) ? this.condition(term) : this.number(term);
  }

  constant(value: number): Value {
    return this.b.const(value, float64);
  }

  /** Whether a term is true in JavaScript. */
  truth(term: Term): Truth {
    if (!isNode(term)) return Boolean(term);
    if (term.dtype === bool) return term;
    return this.b.and(this.b.ne(term, this.constant(0)), this.b.eq(term, term));
  }

  condition(truth: Truth): Value {
    return isNode(truth) ? truth : this.b.const(truth ? 1 : 0, bool);
  }

  and(a: Truth, c: Truth): Truth {
    if (!isNode(a)) return a ? c : false;
    if (!isNode(c)) return c ? a : false;
    return this.b.and(a, c);
  }

  or(a: Truth, c: Truth): Truth {
    if (!isNode(a)) return a ? true : c;
    if (!isNode(c)) return c ? true : a;
    return this.b.or(a, c);
  }

  not(a: Truth): Truth {
    return isNode(a) ? this.b.not(a) : !a;
  }

  /** `c ? a : d`. */
  select(c: Truth, a: Term, d: Term): Term {
    if (!isNode(c)) return c ? a : d;
    // `c && a` and `c || d`, of which one side alone may be known.
    if (d === c && isTruth(a)) return this.and(c, a);
    if (a === c && isTruth(d)) return this.or(c, d);
    if (Object.is(a, d)) return a;
    if (isTruth(a) && isTruth(d)) return this.b.select(c, this.condition(a), this.condition(d));
    const chosen = this.b.select(c, this.number(a), this.number(d));
    const [one, other] = [this.#isBoolean(a), this.#isBoolean(d)];
    if (one !== false || other !== false) this.#booleans.set(chosen, this.#eitherTruth(c, one, other));
    if (this.mayBeUndefined(a) || this.mayBeUndefined(d)) this.#undefined.add(chosen);
    return chosen;
  }

  #eitherTruth(c: Value, a: Truth, d: Truth): Truth {
    return a === d ? a : this.b.select(c, this.condition(a), this.condition(d));
  }

  #isBoolean(term: Term): Truth {
    return isTruth(term) || (isNode(term) && (this.#booleans.get(term) ?? false));
  }

  /** Whether a term is undefined for some elements, or all. */
  mayBeUndefined(term: Term): boolean {
    return term === undefined || (isNode(term) && this.#undefined.has(term));
  }

  /** `a === c`, true of booleans beside booleans and of numbers beside numbers alone. */
  #strictlyEqual(a: Term, c: Term): Truth {
    const [one, other] = [this.#isBoolean(a), this.#isBoolean(c)];
    const alike = one === other || this.or(this.and(one, other), this.not(this.or(one, other)));
    return this.and(alike, this.b.eq(this.number(a), this.number(c)));
  }

  /** Whether JavaScript's operator of that name is known here. */
  static has(operator: string): boolean {
    return operator in known;
  }

  binary(operator: string, a: Term, c: Term): Term {
    if (!isNode(a) && !isNode(c)) return known[operator](a as never, c as never);
    if (operator === '===') return this.#strictlyEqual(a, c);
    if (operator === '!==') return this.not(this.#strictlyEqual(a, c));
    if (operator in plain) return this.b.binary(plain[operator], this.number(a), this.number(c));
    if (operator === '%') return this.#rest(this.number(a), this.number(c));
    if (operator === '**') return this.power(a, c);
    return this.#integers(operator, a, c);
  }

  /** The remainder with the sign of the dividend. */
  #rest(a: Value, c: Value): Value {
    const { b } = this;
    return b.binary('copysign', b.binary('mod', b.abs(a), b.abs(c)), a);
  }

  /** Where IEEE 754 has 1 for a power with a NaN as exponent, or of 1 or -1 with an infinite one, JavaScript has NaN. */
  power(base: Term, exponent: Term): Term {
    const { b } = this;
    const x = this.number(base);
    if (exponent === 2) return b.mul(x, x);
    const y = this.number(exponent);
    const power = b.binary('pow', x, y);
    if (!isNode(exponent) && Number.isFinite(exponent)) return power;
    const isOne = b.and(b.eq(b.abs(x), this.constant(1)), b.unary('isinf', y));
    return b.select(b.or(isOne, b.unary('isnan', y)), this.constant(Number.NaN), power);
  }

  /** A term as JavaScript's bitwise operators take it: modulo 2^32, with a sign. */
  #int32(term: Term): Value {
    const { b } = this;
    if (!isNode(term)) return b.const(Number(term) | 0, int32);
    const x = this.number(term);
    const rest = b.binary('mod', b.unary('trunc', x), this.constant(2 ** 32));
    return b.cast(b.cast(b.select(b.unary('isfinite', x), rest, this.constant(0)), int64), int32);
  }

  #integers(operator: string, a: Term, c: Term): Value {
    const { b } = this;
    const x = this.#int32(a);
    const y = this.#int32(c);
    if (operator in bitwise) return b.cast(b.binary(bitwise[operator], x, y), float64);
    const count = b.and(y, b.const(31, int32));
    if (operator === '<<') return b.cast(b.binary('shl', x, count), float64);
    if (operator === '>>') return b.cast(b.binary('shr', x, count), float64);
    return b.cast(b.binary('shr', b.cast(x, uint32), b.cast(count, uint32)), float64);
  }

  /** `-a`, `+a`, `~a`, `!a`; undefined for other operators. */
  unary(operator: string, a: Term): { readonly term: Term } | undefined {
    if (operator === '!') return { term: this.not(this.truth(a)) };
    if (operator === '~') return { term: this.binary('^', a, -1) };
    if (operator === '+') return { term: isNode(a) ? this.number(a) : Number(a) };
    if (operator === '-') return { term: isNode(a) ? this.b.neg(this.number(a)) : -Number(a) };
    return undefined;
  }

  /** The nearest float32. */
  narrowed(a: Value): Value {
    return this.b.cast(this.b.cast(a, float32), float64);
  }
}
