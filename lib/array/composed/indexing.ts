/**
 * NumPy's `x[…]`: numbers, slices, new axes, index arrays and masks in one list of indices.
 *
 *     x.get('1:-1', 0)     x[1:-1, 0]       numbers and slices alone: a view, as `slice` gives it; x.get(2, 0): a copy
 *     x.get([2, 0], ':2')  x[[2, 0], :2]    index arrays: elements of a view of the slices, copied
 *     x.get(mask, 0)       x[mask, 0]       a mask: a lazy array
 *
 * Index arrays and masks are *advanced* indices, and beside them so are numbers. The axes that they broadcast to stand where the first of them
 * stood if all are neighbours, and come first otherwise.
 */
import { ArgumentError, each, IndexError, late, takes } from '../../base/index.js';
import { bool } from '../../dtype/index.js';
import { broadcastShapes, formatShape, type Shape } from '../../shape/index.js';
import { copy } from '../assign.js';
import { type ArrayLike, notNumber, toArray } from '../convert.js';
import { gather, indexArray } from '../gather.js';
import { ARRAY, OWN } from '../kinds.js';
import { expandDims, moveaxis } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { ravel, reshape } from '../reshape.js';
import { compress, elements } from '../sets.js';
import { type SliceIndex, slice, textIndices } from '../slice.js';

/** One index: a number or an index array, a mask, a text such as `'1:-1'` (the table of `slice`), null for a new axis. */
export type Index = ArrayLike | string | null;

export const INDEX = late<Index>(
  "an index such as 3, '1:-1', '...', null, an index array or a mask",
  (given) => typeof given === 'string' || given === null || ARRAY.is(given as ArrayLike),
  (operation, given) => notNumber(given, operation),
);

/** Whether an index is a text, or a new axis: no array. */
export function isBasic(index: unknown): index is string | null {
  return typeof index === 'string' || index === null;
}

/** The view that numbers, texts and new axes alone name; null where some index is an array, or no integer. */
export function partAt(x: NDArray, indices: readonly Index[]): NDArray | null {
  for (const index of indices) if (!isBasic(index) && typeof index !== 'bigint' && !Number.isInteger(index)) return null;
  const basic = indices.map((index) => (typeof index === 'bigint' ? Number(index) : index));
  return slice(x, ...(basic as readonly SliceIndex[]));
}

/** Indices in order, texts as their parts; arrays and masks by their place among them. */
interface Indices {
  readonly parts: readonly (SliceIndex | NDArray)[];
  readonly masks: readonly number[];
  readonly arrays: readonly number[];
}

/** Indices among which is an array, or a number that is no integer: `DTypeError` is thrown for that one. */
export function indicesOf(indices: readonly Index[], operation: string): Indices {
  const parts = indices.flatMap((index): (SliceIndex | NDArray)[] => {
    if (typeof index === 'string') return [...textIndices(index)];
    if (index === null || Number.isInteger(index)) return [index as number | null];
    const given = toArray(index, operation);
    if (given.dtype !== bool) return [indexArray(index, operation)];
    if (given.ndim === 0) throw new IndexError(`${operation}: a mask has an axis at least; null is a new axis`);
    return [given];
  });
  const places = (is: (array: NDArray) => boolean): number[] =>
    parts.flatMap((part, i) => (isArray(part) && is(part) ? [i] : []));
  return {
    parts,
    masks: places(({ dtype }) => dtype === bool),
    arrays: places(({ dtype }) => dtype !== bool),
  };
}

function isArray(part: SliceIndex | NDArray): part is NDArray {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

/**
 * NumPy's `x[i0, i1, …]` for reading, as `set` is for writing; see the file's table. Numbers and slices alone give a view, a number for each
 * axis a copy of the element; a mask of one axis, or of the leading axes, a lazy array; index arrays, of integers or of floats that are whole numbers, a copy (`gather`). Throws
 * `IndexError` for a number outside its axis, for too many indices and for a mask of a different shape, `ArgumentError` for a mask beside an
 * index array.
 *
 * @example
 * const x = np.asarray([[1, -2, 3], [4, 5, -6]]);
 * await x.get(x.greater(0)).mean().item(); // 3.25
 * await x.get([1, 0], ':2').tolist();      // [[4, 5], [1, -2]]
 * await x.get(':', -1).tolist();           // [3, -6]
 */
export const get = takes(
  'get',
  OWN,
  INDEX,
  each(INDEX),
)((x: NDArray, which: Index, ...more: Index[]): NDArray => {
  const part = partAt(x, [which, ...more]);
  if (part !== null) return part.view.shape.length === 0 && isElement([which, ...more]) ? copy(part) : part;
  if (more.length === 0 && typeof which === 'object' && which !== null) {
    const only = toArray(which, 'get');
    if (only.dtype !== bool) return gather(x, which);
    return only.ndim === 0 ? elements(reshape(only, [1]), expandDims(x, { axis: 0 })) : elements(only, underMask(x, only, 'get'));
  }
  const indices = indicesOf([which, ...more], 'get');
  return indices.masks.length > 0 ? chosen(x, indices) : gathered(x, indices);
});

/** Whether indices name one element, and no view of it, as in NumPy. */
const isElement = (indices: readonly Index[]): boolean => indices.every((index) => typeof index !== 'string' && index !== null);

/**
 * The elements that a mask chooses among: all, but none along an axis of which the mask has no places, as in NumPy. Throws `IndexError` for a
 * mask of a different shape.
 */
export function underMask(x: NDArray, mask: NDArray, operation: string): NDArray {
  const [own, { shape }] = [mask.view.shape, x.view];
  if (own.length > shape.length || own.some((n, i) => n !== shape[i] && n !== 0))
    throw new IndexError(
      `${operation}: a mask of shape ${formatShape(own)} does not fit an array of shape ${formatShape(shape)}`,
    );
  return own.every((n, i) => n === shape[i]) ? x : slice(x, ...own.map((n) => (n === 0 ? ':0' : ':')));
}

/** The elements that a mask chooses of a view. */
function chosen(x: NDArray, indices: Indices): NDArray {
  const { mask, view, front, to } = maskOf(x, indices, 'get');
  if (to === 0) return elements(mask, underMask(front, mask, 'get'));
  if (mask.ndim === 1) return compress(mask, view, to);
  const axes = plus(mask.view.shape.keys(), 0);
  const under = moveaxis(underMask(front, mask, 'get'), axes, plus(axes, to));
  const { shape } = under.view;
  return compress(ravel(mask), reshape(under, [...shape.slice(0, to), mask.size, ...shape.slice(to + mask.ndim)]), to);
}

/** A mask and the view that it chooses from; `front`: the view with the mask's axes first; `to`: the place of the chosen elements' axis in the result. */
interface Masked {
  readonly mask: NDArray;
  readonly view: NDArray;
  readonly front: NDArray;
  readonly to: number;
}

export function maskOf(x: NDArray, { parts, masks, arrays }: Indices, operation: string): Masked {
  if (masks.length > 1 || arrays.length > 0)
    throw new ArgumentError(
      `${operation}: a mask stands beside numbers and slices; beside index arrays and other masks give its places: await np.nonzero(mask)`,
    );
  const [at] = masks;
  const mask = parts[at] as NDArray;
  const basic = parts.flatMap((part): SliceIndex[] => (isArray(part) ? mask.view.shape.map(() => ':') : [part]));
  const axis = axisAt(x, basic, at, operation);
  const view = slice(x, ...basic);
  const axes = mask.view.shape.map((_, k) => k);
  const front = axis === 0 ? view : moveaxis(view, plus(axes, axis), axes);
  const numbers = parts.flatMap((part, i) => (typeof part === 'number' ? [i] : []));
  return { mask, view, front, to: areNeighbours([...numbers, at]) ? axis : 0 };
}

/** A view with the axes that are indexed first, and their index arrays; `shape`: of these, broadcast; `to`: the place of its axes in the result. */
interface Advanced {
  readonly view: NDArray;
  readonly at: readonly NDArray[];
  readonly to: number;
  readonly shape: Shape;
}

export function advancedOf(x: NDArray, { parts }: Indices, operation: string): Advanced {
  const isAdvanced = (part: SliceIndex | NDArray): part is NDArray | number => typeof part === 'number' || isArray(part);
  const places = parts.flatMap((part, i) => (isAdvanced(part) ? [i] : []));
  const basic = parts.map((part): SliceIndex => (isAdvanced(part) ? ':' : part));
  const axes = places.map((i) => axisAt(x, basic, i, operation));
  const view = moveaxis(slice(x, ...basic), axes, plus(axes.keys(), 0));
  const at = places.map((i) => indexArray(parts[i] as NDArray | number, operation));
  const shape = at.reduce<Shape>((so, index) => broadcastShapes(so, index.view.shape, operation), []);
  return { view, at, to: areNeighbours(places) ? axes[0] : 0, shape };
}

function gathered(x: NDArray, indices: Indices): NDArray {
  const { view, at, to, shape } = advancedOf(x, indices, 'get');
  const found = gather(view, ...at);
  const axes = plus(shape.keys(), 0);
  return to === 0 ? found : moveaxis(found, axes, plus(axes, to));
}

export const plus = (axes: Iterable<number>, shift: number): number[] => Array.from(axes, (axis) => axis + shift);

/** The axis of `slice(x, ...basic)` that the index at a place gives. */
function axisAt({ view }: NDArray, basic: readonly SliceIndex[], place: number, operation: string): number {
  const named = basic.filter((part) => part !== null && part !== '...').length;
  const axesOf = (part: SliceIndex): number => (typeof part === 'number' ? 0 : part === '...' ? view.shape.length - named : 1);
  if (named > view.shape.length)
    throw new IndexError(`${operation}: ${named} indices for an array of shape ${formatShape(view.shape)}`);
  return basic.slice(0, place).reduce<number>((sum, part) => sum + axesOf(part), 0);
}

function areNeighbours(places: readonly number[]): boolean {
  return Math.max(...places) - Math.min(...places) === places.length - 1;
}
