/** Places in flattened arrays, from coordinates and back. */

import { ArgumentError, byPlace, either, listOf as listKind, type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { formatShape, type Shape, sizeOf } from '../../shape/index.js';
import { add, floorDivide, multiply, remainder } from '../arithmetic.js';
import { astype } from '../assign.js';
import type { ArrayLike } from '../convert.js';
import { asarray, shapeArgument } from '../creation.js';
import { indexArray, integerArray, take } from '../gather.js';
import { INDEX_MODE, type IndexMode, inMode } from '../index-mode.js';
import { ARRAY, ARRAYS, SHAPE } from '../kinds.js';
import { listOf } from '../list-of.js';
import { broadcastTo } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';

/** Zeros, readers of which throw for indices outside of an axis: a gather from a number at every place, of which there is one in memory. */
const refusal = (given: NDArray, size: number): NDArray => take(broadcastTo(asarray(0n), [size]), given);

/** The option of `unravelIndex`, and one of `ravelMultiIndex`. */
export interface IndexOrderOption {
  /** Which coordinate changes fastest in the flattened array: the last (`C`, the default) or the first (`F`). */
  readonly order?: 'C' | 'F';
}
const INDEX_ORDER: OptionKinds<IndexOrderOption> = { order: oneOf('C', 'F') };

/**
 * Coordinates of places in a flattened array of the shape, row-major or with `order: 'F'` column-major: an array for each axis. Readers throw
 * `IndexError` for places outside it; places below 0 count from its end.
 *
 * @example
 * const [row, column] = np.unravelIndex([1, 5], [2, 3]);
 * await row.tolist();    // [0, 1]
 * await column.tolist(); // [1, 2]
 * await np.unravelIndex([1, 5], [2, 3], 'F')[0].tolist(); // [1, 1]
 */
export const unravelIndex = takes(
  'unravelIndex',
  ARRAY,
  SHAPE,
  byPlace(INDEX_ORDER, 'order'),
)((places: ArrayLike, sizes: number | Shape, how?: Positional<IndexOrderOption, 'order'>): NDArray[] => {
  const byColumns = byName('unravelIndex', how, 'order')?.order === 'F';
  const shape = shapeArgument(sizes, 'unravelIndex');
  const given = indexArray(places, 'unravelIndex');
  const at = add(astype(given, int64, { copy: false }), refusal(given, sizeOf(shape)));
  return shape.map((n, axis) => {
    const step = sizeOf(byColumns ? shape.slice(0, axis) : shape.slice(axis + 1));
    return remainder(floorDivide(at, BigInt(step)), BigInt(n));
  });
});

/** Options of `ravelMultiIndex`. */
export interface ModesOption extends IndexOrderOption {
  /** The rule for coordinates outside their axes, of all axes or of each: see `take`; by default, and with 'raise', readers throw. */
  readonly mode?: IndexMode | readonly IndexMode[];
}
const MODES: OptionKinds<ModesOption> = { mode: either(INDEX_MODE, listKind(INDEX_MODE)), ...INDEX_ORDER };

/**
 * Places in the flattened array of the shape, row-major or with `order: 'F'` column-major, of coordinates: an array for each axis. Coordinates
 * below 0 count from the end of their axis; readers throw `IndexError` for coordinates outside it. Throws `ArgumentError` when there are not as many arrays as axes.
 *
 * @example
 * await np.ravelMultiIndex([[0, 1], [1, 2]], [2, 3]).tolist();                 // [1, 5]
 * await np.ravelMultiIndex([[0, 1], [1, 2]], [2, 3], { order: 'F' }).tolist(); // [2, 5]
 */
export const ravelMultiIndex = takes(
  'ravelMultiIndex',
  ARRAYS,
  SHAPE,
  byPlace(MODES, 'mode'),
  options(MODES),
)(
  (
    of: readonly ArrayLike[] | NDArray,
    sizes: number | Shape,
    how?: Positional<ModesOption, 'mode'>,
    more?: Omit<ModesOption, 'mode'>,
  ): NDArray => {
    const { mode, order } = byName('ravelMultiIndex', how, 'mode', more) ?? {};
    const shape = shapeArgument(sizes, 'ravelMultiIndex');
    const coordinates = listOf(of, 'ravelMultiIndex');
    if (coordinates.length !== shape.length || shape.length === 0) {
      throw new ArgumentError(
        `ravelMultiIndex: expected coordinates for each axis of ${formatShape(shape)}, got ${coordinates.length}`,
      );
    }
    const along = coordinates.map((x, axis) => {
      const given = integerArray(x, 'ravelMultiIndex');
      const outside = (typeof mode === 'string' ? mode : mode?.[axis]) ?? 'raise';
      if (outside !== 'raise') return inMode(given, shape[axis], outside);
      return add(remainder(astype(given, int64, { copy: false }), BigInt(shape[axis])), refusal(given, shape[axis]));
    });
    const outward = shape.map((_, axis) => (order === 'F' ? shape.length - 1 - axis : axis));
    return outward.slice(1).reduce((place, axis) => add(multiply(place, BigInt(shape[axis])), along[axis]), along[outward[0]]);
  },
);
