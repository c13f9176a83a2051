/** Arguments of `pad` by sides: one value for all, two for the sides of every axis, or two for each axis, as NumPy broadcasts them. */
import { ArgumentError, either, type Kind, kind, listOf, NUMBER } from '../../base/index.js';
import { NUMBERS } from '../kinds.js';

/** A value before an axis and one behind it. */
export type Sides<T> = readonly [T, T];

/**
 * One value for all sides, `[before, after]` for every axis, or such a pair for each axis; one value in an Array is one for all sides, or in an
 * Array of its own one for both sides of an axis.
 */
export type BySides<T> = T | readonly T[] | readonly (readonly T[])[];

/** Elements added before and after: by sides, or by axes, `{ 0: 2, '-1': [1, 2] }`, of which the ones left out get none. */
export type PadWidth =
  | number
  | readonly [number, number]
  | readonly (readonly [number, number])[]
  | BySides<number>
  | Readonly<Record<number, number | readonly [number, number]>>;

/** The kind of values by sides. */
export function bySides<T>(one: Kind<T>): Kind<BySides<T>> {
  return either(one, listOf(either(one, listOf(one))));
}

const BY_AXES: Kind<Readonly<Record<number, number | readonly [number, number]>>> = kind(
  'widths by axes, { 0: [1, 2] }',
  (given) =>
    typeof given === 'object' &&
    given !== null &&
    Object.entries(given).every(([axis, width]) => Number.isInteger(Number(axis)) && either(NUMBER, NUMBERS).is(width as number)),
);
export const PAD_WIDTH: Kind<PadWidth> = either(bySides(NUMBER), BY_AXES) as Kind<PadWidth>;

/** Two values for each axis. Throws `ArgumentError` for Arrays of other sizes. */
export function sidesOf<T>(given: BySides<T>, rank: number, name: string): Sides<T>[] {
  const list = Array.isArray(given) ? (given as readonly (T | readonly T[])[]) : [given as T];
  const rows = list.map((entry) => (Array.isArray(entry) ? (entry as readonly T[]) : null));
  const isPair = list.length > 0 && list.length <= 2 && rows.every((row) => row === null);
  const pairs = isPair ? [list as readonly T[]] : rows;
  const fits = (pairs.length === 1 || pairs.length === rank) && pairs.every((row) => row?.length === 1 || row?.length === 2);
  if (!fits)
    throw new ArgumentError(`pad: expected ${name} as one value, [before, after], or such a pair for each of ${rank} axes`);
  return Array.from({ length: rank }, (_, axis) => {
    const row = pairs[pairs.length === 1 ? 0 : axis] as readonly T[];
    return [row[0], row[row.length - 1]];
  });
}

/** How many elements are added before and behind each axis. Throws `ArgumentError`. */
export function widthsOf(width: PadWidth, rank: number): Sides<number>[] {
  const isByAxes = typeof width === 'object' && !Array.isArray(width);
  const widths = isByAxes
    ? ofAxes(width as Readonly<Record<string, number | readonly number[]>>, rank)
    : sidesOf(width as BySides<number>, rank, 'widths');
  const wrong = widths.flat().find((n) => !Number.isInteger(n) || n < 0);
  if (wrong !== undefined) throw new ArgumentError(`pad: widths are integers of at least 0, got ${String(wrong)}`);
  return widths;
}

function ofAxes(given: Readonly<Record<string, number | readonly number[]>>, rank: number): Sides<number>[] {
  const widths: Sides<number>[] = Array.from({ length: rank }, () => [0, 0]);
  for (const [key, width] of Object.entries(given)) {
    const axis = Number(key) < 0 ? Number(key) + rank : Number(key);
    if (!(axis >= 0 && axis < rank)) throw new ArgumentError(`pad: got a width for axis ${key} of ${rank} axes`);
    [widths[axis]] = sidesOf<number>(width, 1, 'widths');
  }
  return widths;
}
