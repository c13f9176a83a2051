/** Single numbers as text, as NumPy writes them: the fewest digits that tell a float from its neighbours, or so many. */
import { ArgumentError, FLAG, INTEGER, NUMBER, type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import { type DType, float64, rounded } from '../../dtype/index.js';
import { type DTypeLike, dtypeOption } from '../convert.js';
import { DTYPE_LIKE } from '../kinds.js';
import { decimalText, digitsAtMost, shortest } from '../print-number.js';

/** Options of `formatFloatPositional` and `formatFloatScientific`. */
export interface FormatFloatOptions {
  /** Digits after the point at most, or exactly with `unique: false`. */
  readonly precision?: number;
  /** Whether the fewest digits are written that tell the number from its neighbours; default true. */
  readonly unique?: boolean;
  /** Zeros at the end: 'k' keeps what there are and the point, '.' drops them, '0' leaves one, '-' drops the point, too. Default 'k'. */
  readonly trim?: 'k' | '.' | '0' | '-';
  /** Whether positive numbers have a sign; default false. */
  readonly sign?: boolean;
  /** At least so many characters before the point, sign included. */
  readonly padLeft?: number;
  /** At least so many characters behind the point. */
  readonly padRight?: number;
  /** At least so many digits after the point. */
  readonly minDigits?: number;
  /** The number is one of this float dtype; default float64. */
  readonly dtype?: DTypeLike;
}
/** Options of `formatFloatPositional`. */
export interface PositionalOptions extends FormatFloatOptions {
  /** Whether `precision` counts digits behind the point (the default), or all but leading zeros. */
  readonly fractional?: boolean;
}
/** Options of `formatFloatScientific`. */
export interface ScientificOptions extends Omit<FormatFloatOptions, 'padRight'> {
  /** At least so many digits of the exponent; default 2. */
  readonly expDigits?: number;
}
const COMMON = {
  ...{ precision: INTEGER, unique: FLAG, trim: oneOf('k', '.', '0', '-'), sign: FLAG, padLeft: INTEGER, minDigits: INTEGER },
  dtype: DTYPE_LIKE,
};
const POSITIONAL: OptionKinds<PositionalOptions> = { ...COMMON, padRight: INTEGER, fractional: FLAG };
const SCIENTIFIC: OptionKinds<ScientificOptions> = { ...COMMON, expDigits: INTEGER };

/** More digits than any float has, or a text should. */
const MOST = 1100;

interface Text {
  readonly whole: string;
  readonly fraction: string;
}

function parts(text: string): Text {
  const [whole, fraction = ''] = text.split('.');
  return { whole, fraction };
}

function check(operation: string, given: FormatFloatOptions & { readonly expDigits?: number }): DType {
  for (const name of ['precision', 'padLeft', 'padRight', 'minDigits', 'expDigits'] as const) {
    const value = given[name];
    if (value !== undefined && (value < 0 || value > MOST))
      throw new ArgumentError(`${operation}: expected ${name} from 0 to ${MOST}, got ${value}`);
  }
  const { precision, unique, minDigits = 0 } = given;
  if (unique === false && precision === undefined)
    throw new ArgumentError(`${operation}: unique: false writes so many digits; give precision`);
  if (precision !== undefined && minDigits > precision)
    throw new ArgumentError(`${operation}: minDigits ${minDigits} is more than precision ${precision}`);
  const dtype = dtypeOption(given.dtype) ?? float64;
  if (dtype.kind !== 'float') throw new ArgumentError(`${operation}: expected a float dtype, got ${dtype.name}`);
  return dtype;
}

/** The size of a number in its shortest text, and cut to digits where it has more. */
function positional(size: number, dtype: DType, given: PositionalOptions): Text {
  const { precision, unique = true, fractional = true } = given;
  const own = parts(decimalText(shortest(size, dtype)));
  if (precision === undefined) return own;
  const digits = fractional ? precision : precision - 1 - Number(shortest(size, dtype).toExponential().split('e')[1]);
  if (unique && own.fraction.length <= digits) return own;
  if (digits < 0) return parts(decimalText(Number(size.toPrecision(Math.max(1, precision)))));
  const cut =
    size >= 1e21 ? { whole: String(BigInt(size)), fraction: '0'.repeat(digits) } : parts(digitsAtMost(size, digits, false));
  return unique ? { whole: cut.whole, fraction: cut.fraction.replace(/0+$/, '') } : cut;
}

function scientific(size: number, dtype: DType, given: ScientificOptions): Text & { readonly exponent: number } {
  const { precision, unique = true } = given;
  const [short, exponent] = shortest(size, dtype).toExponential().split('e');
  const own = parts(short);
  if (precision === undefined || (unique && own.fraction.length <= precision)) return { ...own, exponent: Number(exponent) };
  const [cut, power] = digitsAtMost(size, precision, true).split('e');
  const { whole, fraction } = parts(cut);
  return { whole, fraction: unique ? fraction.replace(/0+$/, '') : fraction, exponent: Number(power) };
}

/** Zeros and point at the end as wanted, and a sign. */
function finished(value: number, { whole, fraction }: Text, given: FormatFloatOptions): Text {
  const { trim = 'k', sign = false, minDigits = 0 } = given;
  const prefix = value < 0 || Object.is(value, -0) ? '-' : sign ? '+' : '';
  const padded = fraction.padEnd(trim === 'k' ? minDigits : 0, '0');
  const kept = trim === 'k' ? padded : padded.replace(/0+$/, '');
  const text = trim === '0' && kept === '' ? '0' : kept;
  return { whole: `${prefix}${whole}`.padStart(given.padLeft ?? 0), fraction: trim === '-' && text === '' ? '' : `.${text}` };
}

function special(value: number, sign = false): string {
  return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : sign ? '+inf' : 'inf';
}

/**
 * A number in digits without an exponent. Throws `ArgumentError` for `unique: false` without `precision`.
 *
 * @example
 * np.formatFloatPositional(0.1);                                          // '0.1'
 * np.formatFloatPositional(Math.PI, { precision: 3 });                    // '3.142'
 * np.formatFloatPositional(0.5, { unique: false, precision: 4 });         // '0.5000'
 * np.formatFloatPositional(1 / 3, { dtype: 'float32' });                  // '0.33333334'
 */
export const formatFloatPositional = takes(
  'formatFloatPositional',
  NUMBER,
  options(POSITIONAL),
)((x: number, given: PositionalOptions = {}): string => {
  const dtype = check('formatFloatPositional', given);
  if (!Number.isFinite(x)) return special(x, given.sign);
  const { whole, fraction } = finished(x, positional(Math.abs(rounded(dtype, x)), dtype, given), given);
  return whole + fraction.padEnd(given.padRight === undefined ? 0 : given.padRight + 1);
});

/**
 * A number in scientific notation. Throws `ArgumentError` for `unique: false` without `precision`.
 *
 * @example
 * np.formatFloatScientific(12345);                   // '1.2345e+04'
 * np.formatFloatScientific(12345, { precision: 1 }); // '1.2e+04'
 */
export const formatFloatScientific = takes(
  'formatFloatScientific',
  NUMBER,
  options(SCIENTIFIC),
)((x: number, given: ScientificOptions = {}): string => {
  const dtype = check('formatFloatScientific', given);
  if (!Number.isFinite(x)) return special(x, given.sign);
  const found = scientific(Math.abs(rounded(dtype, x)), dtype, given);
  const { whole, fraction } = finished(x, found, given);
  const exponent = String(Math.abs(found.exponent)).padStart(given.expDigits ?? 2, '0');
  return `${whole}${fraction}e${found.exponent < 0 ? '-' : '+'}${exponent}`;
});
