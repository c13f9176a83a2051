/**
 * Where the extreme of a long array is: a fold that locates extremes goes through a row in its order, on one thread. So the array is taken as
 * rows that threads share, and then as the row of their extremes:
 *
 *     x       3 9 1 4 | 2 9 5 0 | 9 7 7 6      three rows
 *     place   1       | 1       | 0            the first of each
 *     value   9       | 9       | 9            the first of these is row 0's: 0 · 4 + 1
 *
 * The last places of a row are the next row's first ones where the length is no multiple of the rows: the first row that has an element has it
 * further behind, so that it stays the first. Arrays that the open window computes stay whole, since their elements need not be stored for one fold.
 */
import { int64 } from '../dtype/index.js';
import { internView, type View } from '../shape/index.js';
import { placeOf } from '../store/index.js';
import { type Fold, fold } from './fold.js';
import { GatherKind } from './gather-kind.js';
import { type NDArray, viewOf } from './ndarray.js';

/** Elements of a row, at least, and rows, at most. */
const LONG = 1 << 16;
const MOST = 64;

/** The distance of an array's elements where it is one line; null where it is not. */
function stepOf({ shape, strides }: View): number | null {
  const last = shape.length - 1;
  for (let i = last; i > 0; i--) if (strides[i - 1] !== strides[i] * shape[i]) return null;
  return strides[last];
}

/** The element at a place of each row. The scalar is how far rows are apart. */
const elements = new GatherKind('argmax', [int64], (e, read, [place], [apart]) =>
  read(0, e.add(place, e.mul(e.index(0), apart))),
);
/** The place in the array of a row's extreme. */
const places = new GatherKind('argmax', [int64], (e, read, [row], [apart]) => e.add(read(0, row), e.mul(row, apart)));

/** As `fold` over all axes, for a fold that locates; null where the array is short, no line, or yet to be computed. */
export function locateByRows(spec: Fold, x: NDArray): NDArray | null {
  const { size, source, dtype } = x;
  if (size < 2 * LONG || typeof source === 'number' || placeOf(source) !== 1) return null;
  const step = stepOf(x.view);
  if (step === null) return null;
  const rows = Math.min(MOST, Math.floor(size / LONG));
  const apart = Math.floor(size / rows);
  const length = size - (rows - 1) * apart;
  const { offset } = x.view;
  const found = fold(spec, [viewOf(x, internView([rows, length], [apart * step, step], offset))], [1], dtype);
  const best = elements.make([viewOf(x, internView([size], [step], offset))], [found], dtype, [apart]);
  return places.make([found], [fold(spec, [best], [0], dtype)], int64, [apart]);
}
