/**
 * Floats as indices. One that is no whole number becomes an int64 that is outside every axis and from which the message is made that a reader
 * throws, so that gathers need no further check:
 *
 *     3.0 → 3        1.5 → -2^62 + 1.5 * 2^20        NaN → -2^62 - 2^61
 */
import { type DType, int64 } from '../dtype/index.js';
import type { AnyBuilder, Value } from './values.js';

const FAR = 2 ** 62;
const MOST = 2 ** 40;
const SCALE = 2 ** 20;
const NOT_A_NUMBER = -(2n ** 62n) - 2n ** 61n;

/** The index of a float32 or float64. Whole numbers beyond 2^53 are outside every axis, and are cut to that. */
export function indexOfFloat(b: AnyBuilder, x: Value, dtype: DType): Value {
  const number = (value: number): Value => b.const(value, dtype);
  const between = (most: number): Value => b.min(b.max(x, number(-most)), number(most));
  const scaled = b.mul(between(MOST), number(SCALE));
  const fraction = b.add(b.cast(b.unary('trunc', scaled), int64), b.const(-BigInt(FAR), int64));
  const isWhole = b.eq(b.unary('trunc', x), x);
  return b.select(isWhole, b.cast(between(2 ** 53), int64), b.select(b.eq(x, x), fraction, b.const(NOT_A_NUMBER, int64)));
}

/** The number that an index was made of where it is no whole one; null for other indices. */
export function unwholeIndex(index: number | bigint): number | null {
  if (typeof index !== 'bigint') return null;
  if (index === NOT_A_NUMBER) return Number.NaN;
  const value = Number(index + BigInt(FAR)) / SCALE;
  return Math.abs(value) <= MOST ? Number(value.toPrecision(6)) : null;
}
