/** Where draws that NumPy fills arrays with go: the options `shape`, `dtype` and `out` of `random`, `standardNormal` and their kin. */
import { ArgumentError, DTypeError, ShapeError } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import { formatShape, type Shape, sameShape } from '../../shape/index.js';
import { shapeArgument } from '../creation.js';
import type { NDArray } from '../ndarray.js';
import { checkTarget, type OutOption } from '../target.js';
import { type DrawOptions, floatDType, isOptions, type Size, shapeIn } from './arguments.js';

/** The shape and the float dtype (default float64) of a draw, or an array to fill. */
export interface FillOptions extends DrawOptions, OutOption {
  /** An array of the dtype, and of the shape if one is given, that the numbers are written to and that is returned; default: a new one. */
  readonly out?: NDArray;
}

/** A draw's shape and dtype, and the array to write to. */
interface Fill {
  /** Undefined where parameters alone may decide. */
  readonly shape: Shape | undefined;
  readonly dtype: DType;
  readonly out: NDArray | undefined;
}

/**
 * The options of a draw, checked before the stream moves on. Throws `DTypeError` and `ShapeError` for an `out` of a dtype or a shape other
 * than the ones asked for, as NumPy does, and `ArgumentError` for one that cannot be written.
 */
export function fillOf(size: Size | FillOptions | undefined, operation: string): Fill {
  const options = isOptions(size) ? size : undefined;
  const dtype = floatDType(options, operation);
  const asked = shapeIn(size);
  const shape = asked === undefined ? undefined : shapeArgument(asked, operation);
  const out = options?.out ?? undefined;
  if (out === undefined) return { shape, dtype, out };
  if (!('view' in out)) throw new ArgumentError(`${operation}: out must be an array made by maniple`);
  if (out.dtype !== dtype)
    throw new DTypeError(
      `${operation}: expected an out of ${dtype.name}, got ${out.dtype.name}; draws of it take { dtype: '${out.dtype.name}' }`,
    );
  if (shape !== undefined && !sameShape(shape, out.shape))
    throw new ShapeError(`${operation}: expected an out of shape ${formatShape(shape)}, got ${formatShape(out.shape)}`);
  checkTarget(out, operation);
  return { shape: out.shape, dtype, out };
}
