/** Numbers and arrays as text. */
import { ArgumentError, INTEGER, optional, options, takes } from '../../base/index.js';
import { OWN } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { arrayStr } from '../print.js';
import { PRINT_OPTIONS, type PrintOptions, printOptions } from '../print-options.js';

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
)((x: NDArray, settings?: PrintOptions): string => printOptions(settings ?? {}, () => arrayStr(x)));

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
  const [least, most] = [-(2n ** BigInt(Math.max(0, width - 1))), 2n ** BigInt(Math.max(0, width)) - 1n];
  if (BigInt(n) < least || BigInt(n) > most)
    throw new ArgumentError(`binaryRepr: expected a number that ${width} bits hold, got ${n}`);
  return BigInt.asUintN(width, BigInt(n)).toString(2).padStart(width, '0');
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
  if (padding < 0) throw new ArgumentError(`baseRepr: expected a number of zeros, got ${padding}`);
  const digits = n === 0 && padding > 0 ? '' : Math.abs(n).toString(base).toUpperCase();
  return `${n < 0 ? '-' : ''}${'0'.repeat(padding)}${digits}`;
});
