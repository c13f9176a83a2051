/**
 * Reductions of lazy arrays. Over the selected axis they fold all values, with the fold's neutral element where the mask is false, so that
 * nothing waits and the mask, the values and the fold are one kernel; over other axes the result is lazy:
 *
 *     values  5 -2  7 -1   mask  1 0 1 0    sum   5 + 0 + 7 + 0    count   2    mean   12 / 2
 *
 * Sums of floats are added in the order of all values, so that their last digits may differ from a sum of the array that was awaited.
 */
import { bool, type DType, int64 } from '../../dtype/index.js';
import { apply } from '../apply.js';
import { maximum, sqrt, subtract } from '../arithmetic.js';
import { divideUfunc } from '../arithmetic-ufuncs.js';
import { astype } from '../assign.js';
import { less } from '../comparison.js';
import { dtypeOption } from '../convert.js';
import type { DTypeOption } from '../creation.js';
import { type Axis, type Fold, fold, keepAxes, type ReduceOptions, reducedAxes } from '../fold.js';
import { logicalAnd } from '../logic.js';
import { broadcastTo } from '../manipulate.js';
import { allOfSome, anyOfSome, highest, lowest, maskedSquares, overMask } from '../mask-folds.js';
import type { NDArray } from '../ndarray.js';
import { byName } from '../positional.js';
import { arange } from '../ranges.js';
import { accumulator, all, any, argmax, argmin, averaging, countNonzero, max, min, prod, sum } from '../reductions.js';
import { required } from '../required.js';
import { reshape } from '../reshape.js';
import { mean, std, variance } from '../statistics.js';
import { defineLazyForms, type LazyForm } from './calls.js';
import { type AnyFunction, later } from './later.js';
import { Lazy, type Selected } from './lazy-array.js';

interface Options extends ReduceOptions, DTypeOption {
  readonly correction?: number;
  readonly ddof?: number;
}

const folds = {
  sum: overMask('sum', 'sum', () => 0),
  prod: overMask('prod', 'prod', () => 1),
  min: overMask('min', 'min', highest),
  max: overMask('max', 'max', lowest),
  argmin: overMask('argmin', 'argmin', highest),
  argmax: overMask('argmax', 'argmax', lowest),
  any: anyOfSome,
  all: allOfSome,
  countNonzero: overMask('countNonzero', 'sum', () => 0),
  squares: maskedSquares,
};

/** A reduction over axes of which the selected one is one. */
type Reduction = (of: Selected, axes: readonly number[], options: Options) => NDArray;

/** The mask over the shape of the values. */
function maskOver({ selection, values }: Selected): NDArray {
  const { shape } = values.view;
  if (shape.length === 1) return selection.mask;
  return broadcastTo(
    reshape(
      selection.mask,
      shape.map((n, i) => (i === 0 ? n : 1)),
    ),
    shape,
  );
}

function folded(spec: Fold, of: Selected, axes: readonly number[], compute: DType): NDArray {
  return fold(spec, [of.values, maskOver(of)], axes, compute);
}

const summed =
  (spec: Fold): Reduction =>
  (of, axes, { dtype }) =>
    folded(spec, of, axes, dtypeOption(dtype) ?? accumulator(of.values.dtype));

/** A result that exists if the mask selects any element. */
const ofSome = (result: NDArray, { count }: Selected['selection'], operation: string): NDArray =>
  required(result, count, operation, 'no elements to choose from, since the mask selects none');

const extreme =
  (spec: Fold): Reduction =>
  (of, axes) =>
    ofSome(folded(spec, of, axes, of.values.dtype), of.selection, spec.name);

/** How many elements each result is of. */
function countOver({ selection, values }: Selected, axes: readonly number[], compute: DType): NDArray {
  const others = axes.reduce((n, i) => (i === 0 ? n : n * values.view.shape[i]), 1);
  const count = astype(selection.count, compute);
  return others === 1 ? count : count.multiply(others);
}

const averaged: Reduction = (of, axes, { dtype }) => {
  const result = dtypeOption(dtype) ?? averaging(of.values.dtype);
  const compute = result.computes;
  return astype(apply(divideUfunc, [folded(folds.sum, of, axes, compute), countOver(of, axes, compute)]), result, {
    copy: false,
  });
};

const spread: Reduction = (of, axes, { correction, ddof, dtype }) => {
  const result = dtypeOption(dtype) ?? averaging(of.values.dtype);
  const compute = result.computes;
  const count = countOver(of, axes, compute);
  const { shape } = of.values.view;
  const means = keepAxes(apply(divideUfunc, [folded(folds.sum, of, axes, compute), count]), axes);
  const squares = fold(folds.squares, [of.values, broadcastTo(means, shape), maskOver(of)], axes, compute);
  return astype(apply(divideUfunc, [squares, maximum(subtract(count, correction ?? ddof ?? 0), 0)]), result, { copy: false });
};

/** The place of an extreme among the selected elements: as many as are selected before it. */
const located =
  (spec: Fold): Reduction =>
  (of, axes) => {
    const { selection, values } = of;
    const at = folded(spec, of, axes, values.dtype);
    const before = logicalAnd(selection.mask, less(arange(selection.mask.size, { dtype: int64 }), at));
    return ofSome(countNonzero(before), selection, spec.name);
  };

/** The options that a lazy form knows; the function itself takes further ones, such as a target. */
const KNOWN = ['axis', 'keepdims', 'dtype', 'correction', 'ddof'];

/** The lazy form of a reduction: of arrays in one axis alone, where `line` says so. */
function reducing(fn: AnyFunction, reduction: Reduction, line = false): LazyForm {
  return (x: unknown, how?: unknown, more?: object) => {
    const of = x instanceof Lazy ? x.selected : null;
    const options = (byName(fn.name, how, 'axis', more) ?? {}) as Options & { readonly axis?: Axis };
    const isOther = Object.entries(options).some(([name, value]) => value !== undefined && !KNOWN.includes(name));
    if (of === null || isOther || (line && of.values.ndim > 1)) return later(fn, [x, how, more]);
    const axes = reducedAxes(options.axis, of.values.ndim, fn.name);
    if (!axes.includes(0)) return Lazy.of(of.selection, fn(of.values, options) as NDArray);
    const result = reduction(of, axes, options);
    return options.keepdims === true ? keepAxes(result, axes) : result;
  };
}

defineLazyForms(() => ({
  sum: reducing(sum, summed(folds.sum)),
  prod: reducing(prod, summed(folds.prod)),
  min: reducing(min, extreme(folds.min)),
  max: reducing(max, extreme(folds.max)),
  argmin: reducing(argmin, located(folds.argmin), true),
  argmax: reducing(argmax, located(folds.argmax), true),
  any: reducing(any, (of, axes) => folded(folds.any, of, axes, bool)),
  all: reducing(all, (of, axes) => folded(folds.all, of, axes, bool)),
  countNonzero: reducing(countNonzero, (of, axes) =>
    folded(folds.countNonzero, { ...of, values: astype(of.values, bool, { copy: false }) }, axes, int64),
  ),
  mean: reducing(mean, averaged),
  variance: reducing(variance, spread),
  var: reducing(variance, spread),
  std: reducing(std, (of, axes, options) => sqrt(spread(of, axes, options))),
}));
