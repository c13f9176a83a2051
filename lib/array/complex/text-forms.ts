/**
 * The complex forms of `savetxt`, `loadtxt` and `genfromtxt`: a number as Python writes it, `(1-2j)`. Read are a sum of both parts, with or without
 * brackets, and either part alone.
 */
import { DTypeError, FileFormatError } from '../../base/index.js';
import { asAnyDType, type ComplexDType, float64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import type { Complex } from '../convert.js';
import { NumberList, parseNumber, stripped } from '../formats/numbers.js';
import { asTable, eachCell, type Missing, missingIn, tableOf, writeRows, written } from '../formats/table.js';
import type { GenfromtxtOptions, LoadtxtOptions, SavetxtOptions } from '../formats/text.js';
import { adopt, type NDArray } from '../ndarray.js';
import { defineForms, formOf } from './calls.js';
import { ComplexArray } from './complex-array.js';

function textOf({ re, im }: Complex): string {
  const imaginary = written(im);
  return `(${written(re)}${/^[-+]/.test(imaginary) ? '' : '+'}${imaginary}j)`;
}

/** A part, of which a sign alone is one. */
function part(text: string, imaginary: boolean): number | null {
  if (imaginary && /^[+-]?$/.test(text)) return text === '-' ? -1 : 1;
  return parseNumber(text, float64) as number | null;
}

/** The number that a text is; null for other texts. */
function parseComplex(text: string): Complex | null {
  const inner = /^\((.*)\)$/.exec(text)?.[1].trim() ?? text;
  if (!/j$/i.test(inner)) {
    const re = part(inner, false);
    return re === null ? null : { re, im: 0 };
  }
  const body = inner.slice(0, -1);
  // The sign between the parts: no sign of an exponent, and not the first one.
  const cut = /^.+(?<!\de)(?=[+-])/i.exec(body)?.[0].length ?? 0;
  const re = cut === 0 ? 0 : part(body.slice(0, cut), false);
  const im = part(body.slice(cut), true);
  return re === null || im === null ? null : { re, im };
}

async function read(
  operation: string,
  path: string | URL,
  options: LoadtxtOptions,
  fill?: number,
  isMissing?: Missing,
  loose = true,
): Promise<ComplexArray> {
  const { part: dtype } = asAnyDType(options.dtype as never) as ComplexDType;
  const lists = [new NumberList(dtype), new NumberList(dtype)] as const;
  if (options.converters !== undefined)
    throw new DTypeError(`${operation}: converters are of real numbers; leave them out, or read parts by themselves`);
  const size = await eachCell(operation, path, options, (word, place, column) => {
    const text = stripped(word);
    const isGone = isMissing?.(text, column) === true;
    const isFilled = fill !== undefined && (isGone || loose || text === '');
    const value = (isGone ? null : parseComplex(text)) ?? (isFilled ? { re: fill, im: 0 } : null);
    if (value === null)
      throw new FileFormatError(`${place}: expected a complex number such as (1-2j), got ${JSON.stringify(text.slice(0, 60))}`);
    lists[0].push(value.re);
    lists[1].push(value.im);
  });
  const [re, im] = lists.map((list) => tableOf(adopt(runtime().upload(list.values, dtype, [list.length])), size, options));
  return new ComplexArray(re, im);
}

defineForms(() => ({
  savetxt: async (path: string | URL, z: ComplexArray, options?: SavetxtOptions) => {
    const table = new ComplexArray(asTable(z.re), asTable(z.im));
    const { delimiter = ' ', format, fmt } = options ?? {};
    if (format !== undefined && typeof format !== 'function')
      throw new DTypeError(
        'savetxt: formats of C are of real numbers; give a function of complex ones, or write parts by themselves',
      );
    if (fmt !== undefined)
      throw new DTypeError('savetxt: fmt is of real numbers; give a function as format, or write parts by themselves');
    const text = (format ?? textOf) as (z: Complex) => string;
    const rows = (await formOf('tolist')(table)) as Complex[][];
    await writeRows(path, rows, (row) => row.map((z) => text(z)).join(delimiter), options);
  },
  loadtxt: async (path: string | URL, options: LoadtxtOptions): Promise<NDArray> =>
    (await read('loadtxt', path, options)) as unknown as NDArray,
  genfromtxt: async (
    path: string | URL,
    { skipHeader, fillingValues = Number.NaN, missingValues, loose, ...rest }: GenfromtxtOptions,
  ): Promise<NDArray> =>
    (await read(
      'genfromtxt',
      path,
      { ...rest, skiprows: skipHeader },
      fillingValues,
      missingIn(missingValues),
      loose,
    )) as unknown as NDArray,
}));
