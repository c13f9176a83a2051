/**
 * The Matrix Market exchange format (NIST, 1996): `coordinate` and `array` files with `real`, `integer`, `complex` or `pattern`
 * entries, `general`, `symmetric`, `skew-symmetric` or `hermitian`. Pattern entries are ones; complex ones two numbers.
 *
 *     %%MatrixMarket matrix coordinate real symmetric
 *     % a comment
 *     3 3 2            rows, columns, entries
 *     1 1 4.0          row, column (from 1), value
 *     3 1 -1.0         stands for (1, 3) too
 */
import { type DType, float64 } from '../dtype/index.js';
import { readWhole } from '../files/index.js';
import { noteProgress } from '../profile/index.js';
import type { Coordinates } from './coordinates.js';
import { Scanner } from './matrix-market-scan.js';

const FORMATS = ['coordinate', 'array'] as const;
const FIELDS = ['real', 'integer', 'complex', 'pattern', 'double', 'unsigned-integer'] as const;
const SYMMETRIES = ['general', 'symmetric', 'skew-symmetric', 'hermitian'] as const;
const MOST = 2 ** 31 - 1;
/** Entries between notes of progress. */
const PARTS = 2 ** 16;

interface Header {
  readonly format: (typeof FORMATS)[number];
  readonly field: (typeof FIELDS)[number];
  readonly symmetry: (typeof SYMMETRIES)[number];
}

/** Entries of a file. */
interface FileEntries extends Coordinates {
  /** Of complex entries. */
  readonly imaginary?: Float64Array;
}

/** Reads a file's entries. Rejects with `FileError`, and with `FileFormatError`, naming the file, the line and the expected text. */
export async function readCoordinates(path: string, dtype: DType = float64): Promise<FileEntries> {
  return parseMatrixMarket(await readWhole('readMatrixMarket', path), path, dtype);
}

/**
 * The entries of a Matrix Market file's contents, symmetric ones written out: numbers that the dtype holds, integers exactly. `file` is
 * for messages.
 */
export function parseMatrixMarket(bytes: Uint8Array, file: string, dtype: DType = float64): FileEntries {
  const scanner = new Scanner(file, bytes, dtype);
  scanner.checkReturns();
  const header = parseHeader(scanner);
  if (!scanner.nextLine()) throw scanner.error("a line with the matrix's sizes", 'the end of the file');
  const rows = scanner.integer(0, MOST, 'the number of rows');
  const cols = scanner.integer(0, MOST, 'the number of columns');
  if (header.symmetry !== 'general' && rows !== cols) {
    throw scanner.error(`a ${header.symmetry} matrix to be square`, `${rows} by ${cols}`);
  }
  checkSizes(scanner, rows, cols);
  const entries = header.format === 'array' ? parseArray(scanner, header, rows, cols) : parseEntries(scanner, header, rows, cols);
  if (scanner.nextLine()) throw scanner.error('the end of the file after the last announced entry', 'another line');
  return mirror(entries, header);
}

/** Bytes for the starts of rows and columns that any file may ask for, and how many times its own length beyond that. */
const [ANY_SIZE, TIMES_LENGTH] = [2 ** 26, 64];

/** Compressed rows take memory for each row, empty or not: a header alone does not get more than a file of its length deserves. */
function checkSizes(scanner: Scanner, rows: number, cols: number): void {
  const bytes = 4 * (rows + cols + 2);
  const most = ANY_SIZE + TIMES_LENGTH * scanner.bytes.length;
  if (bytes > most)
    throw scanner.error(
      `sizes in proportion to the file's ${scanner.bytes.length} bytes; rows and columns may take at most ${most} bytes`,
      `${rows} by ${cols}, which take ${bytes}`,
    );
}

/** The next value of the header's field. */
function valueOf(scanner: Scanner, { field }: Header): number {
  if (field === 'pattern') return 1;
  if (field === 'integer' || field === 'unsigned-integer') return scanner.whole(field === 'unsigned-integer');
  return scanner.real('a real number');
}

function parseHeader(scanner: Scanner): Header {
  // Blanks of ASCII: JavaScript's \s takes a no-break space, too.
  const words =
    scanner
      .readLine()
      .toLowerCase()
      .match(/[^ \t\r\v\f]+/g) ?? [];
  scanner.line = 1;
  if (words[0] !== '%%matrixmarket' || words[1] !== 'matrix') {
    throw scanner.error("a first line '%%MatrixMarket matrix FORMAT FIELD SYMMETRY'", `'${words.join(' ').slice(0, 60)}'`);
  }
  const format = oneOf(scanner, FORMATS, words[2], 'the format');
  const field = oneOf(scanner, FIELDS, words[3], 'the field');
  const symmetry = oneOf(scanner, SYMMETRIES, words[4], 'the symmetry');
  if (format === 'array' && field === 'pattern') throw scanner.error('an array file to hold values', "'pattern'");
  if (field === 'unsigned-integer' && symmetry === 'skew-symmetric')
    throw scanner.error('a skew-symmetric matrix to hold signed values', "'unsigned-integer'");
  if (symmetry === 'hermitian' && field !== 'complex')
    throw scanner.error('a hermitian matrix to hold complex values', `'${field}'`);
  scanner.line = 2;
  return { format, field, symmetry };
}

function oneOf<T extends string>(scanner: Scanner, known: readonly T[], word: string | undefined, what: string): T {
  const found = known.find((k) => k === word);
  if (found === undefined)
    throw scanner.error(`${what} to be one of ${known.join(', ')}`, word === undefined ? 'nothing' : `'${word}'`);
  return found;
}

/** The lists of so many entries; of complex ones with imaginary parts. */
function listsFor({ field }: Header, shape: readonly [number, number], count: number): FileEntries {
  const lists = { shape, row: new Int32Array(count), col: new Int32Array(count), value: new Float64Array(count) };
  return field === 'complex' ? { ...lists, imaginary: new Float64Array(count) } : lists;
}

/** Reads the value of entry k, and throws for one on the diagonal that the symmetry does not allow. */
function readValue(scanner: Scanner, header: Header, { row, col, value, imaginary }: FileEntries, k: number): void {
  value[k] = valueOf(scanner, header);
  if (imaginary !== undefined) imaginary[k] = scanner.real('an imaginary part');
  scanner.endLine(header.format === 'array' ? 'the value' : 'the entry');
  if (row[k] !== col[k]) return;
  const other = imaginary?.[k] ?? 0;
  if (header.symmetry === 'skew-symmetric' && (value[k] !== 0 || other !== 0))
    throw scanner.error('no entry on the diagonal of a skew-symmetric matrix', `${value[k]}`);
  if (header.symmetry === 'hermitian' && other !== 0)
    throw scanner.error('a real number on the diagonal of a hermitian matrix', `the imaginary part ${other}`);
}

function parseEntries(scanner: Scanner, header: Header, rows: number, cols: number): FileEntries {
  const count = scanner.integer(0, MOST, 'the number of entries');
  scanner.endLine('the number of entries');
  if (count * 3 > scanner.bytes.length) throw scanner.error(`${count} entries`, 'a file too short to hold them');
  const made = listsFor(header, [rows, cols], count);
  const { row, col } = made;
  for (let k = 0; k < count; k++) {
    if (k % PARTS === 0) noteProgress(`taking in ${scanner.file}`, k, count);
    if (!scanner.nextLine()) throw scanner.error(`${count} entries`, `the end of the file after ${k}`);
    row[k] = scanner.integer(1, rows, 'a row number') - 1;
    col[k] = scanner.integer(1, cols, 'a column number') - 1;
    readValue(scanner, header, made, k);
  }
  return made;
}

/** Column by column; of symmetric matrices the lower triangle (without the diagonal, when skew). */
function parseArray(scanner: Scanner, header: Header, rows: number, cols: number): FileEntries {
  scanner.endLine('the number of columns');
  const skip = header.symmetry === 'general' ? null : header.symmetry === 'skew-symmetric' ? 1 : 0;
  const count = skip === null ? rows * cols : (rows * (rows + 1 - 2 * skip)) / 2;
  if (count * 2 > scanner.bytes.length + 1) throw scanner.error(`${count} values`, 'a file too short to hold them');
  const made = listsFor(header, [rows, cols], count);
  const { row, col } = made;
  let k = 0;
  for (let j = 0; j < cols; j++) {
    noteProgress(`taking in ${scanner.file}`, k, count);
    for (let i = skip === null ? 0 : j + skip; i < rows; i++, k++) {
      if (!scanner.nextLine()) throw scanner.error(`${count} values`, `the end of the file after ${k}`);
      row[k] = i;
      col[k] = j;
      readValue(scanner, header, made, k);
    }
  }
  return made;
}

/** Writes out the entries that symmetry implies. */
function mirror(entries: FileEntries, header: Header): FileEntries {
  if (header.symmetry === 'general') return entries;
  const { row, col, value, imaginary, shape } = entries;
  let extra = 0;
  for (let k = 0; k < row.length; k++) if (row[k] !== col[k]) extra++;
  const { symmetry } = header;
  const sign = symmetry === 'skew-symmetric' ? -1 : 1;
  const signs = [sign, symmetry === 'hermitian' ? -1 : sign];
  const [re, im] = [value, imaginary].map((list) => (list === undefined ? undefined : grown(list, extra)));
  const out = { shape, row: grow(row, extra), col: grow(col, extra), value: re ?? value };
  let next = row.length;
  for (let k = 0; k < row.length; k++) {
    if (row[k] === col[k]) continue;
    out.row[next] = col[k];
    out.col[next] = row[k];
    out.value[next] = signs[0] * value[k];
    if (im !== undefined) im[next] = signs[1] * im[k];
    next++;
  }
  return im === undefined ? out : { ...out, imaginary: im };
}

function grown(list: Float64Array, extra: number): Float64Array {
  const longer = new Float64Array(list.length + extra);
  longer.set(list);
  return longer;
}

function grow(list: Int32Array, extra: number): Int32Array {
  const longer = new Int32Array(list.length + extra);
  longer.set(list);
  return longer;
}
