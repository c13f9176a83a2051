/**
 * Arrays as text, laid out as NumPy lays them out: columns aligned, rows wrapped at 75 columns, arrays of more than 1000
 * elements shortened to three at each end of each axis, unless `setPrintOptions` says otherwise. The numbers' own text is in `print-number.ts`. Printing reads
 * the elements that it shows, blocking.
 */

import { takes } from '../base/index.js';
import { bool, type DType, float64, int64, numbersOf } from '../dtype/index.js';
import { formatShape, sizeOf } from '../shape/index.js';
import { isUsable } from '../store/index.js';
import { contentsOf } from './contents.js';
import { concat } from './join.js';
import { OWN } from './kinds.js';
import type { NDArray } from './ndarray.js';
import { part } from './part.js';
import { formatter, scalarText } from './print-number.js';
import { shown } from './print-options.js';

/**
 * The array as NumPy's `repr` writes it; `console.log(x)` uses it. float64, int64 and bool are not named.
 *
 * @example
 * np.arrayRepr(np.asarray([1, 2.5])); // 'array([1. , 2.5])'
 */
export const arrayRepr = takes(
  'arrayRepr',
  OWN,
)((x: NDArray): string => {
  if (!isUsable(x)) return `array(<disposed>, shape=${formatShape(x.shape)}, dtype=${x.dtype.name})`;
  return reprOf(x.size, layoutOf(x.shape, cellsOf(x)), extrasOf(x, isImplied(x.dtype)));
});

/** The text of an array in `array(…)`, with the facts that its elements do not show. */
export function reprOf(size: number, layout: Layout, extras: readonly string[]): string {
  const prefix = 'array(';
  const body = size === 0 ? '[]' : layout(', ', prefix.length, shown.linewidth - 1);
  if (extras.length === 0) return `${prefix}${body})`;
  const start = `${prefix}${body},`;
  const extra = `${extras.join(', ')})`;
  const last = start.length - (start.lastIndexOf('\n') + 1);
  return `${start}${last + extra.length + 1 > shown.linewidth ? `\n${' '.repeat(prefix.length)}` : ' '}${extra}`;
}

/**
 * The array as NumPy's `str` writes it; template strings use it.
 *
 * @example
 * np.arrayStr(np.asarray([1, 2.5])); // '[1.  2.5]'
 */
export const arrayStr = takes(
  'arrayStr',
  OWN,
)((x: NDArray): string => {
  if (!isUsable(x)) return '<disposed array>';
  if (x.ndim === 0) return scalarText(numbersOf(x.dtype, contentsOf(x))[0], x.dtype);
  return strOf(x.size, layoutOf(x.shape, cellsOf(x)));
});

/** The array's elements in brackets; of a 0-d array its element as elements of arrays are written: `-173.`. */
export function elementsText(x: NDArray): string {
  return strOf(x.size, layoutOf(x.shape, cellsOf(x)));
}

/** The text of an array with axes. */
export function strOf(size: number, layout: Layout): string {
  return size === 0 ? '[]' : layout(' ', 0, shown.linewidth);
}

/** The facts that an array's elements do not show: its shape, and its dtype. */
export function extrasOf(
  x: {
    readonly size: number;
    readonly ndim: number;
    readonly shape: readonly number[];
    readonly dtype: { readonly name: string };
  },
  isImplied: boolean,
): string[] {
  const extras: string[] = [];
  const flatEmpty = x.size === 0 && x.ndim === 1;
  if ((x.size === 0 && !flatEmpty) || x.size > shown.threshold) extras.push(`shape=${formatShape(x.shape)}`);
  if (!isImplied || x.size === 0) extras.push(`dtype=${x.dtype.name}`);
  return extras;
}

function isImplied(dtype: DType): boolean {
  return dtype === float64 || dtype === int64 || dtype === bool;
}

interface Page {
  /** Sizes of the part that is shown. */
  readonly shape: readonly number[];
  /** Axes that were shortened: '...' stands between their two halves. */
  readonly cut: readonly boolean[];
  readonly cells: readonly string[];
  readonly separator: string;
}

/** Lays elements out between separators, behind so many columns, in rows of up to `width`. */
export type Layout = (separator: string, prefix: number, width: number) => string;
/** The texts of the elements that are left of an array's by `shorten`. */
export type Cells = (shorten: (x: NDArray) => NDArray) => readonly string[];

const cellsOf =
  (x: NDArray): Cells =>
  (shorten) => {
    const values = Array.from<number | bigint>(numbersOf(x.dtype, contentsOf(shorten(x))));
    return values.map(formatter(values, x.dtype, x.ndim === 0));
  };

/** The layout of an array of a shape with these elements; long axes are shortened. */
export function layoutOf(shape: readonly number[], cellsOf: Cells): Layout {
  const short = sizeOf(shape) > shown.threshold;
  const cut = shape.map((n) => short && n > 2 * shown.edgeitems);
  const cells = cellsOf((x) => cut.reduce((a, is, axis) => (is ? ends(a, axis) : a), x));
  if (shape.length === 0) return () => cells[0];
  const left = shape.map((n, axis) => (cut[axis] ? 2 * shown.edgeitems : n));
  return (separator, prefix, width) => block({ shape: left, cut, cells, separator }, 0, 0, prefix + 1, width);
}

/** The first and last few elements along an axis. */
function ends(x: NDArray, axis: number): NDArray {
  const n = x.shape[axis];
  return concat([part(x, axis, 0, shown.edgeitems), part(x, axis, n - shown.edgeitems, shown.edgeitems)], {
    axis,
  });
}

/** The sub-array at `axis` that begins at cell number `first`, after `indent` columns, in rows of up to `width`. */
function block(page: Page, axis: number, first: number, indent: number, width: number): string {
  const n = page.shape[axis];
  const left = page.shape.length - axis;
  if (left === 1) return row(page, first, n, page.cut[axis], indent, width);
  const inner = page.shape.slice(axis + 1).reduce((a, b) => a * b, 1);
  const parts = Array.from({ length: n }, (_, i) => block(page, axis + 1, first + i * inner, indent + 1, width - 1));
  if (page.cut[axis]) parts.splice(shown.edgeitems, 0, '...');
  return `[${parts.join(`${page.separator.trimEnd()}${'\n'.repeat(left - 1)}${' '.repeat(indent)}`)}]`;
}

/** One row of cells, wrapped where a cell would reach the width. */
function row(page: Page, first: number, n: number, cut: boolean, indent: number, width: number): string {
  const words = page.cells.slice(first, first + n);
  if (cut) words.splice(shown.edgeitems, 0, '...');
  const limit = width - Math.max(page.separator.trimEnd().length, 1);
  const lines: string[] = [];
  let line = ' '.repeat(indent);
  words.forEach((word, i) => {
    if (line.length + word.length > limit && line.length > indent) {
      lines.push(line.trimEnd());
      line = ' '.repeat(indent);
    }
    line += i === words.length - 1 ? word : word + page.separator;
  });
  return `[${[...lines, line].join('\n').slice(indent)}]`;
}
