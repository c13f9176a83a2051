/**
 * NumPy in miniature, on plain Arrays of plain values: the oracle of the array library's tests. Slow and obvious;
 * shares no code with lib/. Integers are computed as unbounded bigints and wrapped.
 */
import { half } from './half.js';

export const names = [
  'bool',
  'int8',
  'int16',
  'int32',
  'int64',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'float32',
  'float64',
  'float16',
] as const;
export type Name = (typeof names)[number];
/** Numbers; bigints for int64 and uint64; 0 and 1 for bool. */
export type Value = number | bigint;

export interface Ref {
  readonly dtype: Name;
  readonly shape: readonly number[];
  /** Row-major. */
  readonly data: readonly Value[];
}

const LETTERS: Readonly<Record<string, string>> = { b: 'bool', i: 'int', u: 'uint', f: 'float' };

/** A dtype by NumPy's letter and size. */
function spelled(short: string): Name {
  return (short === 'b1' ? 'bool' : `${LETTERS[short[0]]}${8 * Number(short[1])}`) as Name;
}

/** NumPy's `result_type`, written out: a row and a column for each name. */
const promotions = [
  'b1 i1 i2 i4 i8 u1 u2 u4 u8 f4 f8 f2',
  'i1 i1 i2 i4 i8 i2 i4 i8 f8 f4 f8 f2',
  'i2 i2 i2 i4 i8 i2 i4 i8 f8 f4 f8 f4',
  'i4 i4 i4 i4 i8 i4 i4 i8 f8 f8 f8 f8',
  'i8 i8 i8 i8 i8 i8 i8 i8 f8 f8 f8 f8',
  'u1 i2 i2 i4 i8 u1 u2 u4 u8 f4 f8 f2',
  'u2 i4 i4 i4 i8 u2 u2 u4 u8 f4 f8 f4',
  'u4 i8 i8 i8 i8 u4 u4 u4 u8 f8 f8 f8',
  'u8 f8 f8 f8 f8 u8 u8 u8 u8 f8 f8 f8',
  'f4 f4 f4 f8 f8 f4 f4 f8 f8 f4 f8 f4',
  'f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8',
  'f2 f2 f4 f8 f8 f2 f4 f8 f8 f4 f8 f2',
].map((row) => row.split(' ').map(spelled));

export const promoted = (a: Name, b: Name): Name => promotions[names.indexOf(a)][names.indexOf(b)];
export const isFloat = (d: Name): boolean => d.startsWith('float');

/** What sums of a dtype are added in. */
export const accumulator = (d: Name): Name => (isFloat(d) ? d : isUnsigned(d) ? 'uint64' : 'int64');
const bitsOf = (dtype: Name): number => Number(/\d+$/.exec(dtype)?.[0] ?? 8);
export const isUnsigned = (dtype: Name): boolean => dtype.startsWith('uint');
export const isLong = (dtype: Name): boolean => dtype === 'int64' || dtype === 'uint64';

/** An exact integer as a value of an integer dtype: what does not fit wraps around. */
export function wrap(dtype: Name, value: bigint): Value {
  const kept = isUnsigned(dtype) ? BigInt.asUintN(bitsOf(dtype), value) : BigInt.asIntN(bitsOf(dtype), value);
  return isLong(dtype) ? kept : Number(kept);
}

/** `astype`; floats that no integer of the dtype is near saturate, NaN gives 0 (NumPy leaves both open). */
export function cast(dtype: Name, value: Value): Value {
  if (dtype === 'bool') return value === 0 || value === 0n ? 0 : 1;
  if (dtype === 'float64') return Number(value);
  if (dtype === 'float32') return Math.fround(Number(value));
  if (dtype === 'float16') return half(Number(value));
  if (typeof value === 'bigint' || Number.isInteger(value)) {
    const whole = BigInt(value);
    if (typeof value === 'bigint') return wrap(dtype, whole);
    return saturate(dtype, whole);
  }
  if (Number.isNaN(value)) return wrap(dtype, 0n);
  if (!Number.isFinite(value)) return saturate(dtype, value > 0 ? 2n ** 70n : -(2n ** 70n));
  return saturate(dtype, BigInt(Math.trunc(value)));
}

function saturate(dtype: Name, value: bigint): Value {
  const bits = BigInt(bitsOf(dtype));
  const [low, high] = isUnsigned(dtype) ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
  return wrap(dtype, value < low ? low : value > high ? high : value);
}

export const sizeOf = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);

/** The coordinates of element `i`, row-major. */
export function unravel(i: number, shape: readonly number[]): number[] {
  const out: number[] = [];
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    out.unshift(i % shape[axis]);
    i = Math.floor(i / shape[axis]);
  }
  return out;
}

export function ravelIndex(index: readonly number[], shape: readonly number[]): number {
  return index.reduce((at, i, axis) => at * shape[axis] + i, 0);
}

export function ref(dtype: Name, shape: readonly number[], data: readonly Value[]): Ref {
  if (data.length !== sizeOf(shape)) throw new Error(`${data.length} values for ${shape.join('x')}`);
  return { dtype, shape, data: data.map((v) => cast(dtype, v)) };
}

/** An array whose element at each index is `fn(index)`. */
export function build(dtype: Name, shape: readonly number[], fn: (index: readonly number[]) => Value): Ref {
  return { dtype, shape, data: Array.from({ length: sizeOf(shape) }, (_, i) => cast(dtype, fn(unravel(i, shape)))) };
}

export function at(x: Ref, index: readonly number[]): Value {
  return x.data[ravelIndex(index, x.shape)];
}

/** The shape that shapes broadcast to. */
export function broadcast(...shapes: (readonly number[])[]): number[] {
  const rank = Math.max(0, ...shapes.map((s) => s.length));
  return Array.from({ length: rank }, (_, i) => {
    const sizes = shapes.map((s) => s[i - rank + s.length] ?? 1).filter((n) => n !== 1);
    if (sizes.some((n) => n !== sizes[0])) throw new Error('shapes do not broadcast');
    return sizes[0] ?? 1;
  });
}

/** Element of `x` at an index of a shape that it broadcasts to. */
export function broadcastAt(x: Ref, index: readonly number[]): Value {
  const own = index.slice(index.length - x.shape.length);
  return at(
    x,
    own.map((i, axis) => (x.shape[axis] === 1 ? 0 : i)),
  );
}

/** `fn` of elements converted to `compute`, over the broadcast shape. */
export function map(dtype: Name, compute: Name | null, xs: readonly Ref[], fn: (...values: Value[]) => Value): Ref {
  const shape = broadcast(...xs.map((x) => x.shape));
  return build(dtype, shape, (index) =>
    fn(...xs.map((x) => (compute === null ? broadcastAt(x, index) : cast(compute, broadcastAt(x, index))))),
  );
}

const floorDiv = (a: bigint, b: bigint): bigint => (b === 0n ? 0n : (a - (((a % b) + b) % b)) / b);

function power(a: bigint, b: bigint): bigint {
  let result = 1n;
  for (let i = 0n; i < b; i++) result = BigInt.asIntN(64, result * a);
  return result;
}

const integers: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  floorDivide: floorDiv,
  remainder: (a, b) => (b === 0n ? 0n : a - floorDiv(a, b) * b),
  pow: power,
};

const floats: Readonly<Record<string, (a: number, b: number, round: (v: number) => number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  floorDivide: (a, b, round) => divmod(a, b, round)[0],
  remainder: (a, b, round) => divmod(a, b, round)[1],
  pow: (a, b) => (a === 1 || (a === -1 && (b === Number.POSITIVE_INFINITY || b === Number.NEGATIVE_INFINITY)) ? 1 : a ** b),
};

/** NumPy's `npy_divmod`: Python's floor division and remainder, with every step rounded. */
function divmod(a: number, b: number, round: (v: number) => number): [number, number] {
  let mod = a % b;
  if (b === 0) return [a / b, mod];
  let div = round(round(a - mod) / b);
  if (mod !== 0) {
    if (b < 0 !== mod < 0) {
      mod = round(mod + b);
      div = round(div - 1);
    }
  } else mod = b < 0 || Object.is(b, -0) ? -0 : 0;
  if (Number.isNaN(div)) return [div, mod];
  if (div === 0) return [a / b < 0 || Object.is(a / b, -0) ? -0 : 0, mod];
  const floor = Math.floor(div);
  return [div - floor > 0.5 ? floor + 1 : floor, mod];
}

/** Arithmetic by name at a common dtype (bools: as `compute` says). */
export function arithmetic(name: string, dtype: Name, a: Value, b: Value): Value {
  if (isFloat(dtype)) {
    const round = dtype === 'float16' ? half : dtype === 'float32' ? Math.fround : (v: number) => v;
    return round(floats[name](Number(a), Number(b), round));
  }
  return wrap(dtype, integers[name](BigInt(a), BigInt(b)));
}

/** Folds over `axes`; what remains keeps its order. */
export function reduce(x: Ref, axes: readonly number[], dtype: Name, fn: (values: Value[]) => Value): Ref {
  const kept = x.shape.map((_, i) => i).filter((i) => !axes.includes(i));
  const reduced = x.shape.map((_, i) => i).filter((i) => axes.includes(i));
  const inner = reduced.map((i) => x.shape[i]);
  return build(
    dtype,
    kept.map((i) => x.shape[i]),
    (index) => {
      const values = Array.from({ length: sizeOf(inner) }, (_, k) => {
        const within = unravel(k, inner);
        return at(
          x,
          x.shape.map((_, i) => (kept.includes(i) ? index[kept.indexOf(i)] : within[reduced.indexOf(i)])),
        );
      });
      return fn(values);
    },
  );
}

/** Python's `range(*slice(start, stop, step).indices(n))`. */
export function pythonSlice(n: number, start: number | null, stop: number | null, step: number): number[] {
  const clampTo = (v: number, low: number, high: number): number => Math.min(high, Math.max(low, v < 0 ? v + n : v));
  const out: number[] = [];
  if (step > 0) {
    const end = stop === null ? n : clampTo(stop, 0, n);
    for (let i = start === null ? 0 : clampTo(start, 0, n); i < end; i += step) out.push(i);
  } else {
    const end = stop === null ? -1 : clampTo(stop, -1, n - 1);
    for (let i = start === null ? n - 1 : clampTo(start, -1, n - 1); i > end; i += step) out.push(i);
  }
  return out;
}
