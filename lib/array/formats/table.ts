/** Tables in text files: the texts of their cells as they are read, and lines of elements as they are written. */
import { ArgumentError, FileFormatError, ShapeError } from '../../base/index.js';
import { pathOf, readWhole, replaceFile } from '../../files/index.js';
import { formatShape } from '../../shape/index.js';
import { matrixTranspose } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { reshape } from '../reshape.js';
import { decoded, type Encoding, encoded } from './encodings.js';
import { SPACE, stripped } from './numbers.js';

/** Options of `loadtxt` that say where the cells are. */
interface CellOptions {
  readonly delimiter?: string;
  readonly comments?: string;
  readonly skiprows?: number;
  readonly maxRows?: number;
  readonly usecols?: number | readonly number[];
  readonly skipFooter?: number;
  readonly quotechar?: string;
  readonly encoding?: Encoding;
  readonly invalidRaise?: boolean;
}

/** Takes the text of a cell, its name in errors, and its column. */
type TakeCell = (word: string, place: string, column: number) => void;

/** Options of `savetxt` beside the elements' texts. */
interface RowOptions {
  readonly newline?: string;
  readonly header?: string;
  readonly footer?: string;
  readonly comments?: string;
  readonly encoding?: Encoding;
}

/** Rows and columns of a table. */
type Size = readonly [number, number];

/** Calls `take` with each text between delimiters, row by row, and what names it in an error. Returns the table's size. */
export async function eachCell(operation: string, path: string | URL, options: CellOptions, take: TakeCell): Promise<Size> {
  if (options.delimiter === '' || /[\r\n]/.test(options.delimiter ?? ''))
    throw new ArgumentError(`${operation}: expected a delimiter that is not empty and no end of a line`);
  if (options.quotechar !== undefined && options.quotechar.length !== 1)
    throw new ArgumentError(`${operation}: expected one character as quotechar, got ${JSON.stringify(options.quotechar)}`);
  const place = `${operation}: ${pathOf(operation, path)}`;
  const bytes = await readWhole(operation, pathOf(operation, path));
  return cellsOf(decoded(bytes, place, options.encoding), place, options, take);
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
  const { invalidRaise = true, skiprows = 0, maxRows = Number.POSITIVE_INFINITY, skipFooter = 0 } = options;
  const usecols = typeof options.usecols === 'number' ? [options.usecols] : options.usecols;
  let rows = 0;
  let columns = 0;
  for (const [i, line] of linesOf(text, skipFooter).entries()) {
    if (i < skiprows) continue;
    if (rows >= maxRows) break;
    const words = wordsIn(line, options, `${place}, line ${i + 1}`);
    if (words === null) continue;
    const count = usecols?.length ?? words.length;
    if (rows === 0) columns = count;
    else if (count !== columns) {
      if (!invalidRaise) continue;
      throw new FileFormatError(`${place}, line ${i + 1}: expected ${columns} numbers as in the rows before, got ${count}`);
    }
    rows++;
    for (let k = 0; k < count; k++) takeCell(words, usecols?.[k] ?? k, `${place}, line ${i + 1}`, take);
  }
  return [rows, columns];
}

/** The texts of a line's cells; null for an empty line. */
function wordsIn(line: string, { delimiter, comments = '#', quotechar }: CellOptions, place: string): string[] | null {
  if (quotechar !== undefined && line.includes(quotechar)) return quotedWords(line, { delimiter, comments, quotechar }, place);
  const before = comments === '' ? line : line.split(comments, 1)[0];
  const content = delimiter === undefined ? stripped(before) : before;
  return content === '' ? null : content.split(delimiter ?? SPACES);
}

/**
 * The texts of a line of which some cells begin with a quote: delimiters and comments within count as text, two quotes as one, and what follows
 * the last quote belongs to the cell.
 */
function quotedWords(
  line: string,
  { delimiter, comments, quotechar }: Required<Pick<CellOptions, 'comments' | 'quotechar'>> & Pick<CellOptions, 'delimiter'>,
  place: string,
): string[] | null {
  const space = new RegExp(SPACE, 'y');
  const isSpace = (at: number): boolean => {
    space.lastIndex = at;
    return space.test(line);
  };
  const words: string[] = [];
  let at = 0;
  for (;;) {
    if (delimiter === undefined) while (at < line.length && isSpace(at)) at++;
    const isOver = at >= line.length || (comments !== '' && line.startsWith(comments, at));
    if (isOver && (delimiter === undefined || words.length === 0)) break;
    let word = '';
    if (line[at] === quotechar) {
      for (at++; line[at] !== quotechar || line[at + 1] === quotechar; at++) {
        if (at >= line.length) throw new FileFormatError(`${place}: a text in quotes does not end in its line`);
        if (line[at] === quotechar) at++;
        word += line[at];
      }
      at++;
    }
    const isEnd = (): boolean => (delimiter === undefined ? isSpace(at) : line.startsWith(delimiter, at));
    while (at < line.length && !isEnd() && !(comments !== '' && line.startsWith(comments, at))) word += line[at++];
    words.push(word);
    if (at >= line.length || !isEnd()) break;
    if (delimiter !== undefined) at += delimiter.length;
  }
  return words.length === 0 ? null : words;
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
  const { newline = '\n', header, footer, comments = '# ', encoding = 'utf-8' } = options ?? {};
  const comment = (text: string | undefined): string[] => (text === undefined ? [] : text.split('\n').map((l) => comments + l));
  await replaceFile('savetxt', path, async (sink) => {
    let isFirst = true;
    const put = async (lines: readonly string[]): Promise<void> => {
      if (lines.length === 0) return;
      await sink.write(encoded(lines.map((line) => line + newline).join(''), 'savetxt', encoding, isFirst));
      isFirst = false;
    };
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
