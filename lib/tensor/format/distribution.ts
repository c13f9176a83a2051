/**
 * Tensor distribution notation (DISTAL, section 3.2): which processors of a grid have which part of a tensor. The names on the left are the
 * tensor's dimensions, the places on the right are the grid's.
 *
 *     'xy -> xy'     tiles: both dimensions are cut, one along each dimension of the grid
 *     'xy -> x'      rows, each row of tiles whole
 *     'xy -> xy0'    tiles on a face: at coordinate 0 of the third dimension
 *     'xy -> xy*'    tiles, again at each coordinate of the third dimension
 *
 * Parts are contiguous and as long as the first: ⌈n / g⌉ elements, the last ones shorter or empty. A hierarchical grid has one statement for
 * each level, of which the second cuts the parts that the first made.
 */
import { ArgumentError } from '../../base/index.js';
import type { Rect } from '../../partition/index.js';
import type { Shape } from '../../shape/index.js';
import type { Grid } from '../machine/grid.js';

/** One dimension of the grid: it cuts a dimension of the tensor, or stands at a coordinate, or has the same everywhere. */
type Place =
  | { readonly kind: 'cut'; readonly dim: number }
  | { readonly kind: 'fix'; readonly at: number }
  | { readonly kind: 'all' };

/** A tensor's place on a grid. */
export interface Distribution {
  readonly grid: Grid;
  /** By dimension of the grid, with the dimensions of all levels. */
  readonly places: readonly Place[];
  /** As it was written, normalized: `xy -> xy0`. */
  readonly text: string;
  /** Of a tensor of one dimension: the first element of each part, and the end, where parts are of different lengths. */
  readonly starts?: readonly number[];
}

/** Throws `ArgumentError` for a text that distributes no tensor of this rank on the grid. `name`: of the tensor. */
export function parseDistribution(name: string, rank: number, grid: Grid, as: string | readonly string[]): Distribution {
  const texts = typeof as === 'string' ? [as] : as;
  const { levels } = grid;
  if (texts.length !== levels.length) {
    throw new ArgumentError(
      `tensor ${name}: expected ${levels.length} ${levels.length === 1 ? 'statement' : 'statements'}, one for each level of the grid ` +
        `${String(grid)}, got ${texts.length}; as: ['xy -> xy', 'xy -> x'] has two`,
    );
  }
  const places = texts.flatMap((text, i) => parseLevel(name, rank, levels[i], text));
  return { grid, places, text: texts.map((text) => text.replace(/\s+/g, '').replace('->', ' -> ')).join(', ') };
}

function parseLevel(name: string, rank: number, { dims }: Grid, text: string): Place[] {
  const fail = (why: string): never => {
    throw new ArgumentError(
      `tensor ${name}: the distribution '${text}' ${why}; left of -> stands a letter for each of the ${rank} dimensions of ${name}, right of it ` +
        `one of these letters, a coordinate or * for each of the ${dims.length} dimensions of the grid (${dims.join(', ')})`,
    );
  };
  const match = /^([A-Za-z]*)->([A-Za-z0-9*]*)$/.exec(text.replace(/\s+/g, ''));
  if (match === null) return fail('is none');
  const [left, right] = [[...match[1]], [...match[2]]];
  if (left.length !== rank) fail(`names ${left.length} dimensions`);
  if (right.length !== dims.length) fail(`has ${right.length} places`);
  const twice = [left, right.filter((c) => /[A-Za-z]/.test(c))].flatMap((names) => names.filter((c, i) => names.indexOf(c) < i));
  if (twice.length > 0) fail(`names ${twice[0]} twice`);
  return right.map((c, d): Place => {
    if (c === '*') return { kind: 'all' };
    if (/\d/.test(c)) {
      if (Number(c) >= dims[d]) fail(`stands at coordinate ${c} of a dimension of ${dims[d]}`);
      return { kind: 'fix', at: Number(c) };
    }
    if (!left.includes(c)) fail(`names ${c}, which ${name} has not`);
    return { kind: 'cut', dim: left.indexOf(c) };
  });
}

/** The part of a tensor that a processor has, clipped to the tensor; fixed coordinates are not looked at. */
export function partAt({ places, grid, starts }: Distribution, shape: Shape, processor: readonly number[]): Rect {
  const dims = grid.shape;
  const low = shape.map(() => 0);
  const high = [...shape];
  // Parts are cut from parts of full length, so that equal coordinates cut equal lengths.
  const full = [...shape];
  for (const [d, place] of places.entries()) {
    if (place.kind !== 'cut') continue;
    const { dim } = place;
    if (starts !== undefined) return { low: [starts[processor[d]]], high: [starts[processor[d] + 1]] };
    full[dim] = Math.ceil(full[dim] / dims[d]);
    low[dim] = Math.min(high[dim], low[dim] + processor[d] * full[dim]);
    high[dim] = Math.min(high[dim], low[dim] + full[dim]);
  }
  return { low, high };
}
