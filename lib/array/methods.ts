/**
 * The array's methods: every function of the table, with the array as its first argument. `x.sum({ axis: 0 })` is
 * `np.sum(x, { axis: 0 })`; documentation stands at the functions. The table gives both the code and the types.
 */
import { inspect } from 'node:util';
import { DTypeError } from '../base/index.js';
import {
  abs,
  add,
  divide,
  floorDivide,
  maximum,
  minimum,
  multiply,
  negative,
  positive,
  pow,
  reciprocal,
  remainder,
  sign,
  sqrt,
  square,
  subtract,
} from './arithmetic.js';
import { assign, astype, copy } from './assign.js';
import { equal, greater, greaterEqual, isfinite, isinf, isnan, less, lessEqual, notEqual } from './comparison.js';
import { exp, expm1, log, log1p, log2, log10 } from './exponential.js';
import { gather, take } from './gather.js';
import {
  addAssign,
  divideAssign,
  floorDivideAssign,
  multiplyAssign,
  powAssign,
  remainderAssign,
  subtractAssign,
} from './inplace.js';
import { repeat, split } from './join.js';
import {
  bitwiseAnd,
  bitwiseInvert,
  bitwiseLeftShift,
  bitwiseOr,
  bitwiseRightShift,
  bitwiseXor,
  logicalAnd,
  logicalNot,
  logicalOr,
  logicalXor,
} from './logic.js';
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
import { arrayRepr, arrayStr } from './print.js';
import { dot, outer, vecdot } from './products.js';
import { data, dataSync, item, itemSync, tolist, tolistSync } from './read.js';
import { all, any, argmax, argmin, countNonzero, max, min, prod, sum } from './reductions.js';
import { flatten, ravel, reshape } from './reshape.js';
import { ceil, floor, round, trunc } from './rounding.js';
import { cumulativeProd, cumulativeSum } from './scan.js';
import { dispose } from './scope.js';
import { clip } from './select.js';
import { slice } from './slice.js';
import { argsort, sort } from './sorting.js';
import { mean, std, variance } from './statistics.js';
import { acos, asin, atan, atan2, cos, cosh, hypot, sin, sinh, tan, tanh } from './trigonometry.js';

const methods = {
  argsort,
  cumulativeProd,
  cumulativeSum,
  sort,
  abs,
  add,
  divide,
  floorDivide,
  maximum,
  minimum,
  multiply,
  negative,
  positive,
  pow,
  reciprocal,
  remainder,
  sign,
  sqrt,
  square,
  subtract,
  assign,
  astype,
  copy,
  equal,
  greater,
  greaterEqual,
  isfinite,
  isinf,
  isnan,
  less,
  lessEqual,
  notEqual,
  exp,
  expm1,
  log,
  log10,
  log1p,
  log2,
  gather,
  take,
  addAssign,
  divideAssign,
  floorDivideAssign,
  multiplyAssign,
  powAssign,
  remainderAssign,
  subtractAssign,
  repeat,
  split,
  bitwiseAnd,
  bitwiseInvert,
  bitwiseLeftShift,
  bitwiseOr,
  bitwiseRightShift,
  bitwiseXor,
  logicalAnd,
  logicalNot,
  logicalOr,
  logicalXor,
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
  data,
  dataSync,
  item,
  itemSync,
  tolist,
  tolistSync,
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
  ceil,
  floor,
  round,
  trunc,
  dispose,
  clip,
  slice,
  mean,
  std,
  var: variance,
  acos,
  asin,
  atan,
  atan2,
  cos,
  cosh,
  hypot,
  sin,
  sinh,
  tan,
  tanh,
};

/** A function without its first parameter. */
type Method<F> = F extends (x: never, ...rest: infer Rest) => infer Result ? (...rest: Rest) => Result : never;
type Methods = { readonly [Name in keyof typeof methods]: Method<(typeof methods)[Name]> };

declare module './ndarray.js' {
  interface NDArray extends Methods {
    /** As `dispose`: arrays work with `using`. */
    [Symbol.dispose](): void;
  }
}

type Loose = (x: NDArray, ...rest: unknown[]) => unknown;

/** By number of parameters, so that no call makes an Array of its arguments unless its function takes a list. */
function asMethod(fn: Loose): (this: NDArray, ...rest: unknown[]) => unknown {
  if (fn === (slice as Loose) || fn === (gather as Loose)) {
    return function (this: NDArray, ...rest: unknown[]) {
      return fn(this, ...rest);
    };
  }
  return function (this: NDArray, a: unknown, b: unknown) {
    return fn(this, a, b);
  };
}

for (const [name, fn] of Object.entries(methods)) {
  Object.defineProperty(NDArray.prototype, name, { value: asMethod(fn as Loose), writable: true, configurable: true });
}

/** JavaScript's operators cannot be given a meaning for arrays; a template string may have one. */
function toPrimitive(this: NDArray, hint: string): string {
  if (hint === 'string') return arrayStr(this);
  throw new DTypeError(
    "JavaScript's operators do not work on arrays: use methods, x.add(y) for x + y, x.less(y) for x < y; or read values first, await x.item()",
  );
}

function define(key: string | symbol, value: unknown): void {
  Object.defineProperty(NDArray.prototype, key, { value, writable: true, configurable: true });
}

define(Symbol.toPrimitive, toPrimitive);
define(Symbol.dispose, function (this: NDArray) {
  dispose(this);
});
define('toString', function (this: NDArray) {
  return arrayStr(this);
});
define(inspect.custom, function (this: NDArray) {
  return arrayRepr(this);
});
