/**
 * The methods of functions of two operands: `np.add.reduce(x)`, `np.maximum.accumulate(x)`, `np.subtract.outer(a, b)`. Sums, products,
 * extremes and truth are the folds and scans of these names; a function that takes its operands in any order is called for halves, each further one for one
 * slice after the next.
 */
import {
  ArgumentError,
  asMethod,
  byPlace,
  FLAG,
  FUNCTION,
  NUMBER,
  type OptionKinds,
  options,
  ShapeError,
  takes,
} from '../../base/index.js';
import { bool, type DType } from '../../dtype/index.js';
import { sameRoot } from '../../store/index.js';
import type { Operand } from '../apply.js';
import { negative } from '../arithmetic.js';
import { checkPower, powUfunc } from '../arithmetic-ufuncs.js';
import { assign, astype, copy } from '../assign.js';
import { axisArgument } from '../axes.js';
import { checkCondition } from '../condition.js';
import { type ArrayLike, dtypeOption, type Integers, toArray } from '../convert.js';
import { empty, full } from '../creation.js';
import { deliver } from '../deliver.js';
import {
  type AccumulateOptions,
  BINARY_METHODS,
  type BinaryUfunc,
  type FoldOptions,
  type UfuncMethods,
  ufuncOf,
} from '../element-wise.js';
import { formInPlace, writeInOrder } from '../in-order.js';
import { concat, stack } from '../join.js';
import { ARRAY, AXES, AXIS, AXIS_NUMBER, DTYPE_LIKE, INTEGERS, OWN, TARGET } from '../kinds.js';
import { bitwiseAnd, bitwiseOr } from '../logic.js';
import { broadcastTo } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { isScalar, scalarDType } from '../operand.js';
import { part } from '../part.js';
import { byName } from '../positional.js';
import { all, any, max, min, prod, sum } from '../reductions.js';
import { ravel, reshape } from '../reshape.js';
import { cumulativeProd, cumulativeSum, maximumAccumulate, minimumAccumulate } from '../scan.js';
import { addAt, maximumAt, minimumAt, multiplyAt } from '../scatter.js';
import { where as select } from '../select.js';
import { checkCast, checkTarget } from '../target.js';
import type { Ufunc } from '../ufunc.js';
import { type Places, placesIn } from '../written-places.js';
import { divisorsAt, isOfDivisors } from './divisors-at.js';
import { allPairs, reduceSlices } from './pairwise.js';

const REDUCE: OptionKinds<FoldOptions> = {
  axis: AXES,
  keepdims: FLAG,
  dtype: DTYPE_LIKE,
  initial: NUMBER,
  where: ARRAY,
  out: TARGET,
};
const ACCUMULATE: OptionKinds<AccumulateOptions> = { axis: AXIS_NUMBER, dtype: DTYPE_LIKE, out: TARGET };

type Fold = (x: NDArray, options: never) => NDArray;

/** Folds by the function's name. */
const folds = new Map<string, Fold>(
  Object.entries({ add: sum, multiply: prod, maximum: max, minimum: min, logicalAnd: all, logicalOr: any }) as [string, Fold][],
);
const scans = new Map<string, Fold>(
  Object.entries({ add: cumulativeSum, multiply: cumulativeProd, maximum: maximumAccumulate, minimum: minimumAccumulate }) as [
    string,
    Fold,
  ][],
);
/** Scans that have a dtype of their own. */
const takesDType = new Set(['add', 'multiply']);
/** `x[i] -= v` is `x[i] += -v`, to the bit; integers are negated in the dtype of `x`, where -v is. */
function subtractAt(x: NDArray, indices: Places, values: Operand): NDArray {
  if (typeof values === 'number') return addAt(x, indices, -values);
  const given = toArray(values, 'subtract.at');
  const own = given.dtype.kind === 'float' || given.dtype.kind === 'bool' ? given : astype(given, x.dtype, { copy: false });
  return addAt(x, indices, negative(own));
}

const writers = new Map<string, (x: NDArray, indices: Places, values: Operand) => NDArray>(
  Object.entries({ add: addAt, subtract: subtractAt, multiply: multiplyAt, maximum: maximumAt, minimum: minimumAt }),
);

/** Sums and greater ones of bools are `or`, products and lesser ones `and`, by the function's name. */
const boolOps = new Map<string, BinaryUfunc>(
  Object.entries({ add: bitwiseOr, maximum: bitwiseOr, multiply: bitwiseAnd, minimum: bitwiseAnd }),
);

/** `op.at` where the order of values counts, or a value is no number to fold: `x[i] = op(x[i], v)` for one value after the next. */
function atInOrder(op: Ufunc, x: NDArray, indices: Places, values: Operand): NDArray {
  const operation = `${op.name}.at`;
  checkTarget(x, operation);
  if (op === powUfunc) checkPower(x.dtype, values, operation);
  const at = placesIn(x, indices, operation);
  const scalar = isScalar(values) ? scalarDType(x.dtype, values, operation, op.compares) : undefined;
  const given = toArray(values, operation, scalar);
  checkCast(formInPlace(op, x.dtype, given.dtype).result, x.dtype, operation);
  const over = broadcastTo(sameRoot(given, x) ? copy(given) : given, at.view.shape);
  if (at.size === 0) return x;
  const line = ravel(x);
  writeInOrder(op, line, ravel(at), ravel(over));
  return sameRoot(line, x) ? x : assign(x, reshape(line, x.view.shape));
}

/** The slices along an axis, without it. */
function slicesOf(a: NDArray, axis: number): NDArray[] {
  const shape = a.shape.filter((_, i) => i !== axis);
  return Array.from({ length: a.shape[axis] }, (_, i) => reshape(part(a, axis, i, 1), shape));
}

/** Functions of which the order does not matter, but for the last digits of logarithms. */
const associative: ReadonlySet<string> = new Set(['gcd', 'lcm', 'fmax', 'fmin', 'logaddexp', 'logaddexp2']);

/** The function of all slices along an axis, of halves that are halved in turn. */
function byHalves(fn: BinaryUfunc, x: NDArray, axis: number): NDArray {
  let a = x;
  for (let n = a.shape[axis]; n > 1; n = a.shape[axis]) {
    const half = Math.floor(n / 2);
    const joined = fn(part(a, axis, 0, half), part(a, axis, half, half));
    a = n % 2 === 0 ? joined : concat([joined, part(a, axis, n - 1, 1)], { axis });
  }
  return slicesOf(a, axis)[0];
}

/** The values that functions leave other operands as they are for. */
const identities = new Map<string, number>(
  Object.entries({
    gcd: 0,
    hypot: 0,
    bitwiseOr: 0,
    bitwiseXor: 0,
    logicalXor: 0,
    logaddexp: -Infinity,
    logaddexp2: -Infinity,
  }),
);

/** A function's identity for elements of a dtype, of which all bits are set for `bitwiseAnd`; undefined where it has none. */
function identityOf(name: string, dtype: DType): number | bigint | undefined {
  if (name !== 'bitwiseAnd') return identities.get(name);
  return dtype.kind === 'int' ? (dtype.long ? -1n : -1) : dtype.highest;
}

/** One slice after the next, of elements where a mask is true. */
function overSome(fn: BinaryUfunc, a: NDArray, where: ArrayLike, { axis, initial }: { axis: number; initial?: number }): NDArray {
  const operation = `${fn.name}.reduce`;
  const first = initial ?? identityOf(fn.name, a.dtype);
  if (first === undefined)
    throw new ArgumentError(
      `${operation}: with where, a value for no elements is needed, as there is no neutral one; say initial`,
    );
  checkCondition(where, operation);
  const masks = slicesOf(broadcastTo(where, a.shape), axis);
  const shape = a.shape.filter((_, i) => i !== axis);
  const none = empty([0], { dtype: a.dtype });
  const { dtype } = fn(initial ?? none, none);
  return slicesOf(a, axis).reduce(
    (found, slice, i) => select(masks[i], fn(found, slice), found),
    full(shape, first, { dtype }) as NDArray,
  );
}

/** A result over an axis of `x`, with size 1 there where the axis stays. */
function keptAxis(result: NDArray, x: NDArray, axis: number, keepdims: boolean): NDArray {
  if (!keepdims) return result;
  return reshape(
    result,
    x.shape.map((n, i) => (i === axis ? 1 : n)),
  );
}

/** A reduction by a function that is no fold, along one axis. */
function inOrder(fn: BinaryUfunc, x: NDArray, given: FoldOptions): NDArray {
  const { axis: over = 0, keepdims = false, dtype, initial, where, out } = given;
  const operation = `${fn.name}.reduce`;
  if (x.ndim !== 1 && typeof over !== 'number') throw new ArgumentError(`${operation}: goes over one axis, e.g. { axis: 0 }`);
  const axis = axisArgument(typeof over === 'number' ? over : 0, x.ndim, operation);
  const to = dtypeOption(dtype);
  const a = to === undefined ? x : astype(x, to, { copy: false });
  if (where !== undefined)
    return deliver(keptAxis(overSome(fn, a, where, { ...given, axis }), x, axis, keepdims), out, operation);
  if (a.shape[axis] === 0 && initial === undefined) {
    if (identityOf(fn.name, a.dtype) === undefined)
      throw new ShapeError(`${operation}: no elements along axis ${axis}, and no value for none; say initial`);
    return deliver(keptAxis(overSome(fn, a, true, { axis }), x, axis, keepdims), out, operation);
  }
  const slices = associative.has(fn.name) && a.shape[axis] > 1 ? [byHalves(fn, a, axis)] : slicesOf(a, axis);
  const rest: Operand[] = initial === undefined ? slices : [initial, ...slices];
  const joined = toArray(
    rest.reduce((a, b) => fn(a, b)),
    operation,
  );
  const result = rest.length === 1 ? astype(joined, fn(joined, joined).dtype, { copy: false }) : joined;
  return deliver(keptAxis(result, x, axis, keepdims), out, operation);
}

const reduce = takes(
  'ufunc.reduce',
  FUNCTION,
  ARRAY,
  byPlace(REDUCE, 'axis'),
  options(REDUCE),
)((fn: BinaryUfunc, x: ArrayLike, how?: FoldOptions['axis'] | FoldOptions, more?: FoldOptions): NDArray => {
  const given = { axis: 0, ...byName(`${fn.name}.reduce`, how, 'axis', more) };
  const a = toArray(x, `${fn.name}.reduce`);
  if (a.ndim === 0) throw new ShapeError(`${fn.name}.reduce: a 0-d array has no axis`);
  return folds.get(fn.name)?.(a, given as never) ?? inOrder(fn, a, given);
});

const accumulate = takes(
  'ufunc.accumulate',
  FUNCTION,
  ARRAY,
  byPlace(ACCUMULATE, 'axis'),
  options(ACCUMULATE),
)((fn: BinaryUfunc, x: ArrayLike, how?: number | AccumulateOptions, more?: AccumulateOptions): NDArray => {
  const operation = `${fn.name}.accumulate`;
  const { axis: over = 0, dtype, out } = byName(operation, how, 'axis', more) ?? {};
  const given = toArray(x, operation);
  const axis = axisArgument(over, given.ndim, operation);
  const to = dtypeOption(dtype);
  const a = to === undefined ? given : astype(given, to, { copy: false });
  const scan = scans.get(fn.name);
  if (scan !== undefined)
    return deliver(scan(a, (takesDType.has(fn.name) ? { axis, dtype: to } : { axis }) as never), out, operation);
  const [first, ...rest] = slicesOf(a, axis);
  if (first === undefined) return deliver(astype(a, fn(empty([1], a.dtype), empty([1], a.dtype)).dtype), out, operation);
  const results = [astype(first, fn(first, rest[0] ?? first).dtype, { copy: false })];
  for (const slice of rest) results.push(fn(results[results.length - 1], slice));
  return deliver(stack(results, { axis }), out, operation);
});

const outer = takes(
  'ufunc.outer',
  FUNCTION,
  ARRAY,
  ARRAY,
)((fn: BinaryUfunc, a: ArrayLike, b: ArrayLike): NDArray => allPairs(fn, a, b, `${fn.name}.outer`));

const reduceat = takes(
  'ufunc.reduceat',
  FUNCTION,
  ARRAY,
  INTEGERS,
  byPlace(AXIS, 'axis'),
)((fn: BinaryUfunc, x: ArrayLike, indices: Integers, how?: number | { readonly axis?: number }): NDArray => {
  const options = byName(`${fn.name}.reduceat`, how, 'axis');
  return reduceSlices((slice, over) => reduce(fn, slice, over), x, indices, options, `${fn.name}.reduceat`);
});

const at = takes(
  'ufunc.at',
  FUNCTION,
  OWN,
  ARRAY,
  ARRAY,
)((fn: BinaryUfunc, x: NDArray, indices: Places, values: Operand): NDArray => {
  const inBools = x.dtype === bool ? boolOps.get(fn.name) : undefined;
  const op = ufuncOf(inBools ?? fn);
  if (op === undefined && isOfDivisors(fn.name)) return divisorsAt(fn.name, x, indices, values);
  if (op === undefined)
    throw new ArgumentError(`ufunc.at: expected a function of two operands with methods such as np.divide, got ${fn.name}`);
  const write = inBools === undefined ? writers.get(fn.name) : undefined;
  return write === undefined ? atInOrder(op, x, indices, values) : write(x, indices, values);
});

const methods = { reduce, accumulate, outer, reduceat, at } satisfies Record<keyof UfuncMethods, unknown>;
for (const [name, fn] of Object.entries(methods))
  Object.defineProperty(BINARY_METHODS, name, { value: asMethod(fn), writable: true, configurable: true });
