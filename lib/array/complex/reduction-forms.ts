/** The complex forms of reductions that do not treat the parts alike, of comparisons of whole arrays, and of products. */
import { add, sqrt, subtract } from '../arithmetic.js';
import { kron } from '../composed/products.js';
import { ones } from '../creation.js';
import { reducedAxes } from '../fold.js';
import { concat, stack } from '../join.js';
import { logicalAnd } from '../logic.js';
import { expandDims, moveaxis } from '../manipulate.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import { dot, inner, outer, tensordot, vecdot } from '../products.js';
import { all, any, countNonzero } from '../reductions.js';
import { reshape } from '../reshape.js';
import { nonzero } from '../sets.js';
import { variance as varianceOf } from '../statistics.js';
import { isThin, realTerms, rowsIn, type Terms, thinProduct } from '../thin-product.js';
import { type ComplexForm, defineForms } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { asComplex, fromReal, toComplex } from './convert.js';
import type { ComplexOperand } from './element-wise.js';
import { abs, multiply, notEqual, subtract as subtractComplex } from './elementary-forms.js';
import { joined } from './parts.js';
import { complexOf, deliverComplex, delivering, deliverReal, reduced, reduceOptions } from './reduce-options.js';

/** A product over axes: halves are multiplied until one is left. */
function prod(z: unknown, how?: unknown, more?: unknown): unknown {
  const options = reduceOptions('prod', how, more, ['axis', 'keepdims', 'dtype', 'where', 'initial', 'out']);
  const { axis, keepdims, initial, out } = options;
  const given = reduced(z, 'prod', options, 1);
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
  const made = result ?? fromReal(ones(kept, re.dtype), given.dtype);
  const total = initial === undefined ? made : (multiply(made, initial as ComplexOperand) as ComplexArray);
  if (keepdims !== true) return deliverComplex(total, out, 'prod');
  const wide = axes.reduce((x, at) => joined(expandDims(x.re, at), expandDims(x.im, at)) as ComplexArray, total);
  return deliverComplex(wide, out, 'prod');
}

function concatLast(a: ComplexArray, b: ComplexArray): unknown {
  return joined(concatOf(a.re, b.re), concatOf(a.im, b.im));
}

function concatOf(a: NDArray, b: NDArray): NDArray {
  return concat([a, b], { axis: -1 });
}

/** The mean squared length of the distance from the mean, which is the sum of both parts' variances: real, as NumPy has it but for a `dtype`. */
function variance(name: string, z: unknown, how?: unknown, more?: unknown): unknown {
  const options = reduceOptions(name, how, more, ['axis', 'keepdims', 'dtype', 'where', 'correction', 'ddof', 'mean', 'out']);
  const { dtype, out, mean: means, ...rest } = options;
  const known = means === undefined ? null : asComplex(means, name);
  const given = reduced(z, name, { dtype }, 0);
  const of = (part: 're' | 'im'): NDArray =>
    varianceOf(given[part], { ...(rest as object), ...(known === null ? {} : { mean: known[part] }) });
  const squares = add(of('re'), of('im'));
  const found = name === 'std' ? sqrt(squares) : squares;
  if (dtype === undefined) return deliverReal(found, out, name);
  return deliverComplex(fromReal(found, complexOf(found)), out, name);
}

/** A reduction over whether elements differ from 0. */
const ofTruth =
  (fn: (x: NDArray, ...rest: never[]) => unknown): ComplexForm =>
  (z, ...rest) =>
    fn(notEqual(z as ComplexOperand, 0), ...(rest as never[]));

/** A function that is linear in both of its arguments: it is computed of products of parts. */
// biome-ignore lint/suspicious/noExplicitAny: any declared function
export const bilinear = (fn: (...given: any[]) => any, conjugates = false): ComplexForm => {
  const form: ComplexForm = (a, b, ...rest) => {
    const [x, y] = [toComplex(a, fn.name), toComplex(b, fn.name)];
    if (!(x instanceof ComplexArray)) {
      const z = y as ComplexArray;
      return joined(fn(x, z.re, ...rest), fn(x, z.im, ...rest));
    }
    const im = conjugates ? x.im.negative() : x.im;
    if (!(y instanceof ComplexArray)) return joined(fn(x.re, y, ...rest), fn(im, y, ...rest));
    return joined(subtract(fn(x.re, y.re, ...rest), fn(im, y.im, ...rest)), add(fn(x.re, y.im, ...rest), fn(im, y.re, ...rest)));
  };
  return delivering(fn.name, form);
};

const product = bilinear(matmul);

const real: Terms = (b, left, right) => b.sub(realTerms(b, [left[0]], [right[0]]), realTerms(b, [left[1]], [right[1]]));
const imaginary: Terms = (b, left, right) => b.add(realTerms(b, [left[0]], [right[1]]), realTerms(b, [left[1]], [right[0]]));

/**
 * A matrix product. A larger left operand is read twice, not four times: each of its parts is multiplied by a stack of both parts of the
 * matrix on the right,
 *
 *     re · [ c, d ] = [ re·c, re·d ]      im · [ c, d ] = [ im·c, im·d ]
 *
 * A matrix of a few elements on the right makes it a map (`thin-product.ts`).
 */
const complexMatmul: ComplexForm = (a, b, ...rest) => {
  const [x, y] = [toComplex(a, 'matmul'), toComplex(b, 'matmul')];
  if (!(x instanceof ComplexArray && y instanceof ComplexArray) || rest.some((given) => given !== undefined) || !isWide(x, y))
    return product(a, b, ...rest);
  const [lead, inner, columns] = [x.shape.slice(0, -1), x.shape[x.ndim - 1], y.shape[1]];
  if (x.dtype === y.dtype && isThin(rowsIn(x.re), inner, columns)) {
    const [left, right] = [x, y].map(({ re, im }) => [re, im]);
    return joined(thinProduct(real, left, right), thinProduct(imaginary, left, right));
  }
  const both = stack([y.re, y.im]);
  const [left, right] = [x.re, x.im].map((part) => matmul(x.ndim === 2 ? part : reshape(part, [-1, inner]), both));
  const [re, im] = [left.slice(0).subtract(right.slice(1)), left.slice(1).add(right.slice(0))];
  return joined(reshape(re, [...lead, columns]), reshape(im, [...lead, columns]));
};

/** How many times as many elements the left operand has, at least: the stack is another copy of the right one. */
const WIDE = 8;

/** Whether the left operand is much larger than the right one, which is a matrix and fits it. */
function isWide(x: ComplexArray, y: ComplexArray): boolean {
  return x.ndim >= 2 && y.ndim === 2 && y.size > 0 && x.size >= WIDE * y.size && x.shape[x.ndim - 1] === y.shape[0];
}

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

defineForms(() => ({
  prod: prod as ComplexForm,
  variance: (...given: [unknown]) => variance('var', ...given),
  var: (...given: [unknown]) => variance('var', ...given),
  std: (...given: [unknown]) => variance('std', ...given),
  any: ofTruth(any as never),
  all: ofTruth(all as never),
  countNonzero: ofTruth(countNonzero as never),
  nonzero: ofTruth(nonzero as never),
  matmul: complexMatmul,
  dot: bilinear(dot),
  inner: bilinear(inner),
  outer: bilinear(outer),
  tensordot: bilinear(tensordot),
  kron: bilinear(kron),
  vecdot: bilinear(vecdot, true),
  isclose: close,
  allclose: (a: unknown, b: unknown, options?: Record<string, unknown>) => all(close(a, b, options)),
}));
