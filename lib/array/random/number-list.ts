/** Numbers that a draw takes as a list: a JavaScript array, or an array of the library, as NumPy's `np.ones(3)`, which is read. */
import { either, type Kind, listOf, NUMBER, ShapeError } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { astype } from '../assign.js';
import { OWN } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { dataSync } from '../read.js';

export type NumberList = readonly number[] | NDArray;

export const NUMBER_LIST: Kind<NumberList> = either(listOf(NUMBER), OWN);

/** The numbers. Throws `ShapeError` for an array of other than one dimension. */
export function numbersIn(list: NumberList, operation: string): readonly number[] {
  if (!('view' in list)) return list;
  if (list.ndim !== 1)
    throw new ShapeError(
      `${operation}: expected a list of numbers or a 1-D array, got an array of ${formatShape(list.view.shape)}`,
    );
  return Array.from(dataSync(astype(list, float64)) as Float64Array);
}
