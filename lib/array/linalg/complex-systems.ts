/**
 * Systems of equations with complex matrices, and inverses: by LU factors, in native/solve or, where a LAPACK library is chosen, its; without
 * the addon by plain loops.
 */
import { ShapeError } from '../../base/index.js';
import { float32, float64 } from '../../dtype/index.js';
import { broadcastShapes, formatShape, type Shape } from '../../shape/index.js';
import { astype } from '../assign.js';
import { defineForms } from '../complex/calls.js';
import { ComplexArray } from '../complex/complex-array.js';
import { asComplex } from '../complex/convert.js';
import { broadcastTo, expandDims, squeeze } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { at, type Matrix, put, unitOf, zerosOf } from './any-matrix.js';
import { type Parts, partsOf, storeParts } from './complex-factors.js';
import { complexMatrices, typed } from './complex-forms.js';
import { factored, substitute } from './lu.js';
import { MatrixFunction } from './matrix-function.js';

/** The X with A X = B. Throws `ArgumentError` for a singular matrix. */
function solved(a: Parts, b: Matrix, operation: string): Parts {
  const { lu, order } = factored(a);
  const x = zerosOf(b.rows, b.columns, true);
  for (const [i, from] of order.entries()) for (let j = 0; j < b.columns; j++) put(x, i, j, at(b, from, j));
  substitute(lu, x, true, true, operation);
  substitute(lu, x, false, false, operation);
  return x as Parts;
}

const solving = new MatrixFunction('complex solve', 4, 2, ([re, im, b, bi, x, xi], i) =>
  storeParts(x, xi, i, solved(partsOf(re, im, i), partsOf(b, bi, i), 'solve')),
);
const inverting = new MatrixFunction('complex inv', 2, 2, ([re, im, x, xi], i) => {
  const a = partsOf(re, im, i);
  storeParts(x, xi, i, solved(a, unitOf(a.rows, true), 'inv'));
});

/** Parts that were computed in float64, in the dtype of the parts of all operands. */
function joined([re, im]: readonly NDArray[], ...operands: readonly ComplexArray[]): NDArray {
  const dtype = operands.every((z) => z.re.dtype === float32) ? float32 : float64;
  return typed(new ComplexArray(astype(re, dtype, { copy: false }), astype(im, dtype, { copy: false })));
}

function complexSolve(a: unknown, b: unknown): NDArray {
  const [x, right] = [complexMatrices(a, 'solve', true), asComplex(b, 'solve')];
  const vector = right.ndim === 1;
  const [re, im] = vector ? [right.re, right.im].map((part) => expandDims(part, { axis: 1 })) : [right.re, right.im];
  const n = x.shape[x.ndim - 1];
  if (re.ndim < 2 || re.shape[re.ndim - 2] !== n)
    throw new ShapeError(
      `solve: a matrix of shape ${formatShape(x.shape)} and a right-hand side of shape ${formatShape(right.shape)} do not meet`,
    );
  const batch = broadcastShapes(x.shape.slice(0, -2), re.shape.slice(0, -2), 'solve');
  const columns = re.shape[re.ndim - 1];
  const over = (parts: readonly NDArray[], shape: Shape): NDArray[] =>
    parts.map((part) => broadcastTo(part, [...batch, ...shape]));
  const inputs = [...over([x.re, x.im], [n, n]), ...over([re, im], [n, columns])];
  const sizes: readonly [number, number] = [n, columns];
  const found = joined(solving.apply(inputs, float64, [sizes, sizes], sizes), x, right);
  return vector ? squeeze(found, { axis: -1 }) : found;
}

function complexInv(x: unknown): NDArray {
  const z = complexMatrices(x, 'inv', true);
  const n = z.shape[z.ndim - 1];
  const square: readonly [number, number] = [n, n];
  return joined(inverting.apply([z.re, z.im], float64, [square, square], square), z);
}

defineForms({ solve: complexSolve, inv: complexInv });
