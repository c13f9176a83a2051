/**
 * The complex forms of the methods of functions of two operands: `np.multiply.reduce(z)`. Sums, products, extremes and truth are the folds and scans of
 * these names; every other function is called for one slice after the next. Of `at` there are sums and differences, which are their parts' own.
 */
import { ArgumentError, DTypeError, IndexError, ShapeError } from '../../base/index.js';
import { negative } from '../arithmetic.js';
import { axisArgument } from '../axes.js';
import type { Integers } from '../convert.js';
import type { AccumulateOptions, BinaryUfunc, FoldOptions } from '../element-wise.js';
import { integersOf } from '../integers.js';
import { stack } from '../join.js';
import type { NDArray } from '../ndarray.js';
import { byName } from '../positional.js';
import { all, any, max, min, prod, sum } from '../reductions.js';
import { cumulativeProd, cumulativeSum } from '../scan.js';
import { addAt } from '../scatter.js';
import type { Places } from '../written-places.js';
import { defineForms } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { asComplex } from './convert.js';

type Along = (x: NDArray, options: never) => NDArray;

const folds: Readonly<Record<string, Along | undefined>> = {
  add: sum as Along,
  multiply: prod as Along,
  maximum: max as Along,
  minimum: min as Along,
  logicalAnd: all as Along,
  logicalOr: any as Along,
};
const scans: Readonly<Record<string, Along | undefined>> = { add: cumulativeSum as Along, multiply: cumulativeProd as Along };

const typed = (x: unknown, operation: string): NDArray => asComplex(x, operation) as unknown as NDArray;

/** The part of an axis from `start` to before `stop`; one element without the axis, where there is no `stop`. */
function cut(a: NDArray, axis: number, start: number, stop?: number): NDArray {
  return a.slice(...a.shape.map((_, i) => (i !== axis ? ':' : stop === undefined ? start : `${start}:${stop}`)));
}

function slicesOf(a: NDArray, axis: number): NDArray[] {
  return Array.from({ length: a.shape[axis] }, (_, i) => cut(a, axis, i));
}

function delivered(result: NDArray, out: NDArray | null | undefined): NDArray {
  return out === undefined || out === null ? result : out.assign(result);
}

function inOrder(fn: BinaryUfunc, x: NDArray, { axis: over = 0, keepdims, dtype, initial, where, out }: FoldOptions): NDArray {
  const operation = `${fn.name}.reduce`;
  if (where !== undefined) throw new ArgumentError(`${operation}: where is taken by add and multiply alone`);
  if (typeof over !== 'number') throw new ArgumentError(`${operation}: goes over one axis, e.g. { axis: 0 }`);
  const axis = axisArgument(over, x.ndim, operation);
  const slices = slicesOf(dtype === undefined ? x : x.astype(dtype), axis);
  if (slices.length === 0 && initial === undefined)
    throw new ShapeError(`${operation}: no elements along axis ${axis}, and no value for none; say initial`);
  const found = (initial === undefined ? slices : [fn(initial, slices[0]), ...slices.slice(1)]).reduce((a, b) => fn(a, b));
  return delivered(keepdims === true ? found.expandDims({ axis }) : found, out);
}

function reduce(fn: BinaryUfunc, z: unknown, how?: unknown, more?: FoldOptions): NDArray {
  const operation = `${fn.name}.reduce`;
  const given = { axis: 0, ...(byName(operation, how, 'axis', more) as FoldOptions | undefined) };
  const a = typed(z, operation);
  if (a.ndim === 0) throw new ShapeError(`${operation}: a 0-d array has no axis`);
  return folds[fn.name]?.(a, given as never) ?? inOrder(fn, a, given);
}

function accumulate(fn: BinaryUfunc, z: unknown, how?: unknown, more?: AccumulateOptions): NDArray {
  const operation = `${fn.name}.accumulate`;
  const { axis: over = 0, dtype, out } = (byName(operation, how, 'axis', more) ?? {}) as AccumulateOptions;
  const given = typed(z, operation);
  const axis = axisArgument(over, given.ndim, operation);
  const a = dtype === undefined ? given : given.astype(dtype);
  const scan = scans[fn.name];
  if (scan !== undefined) return delivered(scan(a, { axis } as never), out);
  const results: NDArray[] = [];
  for (const slice of slicesOf(a, axis)) results.push(results.length === 0 ? slice : fn(results[results.length - 1], slice));
  return results.length === 0 ? a : delivered(stack(results, { axis }), out);
}

function outer(fn: BinaryUfunc, a: unknown, b: unknown): NDArray {
  const [x, y] = [typed(a, `${fn.name}.outer`), typed(b, `${fn.name}.outer`)];
  return fn(x.reshape([...x.shape, ...y.shape.map(() => 1)]), y);
}

function reduceat(fn: BinaryUfunc, z: unknown, indices: Integers, how?: unknown): NDArray {
  const operation = `${fn.name}.reduceat`;
  const a = typed(z, operation);
  const axis = axisArgument((byName(operation, how, 'axis') as { axis?: number } | undefined)?.axis ?? 0, a.ndim, operation);
  const n = a.shape[axis];
  const starts = integersOf(indices, operation);
  if (starts.length === 0) throw new ArgumentError(`${operation}: expected at least one index`);
  const wrong = starts.find((i) => i < 0 || i >= n);
  if (wrong !== undefined) throw new IndexError(`${operation}: index ${wrong} is outside axis ${axis} of size ${n}`);
  const pieces = starts.map((start, k) => reduce(fn, cut(a, axis, start, Math.max(start + 1, starts[k + 1] ?? n)), axis));
  return stack(pieces, { axis });
}

function at(fn: BinaryUfunc, z: unknown, indices: Places, values: unknown): unknown {
  const operation = `${fn.name}.at`;
  if (fn.name !== 'add' && fn.name !== 'subtract')
    throw new ArgumentError(`${operation}: of complex arrays there are np.add.at and np.subtract.at`);
  if (!(z instanceof ComplexArray))
    throw new DTypeError(`${operation}: complex values do not fit a real array; take np.real(z), or make the array complex`);
  const given = asComplex(values, operation);
  for (const [part, of] of [
    [z.re, given.re],
    [z.im, given.im],
  ] as const)
    addAt(part, indices, fn.name === 'add' ? of : negative(of));
  return z;
}

// Under names of their own: `outer` alone is the product of two vectors.
const forms = { reduce, accumulate, outer, reduceat, at };
defineForms(Object.fromEntries(Object.entries(forms).map(([name, form]) => [`ufunc.${name}`, form])));
