/** NumPy's functions of complex arrays that the array API standard has not. */
import { NUMBER, optional, takes } from '../../base/index.js';
import { type ArrayLike, toArray } from '../convert.js';
import { ARRAY } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { sort } from '../sorting.js';
import { defineForms, formOf } from './calls.js';
import type { ComplexArray } from './complex-array.js';
import { asComplex } from './convert.js';

/**
 * A copy in ascending order along the last axis, by real parts and then by imaginary ones, as a complex array; NaN comes last.
 *
 * @example
 * await np.sortComplex([{ re: 2, im: 0 }, { re: 1, im: 3 }]).tolist(); // [{ re: 1, im: 3 }, { re: 2, im: 0 }]
 */
export const sortComplex = takes(
  'sortComplex',
  ARRAY,
)((x: ArrayLike): NDArray => asComplex(sort(x), 'sortComplex') as unknown as NDArray);

/**
 * The real parts where all imaginary parts are close to 0: smaller than `tol` (default 100) times the dtype's epsilon, or for a `tol` of at
 * most 1 than it. Else the array itself. Imaginary parts are read. A real array is itself.
 *
 * @example
 * (await np.realIfClose(np.complex([1, 2], 1e-15))).dtype.name; // 'float64'
 */
export const realIfClose = takes(
  'realIfClose',
  ARRAY,
  optional(NUMBER),
)(async (x: ArrayLike, _tol?: number): Promise<NDArray> => toArray(x, 'realIfClose'));

const EPSILON: Readonly<Record<string, number>> = { complex64: 2 ** -23, complex128: 2 ** -52 };

defineForms(() => ({
  sortComplex: (x: unknown) => formOf('sort')(x),
  realIfClose: async (x: unknown, tol = 100): Promise<NDArray | ComplexArray> => {
    const z = asComplex(x, 'realIfClose');
    const bound = tol > 1 ? tol * EPSILON[z.dtype.name] : tol;
    return (await z.im.abs().less(bound).all().item()) === true ? z.re : z;
  },
}));
