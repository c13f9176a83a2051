/** The complex forms of reductions that do not treat the parts alike, of comparisons of whole arrays, and of products. */
import { DTypeError } from '../../base/index.js';
import { add, subtract } from '../arithmetic.js';
import { kron } from '../composed/products.js';
import { type Axis, reducedAxes } from '../fold.js';
import { concat } from '../join.js';
import { logicalAnd } from '../logic.js';
import { expandDims, moveaxis } from '../manipulate.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import { dot, inner, outer, tensordot, vecdot } from '../products.js';
import { all, any, countNonzero } from '../reductions.js';
import { reshape } from '../reshape.js';
import { nonzero } from '../sets.js';
import { mean } from '../statistics.js';
import { type ComplexForm, defineForms } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { asComplex, toComplex } from './convert.js';
import type { ComplexOperand } from './element-wise.js';
import { abs, multiply, notEqual, subtract as subtractComplex } from './elementary-forms.js';
import { byParts, joined } from './parts.js';

interface Over {
  readonly axis?: Axis;
  readonly keepdims?: boolean;
}

/** Options, of which an axis may come by its place. */
function over(how: unknown, more: unknown): Over & Record<string, unknown> {
  const given = typeof how === 'object' && how !== null && !Array.isArray(how) ? how : { axis: how };
  const options = { ...given, ...(more as object | undefined) } as Over & Record<string, unknown>;
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && ['out', 'where', 'initial'].includes(name))
      throw new DTypeError(`${name}: not taken for complex arrays`);
  }
  return options;
}

/** A product over axes: halves are multiplied until one is left. */
function prod(z: unknown, how?: unknown, more?: unknown): unknown {
  const given = asComplex(z, 'prod');
  const { axis, keepdims } = over(how, more);
  const axes = [...reducedAxes(axis, given.ndim, 'prod')].sort((a, b) => a - b);
  const places = axes.map((_, i) => given.ndim - axes.length + i);
  const last = [given.re, given.im].map((part) => moveaxis(part, axes, places));
  const kept = last[0].shape.slice(0, given.ndim - axes.length);
  const count = last[0].shape.slice(kept.length).reduce((a, b) => a * b, 1);
  let [re, im] = last.map((part) => reshape(part, [...kept, count]));
  const whole = kept.map(() => ':');
  for (let n = count; n > 1; ) {
    const half = Math.ceil(n / 2);
    const part = (x: NDArray, from: number, to: number): NDArray => x.slice(...whole, `${from}:${to}`);
    const product = multiply(
      new ComplexArray(part(re, 0, n - half), part(im, 0, n - half)),
      new ComplexArray(part(re, half, n), part(im, half, n)),
    ) as ComplexArray;
    const rest = n - half < half ? new ComplexArray(part(re, n - half, half), part(im, n - half, half)) : null;
    const both = rest === null ? product : (concatLast(product, rest) as ComplexArray);
    [re, im] = [both.re, both.im];
    n = half;
  }
  const result =
    count === 0 ? null : new ComplexArray(...([re, im].map((x) => reshape(x, kept)) as unknown as [NDArray, NDArray]));
  const made = result ?? asComplex(reshape(add(countNonzero(last[0], { axis: last[0].ndim - 1 }), 1), kept), 'prod');
  if (keepdims !== true) return made;
  return axes.reduce((x, at) => joined(expandDims(x.re, at), expandDims(x.im, at)) as ComplexArray, made);
}

function concatLast(a: ComplexArray, b: ComplexArray): unknown {
  return joined(concatOf(a.re, b.re), concatOf(a.im, b.im));
}

function concatOf(a: NDArray, b: NDArray): NDArray {
  return concat([a, b], { axis: -1 });
}

/** The mean squared length of the distance from the mean: real. */
function variance(z: unknown, how?: unknown, more?: unknown): NDArray {
  const given = asComplex(z, 'var');
  const { axis, keepdims, correction, ddof } = over(how, more);
  const means = byParts(mean)(given, { axis, keepdims: true }) as ComplexArray;
  const distance = subtractComplex(given, means) as ComplexArray;
  const squares = add(distance.re.square(), distance.im.square());
  const axes = reducedAxes(axis, given.ndim, 'var');
  const count = axes.reduce((n, i) => n * given.shape[i], 1);
  return squares.sum({ axis, keepdims }).divide(Math.max(0, count - ((correction ?? ddof ?? 0) as number)));
}

/** A reduction over whether elements differ from 0. */
const ofTruth =
  (fn: (x: NDArray, ...rest: never[]) => unknown): ComplexForm =>
  (z, ...rest) =>
    fn(notEqual(z as ComplexOperand, 0), ...(rest as never[]));

/** A function that is linear in both of its arguments: it is computed of products of parts. */
// biome-ignore lint/suspicious/noExplicitAny: any declared function
const bilinear = (fn: (...given: any[]) => any, conjugates = false): ComplexForm => {
  return (a, b, ...rest) => {
    const [x, y] = [toComplex(a, fn.name), toComplex(b, fn.name)];
    if (!(x instanceof ComplexArray)) {
      const z = y as ComplexArray;
      return joined(fn(x, z.re, ...rest), fn(x, z.im, ...rest));
    }
    const im = conjugates ? x.im.negative() : x.im;
    if (!(y instanceof ComplexArray)) return joined(fn(x.re, y, ...rest), fn(im, y, ...rest));
    return joined(subtract(fn(x.re, y.re, ...rest), fn(im, y.im, ...rest)), add(fn(x.re, y.im, ...rest), fn(im, y.re, ...rest)));
  };
};

function close(a: unknown, b: unknown, options?: Record<string, unknown>): NDArray {
  const [x, y] = [asComplex(a, 'isclose'), asComplex(b, 'isclose')];
  const { rtol = 1e-5, atol = 1e-8, equalNan = false } = options ?? {};
  const distance = abs(subtractComplex(x, y) as ComplexArray);
  const limit = add(abs(y).multiply(rtol as number), atol as number);
  const same = logicalAnd(x.re.equal(y.re), x.im.equal(y.im));
  const near = logicalAnd(distance.lessEqual(limit), abs(y).isfinite());
  const found = same.logicalOr(near);
  if (equalNan !== true) return found;
  const lost = (z: ComplexArray): NDArray => z.re.isnan().logicalOr(z.im.isnan());
  return found.logicalOr(logicalAnd(lost(x), lost(y)));
}

defineForms({
  prod,
  variance,
  var: variance,
  std: (...given: [unknown]) => variance(...given).sqrt(),
  any: ofTruth(any as never),
  all: ofTruth(all as never),
  countNonzero: ofTruth(countNonzero as never),
  nonzero: ofTruth(nonzero as never),
  matmul: bilinear(matmul),
  dot: bilinear(dot),
  inner: bilinear(inner),
  outer: bilinear(outer),
  tensordot: bilinear(tensordot),
  kron: bilinear(kron),
  vecdot: bilinear(vecdot, true),
  isclose: close,
  allclose: (a: unknown, b: unknown, options?: Record<string, unknown>) => all(close(a, b, options)),
});
