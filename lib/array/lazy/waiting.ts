/** Functions that have to know the size: they read the elements, or put them together first. Of the latter the result is lazy. */

import { data, dataSync, item, itemSync, tolist, tolistSync } from '../read.js';
import { defineLazyForms, defineWaiting } from './calls.js';
import { type AnyFunction, later } from './later.js';
import type { Lazy } from './lazy-array.js';

/** Functions, and methods, that are called once sizes are known. Their results are arrays. */
const WAITING = `
  sort argsort partition argpartition median quantile percentile ptp searchsorted
  cumulativeSum cumulativeProd cumsum cumprod diff roll flip repeat tile interp
  reshape ravel flatten transpose permuteDims swapaxes moveaxis expandDims squeeze concat stack
  matmul dot outer vecdot copy
  bincount digitize histogramBinEdges remove append insert resize pad trimZeros extract argwhere flatnonzero unique uniqueValues union1d intersect1d
  atleast1d atleast2d atleast3d vstack hstack dstack rowStack columnStack block r_ c_ kron diag diagflat tril triu vander slidingWindowView flipud fftshift ifftshift
  array asarray asanyarray ascontiguousarray full linspace logspace geomspace fullLike onesLike zerosLike emptyLike real imag conj conjugate angle realIfClose iscomplex isreal
  average cov corrcoef gradient ediff1d trapezoid trapz unwrap convolve correlate floatPower matvec vdot inner
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

defineLazyForms(() => ({
  data: read(data),
  item: read(item),
  tolist: read(tolist),
  dataSync: readSync(dataSync),
  itemSync: readSync(itemSync),
  tolistSync: readSync(tolistSync),
  dispose: () => undefined,
}));

defineWaiting(
  WAITING.trim().split(/\s+/),
  (fn, name) =>
    (...given) =>
      later(fn, given, name),
);
