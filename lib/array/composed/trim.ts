/** Arrays without the zeros around them. */
import { byPlace, type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import { notEqual } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { type Axis, reducedAxes } from '../fold.js';
import { ARRAY, AXES } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { byName, type Positional } from '../positional.js';
import { data } from '../read.js';
import { any } from '../reductions.js';

/** Options of `trimZeros`. */
export interface TrimOptions {
  /** The ends that lose their zeros: the front (`f`), the back (`b`) or both (`fb`, the default). */
  readonly trim?: 'f' | 'b' | 'fb' | 'bf';
  /** An axis or several; default (or null): all. */
  readonly axis?: Axis;
}
const TRIM_OPTIONS: OptionKinds<TrimOptions> = { trim: oneOf('f', 'b', 'fb', 'bf'), axis: AXES };

interface Span {
  readonly start: number;
  readonly count: number;
}

/** The slices of an axis from the first to the last that is filled anywhere. */
async function spanOf(filled: NDArray, axis: number, trim: string): Promise<Span> {
  const others = Array.from({ length: filled.ndim }, (_, i) => i).filter((i) => i !== axis);
  const slices = others.length === 0 ? filled : any(filled, { axis: others });
  const found = Uint8Array.from((await data(slices)) as Uint8Array);
  const first = found.indexOf(1);
  if (first < 0) return { start: 0, count: 0 };
  const start = trim.includes('f') ? first : 0;
  return { start, count: (trim.includes('b') ? found.lastIndexOf(1) + 1 : found.length) - start };
}

/**
 * An array without the zeros around it, as a view: along each axis, or the ones that are asked for, without the slices of zeros at its ends. Of
 * an array of zeros nothing is left along these axes. Throws `IndexError` for an axis outside the array.
 *
 * @example
 * await (await np.trimZeros([0, 0, 1, 0, 2, 0])).tolist();                         // [1, 0, 2]
 * await (await np.trimZeros([[0, 0, 0], [0, 1, 0]])).tolist();                     // [[1]]
 * await (await np.trimZeros([[0, 0, 0], [0, 1, 0]], 'f', { axis: 1 })).tolist();   // [[0, 0], [1, 0]]
 */
export const trimZeros = takes(
  'trimZeros',
  ARRAY,
  byPlace(TRIM_OPTIONS, 'trim'),
  options(TRIM_OPTIONS),
)(async (x: ArrayLike, how?: Positional<TrimOptions, 'trim'>, more?: Omit<TrimOptions, 'trim'>): Promise<NDArray> => {
  const { trim = 'fb', axis } = byName('trimZeros', how, 'trim', more) ?? {};
  const a = toArray(x, 'trimZeros');
  const axes = reducedAxes(axis, a.ndim, 'trimZeros');
  const filled = notEqual(a, 0);
  const kept = await Promise.all(axes.map((at) => spanOf(filled, at, trim)));
  return axes.reduce((rest, at, i) => part(rest, at, kept[i].start, kept[i].count), a);
});
