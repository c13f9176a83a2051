/** The complex forms of NumPy's functions made of others: covariances, Vandermonde matrices, polynomials, spreads without NaN, raw bytes. */
import { ArgumentError, isPlain, listed, ShapeError } from '../../base/index.js';
import { asAnyDType, type ComplexDType, complex128 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { frombuffer } from '../composed/buffers.js';
import { type FullPolyfit, type PolyfitCovariance, type PolyfitOptions, polyfit } from '../composed/polyfit.js';
import type { ArrayLike, Complex } from '../convert.js';
import { fromfile, tofile } from '../formats/raw.js';
import { stack } from '../join.js';
import { logicalAnd, logicalNot } from '../logic.js';
import { diagonal, expandDims } from '../manipulate.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import { byName } from '../positional.js';
import { reshape } from '../reshape.js';
import { clip } from '../select.js';
import { defineForms, formOf } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { asComplex, converted, toComplex } from './convert.js';
import { byParts, joined } from './parts.js';

/** Complex arrays are typed as arrays. */
const typed = (z: ComplexArray): NDArray => z as unknown as NDArray;
const call = (name: string, ...given: readonly unknown[]): NDArray => formOf(name)(...given) as NDArray;

interface CovHow {
  readonly y?: unknown;
  readonly rowvar?: boolean;
  readonly correction?: number;
  readonly ddof?: number;
  readonly bias?: boolean;
  readonly dtype?: unknown;
  readonly fweights?: unknown;
  readonly aweights?: unknown;
}

/** Variables as rows, in complex128. */
function variables(x: unknown, { y, rowvar = true }: CovHow, name: string): NDArray {
  const rows = [x, ...(y === undefined ? [] : [y])].map((given) => {
    const z = converted(toComplex(given, name), complex128, name, false);
    if (z.ndim > 2) throw new ShapeError(`${name}: expected at most 2 axes, got shape ${formatShape(z.shape)}`);
    const matrix = z.ndim === 2 ? typed(z) : call('reshape', z, [1, z.size]);
    return rowvar || z.ndim < 2 ? matrix : matrix.T;
  });
  return rows.length === 1 ? rows[0] : call('concat', rows);
}

/** Throws `ArgumentError` for options that are taken for real variables alone. */
function refuse(options: CovHow, name: string): void {
  for (const option of ['dtype', 'fweights', 'aweights'] as const)
    if (options[option] !== undefined) throw new ArgumentError(`${name}: ${option} is not taken for complex variables`);
}

function cov(x: unknown, how?: unknown, more?: CovHow): NDArray {
  const options: CovHow = { ...(isPlain(how) ? how : { y: how }), ...more };
  refuse(options, 'cov');
  const rows = variables(x, options, 'cov');
  const away = rows.subtract(rows.mean({ axis: 1, keepdims: true }));
  const count = Math.max(0, rows.shape[1] - (options.correction ?? options.ddof ?? (options.bias === true ? 0 : 1)));
  const found = matmul(away, away.T.conj()).divide(count);
  return rows.shape[0] === 1 ? call('reshape', found, []) : found;
}

function corrcoef(x: unknown, how?: unknown, more?: CovHow): NDArray {
  const c = cov(x, how, more);
  if (c.ndim === 0) return c.divide(c);
  const spread = diagonal(c.real).sqrt();
  const { real, imag } = c.divide(expandDims(spread, { axis: 1 })).divide(spread);
  return typed(new ComplexArray(clip(real, -1, 1), clip(imag, -1, 1)));
}

interface VanderHow {
  readonly n?: number;
  readonly increasing?: boolean;
}

/** Powers as columns, each the product of the one before it and the vector. */
function vander(x: unknown, how?: VanderHow | number, more?: VanderHow): NDArray {
  const z = typed(asComplex(x, 'vander'));
  if (z.ndim !== 1) throw new ShapeError(`vander: expected a vector, got shape ${formatShape(z.shape)}`);
  const { n = z.size, increasing = false }: VanderHow = { ...(typeof how === 'number' ? { n: how } : how), ...more };
  if (!Number.isInteger(n) || n < 0) throw new ArgumentError(`vander: expected an integer of at least 0 columns, got ${n}`);
  if (n === 0) return call('zeros', [z.size, 0], z.dtype);
  const columns = [call('onesLike', z)];
  while (columns.length < n) columns.push(columns[columns.length - 1].multiply(z));
  return call('stack', increasing ? columns : columns.reverse(), { axis: -1 });
}

/** `var` or `std` of the elements that are numbers. */
const spreadOf = (name: 'var' | 'std') => (z: unknown, how?: unknown, more?: object) => {
  const given = asComplex(z, `nan${name}`);
  const isNumber = logicalNot(given.re.isnan().logicalOr(given.im.isnan()));
  const options = { ...(isPlain(how) ? how : { axis: how }), ...more } as { readonly where?: NDArray };
  return formOf(name)(given, { ...options, where: options.where === undefined ? isNumber : logicalAnd(isNumber, options.where) });
};

/** The polynomial with these roots, as a complex array. */
function poly(roots: unknown): NDArray {
  const z = call('atleast1d', asComplex(roots, 'poly'));
  if (z.ndim !== 1) throw new ShapeError(`poly: expected a vector of coefficients, got shape ${formatShape(z.shape)}`);
  let product = call('ones', 1, z.dtype);
  for (let k = 0; k < z.size; k++) {
    const term = product.multiply(z.slice(`${k}:${k + 1}`));
    product = call('pad', product, [0, 1]).subtract(call('pad', term, [1, 0]));
  }
  return product;
}

const times = (a: Complex, b: Complex): Complex => ({ re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re });
/** Coefficients of a remainder that count as 0. */
const NEGLIGIBLE = 1e-8;

async function polydiv(p: unknown, q: unknown): Promise<object> {
  const lists = [p, q].map(async (x) => (await call('atleast1d', asComplex(x, 'polydiv')).tolist()) as unknown as Complex[]);
  const [rest, divisor] = await Promise.all(lists);
  const lead = divisor[0];
  if (lead === undefined || (lead.re === 0 && lead.im === 0))
    throw new ArgumentError('polydiv: expected a divisor with a highest coefficient other than 0');
  const square = lead.re ** 2 + lead.im ** 2;
  const found: Complex[] = [];
  for (let k = 0; k + divisor.length <= rest.length; k++) {
    const factor = times(rest[k], { re: lead.re / square, im: -lead.im / square });
    found.push(factor);
    for (const [i, c] of divisor.entries()) {
      const { re, im } = times(factor, c);
      rest[k + i] = { re: rest[k + i].re - re, im: rest[k + i].im - im };
    }
  }
  const first = rest.findIndex((x, i) => i >= found.length && Math.hypot(x.re, x.im) > NEGLIGIBLE);
  const kept = rest.slice(first < 0 ? Math.max(0, rest.length - 1) : first);
  const array = (values: readonly Complex[]): NDArray => call('asarray', values.length === 0 ? [{ re: 0, im: 0 }] : values);
  return listed('polydiv', { quotient: array(found), remainder: array(kept) });
}

/** Of complex values at real points: each part by itself. */
function fitted(x: unknown, y: unknown, degree: number, options?: PolyfitOptions): unknown {
  if (toComplex(x, 'polyfit') instanceof ComplexArray)
    throw new ArgumentError('polyfit: complex points are not taken; solve np.linalg.lstsq(np.vander(x, degree + 1), y)');
  if (options?.full !== true && (options?.cov ?? false) === false) return byParts(polyfit, 1)(x, y, degree, options);
  const { re, im } = asComplex(y, 'polyfit');
  const [a, b] = [re, im].map((part) => polyfit(x as ArrayLike, part, degree, options) as FullPolyfit & PolyfitCovariance);
  const coefficients = joined(a.coefficients, b.coefficients) as NDArray;
  if (options?.full === true) return listed('polyfit', { ...a, coefficients, residuals: a.residuals.add(b.residuals) });
  // Covariances are in proportion to squares of distances, and these are the sums of both parts'.
  const covariance = options?.cov === 'unscaled' ? a.covariance : a.covariance.add(b.covariance);
  return listed('polyfit', { coefficients, covariance });
}

/** Within bounds, in the order by real parts and then imaginary ones. */
function clipped(z: unknown, least?: unknown, most?: unknown, out?: unknown): unknown {
  const how = isPlain(least) && ('min' in least || 'max' in least || 'out' in least) ? (least as Record<string, unknown>) : null;
  const [min, max, to] = how === null ? [least, most, out] : [how.min, how.max, how.out];
  const isGiven = (x: unknown): boolean => x !== undefined && x !== null;
  const low = isGiven(min) ? call('maximum', z, min, isGiven(max) ? undefined : to) : z;
  if (isGiven(max)) return call('minimum', low, max, to);
  return isGiven(min) ? low : call('positive', asComplex(z, 'clip'), to);
}

interface BytesHow {
  readonly dtype?: ComplexDType | string;
  readonly count?: number;
  readonly offset?: number;
}

/** Options for the parts of complex numbers. */
function partsHow(name: string, how: unknown, more: unknown): object {
  const { dtype, count, ...rest } = byName(name, how as BytesHow, 'dtype' as never, more as object) as unknown as BytesHow;
  const to = asAnyDType(dtype as 'complex128') as ComplexDType;
  const twice = count === undefined || count === -1 ? {} : { count: 2 * count };
  return { ...rest, ...twice, dtype: to.part };
}

/** Interleaved parts as a complex array. */
function interleaved(values: NDArray, name: string): NDArray {
  if (values.size % 2 !== 0)
    throw new ArgumentError(`${name}: ${values.size} parts are no whole number of complex elements, which take two each`);
  const pairs = reshape(values, [values.size / 2, 2]);
  return typed(new ComplexArray(pairs.slice(':', 0), pairs.slice(':', 1)));
}

defineForms(() => ({
  cov,
  corrcoef,
  vander,
  nanvar: spreadOf('var'),
  nanstd: spreadOf('std'),
  poly,
  polydiv,
  polyfit: fitted,
  clip: clipped,
  frombuffer: (bytes: ArrayBuffer, how?: unknown, more?: unknown) =>
    interleaved(frombuffer(bytes, partsHow('frombuffer', how, more)), 'frombuffer'),
  fromfile: async (path: string, how?: unknown, more?: unknown) =>
    interleaved(await fromfile(path, partsHow('fromfile', how, more)), 'fromfile'),
  tofile: (path: string, z: ComplexArray) => tofile(path, reshape(stack([z.re, z.im], { axis: -1 }), [-1])),
}));
