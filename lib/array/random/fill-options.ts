/** Where draws that NumPy fills arrays with go: the options `shape`, `dtype` and `out` of `random`, `standardNormal` and their kin. */
import { ArgumentError, DTypeError, ShapeError } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import { formatShape, type Shape, sameShape } from '../../shape/index.js';
import type { DTypeLike } from '../convert.js';
import { shapeArgument } from '../creation.js';
import type { NDArray } from '../ndarray.js';
import { checkTarget, type OutOption } from '../target.js';
import { type DrawOptions, floatDType, gathered, type Size, shapeIn } from './arguments.js';

/** The shape and the float dtype (default float64) of a draw, or an array to fill. */
export interface FillOptions extends DrawOptions, OutOption {
  /** An array of the dtype, and of the shape if one is given, that the numbers are written to and that is returned; default: a new one. */
  readonly out?: NDArray;
}

/** Options of `standardExponential`. */
export interface ExponentialOptions extends FillOptions {
  /** How the numbers are made: by the ziggurat ('zig', the default), or as logarithms of uniform numbers ('inv'). */
  readonly method?: 'zig' | 'inv';
}

/** Arguments of a draw in NumPy's order, the last perhaps an object of options. */
export type FillArguments = readonly [
  size?: Size | null | FillOptions,
  dtype?: DTypeLike | null | FillOptions,
  out?: NDArray | null | FillOptions,
];

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
export function fillOf(operation: string, ...given: FillArguments): Fill {
  const options = gathered<FillOptions>(
    operation,
    ['shape', 'dtype', 'out'],
    ...(given as readonly unknown[] as readonly never[]),
  );
  const dtype = floatDType(options, operation);
  const asked = shapeIn(options);
  const shape = asked === undefined ? undefined : shapeArgument(asked, operation);
  const out = options.out ?? undefined;
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
