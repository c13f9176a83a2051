/**
 * Lazy arrays as indices, as masks of each other, and as values where a mask holds. A lazy index chooses an element for every place of its
 * mask, the first element where the mask is false; what comes out is as lazy.
 */
import { ShapeError } from '../../base/index.js';
import { bool, int64 } from '../../dtype/index.js';
import { subtract } from '../arithmetic.js';
import { get, isBasic, underMask } from '../composed/indexing.js';
import { copyto } from '../composed/placing.js';
import { set } from '../composed/setting.js';
import { type ArrayLike, toArray } from '../convert.js';
import { zeros } from '../creation.js';
import { gather, type TakeOptions, take } from '../gather.js';
import { eachOfFirst } from '../mask-order.js';
import type { NDArray } from '../ndarray.js';
import { byName } from '../positional.js';
import { reshape } from '../reshape.js';
import { cumsum } from '../scan.js';
import { assignAt } from '../scatter.js';
import { where } from '../select.js';
import { compress } from '../sets.js';
import { slice } from '../slice.js';
import { defineLazyForms } from './calls.js';
import { commonSelection } from './element-wise.js';
import { later } from './later.js';
import { Lazy, type Selected } from './lazy-array.js';

/** Indices of which the ones that are not selected are 0. */
function safe({ selection, values }: Selected): NDArray {
  return where(selection.mask, values, 0n);
}

/** Elements, or slices along the first axes, at lazy indices of one selection. */
function gathered(x: unknown, ...given: readonly unknown[]): unknown {
  const common = commonSelection(given);
  const isPlain = !(x instanceof Lazy) && common !== null && given.every((i) => i instanceof Lazy) && common.values.ndim === 1;
  const a = isPlain ? toArray(x as ArrayLike, 'gather') : null;
  if (a === null || common === null || a.ndim < given.length || a.view.shape.slice(0, given.length).includes(0))
    return later(gather, [x, ...given]);
  const at = given.map((i) => safe((i as Lazy).selected as Selected));
  return Lazy.of(common.selection, gather(a, ...at));
}

function taken(x: unknown, indices: unknown, how?: unknown, more?: object): unknown {
  const options = byName('take', how, 'axis', more) as TakeOptions | undefined;
  const a = x instanceof Lazy ? null : toArray(x as ArrayLike, 'take');
  const isFirst =
    a !== null &&
    options?.out === undefined &&
    options?.mode === undefined &&
    (options?.axis === 0 || (options?.axis === undefined && a.ndim === 1));
  return isFirst && indices instanceof Lazy ? gathered(a, indices) : later(take, [x, indices, options]);
}

function compressed(mask: unknown, x: unknown, how?: unknown, more?: unknown): unknown {
  const isLine = x instanceof Lazy && x.selected?.values.ndim === 1;
  return (
    (how === undefined && more === undefined && isLine ? selectedAgain(mask, x) : null) ?? later(compress, [mask, x, how, more])
  );
}

/** Of a lazy array where a lazy mask, of the selection that it is of itself, holds; null where these are none. */
function selectedAgain(mask: unknown, x: unknown): Lazy | null {
  const common = commonSelection([x, mask]);
  const own = mask instanceof Lazy ? mask.selected : null;
  if (common === null || own === null || !(x instanceof Lazy) || own.values.ndim !== 1 || own.values.dtype !== bool) return null;
  return Lazy.of(common.selection.and(own.values), (x.selected as Selected).values);
}

function chosenBy(x: unknown, ...which: readonly unknown[]): unknown {
  const [first] = which;
  if (which.length === 1 && first instanceof Lazy && first.selected?.values.dtype === bool)
    return selectedAgain(first, x) ?? later(get, [x, first]);
  if (which.some(isBasic)) return later(get, [x, ...which]);
  return x instanceof Lazy ? later(get, [x, ...which]) : gathered(x, ...which);
}

/** Slices of the other axes. */
function sliced(x: unknown, ...indices: readonly unknown[]): unknown {
  const own = x instanceof Lazy ? x.selected : null;
  const [first] = indices;
  if (own === null || typeof first !== 'string' || !/^\s*:\s*(,|$)/.test(first)) return later(slice, [x, ...indices]);
  return Lazy.of(own.selection, slice(own.values, ...(indices as string[])));
}

/**
 * `x[mask] = values`: where the mask itself selected the values, each goes to the place that it came from. Else they are put together first, as many
 * as there are places of the mask that selected them, and readers of x throw `IndexError` where the two masks choose different numbers of elements.
 */
function setWhere(x: NDArray, which: unknown, values: unknown, ...more: readonly unknown[]): NDArray {
  if (more.length > 0)
    throw new ShapeError(
      'set: lazy arrays are no indices beside further ones, nor values for these; await them first: x.set(mask, await index, await values)',
    );
  const own = values instanceof Lazy ? values.selected : null;
  const mask = which instanceof Lazy || own === null ? null : toArray(which as ArrayLike, 'set');
  if (own === null || mask?.dtype !== bool)
    throw new ShapeError(
      'set: values of a size that is not known yet have to be elements that a mask selected, and go where a mask holds; await them first: x.set(index, await values)',
    );
  const under = underMask(x, mask, 'set');
  const rest = under.view.shape.slice(mask.ndim);
  const chosen = own.selection.isOf(mask)
    ? reshape(own.values, [...mask.view.shape, ...own.values.view.shape.slice(1)])
    : eachOfFirst(mask, atFront(own), own.selection.count);
  copyto(under, chosen, { where: reshape(mask, [...mask.view.shape, ...rest.map(() => 1)]) });
  return x;
}

/** The selected values (or slices) at the front of an array of as many as there are places, and one more, where the rest are written. */
function atFront({ selection: { mask }, values }: Selected): NDArray {
  const [count, ...rest] = values.view.shape;
  const place = where(mask, subtract(cumsum(mask, { dtype: int64 }), 1n), BigInt(count));
  return assignAt(zeros([count + 1, ...rest], { dtype: values.dtype }), place, values);
}

defineLazyForms(() => ({
  gather: gathered,
  take: taken,
  compress: compressed,
  'x.compress': (x: unknown, mask: unknown, how?: unknown) => compressed(mask, x, how),
  get: chosenBy,
  slice: sliced,
  [set.name]: setWhere,
}));
