/** Results that are there and go to where the caller wants them. */
import { ShapeError } from '../base/index.js';
import { formatShape, sameShape } from '../shape/index.js';
import { apply } from './apply.js';
import type { NDArray } from './ndarray.js';
import { checkCast, checkTarget } from './target.js';
import { copyUfunc } from './ufunc.js';

/** The result, in `out` where one is given and not null. Throws `ShapeError` unless they have one shape, and as `checkTarget` and `checkCast` do. */
export function deliver(result: NDArray, out: NDArray | null | undefined, operation: string): NDArray {
  if (out === undefined || out === null) return result;
  checkTarget(out, operation);
  checkCast(result.dtype, out.dtype, operation);
  if (!sameShape(out.view.shape, result.view.shape)) {
    throw new ShapeError(
      `${operation}: a result of shape ${formatShape(result.view.shape)} does not fit an array of shape ${formatShape(out.view.shape)}`,
    );
  }
  return apply(copyUfunc, [result], out);
}
