/**
 * Numbers in texts, as `numpy.loadtxt` takes them: decimal, and within the dtype's range; nothing is cut off, rounded to integers or
 * infinite.
 */
import { bool, type DType, elementOf, int64, rounded, type TypedArray } from '../../dtype/index.js';
import { fits } from '../operand.js';

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const INTEGER = /^[+-]?\d+$/;
const SPECIAL = /^([+-]?)(?:(nan)|inf(?:inity)?)$/i;

/** White space in Python's sense: `\s` of JavaScript has a byte order mark more, and separators of ASCII and a newline of Latin-1 less. */
export const SPACE = '[\\t\\n\\v\\f\\r\\x1c-\\x1f \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const AROUND = new RegExp(`^${SPACE}+|${SPACE}+$`, 'g');

/** A text without white space around it. */
export function stripped(text: string): string {
  return text.replace(AROUND, '');
}

/** The number that a text is in a dtype; null for a text that is none, or one that the dtype does not hold. */
export function parseNumber(text: string, dtype: DType): number | bigint | null {
  return dtype.kind === 'float' ? parseFloating(text, dtype) : parseInteger(text, dtype);
}

function parseFloating(text: string, dtype: DType): number | null {
  if (!DECIMAL.test(text)) {
    const special = SPECIAL.exec(text);
    if (special === null) return null;
    return special[2] !== undefined ? Number.NaN : special[1] === '-' ? -Infinity : Infinity;
  }
  const value = rounded(dtype, Number(text));
  return Number.isFinite(value) ? value : null;
}

function parseInteger(text: string, dtype: DType): number | bigint | null {
  if (!INTEGER.test(text)) return null;
  const value = BigInt(text[0] === '+' ? text.slice(1) : text);
  if (!fits(value, dtype === bool ? int64 : dtype)) return null;
  if (dtype === bool) return value === 0n ? 0 : 1;
  return dtype.long ? value : Number(value);
}

/** A list of numbers that grows, in a dtype. */
export class NumberList {
  #values: TypedArray;
  readonly #dtype: DType;
  length = 0;

  constructor(dtype: DType) {
    this.#dtype = dtype;
    this.#values = new dtype.Typed(1024);
  }

  push(value: number | bigint): void {
    if (this.length === this.#values.length) {
      const longer = new this.#dtype.Typed(2 * this.length);
      (longer as Float64Array).set(this.#values as Float64Array);
      this.#values = longer;
    }
    (this.#values as Float64Array)[this.length++] = typeof value === 'bigint' ? (value as never) : elementOf(this.#dtype, value);
  }

  /** All of them, as a part of a larger array. */
  get values(): TypedArray {
    return this.#values.subarray(0, this.length);
  }
}
