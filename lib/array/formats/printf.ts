/**
 * Formats of C for numbers, as `numpy.savetxt` takes them: flags, a width, a precision and one of `d i u e E f F g G s`.
 *
 *     '%.3f' of 2.5: '2.500'      '%5d' of 42: '   42'      '%-8.2e|' of 1234: '1.23e+03|'
 */
import { ArgumentError } from '../../base/index.js';
import { digitsAtMost } from '../print-number.js';
import { written } from './table.js';

type Value = number | bigint | boolean;
type Write = (value: Value) => string;

interface Spec {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly letter: string;
}

/** Digits of widths and precisions, at most. */
const MOST = 1000;

const exponentOf = (text: string): string => text.replace(/e([+-])(\d)$/, 'e$10$2');

/** Digits after the point, by Python's rounding to even. */
function fixed(size: number, digits: number): string {
  return size < 1e21 ? digitsAtMost(size, digits, false) : `${BigInt(size)}${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
}

/** The shorter of both forms, of so many digits in all. */
function general(size: number, digits: number, keepsZeros: boolean): string {
  const count = Math.max(digits, 1);
  const scientific = digitsAtMost(size, count - 1, true);
  const exponent = Number(scientific.slice(scientific.indexOf('e') + 1));
  const isFixed = exponent >= -4 && exponent < count;
  const [head, tail] = (isFixed ? fixed(size, count - 1 - exponent) : exponentOf(scientific)).split('e');
  const short = keepsZeros || !head.includes('.') ? head : head.replace(/\.?0+$/, '');
  return tail === undefined ? short : `${short}e${tail}`;
}

/** The digits of a number that is finite, without its sign. */
function digitsOf(value: number | bigint, { flags, precision = 6, letter }: Spec): string {
  if ('diu'.includes(letter))
    return String(typeof value === 'bigint' ? (value < 0n ? -value : value) : BigInt(Math.trunc(Math.abs(value))));
  const size = Math.abs(Number(value));
  const lower = letter.toLowerCase();
  const text =
    lower === 'f'
      ? fixed(size, precision)
      : lower === 'e'
        ? exponentOf(digitsAtMost(size, precision, true))
        : general(size, precision, flags.includes('#'));
  return letter === lower ? text : text.toUpperCase();
}

function writtenAs(value: Value, spec: Spec): string {
  const { flags, width, letter } = spec;
  if (letter === 's') return padded(written(value), '', flags.replace('0', ''), width);
  const number = typeof value === 'boolean' ? Number(value) : value;
  const isFinite = typeof number === 'bigint' || Number.isFinite(number);
  if (!isFinite && 'diu'.includes(letter))
    throw new ArgumentError(`savetxt: %${letter} is of integers, got ${String(number)}; give %g or %f`);
  const isNegative = number < 0 || Object.is(number, -0);
  const sign =
    isNegative && !('diu'.includes(letter) && Number(number) > -1)
      ? '-'
      : flags.includes('+')
        ? '+'
        : flags.includes(' ')
          ? ' '
          : '';
  if (isFinite) return padded(digitsOf(number, spec), sign, flags, width);
  const name = Number.isNaN(number) ? 'nan' : 'inf';
  return padded(letter === letter.toLowerCase() ? name : name.toUpperCase(), sign, flags.replace('0', ''), width);
}

function padded(digits: string, sign: string, flags: string, width: number): string {
  if (flags.includes('-')) return (sign + digits).padEnd(width);
  return flags.includes('0') ? sign + digits.padStart(width - sign.length, '0') : (sign + digits).padStart(width);
}

const SPEC = /%(?:%|([-+ 0#]*)(\d*)(?:\.(\d*))?([a-zA-Z])?)/g;

/** A format's texts around its numbers, and how these are written. Throws `ArgumentError` for formats that C has not, or not of numbers. */
function parsedFormat(format: string): { readonly around: readonly string[]; readonly writes: readonly Write[] } {
  const around: string[] = [''];
  const writes: Write[] = [];
  let end = 0;
  for (const match of format.matchAll(SPEC)) {
    around[writes.length] += format.slice(end, match.index);
    end = match.index + match[0].length;
    if (match[0] === '%%') {
      around[writes.length] += '%';
      continue;
    }
    const [, flags = '', width = '', precision, letter = ''] = match;
    const spec = { flags, width: Number(width), precision: precision === undefined ? undefined : Number(precision), letter };
    if (letter === '' || !'diueEfFgGs'.includes(letter) || spec.width > MOST || (spec.precision ?? 0) > MOST)
      throw new ArgumentError(
        `savetxt: expected a format of numbers such as '%.3f', '%5d' or '%.18e', got ${JSON.stringify(match[0])} in ${JSON.stringify(format)}`,
      );
    writes.push((value) => writtenAs(value, spec));
    around.push('');
  }
  around[writes.length] += format.slice(end);
  return { around, writes };
}

/** A row with a format's texts around its numbers. */
function filled({ around, writes }: ReturnType<typeof parsedFormat>, row: readonly Value[]): string {
  return writes.reduce((text, write, i) => text + write(row[i]) + around[i + 1], around[0]);
}

/** How a row of so many columns is written: by one format for each number, one for each column, or one of the whole row. */
export function rowFormat(
  format: string | readonly string[],
  columns: number,
  delimiter: string,
): (row: readonly Value[]) => string {
  const wrong = (count: number): ArgumentError =>
    new ArgumentError(`savetxt: expected a format for each of ${columns} columns, or one for all, got ${count}`);
  if (typeof format !== 'string' && format.length !== columns) throw wrong(format.length);
  const whole = parsedFormat(typeof format === 'string' ? format : format.join(delimiter));
  if (whole.writes.length === columns) return (row) => filled(whole, row);
  if (typeof format !== 'string' || whole.writes.length !== 1) throw wrong(whole.writes.length);
  return (row) => row.map((value) => filled(whole, [value])).join(delimiter);
}
