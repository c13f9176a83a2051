/** Functions that have to know the size: they read the elements, or put them together first. Of the latter the result is lazy. */

import { copy } from '../assign.js';
import { interp } from '../composed/interpolation.js';
import { median, percentile, ptp, quantile } from '../composed/order.js';
import { argpartition, partition } from '../composed/orders.js';
import { diff, roll } from '../differences.js';
import { concat, repeat, stack, tile } from '../join.js';
import { expandDims, flip, moveaxis, permuteDims, squeeze, swapaxes, transpose } from '../manipulate.js';
import { matmul } from '../matmul.js';
import { dot, outer, vecdot } from '../products.js';
import { data, dataSync, item, itemSync, tolist, tolistSync } from '../read.js';
import { flatten, ravel, reshape } from '../reshape.js';
import { cumprod, cumsum, cumulativeProd, cumulativeSum } from '../scan.js';
import { searchsorted } from '../search.js';
import { argsort, sort } from '../sorting.js';
import { defineLazyForms, defineWaiting } from './calls.js';
import type { AnyFunction } from './later.js';
import { later, whenKnown } from './later.js';
import type { Lazy } from './lazy-array.js';

const functions = {
  ...{ sort, argsort, partition, argpartition, median, quantile, percentile, ptp, searchsorted },
  ...{ cumulativeSum, cumulativeProd, cumsum, cumprod, diff, roll, flip, repeat, tile, interp },
  ...{ reshape, ravel, flatten, transpose, permuteDims, swapaxes, moveaxis, expandDims, squeeze, concat, stack },
  ...{ matmul, dot, outer, vecdot, copy },
};

/** Functions that are not loaded for their names alone; their results are arrays. */
const BY_NAME = `
  bincount digitize histogramBinEdges remove append insert resize pad trimZeros extract argwhere flatnonzero unique uniqueValues union1d intersect1d
  atleast1d atleast2d atleast3d vstack hstack dstack rowStack columnStack block r_ c_ kron diag diagflat vander slidingWindowView flipud fftshift ifftshift
  array asarray asanyarray ascontiguousarray full linspace logspace geomspace fullLike onesLike zerosLike emptyLike real imag conj conjugate angle realIfClose iscomplex isreal
  average cov corrcoef gradient ediff1d trapezoid trapz unwrap convolve correlate i0 ldexp floatPower matvec vdot inner
  nansum nanprod nanmean nanvar nanstd nanmax nanmin nanmedian nanpercentile nanquantile nanargmax nanargmin nancumsum nancumprod
  maximumAccumulate minimumAccumulate addOuter subtractOuter multiplyOuter divideOuter powOuter maximumOuter minimumOuter
  addReduceat multiplyReduceat maximumReduceat minimumReduceat ufunc.reduce ufunc.accumulate ufunc.outer ufunc.reduceat
  poly polyadd polysub polymul polyder polyint polyval polyfit norm vectorNorm matrixNorm matrixRank hfft irfft irfftn
  allclose arrayEqual arrayEquiv
`;

function read(fn: AnyFunction): (x: Lazy, ...rest: unknown[]) => Promise<unknown> {
  return async (x, ...rest) => fn(await x.whole(), ...rest);
}

function readSync(fn: AnyFunction): (x: Lazy, ...rest: unknown[]) => unknown {
  return (x, ...rest) => fn(x.wholeSync(), ...rest);
}

defineLazyForms({
  ...Object.fromEntries(Object.entries(functions).map(([name, fn]) => [name, whenKnown(fn as AnyFunction)])),
  data: read(data),
  item: read(item),
  tolist: read(tolist),
  dataSync: readSync(dataSync),
  itemSync: readSync(itemSync),
  tolistSync: readSync(tolistSync),
  dispose: () => undefined,
});

defineWaiting(
  BY_NAME.trim().split(/\s+/),
  (fn, name) =>
    (...given) =>
      later(fn, given, name),
);
