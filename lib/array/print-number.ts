/**
 * Numbers of one array as text of one width, by NumPy's rules: the fewest digits that tell a float from its neighbours,
 * but at most 8 after the point; all in scientific notation when they span more than three orders of magnitude or are
 * very large or small.
 */
import { bool, type DType, rounded } from '../dtype/index.js';
import { shown } from './print-options.js';

/** How to write each of `values`, which are all that is shown of an array. */
export function formatter(
  values: readonly (number | bigint)[],
  dtype: DType,
  zeroD: boolean,
): (value: number | bigint) => string {
  if (dtype === bool) return (v) => (v ? (zeroD ? 'True' : ' True') : 'False');
  if (dtype.kind !== 'float') return padded(values, String);
  return floats(values.map(Number), dtype);
}

function padded(values: readonly (number | bigint)[], write: (v: number | bigint) => string): (v: number | bigint) => string {
  const width = values.reduce<number>((w, v) => Math.max(w, write(v).length), 0);
  return (v) => write(v).padStart(width);
}

function floats(values: readonly number[], dtype: DType): (v: number | bigint) => string {
  const finite = values.filter(Number.isFinite);
  const write = needsExponent(finite, dtype) ? scientific(finite, dtype) : positional(finite, dtype);
  const width = values.reduce((w, v) => Math.max(w, (Number.isFinite(v) ? write(v) : special(v)).length), 0);
  return (v) => (Number.isFinite(v) ? write(Number(v)) : special(Number(v))).padStart(width);
}

function special(v: number): string {
  return Number.isNaN(v) ? shown.nanstr : v < 0 ? `-${shown.infstr}` : shown.infstr;
}

/** Decimal digits that every number of a float dtype has. */
function digitsOf({ format }: DType): number {
  return Math.floor((format?.fraction ?? 0) * Math.LOG10E * Math.LN2);
}

function needsExponent(finite: readonly number[], dtype: DType): boolean {
  const sizes = finite.filter((v) => v !== 0).map(Math.abs);
  if (sizes.length === 0) return false;
  const max = sizes.reduce((a, b) => Math.max(a, b));
  const min = sizes.reduce((a, b) => Math.min(a, b));
  if (max >= 10 ** Math.min(8, digitsOf(dtype))) return true;
  return !shown.suppress && (min < 1e-4 || rounded(dtype, max / min) > 1000);
}

/** Digits before and after the point, padded so that the points stand below each other: `' 1.5 '`, `'10.25'`. */
function positional(finite: readonly number[], dtype: DType): (v: number) => string {
  const split = finite.map((v) => decimal(v, dtype).split('.'));
  const left = split.reduce((w, [whole]) => Math.max(w, whole.length), 0);
  const right = split.reduce((w, [, fraction]) => Math.max(w, fraction.length), 0);
  return (v) => {
    const [whole, fraction] = decimal(v, dtype).split('.');
    return `${whole.padStart(left)}.${fraction.padEnd(right)}`;
  };
}

/** `'1.'`, `'-0.25'`: without trailing zeros. */
function decimal(v: number, dtype: DType): string {
  const exact = plain(shortest(Math.abs(v), dtype));
  const [, fraction = ''] = exact.split('.');
  const text = fraction.length > shown.precision ? digitsAtMost(Math.abs(v), shown.precision, false) : exact;
  const [whole, rest = ''] = text.split('.');
  return `${isNegative(v) ? '-' : ''}${whole}.${rest.replace(/0+$/, '')}`;
}

function scientific(finite: readonly number[], dtype: DType): (v: number) => string {
  const parts = finite.map((v) => mantissa(v, dtype));
  const digits = parts.reduce((w, p) => Math.max(w, p.fraction.length), 0);
  const exponentDigits = parts.reduce((w, p) => Math.max(w, p.exponent.length), 2);
  return (v) => {
    const own = mantissa(v, dtype);
    // More digits than tell it from its neighbours are the value's own, too.
    const { whole, fraction, sign, exponent } = own.fraction.length < digits ? parted(v, Math.abs(v).toExponential(digits)) : own;
    return `${whole}.${fraction.padEnd(digits, '0')}e${sign}${exponent.padStart(exponentDigits, '0')}`;
  };
}

interface Mantissa {
  readonly whole: string;
  readonly fraction: string;
  readonly sign: string;
  readonly exponent: string;
}

function mantissa(v: number, dtype: DType): Mantissa {
  const size = Math.abs(v);
  const short = exponential(shortest(size, dtype));
  const [, digits = ''] = (short.split('e')[0] ?? '').split('.');
  return parted(v, digits.length > shown.precision ? digitsAtMost(size, shown.precision, true) : short);
}

/** The parts of a number's text in scientific notation. */
function parted(v: number, text: string): Mantissa {
  const [head, tail] = text.split('e');
  const [whole, fraction = ''] = head.split('.');
  const exponent = Number(tail);
  return {
    whole: `${isNegative(v) ? '-' : ''}${whole}`,
    fraction: fraction.replace(/0+$/, ''),
    sign: exponent < 0 ? '-' : '+',
    exponent: String(Math.abs(exponent)).padStart(2, '0'),
  };
}

/** Digits after the point that JavaScript writes, at most. */
const MOST_WRITTEN = 100;
/** Digits that show whether the rest is a half. */
const EXTRA = 30;

/** Rounded to so many digits after the point; where JavaScript rounds an exact half up, to the even digit. */
export function digitsAtMost(size: number, digits: number, isScientific: boolean): string {
  const write = (count: number): string => (isScientific ? size.toExponential(count) : size.toFixed(count));
  if (digits > MOST_WRITTEN - EXTRA) {
    const [head, exponent] = write(MOST_WRITTEN).split('e');
    const point = head.indexOf('.') + 1;
    const text = head.slice(0, point + digits).padEnd(point + digits, '0');
    return exponent === undefined ? text : `${text}e${exponent}`;
  }
  const near = write(digits);
  const [head, exponent = ''] = write(Math.min(MOST_WRITTEN, digits + 2 * EXTRA)).split('e');
  const [whole, fraction] = head.split('.');
  const isTie = /^50*$/.test(fraction.slice(digits));
  const below = digits === 0 ? whole : `${whole}.${fraction.slice(0, digits)}`;
  return isTie && /[02468]$/.test(below) ? below + (exponent === '' ? '' : `e${exponent}`) : near;
}

/** A lone element as Python writes it: `'3.0'`, `'1e-05'`, `'True'`. */
export function scalarText(value: number | bigint, dtype: DType): string {
  if (dtype === bool) return value ? 'True' : 'False';
  if (dtype.kind !== 'float') return String(value);
  const v = Number(value);
  if (!Number.isFinite(v)) return special(v);
  const size = shortest(Math.abs(v), dtype);
  const sign = isNegative(v) ? '-' : '';
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return sign + size.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return sign + (Number.isInteger(size) ? `${size}.0` : plain(size));
}

function isNegative(v: number): boolean {
  return v < 0 || Object.is(v, -0);
}

/** The shortest decimal that reads back as the same number of its dtype, as a float64. */
export function shortest(size: number, dtype: DType): number {
  if (dtype.size === 8) return size;
  for (let digits = 1; digits < 9; digits++) {
    const candidate = Number(size.toPrecision(digits));
    if (rounded(dtype, candidate) === size) return candidate;
  }
  return Number(size.toPrecision(9));
}

function exponential(v: number): string {
  return v.toExponential();
}

/** Digits without an exponent, for numbers of any size. */
export function decimalText(v: number): string {
  const [head, exponent] = String(v).split('e+');
  if (exponent === undefined) return plain(v);
  const [whole, fraction = ''] = head.split('.');
  return whole + fraction.padEnd(Number(exponent), '0');
}

/** Digits without an exponent, for numbers below 1e21. */
function plain(v: number): string {
  const text = String(v);
  const [head, exponent] = text.split('e-');
  if (exponent === undefined) return text;
  return `0.${'0'.repeat(Number(exponent) - 1)}${head.replace('.', '')}`;
}
