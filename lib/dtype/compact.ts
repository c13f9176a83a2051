/**
 * Floats of fewer bits than float32 as integers: any format of a sign, an exponent and a fraction, with subnormal numbers, infinities and NaN
 * as IEEE 754 has them. `native/math/vmath_compact.h` converts vectors in the same way, and `test/unit/dtype/compact.test.ts` compares all
 * values of 16 bits.
 *
 *     float16, 5 and 10 bits    1.5 = 2⁰ · 1.1₂     0 01111 1000000000 = 0x3e00
 */
import { type DType, isStored, type TypedArray } from './dtype.js';

/** NaN by its sign, read as it lies: arithmetic need not keep the sign. */
const nans = new Float64Array(new Uint32Array([0, 0x7ff80000, 0, 0xfff80000]).buffer);

/** The value of a float's bits, of which so many are the exponent's and the fraction's. NaN has its sign. */
export function fromBits(bits: number, exponent: number, fraction: number): number {
  const sign = bits >>> (exponent + fraction) === 0 ? 1 : -1;
  const most = 2 ** exponent - 1;
  const biased = (bits >>> fraction) & most;
  const rest = bits & (2 ** fraction - 1);
  if (biased === most) return rest === 0 ? sign * Infinity : nans[sign < 0 ? 1 : 0];
  const bias = most >>> 1;
  return biased === 0
    ? sign * rest * 2 ** (1 - bias - fraction)
    : sign * (2 ** fraction + rest) * 2 ** (biased - bias - fraction);
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** 2⁵²: beside it, integers are what is left of a fraction, rounded to the nearest, halves to even. */
const WHOLE = 2 ** 52;

/** The bits of the nearest number, halves to even; beyond the greatest infinity. */
export function toBits(value: number, exponent: number, fraction: number): number {
  const most = 2 ** exponent - 1;
  const bias = most >>> 1;
  const infinity = most * 2 ** fraction;
  if (Number.isNaN(value)) return infinity + 2 ** (fraction - 1);
  double[0] = value;
  const sign = (words[1] >>> 31) * 2 ** (exponent + fraction);
  const size = Math.abs(value);
  if (size === Infinity) return sign + infinity;
  const power = Math.max(((words[1] >>> 20) & 0x7ff) - 1023, 1 - bias);
  const digits = size * 2 ** (fraction - power) + WHOLE - WHOLE;
  return sign + Math.min(infinity, (power + bias - 1) * 2 ** fraction + digits);
}

/** The nearest number of a float dtype. */
export function rounded(dtype: DType, value: number): number {
  if (isStored(dtype)) return valueOf(dtype, elementOf(dtype, value));
  return dtype.size === 4 ? Math.fround(value) : value;
}

/** A number as an element of a typed array of the dtype: its bits, where it is stored alone. */
export function elementOf(dtype: DType, value: number): number {
  const { format } = dtype;
  return isStored(dtype) && format !== null ? toBits(value, format.exponent, format.fraction) : value;
}

/** Elements as users see them: a Float16Array of float16 where the engine has one, bits of floats that are stored alone elsewhere. */
export function shownElements(dtype: DType, elements: TypedArray): TypedArray {
  if (!isStored(dtype)) return elements;
  const name = `${dtype.name[0].toUpperCase()}${dtype.name.slice(1)}Array`;
  const Shown = (globalThis as Readonly<Record<string, unknown>>)[name] as ShownConstructor | undefined;
  return Shown === undefined ? elements : new Shown(elements.buffer, elements.byteOffset, elements.length);
}

type ShownConstructor = new (buffer: ArrayBufferLike, offset: number, length: number) => TypedArray;

/** Elements whose indices are numbers that JavaScript computes with. */
export function numbersOf(dtype: DType, elements: TypedArray): TypedArray {
  return isStored(dtype) ? Float32Array.from(elements as Uint16Array, (bits) => valueOf(dtype, bits)) : elements;
}

/** An element of a typed array of the dtype as a number. */
export function valueOf(dtype: DType, element: number): number {
  const { format } = dtype;
  return isStored(dtype) && format !== null ? fromBits(element, format.exponent, format.fraction) : element;
}
