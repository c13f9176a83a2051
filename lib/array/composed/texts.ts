/** Numbers and arrays as text. */
import { ArgumentError, INTEGER, optional, options, takes } from '../../base/index.js';
import { OWN } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { elementsText } from '../print.js';
import { PRINT_OPTIONS, type PrintOptions, printOptions } from '../print-options.js';

/** Digits of a text, at most. */
const MOST_DIGITS = 2 ** 24;
/** More bits than the integer part of any number has. */
const NUMBER_BITS = 1100;

/**
 * The array's text with print settings of its own.
 *
 * @example
 * np.array2string(np.asarray([1.23456]), { precision: 2 }); // '[1.23]'
 */
export const array2string = takes(
  'array2string',
  OWN,
  options(PRINT_OPTIONS),
)((x: NDArray, settings?: PrintOptions): string => printOptions(settings ?? {}, () => elementsText(x)));

/**
 * An integer in binary digits; with a width, negative ones as two's complement of so many bits. Throws `ArgumentError` where the width is too
 * small.
 *
 * @example
 * np.binaryRepr(5);     // '101'
 * np.binaryRepr(-3, 5); // '11101'
 */
export const binaryRepr = takes(
  'binaryRepr',
  INTEGER,
  optional(INTEGER),
)((n: number, width?: number): string => {
  if (width === undefined) return n.toString(2);
  if (width > MOST_DIGITS) throw new ArgumentError(`binaryRepr: expected a width of at most ${MOST_DIGITS}, got ${width}`);
  const bits = BigInt(Math.min(NUMBER_BITS, Math.max(0, width)));
  const [least, most] = [-(2n ** (bits === 0n ? 0n : bits - 1n)), 2n ** bits - 1n];
  if (BigInt(n) < least || BigInt(n) > most)
    throw new ArgumentError(`binaryRepr: expected a number that ${width} bits hold, got ${n}`);
  return BigInt.asUintN(Number(bits), BigInt(n))
    .toString(2)
    .padStart(width, n < 0 ? '1' : '0');
});

/**
 * An integer in the digits of a base from 2 (the default) to 36, with so many zeros in front.
 *
 * @example
 * np.baseRepr(255, 16); // 'FF'
 */
export const baseRepr = takes(
  'baseRepr',
  INTEGER,
  optional(INTEGER),
  optional(INTEGER),
)((n: number, base = 2, padding = 0): string => {
  if (base < 2 || base > 36) throw new ArgumentError(`baseRepr: expected a base from 2 to 36, got ${base}`);
  if (padding < 0 || padding > MOST_DIGITS)
    throw new ArgumentError(`baseRepr: expected from 0 to ${MOST_DIGITS} zeros, got ${padding}`);
  const digits = n === 0 && padding > 0 ? '' : Math.abs(n).toString(base).toUpperCase();
  return `${n < 0 ? '-' : ''}${'0'.repeat(padding)}${digits}`;
});
