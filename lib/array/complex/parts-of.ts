/** Parts of complex arrays, their conjugates, and which arrays are complex. Real arrays are complex ones without imaginary parts. */
import { ANYTHING, byPlace, FLAG, isPlain, type OptionKinds, takes } from '../../base/index.js';
import { bool, float64 } from '../../dtype/index.js';
import { multiply } from '../arithmetic.js';
import { astype } from '../assign.js';
import { equal, notEqual } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { ones, zeros, zerosLike } from '../creation.js';
import { floatDefault } from '../default-dtypes.js';
import { ARRAY } from '../kinds.js';
import { broadcastArrays } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import type { Positional } from '../positional.js';
import { atan2 } from '../trigonometry.js';
import { computeWith, UFUNC_OPTIONS, type UfuncOptions } from '../ufunc-options.js';
import { defineForms, isComplexNumber } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { asComplex, converted, toComplex } from './convert.js';
import { angle as angleOf } from './elementary-forms.js';
import { complexDType, delivered, ufuncOptions } from './ufunc-options.js';

/**
 * The real parts: of a complex array a view, of a real one itself.
 *
 * @example
 * await np.real([{ re: 1, im: 2 }]).tolist(); // [1]
 */
export const real = takes('real', ARRAY)((x: ArrayLike): NDArray => toArray(x, 'real'));

/**
 * The imaginary parts: of a complex array a view, of a real one zeros.
 *
 * @example
 * await np.imag([{ re: 1, im: 2 }]).tolist(); // [2]
 */
export const imag = takes('imag', ARRAY)((x: ArrayLike): NDArray => zerosLike(x));

/**
 * The complex conjugate, element by element: the imaginary part's sign is changed. Of a real array itself.
 *
 * @example
 * await np.conj([{ re: 1, im: 2 }]).tolist(); // [{ re: 1, im: -2 }]
 */
export const conj = takes(
  'conj',
  ARRAY,
  byPlace(UFUNC_OPTIONS, 'out'),
)((x: ArrayLike, how?: Positional<UfuncOptions, 'out'>): NDArray => {
  return computeWith('conj', [x], how, ([given]) => toArray(given, 'conj'));
});
export { conj as conjugate };

const DEG: OptionKinds<{ readonly deg?: boolean }> = { deg: FLAG };

/**
 * The angle of complex numbers in the plane, in radians (degrees with `deg`) from -π to π; that of a negative real number is π.
 *
 * @example
 * await np.angle([{ re: 0, im: 1 }]).tolist(); // [1.5707963267948966]
 */
export const angle = takes(
  'angle',
  ARRAY,
  byPlace(DEG, 'deg'),
)((x: ArrayLike, how?: Positional<{ readonly deg?: boolean }, 'deg'>): NDArray => {
  const a = toArray(x, 'angle');
  const real = a.dtype.kind === 'float' ? a : astype(a, floatDefault());
  const found = atan2(zerosLike(real), real);
  return inDegrees(how) ? multiply(found, 180 / Math.PI) : found;
});

function inDegrees(how: unknown): boolean {
  return how === true || (isPlain(how) && how.deg === true);
}

/**
 * A complex array of real and imaginary parts, which broadcast: complex64 of float32, else complex128.
 *
 * @example
 * await np.complex([1, 2], 1).tolist(); // [{ re: 1, im: 1 }, { re: 2, im: 1 }]
 */
export const complex = takes(
  'complex',
  ARRAY,
  ARRAY,
)((re: ArrayLike, im: ArrayLike): NDArray => {
  const [a, b] = broadcastArrays(toArray(re, 'complex'), toArray(im, 'complex')).map((part) => asComplex(part, 'complex').re);
  const dtype = a.dtype === b.dtype ? a.dtype : float64;
  return new ComplexArray(astype(a, dtype), astype(b, dtype)) as unknown as NDArray;
});

/** Whether a value is a complex array or number. */
function isComplexValue(x: unknown): boolean {
  return x instanceof ComplexArray || isComplexNumber(x);
}

/**
 * Whether a value is an array of a complex dtype, or a complex number.
 *
 * @example
 * np.iscomplexobj(np.zeros(2, 'complex64')); // true
 */
export const iscomplexobj = takes('iscomplexobj', ANYTHING)((x: unknown): boolean => isComplexValue(x));

/**
 * Whether a value is anything but an array of a complex dtype or a complex number.
 *
 * @example
 * np.isrealobj(np.zeros(2)); // true
 */
export const isrealobj = takes('isrealobj', ANYTHING)((x: unknown): boolean => !isComplexValue(x));

/**
 * Which elements have an imaginary part other than 0.
 *
 * @example
 * await np.iscomplex([{ re: 1, im: 2 }, { re: 1, im: 0 }]).tolist(); // [true, false]
 */
export const iscomplex = takes('iscomplex', ARRAY)((x: ArrayLike): NDArray => zeros(toArray(x, 'iscomplex').view.shape, bool));

/**
 * Which elements have no imaginary part other than 0.
 *
 * @example
 * await np.isreal([{ re: 1, im: 2 }, { re: 1, im: 0 }]).tolist(); // [false, true]
 */
export const isreal = takes('isreal', ARRAY)((x: ArrayLike): NDArray => ones(toArray(x, 'isreal').view.shape, bool));

const conjugated = (x: unknown, how?: unknown): ComplexArray => {
  const options = ufuncOptions('conj', how);
  const to = complexDType('conj', options.dtype);
  const z = to === undefined ? asComplex(x, 'conj') : converted(toComplex(x, 'conj'), to, 'conj', false);
  return delivered('conj', new ComplexArray(z.re, z.im.negative()), options);
};

defineForms(() => ({
  real: (x: unknown) => asComplex(x, 'real').re,
  imag: (x: unknown) => asComplex(x, 'imag').im,
  conj: conjugated,
  conjugate: conjugated,
  angle: (z: unknown, how?: unknown) =>
    inDegrees(how) ? multiply(angleOf(z as never) as NDArray, 180 / Math.PI) : angleOf(z as never),
  iscomplex: (x: unknown) => notEqual(asComplex(x, 'iscomplex').im, 0),
  isreal: (x: unknown) => equal(asComplex(x, 'isreal').im, 0),
}));
