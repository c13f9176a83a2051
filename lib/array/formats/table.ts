/** Tables in text files: the texts of their cells as they are read, and lines of elements as they are written. */
import { ArgumentError, FileFormatError, ShapeError } from '../../base/index.js';
import { pathOf, readWhole, replaceFile } from '../../files/index.js';
import { formatShape } from '../../shape/index.js';
import { matrixTranspose } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { reshape } from '../reshape.js';
import { SPACE, stripped } from './numbers.js';

/** Options of `loadtxt` that say where the cells are. */
interface CellOptions {
  readonly delimiter?: string;
  readonly comments?: string;
  readonly skiprows?: number;
  readonly maxRows?: number;
  readonly usecols?: number | readonly number[];
  readonly skipFooter?: number;
}

/** Takes the text of a cell, its name in errors, and its column. */
type TakeCell = (word: string, place: string, column: number) => void;

/** Options of `savetxt` beside the elements' texts. */
interface RowOptions {
  readonly newline?: string;
  readonly header?: string;
  readonly footer?: string;
  readonly comments?: string;
}

/** Rows and columns of a table. */
type Size = readonly [number, number];

/** Calls `take` with each text between delimiters, row by row, and what names it in an error. Returns the table's size. */
export async function eachCell(operation: string, path: string | URL, options: CellOptions, take: TakeCell): Promise<Size> {
  if (options.delimiter === '' || /[\r\n]/.test(options.delimiter ?? ''))
    throw new ArgumentError(`${operation}: expected a delimiter that is not empty and no end of a line`);
  const place = `${operation}: ${pathOf(operation, path)}`;
  return cellsOf(decoded(await readWhole(operation, pathOf(operation, path)), place), place, options, take);
}

/**
 * Elements in one axis as a table; one row or column is a vector, one element a 0-d array, unless `ndmin` wants more axes. `unpack`: columns come
 * first.
 */
export function tableOf(flat: NDArray, [rows, columns]: Size, { ndmin = 0, unpack = false }: TableOptions): NDArray {
  const isWhole = ndmin === 2 || (rows > 1 && columns > 1);
  const shape = isWhole ? [rows, Math.max(columns, 1)] : rows === 1 && columns === 1 && ndmin === 0 ? [] : [flat.size];
  const table = reshape(flat, shape);
  return unpack && isWhole ? matrixTranspose(table) : table;
}

/** Options of the array that a table comes as. */
interface TableOptions {
  readonly ndmin?: 0 | 1 | 2;
  readonly unpack?: boolean;
}

function decoded(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new FileFormatError(`${path}: expected text in UTF-8, got other bytes`, { cause });
  }
}

/** White space between numbers. */
export const SPACES = new RegExp(`${SPACE}+`);

/** Lines, without so many at the end. */
function linesOf(text: string, skipFooter: number): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (skipFooter === 0) return lines;
  return lines.slice(0, Math.max(0, lines.length - (lines.at(-1) === '' ? 1 : 0) - skipFooter));
}

/** `place`: the operation and the file. */
function cellsOf(text: string, place: string, options: CellOptions, take: TakeCell): Size {
  const { delimiter, comments = '#', skiprows = 0, maxRows = Number.POSITIVE_INFINITY, skipFooter = 0 } = options;
  const usecols = typeof options.usecols === 'number' ? [options.usecols] : options.usecols;
  let rows = 0;
  let columns = 0;
  for (const [i, line] of linesOf(text, skipFooter).entries()) {
    if (i < skiprows) continue;
    if (rows >= maxRows) break;
    const before = comments === '' ? line : line.split(comments, 1)[0];
    const content = delimiter === undefined ? stripped(before) : before;
    if (content === '') continue;
    const words = content.split(delimiter ?? SPACES);
    const count = usecols?.length ?? words.length;
    if (rows++ === 0) columns = count;
    else if (count !== columns)
      throw new FileFormatError(`${place}, line ${i + 1}: expected ${columns} numbers as in the rows before, got ${count}`);
    for (let k = 0; k < count; k++) takeCell(words, usecols?.[k] ?? k, `${place}, line ${i + 1}`, take);
  }
  return [rows, columns];
}

/** The text in a column, counted from the end when negative. */
function takeCell(words: readonly string[], column: number, place: string, take: TakeCell): void {
  const word = Number.isInteger(column) ? words.at(column) : undefined;
  if (word === undefined) throw new FileFormatError(`${place}: expected a column ${column}, got ${words.length} columns`);
  const at = column < 0 ? words.length + column : column;
  take(word, `${place}, column ${at + 1}`, at);
}

/** Whether a text in a column counts as missing. */
export type Missing = (text: string, column: number) => boolean;

/** By a list of texts with commas between them, or such a list for each column. */
export function missingIn(given: string | readonly string[] | undefined): Missing {
  const texts = (list: string): string[] => list.split(',').map(stripped);
  if (given === undefined) return () => false;
  if (typeof given === 'string') return (text) => texts(given).includes(text);
  return (text, column) => column < given.length && texts(given[column]).includes(text);
}

/** Rows that are written at a time. */
const ROWS = 4096;

/** A matrix, or a vector as a column. Throws `ShapeError` for other arrays. */
export function asTable(a: NDArray): NDArray {
  if (a.ndim !== 1 && a.ndim !== 2)
    throw new ShapeError(`savetxt: expected a vector or a matrix, got shape ${formatShape(a.shape)}`);
  return a.ndim === 1 ? reshape(a, [a.size, 1]) : a;
}

/** Writes a line for each row, as `write` has it. */
export async function writeRows<T>(
  path: string | URL,
  rows: readonly (readonly T[])[],
  write: (row: readonly T[]) => string,
  options: RowOptions | undefined,
): Promise<void> {
  const { newline = '\n', header, footer, comments = '# ' } = options ?? {};
  const comment = (text: string | undefined): string[] => (text === undefined ? [] : text.split('\n').map((l) => comments + l));
  await replaceFile('savetxt', path, async (sink) => {
    const put = (lines: readonly string[]): Promise<void> => sink.write(lines.map((line) => line + newline).join(''));
    await put(comment(header));
    for (let at = 0; at < rows.length; at += ROWS) {
      await put(rows.slice(at, at + ROWS).map(write));
    }
    await put(comment(footer));
  });
}

/** A number as `savetxt` writes it. */
export function written(value: number | bigint | boolean): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (Number.isNaN(value)) return 'nan';
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? String(value) : value > 0 ? 'inf' : '-inf';
}
