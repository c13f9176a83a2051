/**
 * The sources that SciPy writes as tuples: [data, [row, col]], [data, indices, indptr] and [rows, columns], with `{ shape }` behind them or without.
 *
 *     csr_array((data, (row, col)), shape=(3, 4))     csrArray([data, [row, col]], { shape: [3, 4] })
 */
import { iscomplexobj } from '../array/index.js';
import { ArgumentError } from '../base/index.js';
import { integers } from './lists.js';
import type { BoundsTuple, CooSource, CooTuple, CsrSource } from './sources.js';
import { isComplexArray } from './values.js';

type MatrixShape = readonly [number, number];

/** Complex numbers, { re, im }, are objects and no lists. */
const isList = (x: unknown): boolean => typeof x === 'object' && x !== null && (isComplexArray(x) || !iscomplexobj(x));
/** A list that is no Array: it stands in no nested Array of numbers. */
const isTyped = (x: unknown): boolean => isList(x) && !Array.isArray(x);

/** Whether a source is a pair of values and places. */
function isCooTuple(source: readonly unknown[]): boolean {
  const [, places] = source;
  return source.length === 2 && Array.isArray(places) && places.length === 2 && places.every(isList);
}

/** Three lists are rows of a matrix where they are Arrays and no shape is given. */
function isBoundsTuple(source: readonly unknown[], shape: MatrixShape | undefined): boolean {
  return source.length === 3 && source.every(isList) && (shape !== undefined || source.some(isTyped));
}

/** One more than the greatest index. */
function extentOf(indices: Int32Array): number {
  return indices.reduce((most, index) => Math.max(most, index), -1) + 1;
}

/**
 * The source that a tuple names; `axis`: the one of which `indptr` bounds the lines. Null for a source of a different form, for which no shape is given. A
 * shape that is left out is the least that has all entries.
 */
export function namedSource(
  source: unknown,
  shape: MatrixShape | undefined,
  axis: 0 | 1,
  operation: string,
): CooSource | CsrSource | null {
  if (Array.isArray(source) && isCooTuple(source)) {
    const [data, [row, col]] = source as unknown as CooTuple;
    const extents = (): MatrixShape => [extentOf(integers(row, 'row', operation)), extentOf(integers(col, 'col', operation))];
    return { data, row, col, shape: shape ?? extents() };
  }
  if (Array.isArray(source) && isBoundsTuple(source, shape)) {
    const [data, indices, indptr] = source as unknown as BoundsTuple;
    const extents = (): MatrixShape => {
      const lines = Math.max(0, integers(indptr, 'indptr', operation).length - 1);
      const across = extentOf(integers(indices, 'indices', operation));
      return axis === 0 ? [lines, across] : [across, lines];
    };
    return { data, indices, indptr, shape: shape ?? extents() };
  }
  if (shape !== undefined)
    throw new ArgumentError(`${operation}: { shape } goes with [data, [row, col]] or [data, indices, indptr]`);
  const isSize = Array.isArray(source) && source.length === 2 && source.every((n) => typeof n === 'number');
  return isSize ? { data: [], row: [], col: [], shape: source as unknown as MatrixShape } : null;
}
