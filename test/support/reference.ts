/** Values and operators of the kernel language for the reference interpreter; shares nothing with the emitters. */
import type { DType } from '../../lib/dtype/index.js';
import { type BinaryOp, binaryOperations, type FoldOp, type UnaryOp, unaryOperations } from '../../lib/ir/index.js';
import { half } from './half.js';

/** A number for floats, bools and integers of up to 32 bits; a bigint for int64 and uint64. */
export type Scalar = number | bigint;

/** The function to take for an operation on a dtype, where it is not the reference. */
export type Functions = (op: UnaryOp | BinaryOp, dtype: DType) => ((...operands: number[]) => number) | undefined;

const single = new Float32Array(1);

/** The nearest value of a dtype that an exact integer or a float64 has. */
export function rounded(dtype: DType, value: Scalar): Scalar {
  if (dtype.name === 'float16') return half(Number(value));
  if (dtype.name !== 'float32') return value;
  single[0] = Number(value);
  return single[0];
}

/** An exact integer wrapped to an integer dtype. */
function wrapped(dtype: DType, value: bigint): Scalar {
  const bits = dtype.size * 8;
  if (dtype.name === 'bool') return Number(value & 1n);
  const kept = dtype.kind === 'unsigned' ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value);
  return dtype.name.endsWith('int64') ? kept : Number(kept);
}

/** The least and greatest integer of a dtype. */
function rangeOf({ kind, size }: DType): readonly [bigint, bigint] {
  const half = 2n ** BigInt(8 * size - 1);
  return kind === 'unsigned' ? [0n, 2n * half - 1n] : [-half, half - 1n];
}

/** A value converted to a dtype: numbers as floats, which saturate; bigints as integers, which wrap. */
export function convert(dtype: DType, value: Scalar): Scalar {
  if (dtype.name === 'bool') return Number(value) !== 0 ? 1 : 0;
  if (dtype.name === 'float64') return Number(value);
  if (dtype.name === 'float16') return half(typeof value === 'bigint' ? nearestSingle(value) : Number(value));
  if (dtype.name === 'float32') return typeof value === 'bigint' ? nearestSingle(value) : rounded(dtype, value);
  if (typeof value === 'bigint') return wrapped(dtype, value);
  const [low, high] = rangeOf(dtype);
  if (Number.isNaN(value)) return wrapped(dtype, 0n);
  if (!Number.isFinite(value)) return wrapped(dtype, value > 0 ? high : low);
  const whole = BigInt(Math.trunc(value));
  return wrapped(dtype, whole < low ? low : whole > high ? high : whole);
}

/** Of the two singles around an integer, the nearer; on a tie, the one with an even significand. */
function nearestSingle(value: bigint): number {
  const guess = Math.fround(Number(value));
  const bits = new Int32Array(1);
  const view = new Float32Array(bits.buffer);
  view[0] = guess;
  let best = guess;
  for (const step of [-1, 1]) {
    const other = new Int32Array([bits[0] + step]);
    const near = new Float32Array(other.buffer)[0];
    if (!Number.isFinite(near)) continue;
    const distance = (x: number): bigint => (BigInt(x) > value ? BigInt(x) - value : value - BigInt(x));
    if (Number.isInteger(near) && (distance(near) < distance(best) || (distance(near) === distance(best) && other[0] % 2 === 0)))
      best = near;
  }
  return best;
}

const sign = (a: number): number => (Number.isNaN(a) ? NaN : a > 0 ? 1 : a < 0 ? -1 : 0);

function roundEven(a: number): number {
  if (!Number.isFinite(a) || Number.isInteger(a)) return a;
  const low = Math.floor(a);
  const rest = a - low;
  const result = rest < 0.5 || (rest === 0.5 && low % 2 === 0) ? low : low + 1;
  return result === 0 && a < 0 ? -0 : result;
}

/** A number's bytes, the sign's first. */
function bytes(size: 4 | 8, a: number): DataView {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 8) view.setFloat64(0, a);
  else view.setFloat32(0, a);
  return view;
}

/** The magnitude of `a` and the sign bit of `b`. */
function signed(a: number, b: number): number {
  const view = bytes(8, a);
  view.setUint8(0, (view.getUint8(0) & 127) | (bytes(8, b).getUint8(0) & 128));
  return view.getFloat64(0);
}

/** The number of `size` bytes beside `a` towards `b`: floats are counted from 0 by the integer that their magnitude's bits are. */
function beside(size: 4 | 8, a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return NaN;
  if (a === b) return b;
  const half = 1n << BigInt(8 * size - 1);
  const bits = size === 8 ? bytes(8, a).getBigUint64(0) : BigInt(bytes(4, a).getUint32(0));
  const place = (bits >= half ? half - bits : bits) + (b > a ? 1n : -1n);
  const negative = place < 0n || (place === 0n && a < 0);
  const found = negative ? half - place : place;
  const view = new DataView(new ArrayBuffer(size));
  if (size === 8) view.setBigUint64(0, found);
  else view.setUint32(0, Number(found));
  return size === 8 ? view.getFloat64(0) : view.getFloat32(0);
}

/** Exact ones; the table of operations says what others are compared with. */
const functions: Record<string, (a: number) => number> = {
  sqrt: Math.sqrt,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  round: roundEven,
  neg: (a) => -a,
  abs: Math.abs,
  sign,
  isnan: (a) => Number(Number.isNaN(a)),
  isfinite: (a) => Number(Number.isFinite(a)),
  signbit: (a) => bytes(8, a).getUint8(0) >> 7,
  isinf: (a) => Number(!Number.isFinite(a) && !Number.isNaN(a)),
};

export function unaryOf(op: UnaryOp, dtype: DType, a: Scalar): Scalar {
  if (op === 'not') return a === 0 ? 1 : 0;
  if (dtype.kind === 'float') return rounded(dtype, (unaryOperations[op].reference?.inJs ?? functions[op])(Number(a), 0));
  const x = BigInt(a);
  if (op === 'neg') return wrapped(dtype, -x);
  if (op === 'abs') return wrapped(dtype, x < 0n ? -x : x);
  if (op === 'sign') return wrapped(dtype, x > 0n ? 1n : x < 0n ? -1n : 0n);
  return wrapped(dtype, -x - 1n);
}

const compared: Record<string, (a: Scalar, b: Scalar) => boolean> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

export function binaryOf(op: BinaryOp, dtype: DType, a: Scalar, b: Scalar): Scalar {
  if (op in compared) return Number(compared[op](a, b));
  if (op === 'min') return a < b || Number.isNaN(a) ? a : b;
  if (op === 'max') return a > b || Number.isNaN(a) ? a : b;
  if (dtype.kind === 'float') return rounded(dtype, float(op, dtype, Number(a), Number(b)));
  return wrapped(dtype, integer(op, BigInt(a), BigInt(b), BigInt(dtype.size * 8)));
}

/** One rounding a step for float32, too. */
function float(op: BinaryOp, dtype: DType, a: number, b: number): number {
  const known = binaryOperations[op].reference;
  if (known !== null) return known.inJs(a, b);
  const r = (x: number): number => Number(rounded(dtype, x));
  const remainder = a % b;
  const low = (x: number): boolean => x < 0 || Object.is(x, -0);
  switch (op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return a / b;
    case 'copysign':
      return signed(a, b);
    case 'nextafter':
      return beside(dtype.name === 'float32' ? 4 : 8, a, b);
    case 'mod':
      if (remainder === 0) return low(b) ? -0 : 0;
      return b < 0 !== remainder < 0 ? remainder + b : remainder;
    case 'floordiv': {
      if (b === 0) return a / b;
      const exact = r(r(a - remainder) / b);
      const quotient = remainder !== 0 && b < 0 !== remainder < 0 ? r(exact - 1) : exact;
      if (quotient === 0) return low(a / b) ? -0 : 0;
      return quotient - Math.floor(quotient) > 0.5 ? Math.floor(quotient) + 1 : Math.floor(quotient);
    }
    default:
      throw new Error(`no float ${op}`);
  }
}

function integer(op: BinaryOp, a: bigint, b: bigint, bits: bigint): bigint {
  const floor = (): bigint => (a - (((a % b) + b) % b)) / b;
  switch (op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'floordiv':
      return b === 0n ? 0n : floor();
    case 'mod':
      return b === 0n ? 0n : a - floor() * b;
    case 'pow':
      return power(a, b, bits);
    case 'and':
      return a & b;
    case 'or':
      return a | b;
    case 'xor':
      return a ^ b;
    case 'shl':
      return b < 0n || b >= bits ? 0n : a << b;
    case 'shr':
      return a >> (b < 0n || b >= bits ? bits : b);
    default:
      throw new Error(`no integer ${op}`);
  }
}

function power(a: bigint, b: bigint, bits: bigint): bigint {
  if (b < 0n) return a === 1n ? 1n : a === -1n ? (b % 2n === 0n ? 1n : -1n) : 0n;
  const m = 2n ** bits;
  let result = 1n;
  let base = ((a % m) + m) % m;
  for (let n = b; n > 0n; n /= 2n) {
    if (n % 2n === 1n) result = (result * base) % m;
    base = (base * base) % m;
  }
  return result;
}

export function identity(op: FoldOp, dtype: DType): Scalar {
  if (op === 'sum' || op === 'any') return convert(dtype, 0);
  if (op === 'prod' || op === 'all') return convert(dtype, 1);
  if (dtype.kind === 'float') return op === 'min' ? Infinity : -Infinity;
  return wrapped(dtype, dtype.kind === 'bool' ? (op === 'min' ? 1n : 0n) : rangeOf(dtype)[op === 'min' ? 1 : 0]);
}

/** Two partial results into one; sums and products of floats stay in float64. */
function fold(op: FoldOp, dtype: DType, a: Scalar, b: Scalar): Scalar {
  if (op === 'any') return a === 1 || b === 1 ? 1 : 0;
  if (op === 'all') return a === 1 && b === 1 ? 1 : 0;
  if (op === 'sum' && dtype.kind === 'float') return Number(a) + Number(b);
  if (op === 'prod' && dtype.kind === 'float') return Number(a) * Number(b);
  return binaryOf(op === 'sum' ? 'add' : op === 'prod' ? 'mul' : op, dtype, a, b);
}

/** How a fold combines; of float64 by `functions`, where they have its operation. */
export function combinerOf(op: FoldOp, dtype: DType, functions: Functions): (a: Scalar, b: Scalar) => Scalar {
  const name = op === 'sum' ? 'add' : op === 'prod' ? 'mul' : null;
  const known = name === null || dtype.name !== 'float64' ? undefined : functions(name, dtype);
  return known === undefined ? (a, b) => fold(op, dtype, a, b) : (a, b) => known(Number(a), Number(b));
}

/** A run: value i goes to lane i mod 8, and the lanes combine as a tree. */
export function foldRuns(op: FoldOp, dtype: DType, values: readonly Scalar[], functions: Functions): Scalar {
  const both = combinerOf(op, dtype, functions);
  const lane = (l: number): Scalar => values.filter((_, i) => i % 8 === l).reduce(both, identity(op, dtype));
  const [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map(lane);
  return both(both(both(a, e), both(c, g)), both(both(b, f), both(d, h)));
}

/** Philox 4x32-10 with bigints: see the comment at `mk_uniform` in native/math/vmath.h. */
export function uniformOf(counter: bigint, key: bigint): number {
  const word = 2n ** 32n;
  const block = BigInt.asUintN(64, counter) / 2n;
  let c = [block % word, block / word, 0n, 0n];
  let k = [BigInt.asUintN(64, key) % word, BigInt.asUintN(64, key) / word];
  for (let round = 0; round < 10; round++) {
    const p = 0xd2511f53n * c[0];
    const q = 0xcd9e8d57n * c[2];
    c = [(q / word) ^ c[1] ^ k[0], q % word, (p / word) ^ c[3] ^ k[1], p % word];
    k = [(k[0] + 0x9e3779b9n) % word, (k[1] + 0xbb67ae85n) % word];
  }
  const at = Number(BigInt.asUintN(1, counter)) * 2;
  return Number((c[at] + word * c[at + 1]) / 2048n) / 2 ** 53;
}
