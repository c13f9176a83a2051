/** Tables of numbers in text files, as NumPy reads and writes them, and numbers in a text. */
import { FileFormatError, ShapeError } from '../../base/index.js';
import { asDType, type DType, float64 } from '../../dtype/index.js';
import { readWhole, replaceFile } from '../../files/index.js';
import { formatShape } from '../../shape/index.js';
import { astype } from '../assign.js';
import { type DTypeLike, dtypeOption, toArray } from '../convert.js';
import { asarray } from '../creation.js';
import type { NDArray } from '../ndarray.js';
import { byName, checkOptions, type OptionNames, type Positional } from '../positional.js';
import { tolist } from '../read.js';
import { reshape } from '../reshape.js';

/** Options of `loadtxt`. */
export interface LoadtxtOptions {
  /** Default float64. */
  readonly dtype?: DTypeLike;
  /** What stands between numbers; default any white space. */
  readonly delimiter?: string;
  /** What begins a comment, which lasts to the end of its line; default '#'. */
  readonly comments?: string;
  /** Lines to leave out at the beginning, comments included; default 0. */
  readonly skiprows?: number;
  /** Rows to read, at most. */
  readonly maxRows?: number;
  /** Which columns, counted from 0; default all. */
  readonly usecols?: readonly number[];
}
const LOADTXT_OPTIONS: OptionNames<LoadtxtOptions> = {
  dtype: true,
  delimiter: true,
  comments: true,
  skiprows: true,
  usecols: true,
  maxRows: true,
};

/**
 * The numbers in a text file: a row each line, which have as many numbers as each other; one row or column comes as a vector. Empty
 * lines are left out. Rejects with `FileFormatError` for what is no number or another count of them, and as the file system does.
 *
 * @example
 * await np.savetxt('table.csv', np.ones([2, 3]), { delimiter: ',', header: 'a, b, c' });
 * (await np.loadtxt('table.csv', { delimiter: ',' })).shape; // [2, 3]
 */
export async function loadtxt(path: string, options?: LoadtxtOptions): Promise<NDArray> {
  checkOptions('loadtxt', options, LOADTXT_OPTIONS);
  const rows = tableOf(Buffer.from((await readWhole('loadtxt', path)).buffer).toString(), path, options ?? {});
  const dtype: DType = options?.dtype === undefined ? float64 : asDType(options.dtype);
  const columns = rows[0]?.length ?? 0;
  const flat = astype(asarray(Float64Array.from(rows.flat())), dtype, { copy: false });
  return rows.length > 1 && columns > 1 ? reshape(flat, [rows.length, columns]) : flat;
}

function tableOf(text: string, path: string, options: LoadtxtOptions): number[][] {
  const { delimiter, comments = '#', skiprows = 0, maxRows = Number.POSITIVE_INFINITY, usecols } = options;
  const rows: number[][] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (i < skiprows || rows.length >= maxRows) continue;
    const content = (comments === '' ? line : line.split(comments, 1)[0]).trim();
    if (content === '') continue;
    const words = delimiter === undefined ? content.split(/\s+/) : content.split(delimiter);
    const row = (usecols ?? words.map((_, k) => k)).map((k) => numberOf(words.at(k), `${path}, line ${i + 1}`));
    if (rows.length > 0 && row.length !== rows[0].length) {
      throw new FileFormatError(
        `loadtxt: ${path}, line ${i + 1}: expected ${rows[0].length} numbers as in the rows before, got ${row.length}`,
      );
    }
    rows.push(row);
  }
  return rows;
}

const named: Readonly<Record<string, number>> = { nan: Number.NaN, inf: Infinity, infinity: Infinity };

function numberOf(word: string | undefined, place: string, operation = 'loadtxt'): number {
  const text = word?.trim() ?? '';
  const [, sign, name] = /^([+-]?)([a-z]+)$/i.exec(text) ?? [];
  const special = name === undefined ? undefined : named[name.toLowerCase()];
  if (special !== undefined) return sign === '-' ? -special : special;
  const value = Number(text);
  if (text === '' || Number.isNaN(value))
    throw new FileFormatError(
      `${operation}: ${place}: expected a number, got ${JSON.stringify(text)}; say what the delimiter is`,
    );
  return value;
}

/** Options of `fromstring`. */
export interface FromstringOptions {
  /** Default float64. */
  readonly dtype?: DTypeLike;
  /** What stands between numbers; default white space. */
  readonly sep?: string;
}
const STRING_OPTIONS: OptionNames<FromstringOptions> = { dtype: true, sep: true };

/**
 * The numbers in a text, as a vector. Throws `FileFormatError` for what is no number.
 *
 * @example
 * await np.fromstring('1, 2.5, nan', { sep: ',' }).tolist(); // [1, 2.5, NaN]
 */
export function fromstring(
  text: string,
  how?: Positional<FromstringOptions, 'dtype'>,
  more?: Omit<FromstringOptions, 'dtype'>,
): NDArray {
  const options = byName('fromstring', how, 'dtype', STRING_OPTIONS, more);
  const dtype: DType = dtypeOption(options?.dtype) ?? float64;
  return astype(
    toArray(
      Float64Array.from(wordsOf(text, options?.sep ?? '').map((word) => numberOf(word, 'the text', 'fromstring'))),
      'fromstring',
    ),
    dtype,
    { copy: false },
  );
}

/** What stands between separators; between white space without any. */
function wordsOf(text: string, separator: string): string[] {
  if (text.trim() === '') return [];
  return separator.trim() === '' ? text.trim().split(/\s+/) : text.split(separator);
}

/** Options of `savetxt`. */
export interface SavetxtOptions {
  /** What stands between numbers; default a space. */
  readonly delimiter?: string;
  /** How a number is written; default as JavaScript does, which reads back as the same number. */
  readonly format?: (value: number | bigint | boolean) => string;
  /** What comes first, and last, as a comment. */
  readonly header?: string;
  readonly footer?: string;
  /** What begins a comment; default '# '. */
  readonly comments?: string;
}
const SAVETXT_OPTIONS: OptionNames<SavetxtOptions> = {
  delimiter: true,
  format: true,
  header: true,
  footer: true,
  comments: true,
};

/** Rows that are written at a time. */
const ROWS = 4096;

/**
 * Writes a matrix to a text file, a line each row; a vector as a column. Throws `ShapeError` for arrays of more axes or none,
 * and `FileError` as `save` does.
 *
 * @example
 * await np.savetxt('table.csv', np.ones([2, 3]), { delimiter: ',' });
 */
export async function savetxt(path: string, x: NDArray, options?: SavetxtOptions): Promise<void> {
  checkOptions('savetxt', options, SAVETXT_OPTIONS);
  const a = toArray(x, 'savetxt');
  if (a.ndim !== 1 && a.ndim !== 2)
    throw new ShapeError(`savetxt: expected a vector or a matrix, got shape ${formatShape(a.shape)}`);
  const { delimiter = ' ', format = written, header, footer, comments = '# ' } = options ?? {};
  const rows = (await tolist(a.ndim === 1 ? reshape(a, [a.size, 1]) : a)) as (number | bigint | boolean)[][];
  const comment = (text: string | undefined): string[] => (text === undefined ? [] : text.split('\n').map((l) => comments + l));
  await replaceFile('savetxt', path, async (sink) => {
    const write = (lines: readonly string[]): Promise<void> => sink.write(lines.map((line) => `${line}\n`).join(''));
    await write(comment(header));
    for (let at = 0; at < rows.length; at += ROWS) {
      await write(rows.slice(at, at + ROWS).map((row) => row.map(format).join(delimiter)));
    }
    await write(comment(footer));
  });
}

function written(value: number | bigint | boolean): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (Number.isNaN(value)) return 'nan';
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? String(value) : value > 0 ? 'inf' : '-inf';
}
