/** How arrays are printed: NumPy's settings, for the whole process. */
import { ArgumentError, FLAG, FUNCTION, NUMBER, type OptionKinds, options, TEXT, takes } from '../base/index.js';
import { describe } from './operand.js';

/** Settings of printed arrays. */
export interface PrintOptions {
  /** Digits after the point, at most; default 8. */
  readonly precision?: number;
  /** Arrays of more elements are shortened; default 1000. */
  readonly threshold?: number;
  /** Elements at each end of a shortened axis; default 3. */
  readonly edgeitems?: number;
  /** Columns of a line; default 75. */
  readonly linewidth?: number;
  /** Whether small and large numbers are written without exponents; default false. */
  readonly suppress?: boolean;
  /** The text of NaN, and of infinity; default 'nan' and 'inf'. */
  readonly nanstr?: string;
  readonly infstr?: string;
}
export const PRINT_OPTIONS: OptionKinds<PrintOptions> = {
  precision: NUMBER,
  threshold: NUMBER,
  edgeitems: NUMBER,
  linewidth: NUMBER,
  suppress: FLAG,
  nanstr: TEXT,
  infstr: TEXT,
};

/** The settings in force. */
export const shown: { -readonly [Name in keyof PrintOptions]-?: PrintOptions[Name] } = {
  precision: 8,
  threshold: 1000,
  edgeitems: 3,
  linewidth: 75,
  suppress: false,
  nanstr: 'nan',
  infstr: 'inf',
};

/** The least value of each number. JavaScript writes at most 100 digits; 40 leave room for the rounding of halves. */
const LEAST: Readonly<Record<string, number>> = { precision: 0, threshold: 0, edgeitems: 1, linewidth: 10 };
const MOST_DIGITS = 40;

/**
 * NumPy's `set_printoptions`: how arrays are written from now on; settings that are left out stay. Throws `ArgumentError` for numbers that
 * are not whole, or too small.
 *
 * @example
 * np.setPrintOptions({ precision: 3 });
 * String(np.asarray([Math.PI]));        // '[3.142]'
 * np.setPrintOptions({ precision: 8 });
 */
export const setPrintOptions = takes(
  'setPrintOptions',
  options(PRINT_OPTIONS),
)((given: PrintOptions = {}): void => {
  const told = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of told) {
    const least = LEAST[name];
    if (least !== undefined && (!(value >= least) || !(Number.isInteger(value) || value === Number.POSITIVE_INFINITY)))
      throw new ArgumentError(`setPrintOptions: expected ${name} of at least ${least}, got ${describe(value)}`);
    if (name === 'precision' && Number(value) > MOST_DIGITS)
      throw new ArgumentError(`setPrintOptions: expected a precision of at most ${MOST_DIGITS}, got ${describe(value)}`);
  }
  Object.assign(shown, Object.fromEntries(told));
});

/**
 * The settings in force.
 *
 * @example
 * np.getPrintOptions().precision; // 8
 */
export const getPrintOptions = takes('getPrintOptions')((): Required<PrintOptions> => ({ ...shown }));

/**
 * What `fn` gives, called with print settings that are in force while it runs.
 *
 * @example
 * np.printOptions({ precision: 2 }, () => String(np.asarray([1.23456]))); // '[1.23]'
 */
export const printOptions = takes(
  'printOptions',
  options(PRINT_OPTIONS),
  FUNCTION,
)(<T>(given: PrintOptions, fn: () => T): T => {
  const before = { ...shown };
  try {
    setPrintOptions(given);
    return fn();
  } finally {
    Object.assign(shown, before);
  }
});
