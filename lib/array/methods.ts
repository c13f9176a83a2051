/**
 * The array's methods: every function of the table, with the array as its first argument. `x.sum({ axis: 0 })` is
 * `np.sum(x, { axis: 0 })`; documentation stands at the functions. The table gives both the code and the types. Files that are
 * imported whole hold nothing but functions of that kind.
 */

import { asMethod, byPlace, growing, options, takes } from '../base/index.js';
import * as arithmetic from './arithmetic.js';
import * as assign from './assign.js';
import * as comparison from './comparison.js';
import { get } from './composed/indexing.js';
import { median, percentile, ptp, quantile } from './composed/order.js';
import { argpartition, partition } from './composed/orders.js';
import { choose, put } from './composed/placing.js';
import { set } from './composed/setting.js';
import type { ArrayLike } from './convert.js';
import { to } from './device.js';
import { diff } from './differences.js';
import * as exponential from './exponential.js';
import { gather, take } from './gather.js';
import * as inplace from './inplace.js';
import { repeat, split } from './join.js';
import { ARRAY, OWN } from './kinds.js';
import type { LazyArray } from './lazy/lazy-array.js';
import { trace } from './linalg/trace.js';
import * as logic from './logic.js';
import {
  broadcastTo,
  diagonal,
  expandDims,
  flip,
  matrixTranspose,
  moveaxis,
  permuteDims,
  squeeze,
  swapaxes,
  transpose,
} from './manipulate.js';
import { matmul } from './matmul.js';
import { NDArray } from './ndarray.js';
import { dot, outer, vecdot } from './products.js';
import * as read from './read.js';
import { all, any, argmax, argmin, countNonzero, max, min, prod, sum } from './reductions.js';
import { flatten, ravel, reshape } from './reshape.js';
import * as rounding from './rounding.js';
import * as scan from './scan.js';
import * as scatter from './scatter.js';
import { dispose } from './scope.js';
import { searchsorted } from './search.js';
import { clip } from './select.js';
import { COMPRESS_OPTIONS, compress, nonzero } from './sets.js';
import { slice } from './slice.js';
import * as sorting from './sorting.js';
import { mean, std, variance } from './statistics.js';
import * as trigonometry from './trigonometry.js';
import type { TypedMethods } from './typed-methods.js';

/** As the function `compress`, with the mask behind the array. */
const selected = takes(
  'x.compress',
  OWN,
  ARRAY,
  byPlace(COMPRESS_OPTIONS, 'axis'),
  options(COMPRESS_OPTIONS),
)(
  (x: NDArray, mask: ArrayLike, how?: Parameters<typeof compress>[2], more?: Parameters<typeof compress>[3]): LazyArray =>
    compress(mask, x, how, more),
);

const methods = {
  ...arithmetic,
  ...assign,
  ...comparison,
  ...exponential,
  ...inplace,
  ...logic,
  ...read,
  ...rounding,
  ...scan,
  ...scatter,
  ...sorting,
  ...trigonometry,
  argpartition,
  choose,
  nonzero,
  get,
  partition,
  ptp,
  put,
  searchsorted,
  trace,
  /** Short names of arithmetic. */
  sub: arithmetic.subtract,
  mul: arithmetic.multiply,
  div: arithmetic.divide,
  neg: arithmetic.negative,
  compress: selected,
  diff,
  median,
  percentile,
  quantile,
  set,
  update: scatter.assignAt,
  fill: assign.assign,
  gather,
  take,
  repeat,
  split,
  broadcastTo,
  diagonal,
  expandDims,
  flip,
  matrixTranspose,
  moveaxis,
  permuteDims,
  squeeze,
  swapaxes,
  transpose,
  matmul,
  dot,
  outer,
  vecdot,
  all,
  any,
  argmax,
  argmin,
  countNonzero,
  max,
  min,
  prod,
  sum,
  flatten,
  ravel,
  reshape,
  dispose,
  to,
  clip,
  slice,
  mean,
  std,
  var: variance,
};

/** A function without its first parameter. */
type Method<F> = F extends (x: never, ...rest: infer Rest) => infer Result ? (...rest: Rest) => Result : never;
type Methods = { readonly [Name in keyof typeof methods]: Method<(typeof methods)[Name]> };

declare module './ndarray.js' {
  // biome-ignore lint/suspicious/noExplicitAny: any is the type that is not known
  interface NDArray<D = any, R = any> extends Omit<Methods, keyof TypedMethods<D, R>>, TypedMethods<D, R> {}
}

const prototype = growing(NDArray.prototype);
for (const [name, fn] of Object.entries(methods))
  Object.defineProperty(prototype, name, { value: asMethod(fn), writable: true, configurable: true });
