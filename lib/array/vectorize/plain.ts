/** Functions of numbers called for each element, in JavaScript. */
import { ArgumentError } from '../../base/index.js';
import { broadcastShapes, type Shape, sizeOf } from '../../shape/index.js';
import { astype } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { asarray } from '../creation.js';
import { broadcastTo } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { data } from '../read.js';
import { ravel, reshape } from '../reshape.js';

/** The function of arrays, which broadcast: it reads them and gives a float64 array. */
export function elementByElement(fn: (...numbers: number[]) => unknown): (...arrays: ArrayLike[]) => Promise<NDArray> {
  return async (...arrays) => {
    if (arrays.length === 0) throw new ArgumentError('vectorize: expected at least one array');
    const given = arrays.map((x) => toArray(x, 'vectorize'));
    const shape = given.reduce<Shape>((s, a) => broadcastShapes(s, a.shape, 'vectorize'), []);
    const all = await Promise.all(
      given.map(async (a) =>
        Float64Array.from(
          (await data(astype(ravel(broadcastTo(a, shape)), a.dtype.computes, { copy: false }))) as Iterable<number>,
          Number,
        ),
      ),
    );
    const values = Float64Array.from({ length: sizeOf(shape) }, (_, i) => Number(fn(...all.map((column) => column[i]))));
    return reshape(asarray(values), shape);
  };
}
