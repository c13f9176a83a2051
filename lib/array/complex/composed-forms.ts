/** The complex forms of composed functions: of functions that are linear in their arrays, of products, and of functions that write. */
import { ArgumentError, DTypeError, isPlain } from '../../base/index.js';
import { add, divide, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { axisArgument } from '../axes.js';
import { type AverageOptions, average } from '../composed/averages.js';
import { convolve, correlate } from '../composed/calculus.js';
import { einsum } from '../composed/einsum.js';
import { gradient } from '../composed/gradient.js';
import type { Index } from '../composed/indexing.js';
import { fillDiagonal } from '../composed/indices.js';
import { interp } from '../composed/interpolation.js';
import { argwhere, flatnonzero } from '../composed/members.js';
import { nanToNum } from '../composed/nans.js';
import { pad } from '../composed/padding.js';
import { copyto, extract, place, put, putAlongAxis, putmask } from '../composed/placing.js';
import { polyadd, polyder, polyint, polymul, polysub } from '../composed/polynomials.js';
import { matvec, vecmat } from '../composed/products.js';
import { ediff1d, vdot } from '../composed/sequences.js';
import { set } from '../composed/setting.js';
import { rollaxis } from '../composed/shapes.js';
import { slidingWindowView } from '../composed/sliding.js';
import { diag } from '../composed/spacing.js';
import { ones, zeros } from '../creation.js';
import { meshgrid } from '../differences.js';
import { concat } from '../join.js';
import { awaitFirst } from '../lazy/calls.js';
import { Lazy } from '../lazy/lazy-array.js';
import { logicalAnd, logicalOr, logicalXor } from '../logic.js';
import { broadcastArrays, expandDims, moveaxis } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { all, sum } from '../reductions.js';
import { ravel } from '../reshape.js';
import { round } from '../rounding.js';
import { addAt, assignAt } from '../scatter.js';
import { where } from '../select.js';
import { type ComplexForm, defineForms, formOf, isComplexNumber } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { type AnyDTypeLike, asComplex, converted, promoted, toComplex } from './convert.js';
import { equal, multiply, notEqual } from './elementary-forms.js';
import { LazyComplex } from './lazy-complex.js';
import { byParts, joined, partOf } from './parts.js';
import { deliverComplex, delivering, reduced, reduceOptions } from './reduce-options.js';
import { bilinear } from './reduction-forms.js';

/** A function of any number of arrays, whose parts are treated alike; options may come last. */
// biome-ignore lint/suspicious/noExplicitAny: any declared function
const ofAll = (fn: (...given: any[]) => readonly NDArray[]): ComplexForm => {
  return (...given) => {
    const isOption = given.length > 0 && isPlain(given[given.length - 1]) && !isComplexNumber(given[given.length - 1]);
    const [arrays, options] = isOption ? [given.slice(0, -1), given.slice(-1)] : [given, []];
    const parts = [0, 1].map((k) => fn(...arrays.map((x) => partOf(x, k, fn.name)), ...options));
    return parts[0].map((re, i) => (arrays[i] instanceof ComplexArray || !isReal(arrays[i]) ? joined(re, parts[1][i]) : re));
  };
};

function isReal(x: unknown): boolean {
  return !(toComplex(x, 'array') instanceof ComplexArray);
}

/** A function that writes values into its first array, and gives that array. */
// biome-ignore lint/suspicious/noExplicitAny: any declared function
const writing = (fn: (...given: any[]) => unknown, values: number): ComplexForm => {
  return (...given) => {
    const target = given[0];
    if (!(target instanceof ComplexArray))
      throw new DTypeError(`${fn.name}: complex values do not fit a real array; take np.real(z), or make the array complex`);
    byParts(fn, 0, values)(...given);
    return target;
  };
};

/** Elements around a complex array: modes that take one of its elements, or a value. */
function padded(z: unknown, width: unknown, how?: unknown, more?: unknown): unknown {
  const options = { ...(isPlain(how) ? how : { mode: how }), ...(more as object | undefined) } as Record<string, unknown>;
  const { mode = 'constant', constantValues = 0, endValues = 0, ...rest } = options;
  if (mode === 'maximum' || mode === 'minimum' || mode === 'median')
    throw new DTypeError(`pad: mode '${mode}' needs an order of the elements, which is not taken for complex arrays`);
  const given = asComplex(z, 'pad');
  const [re, im] = [0, 1].map((k) =>
    pad(k === 0 ? given.re : given.im, width as number, {
      ...rest,
      mode: mode as 'constant',
      ...(mode === 'constant' ? { constantValues: partOf(constantValues, k, 'pad') as number } : {}),
      ...(mode === 'linear_ramp' ? { endValues: partOf(endValues, k, 'pad') as number } : {}),
    }),
  );
  return joined(re, im);
}

/** Running products: each element times the one so many places before it, for 1, 2, 4, … places. */
function cumulativeProd(z: unknown, how?: unknown, more?: unknown): unknown {
  const options = { ...(isPlain(how) ? how : { axis: how }), ...(more as object | undefined) };
  const { axis: along, includeInitial, dtype, out } = options as Record<string, unknown>;
  const given = reduced(z, 'cumulativeProd', { dtype: dtype as 'complex128' | undefined }, 1);
  if (along === undefined && given.ndim > 1)
    throw new ArgumentError(`cumulativeProd: an array of ${given.ndim} axes needs the option axis`);
  const axis = axisArgument((along as number | undefined) ?? 0, given.ndim, 'cumulativeProd');
  const front = (x: NDArray): NDArray => moveaxis(x, axis, 0);
  let total = new ComplexArray(front(given.re), front(given.im));
  for (let by = 1; by < total.shape[0]; by *= 2) {
    const part = (from: string): ComplexArray => new ComplexArray(total.re.slice(from), total.im.slice(from));
    const next = multiply(part(`${by}:`), part(`:-${by}`)) as ComplexArray;
    const head = part(`:${by}`);
    total = new ComplexArray(concat([head.re, next.re]), concat([head.im, next.im]));
  }
  if (includeInitial === true) {
    const one = [1, ...total.shape.slice(1)];
    total = new ComplexArray(concat([ones(one, total.re.dtype), total.re]), concat([zeros(one, total.im.dtype), total.im]));
  }
  return deliverComplex(new ComplexArray(moveaxis(total.re, 0, axis), moveaxis(total.im, 0, axis)), out, 'cumulativeProd');
}

/** NumPy's `cumprod`: of the flattened array where there is no axis. */
function cumprod(z: unknown, how?: unknown, more?: unknown): unknown {
  const axis = isPlain(how) ? how.axis : how;
  const given = asComplex(z, 'cumprod');
  const isFlat = axis === undefined || axis === null;
  const line = isFlat ? new ComplexArray(ravel(given.re), ravel(given.im)) : given;
  return cumulativeProd(line, isFlat ? { ...(isPlain(how) ? how : {}), axis: 0 } : how, more);
}

/** Each product of parts, with the sign of i to the power of how many of them are imaginary. */
function contracted(subscripts: string, ...given: readonly unknown[]): unknown {
  const last = given[given.length - 1];
  const isOption = isPlain(last) && !isComplexNumber(last);
  const { dtype, ...own } = (isOption ? last : {}) as { readonly dtype?: AnyDTypeLike };
  const operands = (isOption ? given.slice(0, -1) : given).map((x) => promoted(toComplex(x, 'einsum'), dtype, 'einsum'));
  const options = isOption ? [own] : [];
  const sums: [NDArray | null, NDArray | null] = [null, null];
  const choose = (i: number, chosen: readonly NDArray[], power: number): void => {
    if (i < operands.length) {
      const x = operands[i];
      choose(i + 1, [...chosen, x instanceof ComplexArray ? x.re : x], power);
      if (x instanceof ComplexArray) choose(i + 1, [...chosen, x.im], power + 1);
      return;
    }
    const term = einsum(subscripts, ...chosen, ...(options as never[]));
    const before = sums[power % 2];
    sums[power % 2] =
      before === null ? (power % 4 < 2 ? term : term.negative()) : power % 4 < 2 ? add(before, term) : subtract(before, term);
  };
  choose(0, [], 0);
  return joined(sums[0], sums[1]);
}

/** Both parts rounded, to so many digits where `decimals` says so. */
const rounded: ComplexForm = (z, how, ...rest) => {
  const whole = formOf('rint');
  return how === undefined ? whole(z) : byParts(round)(z, how, ...rest);
};

/** In complex128. */
const wide = (x: unknown): ComplexArray => converted(toComplex(x, 'floatPower'), 'complex128', 'floatPower', false);

const lost = (z: ComplexArray): NDArray => z.re.isnan().logicalOr(z.im.isnan());

/** Zeros, or ones, where elements are no numbers. */
function without(z: unknown, by: number, name: string): ComplexArray {
  const given = asComplex(z, name);
  const is = lost(given);
  return new ComplexArray(where(is, by, given.re), where(is, 0, given.im));
}

const without1 = (name: string, by: number, of: string): ComplexForm => {
  return (z, ...rest) => formOf(of)(without(z, by, name), ...rest);
};

function nanmean(z: unknown, how?: unknown, more?: object): unknown {
  const { out, ...over } = reduceOptions('nanmean', how, more, ['axis', 'keepdims', 'dtype', 'where', 'out']);
  const { axis, keepdims, where: chosen } = over;
  const count = sum(lost(asComplex(z, 'nanmean')).logicalNot(), { axis, keepdims, where: chosen });
  const total = formOf('sum')(without(z, 0, 'nanmean'), over) as ComplexArray;
  const number = astype(count, total.re.dtype);
  return deliverComplex(joined(divide(total.re, number), divide(total.im, number)) as ComplexArray, out, 'nanmean');
}

function arrayEqual(a: unknown, b: unknown, how?: unknown): NDArray {
  const [x, y] = [asComplex(a, 'arrayEqual'), asComplex(b, 'arrayEqual')];
  if (String(x.shape) !== String(y.shape)) return all(zeros([1]));
  const same = how === true || (isPlain(how) && how.equalNan === true);
  return all(same ? logicalOr(equal(x, y), logicalAnd(lost(x), lost(y))) : equal(x, y));
}

/** With `returned` the sums of the weights, which are real, are the second of two results. */
function averaged(z: unknown, how?: unknown, more?: object): unknown {
  const { returned, ...options } = { ...(isPlain(how) ? how : { axis: how }), ...more } as AverageOptions;
  const found = byParts(average)(z, options);
  return returned === true ? [found, average(asComplex(z, 'average').re, { ...options, returned })[1]] : found;
}

/** A ufunc of all pairs of elements of two arrays. */
const outer =
  (name: string): ComplexForm =>
  (a, b) => {
    const [x, y] = [asComplex(a, name), asComplex(b, name)];
    const axes = y.shape.map((_, i) => x.ndim + i);
    const wide = (part: NDArray): NDArray => axes.reduce((p, axis) => expandDims(p, { axis }), part);
    return formOf(name)(new ComplexArray(wide(x.re), wide(x.im)), y);
  };

const truth = (x: unknown): unknown => {
  const given = toComplex(x, 'logical');
  return given instanceof ComplexArray ? notEqual(given, 0) : given;
};
// biome-ignore lint/suspicious/noExplicitAny: any declared function
const ofTruths = (fn: (...given: any[]) => unknown): ComplexForm => {
  return (...given) => fn(...given.map((x, i) => (i < 2 ? truth(x) : x)));
};

/** Horner's rule, by complex steps. */
function polyval(p: unknown, x: unknown): unknown {
  const [c, at] = [asComplex(p, 'polyval'), asComplex(x, 'polyval')];
  let value = new ComplexArray(zeros(at.shape, at.re.dtype), zeros(at.shape, at.re.dtype));
  for (let k = 0; k < c.size; k++) {
    const coefficient = new ComplexArray(c.re.slice(k), c.im.slice(k));
    value = formOf('add')(multiply(value, at), coefficient) as ComplexArray;
  }
  return value;
}

/** NumPy's `z += w` and its kin: computed, then assigned. */
const inPlace = Object.fromEntries(
  ['add', 'subtract', 'multiply', 'divide', 'pow'].map((name) => [
    `${name}Assign`,
    (z: unknown, other: unknown) => formOf('assign')(z, formOf(name)(z, other)),
  ]),
);

/** A product of which the first operand, or with `second` the second one, is conjugated. */
// biome-ignore lint/suspicious/noExplicitAny: any declared function
const conjugating = (fn: (...given: any[]) => any, second = false): ComplexForm => {
  const product = bilinear(fn, !second);
  return (a, b, ...rest) => (second ? product(a, formOf('conj')(b), ...rest) : product(a, b, ...rest));
};

/** `z[…] = values`; values that a mask selected, of a number that is not known, go part by part. */
function setIn(...given: unknown[]): unknown {
  const [z] = given;
  const values = given.at(-1);
  if (!(z instanceof ComplexArray && (values instanceof LazyComplex || values instanceof Lazy)))
    return writing(set, given.length - 1)(...given);
  const parts = values instanceof Lazy ? [values, 0] : values.lazyParts;
  if (parts === null) throw awaitFirst('set');
  [z.re, z.im].forEach((part, k) => {
    set(part, ...(given.slice(1, -1) as [Index]), parts[k] as number);
  });
  return z;
}

defineForms(() => ({
  ...inPlace,
  pad: padded,
  cumulativeProd,
  cumprod,
  einsum: delivering('einsum', contracted as ComplexForm),
  ...Object.fromEntries(
    [diag, gradient, ediff1d, rollaxis, slidingWindowView, nanToNum, polyder, polyint].map((fn) => [fn.name, byParts(fn)]),
  ),
  interp: byParts(interp, 2),
  round: rounded,
  average: averaged,
  extract: byParts(extract, 1),
  polyadd: byParts(polyadd, 0, 1),
  polysub: byParts(polysub, 0, 1),
  polymul: bilinear(polymul),
  polyval,
  meshgrid: ofAll(meshgrid as never),
  broadcastArrays: ofAll(broadcastArrays),
  put: writing(put, 2),
  putAlongAxis: writing(putAlongAxis, 2),
  place: writing(place, 2),
  putmask: writing(putmask, 2),
  copyto: writing(copyto, 1),
  set: setIn,
  assignAt: writing(assignAt, 2),
  addAt: writing(addAt, 2),
  fillDiagonal: writing(fillDiagonal, 1),
  convolve: bilinear(convolve),
  correlate: conjugating(correlate, true),
  vdot: conjugating(vdot),
  vecmat: conjugating(vecmat),
  matvec: bilinear(matvec),
  ...Object.fromEntries(['add', 'subtract', 'multiply', 'divide', 'pow'].map((name) => [`${name}Outer`, outer(name)])),
  logicalAnd: ofTruths(logicalAnd),
  logicalOr: ofTruths(logicalOr),
  logicalXor: ofTruths(logicalXor),
  argwhere: (z: unknown) => argwhere(truth(z) as NDArray),
  flatnonzero: (z: unknown) => flatnonzero(truth(z) as NDArray),
  floatPower: (a: unknown, b: unknown, how?: unknown) => formOf('pow')(wide(a), wide(b), how),
  nansum: without1('nansum', 0, 'sum'),
  nanprod: without1('nanprod', 1, 'prod'),
  nancumsum: without1('nancumsum', 0, 'cumsum'),
  nancumprod: without1('nancumprod', 1, 'cumprod'),
  nanmean,
  arrayEqual,
}));
