/** Tables of numbers in text files, as NumPy reads and writes them, and numbers in a text. */

import {
  ArgumentError,
  byPlace,
  COUNT,
  either,
  FileFormatError,
  FLAG,
  isPlain,
  type Kind,
  kind,
  listOf,
  NUMBER,
  type OptionKinds,
  oneOf,
  options,
  PATH,
  TEXT,
  takes,
} from '../../base/index.js';
import { asDType, type DType, float64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { type DTypeLike, dtypeOption, toArray } from '../convert.js';
import { floatDefault } from '../default-dtypes.js';
import { DTYPE_LIKE, OWN, SOME_NUMBERS } from '../kinds.js';
import { adopt, type NDArray } from '../ndarray.js';
import { checkHeld, describe } from '../operand.js';
import { byName, type Positional } from '../positional.js';
import { tolist } from '../read.js';
import { ENCODING, type Encoding } from './encodings.js';
import { NumberList, parseNumber, stripped } from './numbers.js';
import { rowFormat } from './printf.js';
import { asTable, eachCell, type Missing, missingIn, SPACES, tableOf, writeRows, written } from './table.js';

/** Options of `loadtxt`. */
export interface LoadtxtOptions {
  /** Default float64. */
  readonly dtype?: DTypeLike;
  /** The text between numbers; default any white space. */
  readonly delimiter?: string;
  /** The text that begins a comment, which lasts to the end of its line; default '#'. */
  readonly comments?: string;
  /** Lines to leave out at the beginning, comments included; default 0. */
  readonly skiprows?: number;
  /** Rows to read, at most. */
  readonly maxRows?: number;
  /** Which columns, counted from 0; default all. */
  readonly usecols?: number | readonly number[];
  /** Makes a number of a cell's text: a function for all columns, or one for each column that has one. */
  readonly converters?: Converters;
  /** Whether columns come along the first axis; default false. */
  readonly unpack?: boolean;
  /** How many axes the array has at least: one row or column is a vector, and a single number has no axis, unless it is more than 0, the default. */
  readonly ndmin?: 0 | 1 | 2;
  /** The character around cells in which delimiters, comments and the character itself, twice, are text; default none. */
  readonly quotechar?: string;
  /** By Python's names: utf-8 (the default), utf-8-sig, latin1, ascii, utf-16, utf-16-le or utf-16-be. */
  readonly encoding?: Encoding;
}

/** Numbers of texts, by columns counted from 0. */
export type Converters = ((text: string) => number | bigint) | Readonly<Record<number, (text: string) => number | bigint>>;
const CONVERTERS: Kind<Converters> = kind(
  'a function of a text, or an object of functions by column',
  (given) => typeof given === 'function' || (isPlain(given) && Object.values(given).every((fn) => typeof fn === 'function')),
);
const TABLE_OPTIONS: OptionKinds<Pick<LoadtxtOptions, 'usecols' | 'converters' | 'unpack' | 'ndmin'>> = {
  usecols: SOME_NUMBERS,
  converters: CONVERTERS,
  unpack: FLAG,
  ndmin: oneOf(0, 1, 2),
};
const LOADTXT_OPTIONS: OptionKinds<LoadtxtOptions> = {
  dtype: DTYPE_LIKE,
  delimiter: TEXT,
  comments: TEXT,
  skiprows: COUNT,
  maxRows: COUNT,
  quotechar: TEXT,
  encoding: ENCODING,
  ...TABLE_OPTIONS,
};

/** Options of `genfromtxt`. */
export interface GenfromtxtOptions extends Omit<LoadtxtOptions, 'skiprows' | 'quotechar'> {
  /** Lines to leave out at the beginning; default 0. */
  readonly skipHeader?: number;
  /** Lines to leave out at the end; default 0. */
  readonly skipFooter?: number;
  /** Texts of numbers that count as missing, too, with commas between them; or an Array with such a text for each column. */
  readonly missingValues?: string | readonly string[];
  /** The value of cells that are empty or no numbers; default NaN for floats, -1 for integers. */
  readonly fillingValues?: number;
  /** Whether a text that is no number is a missing value; default true. Otherwise it is an error. */
  readonly loose?: boolean;
  /** Whether a row of a different length than the first is an error; default true. Otherwise it is left out. */
  readonly invalidRaise?: boolean;
}
const GENFROMTXT_OPTIONS: OptionKinds<GenfromtxtOptions> = {
  dtype: DTYPE_LIKE,
  delimiter: TEXT,
  comments: TEXT,
  skipHeader: COUNT,
  skipFooter: COUNT,
  maxRows: COUNT,
  missingValues: either(TEXT, listOf(TEXT)),
  fillingValues: NUMBER,
  loose: FLAG,
  invalidRaise: FLAG,
  encoding: ENCODING,
  ...TABLE_OPTIONS,
};

/**
 * The numbers in a text file (UTF-8, or `encoding`): a row each line, which have as many numbers as each other; one row or column comes as a vector, a
 * single number as a 0-d array. Empty lines are left out. Numbers are decimal, without a point for integer dtypes. Rejects with
 * `FileFormatError`, naming the line and the column, for other things, for numbers that the dtype does not hold and for rows of different
 * lengths, and with `FileError` where the system refuses.
 *
 * @example
 * await np.savetxt('table.csv', np.ones([2, 3]), { delimiter: ',', header: 'a, b, c' });
 * (await np.loadtxt('table.csv', { delimiter: ',' })).shape; // [2, 3]
 */
export const loadtxt = takes(
  'loadtxt',
  PATH,
  options(LOADTXT_OPTIONS),
)(async (path: string | URL, options?: LoadtxtOptions): Promise<NDArray> => readTable('loadtxt', path, options ?? {}));

/**
 * As `loadtxt`, for tables with cells that are missing: cells that are empty, or no numbers, have the value `fillingValues`. Rejects with
 * `FileFormatError` for rows of different lengths.
 *
 * @example
 * await np.savetxt('table.csv', np.asarray([[1, NaN], [3, 4]]), { delimiter: ',' });
 * await (await np.genfromtxt('table.csv', { delimiter: ',', fillingValues: 0 })).tolist(); // [[1, NaN], [3, 4]]
 */
export const genfromtxt = takes(
  'genfromtxt',
  PATH,
  options(GENFROMTXT_OPTIONS),
)(async (path: string | URL, given: GenfromtxtOptions = {}): Promise<NDArray> => {
  const { skipHeader, fillingValues, missingValues, loose, ...rest } = given;
  const { kind } = given.dtype === undefined ? float64 : asDType(given.dtype);
  const fill = fillingValues ?? (kind === 'float' ? Number.NaN : kind === 'int' ? -1 : 0);
  return readTable('genfromtxt', path, { ...rest, skiprows: skipHeader }, fill, missingIn(missingValues), loose);
});

async function readTable(
  operation: string,
  path: string | URL,
  options: LoadtxtOptions,
  fill?: number,
  isMissing?: Missing,
  loose = true,
): Promise<NDArray> {
  const dtype: DType = options.dtype === undefined ? float64 : asDType(options.dtype);
  const list = new NumberList(dtype);
  const { converters } = options;
  const size = await eachCell(operation, path, options, (word, place, column) => {
    const text = stripped(word);
    const convert = typeof converters === 'function' ? converters : converters?.[column];
    const isNone = (): boolean => convert === undefined && (loose ? parseNumber(text, float64) === null : text === '');
    const isGone = isMissing?.(text, column) === true || (fill !== undefined && isNone());
    if (fill !== undefined && isGone) list.push(dtype.long ? BigInt(fill) : fill);
    else list.push(convert === undefined ? numberOf(word, place, dtype) : converted(convert(text), place, dtype));
  });
  return tableOf(adopt(runtime().upload(list.values, dtype, [list.length])), size, options);
}

/** A converter's number as the dtype's elements are. Throws `ArgumentError` where it is none, `DTypeError` where the dtype does not hold it. */
function converted(value: unknown, place: string, dtype: DType): number | bigint {
  if (typeof value !== 'number' && typeof value !== 'bigint')
    throw new ArgumentError(`${place}: expected a number of the converter, got ${describe(value)}`);
  checkHeld(value, dtype, place);
  if (!dtype.long) return Number(value);
  return typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
}

function numberOf(word: string, place: string, dtype: DType): number | bigint {
  const text = stripped(word);
  const value = parseNumber(text, dtype);
  if (value !== null) return value;
  const got = JSON.stringify(text.slice(0, 60));
  if (parseNumber(text, float64) !== null || /^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(text))
    throw new FileFormatError(`${place}: expected a number that ${dtype.name} holds, got ${got}; choose another dtype`);
  throw new FileFormatError(`${place}: expected a number, got ${got}; say what the delimiter is`);
}

/** Options of `fromstring`. */
export interface FromstringOptions {
  /** Default float64. */
  readonly dtype?: DTypeLike;
  /** The text between numbers; default white space. */
  readonly sep?: string;
}
const STRING_OPTIONS: OptionKinds<FromstringOptions> = { dtype: DTYPE_LIKE, sep: TEXT };

/**
 * The numbers in a text, as a vector. Throws `FileFormatError` for any other text.
 *
 * @example
 * await np.fromstring('1, 2.5, nan', { sep: ',' }).tolist(); // [1, 2.5, NaN]
 */
export const fromstring = takes(
  'fromstring',
  TEXT,
  byPlace(STRING_OPTIONS, 'dtype'),
  options(STRING_OPTIONS),
)((text: string, how?: Positional<FromstringOptions, 'dtype'>, more?: Omit<FromstringOptions, 'dtype'>): NDArray => {
  const options = byName('fromstring', how, 'dtype', more);
  const dtype: DType = dtypeOption(options?.dtype) ?? floatDefault();
  if (typeof text !== 'string') throw new ArgumentError(`fromstring: expected a text, got ${describe(text)}`);
  const list = new NumberList(dtype);
  for (const word of wordsOf(text, options?.sep ?? '')) list.push(numberOf(word, 'fromstring: the text', dtype));
  return adopt(runtime().upload(list.values, dtype, [list.length]));
});

/** The parts between separators; between white space without any. */
function wordsOf(text: string, separator: string): string[] {
  const content = stripped(text);
  if (content === '') return [];
  return stripped(separator) === '' ? content.split(SPACES) : content.split(separator);
}

/** Options of `savetxt`. */
export interface SavetxtOptions {
  /** The text between numbers; default a space. */
  readonly delimiter?: string;
  /**
   * How a number is written: a function, or a format of C such as '%.3f': one for all, one for each column in an Array, or one of a whole row.
   * Default as JavaScript does, which reads back as the same number.
   */
  readonly format?: Format;
  /** NumPy's name of `format`. */
  readonly fmt?: Format;
  /** The text behind a line; default '\n'. */
  readonly newline?: string;
  /** A comment at the beginning, and one at the end. */
  readonly header?: string;
  readonly footer?: string;
  /** The text that begins a comment; default '# '. */
  readonly comments?: string;
  /** As of `loadtxt`; default utf-8. */
  readonly encoding?: Encoding;
}
type Format = ((value: number | bigint | boolean) => string) | string | readonly string[];
const FORMAT: Kind<Format> = kind(
  "a function, or a format such as '%.3f'",
  (given) =>
    typeof given === 'function' ||
    typeof given === 'string' ||
    (Array.isArray(given) && given.every((x) => typeof x === 'string')),
);
const SAVETXT_OPTIONS: OptionKinds<SavetxtOptions> = {
  delimiter: TEXT,
  format: FORMAT,
  fmt: FORMAT,
  newline: TEXT,
  header: TEXT,
  footer: TEXT,
  comments: TEXT,
  encoding: ENCODING,
};

/**
 * Writes a matrix to a text file, a line each row; a vector as a column. Throws `ShapeError` for arrays of more axes or none,
 * `ArgumentError` for a character that the encoding does not have, and `FileError` as `save` does.
 *
 * @example
 * await np.savetxt('table.csv', np.ones([2, 3]), { delimiter: ',', format: '%.2f' });
 */
export const savetxt = takes(
  'savetxt',
  PATH,
  OWN,
  options(SAVETXT_OPTIONS),
)(async (path: string | URL, x: NDArray, options?: SavetxtOptions): Promise<void> => {
  const table = asTable(toArray(x, 'savetxt'));
  const { delimiter = ' ' } = options ?? {};
  const format = formatOf(options);
  const write =
    typeof format === 'function'
      ? (row: readonly (number | bigint | boolean)[]) => row.map((value) => format(value)).join(delimiter)
      : rowFormat(format, table.shape[1], delimiter);
  const rows = (await tolist(table)) as (number | bigint | boolean)[][];
  await writeRows(path, rows, write, options);
});

/** By either of its names. Throws `ArgumentError` for both. */
function formatOf({ format, fmt }: SavetxtOptions = {}): Format {
  if (format !== undefined && fmt !== undefined)
    throw new ArgumentError('savetxt: format and fmt are two names of one option; give one of them');
  return format ?? fmt ?? written;
}
