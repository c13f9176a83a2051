/** Products of other kinds: of every pair of blocks, and of vectors in space. */

import { byPlace, type OptionKinds, options, ShapeError, takes } from '../../base/index.js';
import { broadcastShapes, formatShape } from '../../shape/index.js';
import { projectView } from '../../store/index.js';
import { apply } from '../apply.js';
import { multiply } from '../arithmetic.js';
import { axisArgument } from '../axes.js';
import { type ArrayLike, toArray } from '../convert.js';
import { common } from '../default-dtypes.js';
import { deliver } from '../deliver.js';
import { ARRAY, AXIS_NUMBER } from '../kinds.js';
import { expandDims, moveaxis, squeeze } from '../manipulate.js';
import { matmul } from '../matmul.js';
import { allocate, type NDArray, viewOf } from '../ndarray.js';
import type { Positional } from '../positional.js';
import { reshape } from '../reshape.js';
import { notBool } from '../signatures.js';
import { slice } from '../slice.js';
import { OUT, type OutOption, outOf } from '../target.js';
import { Ufunc } from '../ufunc.js';

/**
 * The Kronecker product: every element of `a` times all of `b`, as blocks.
 *
 * @example
 * await np.kron([1, 10], [1, 2]).tolist(); // [1, 2, 10, 20]
 */
export const kron = takes(
  'kron',
  ARRAY,
  ARRAY,
)((a: ArrayLike, b: ArrayLike): NDArray => {
  const [x, y] = [toArray(a, 'kron'), toArray(b, 'kron')];
  const rank = Math.max(x.ndim, y.ndim);
  const [left, right] = [x, y].map((m) => reshape(m, [...new Array<number>(rank - m.ndim).fill(1), ...m.shape]));
  const places = Array.from({ length: rank }, (_, i) => i);
  const blocks = multiply(
    expandDims(left, { axis: places.map((i) => 2 * i + 1) }),
    expandDims(right, { axis: places.map((i) => 2 * i) }),
  );
  return reshape(
    blocks,
    places.map((i) => left.shape[i] * right.shape[i]),
  );
});

/** A difference of two products, of numbers alone. */
const componentUfunc = new Ufunc({
  name: 'cross',
  arity: 4,
  signature: notBool('cross', 'logicalXor'),
  emit: (e, operands) => {
    const own = operands.map(({ dtype }) => dtype).reduce(common);
    const [a, b, c, d] = operands.map((v) => e.cast(v, own));
    return e.sub(e.mul(a, b), e.mul(c, d));
  },
});

/** Options of `cross`. */
export interface CrossOptions {
  /** The axis of the vectors in both arrays and in the result; it goes before the others. */
  readonly axis?: number;
  /** The axis of the vectors in `a`; default the last. */
  readonly axisa?: number;
  /** The axis of the vectors in `b`; default the last. */
  readonly axisb?: number;
  /** The axis of the vectors in the result; default the last. */
  readonly axisc?: number;
}
const CROSS_OPTIONS: OptionKinds<CrossOptions> = {
  axis: AXIS_NUMBER,
  axisa: AXIS_NUMBER,
  axisb: AXIS_NUMBER,
  axisc: AXIS_NUMBER,
};

/**
 * The cross product of vectors of 3 elements along an axis (default the last) of both and of the result; other axes broadcast. Throws
 * `ShapeError` for other lengths.
 *
 * @example
 * await np.cross([1, 0, 0], [0, 1, 0]).tolist();                       // [0, 0, 1]
 * await np.cross([[1], [0], [0]], [[0], [1], [0]], { axis: 0 }).tolist(); // [[0], [0], [1]]
 */
export const cross = takes(
  'cross',
  ARRAY,
  ARRAY,
  options(CROSS_OPTIONS),
)((a: ArrayLike, b: ArrayLike, options: CrossOptions = {}): NDArray => {
  const { axisa = -1, axisb = -1, axisc = -1 } = options;
  const [x, y] = [a, b].map((given, i) => {
    const whole = toArray(given, 'cross');
    const axis = options.axis ?? [axisa, axisb][i];
    const v = axis === -1 || whole.ndim === 0 ? whole : moveaxis(whole, axis, -1);
    if (v.ndim === 0 || v.shape[v.ndim - 1] !== 3)
      throw new ShapeError(
        `cross: expected vectors of 3 elements along the axis, got ${v.shape[v.ndim - 1]} in shape ${formatShape(whole.shape)}`,
      );
    return [0, 1, 2].map((i) => slice(v, '...', i));
  });
  const shape = broadcastShapes(x[0].shape, y[0].shape, 'cross');
  const at = axisArgument(options.axis ?? axisc, shape.length + 1, 'cross');
  const out = allocate(common(x[0].dtype, y[0].dtype), [...shape.slice(0, at), 3, ...shape.slice(at)]);
  for (let k = 0; k < 3; k++) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    apply(componentUfunc, [x[i], y[j], x[j], y[i]], viewOf(out, projectView(out.view, at, k)));
  }
  return out;
});

/**
 * The products of matrices with vectors, along the last axes; the axes before are broadcast. Throws `ShapeError`.
 *
 * @example
 * await np.matvec([[1, 2], [3, 4]], [1, 1]).tolist(); // [3, 7]
 */
export const matvec = takes(
  'matvec',
  ARRAY,
  ARRAY,
  byPlace(OUT, 'out'),
)((a: ArrayLike, x: ArrayLike, how?: Positional<OutOption, 'out'>): NDArray => {
  const product = matmul(toArray(a, 'matvec'), expandDims(vectors(x, 'matvec'), { axis: -1 }));
  return deliver(squeeze(product, { axis: -1 }), outOf(how, 'matvec'), 'matvec');
});

/**
 * The products of vectors with matrices, along the last axes; the axes before are broadcast. Throws `ShapeError`.
 *
 * @example
 * await np.vecmat([1, 1], [[1, 2], [3, 4]]).tolist(); // [4, 6]
 */
export const vecmat = takes(
  'vecmat',
  ARRAY,
  ARRAY,
  byPlace(OUT, 'out'),
)((x: ArrayLike, a: ArrayLike, how?: Positional<OutOption, 'out'>): NDArray => {
  const product = matmul(expandDims(vectors(x, 'vecmat'), { axis: -2 }), toArray(a, 'vecmat'));
  return deliver(squeeze(product, { axis: -2 }), outOf(how, 'vecmat'), 'vecmat');
});

function vectors(x: ArrayLike, operation: string): NDArray {
  const a = toArray(x, operation);
  if (a.ndim === 0) throw new ShapeError(`${operation}: expected vectors, got a 0-d array`);
  return a;
}
