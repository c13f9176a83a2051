/**
 * Functions of one element that keep 0, as methods: `A.sin()` is a matrix with the sine of each entry and the structure of A. Names are
 * those of the array library, where the functions are documented.
 *
 *     await sparse.csrArray([[0, 4]]).sqrt().toDense().tolist()    [[0, 2]]
 */

import * as np from '../array/index.js';
import { takesMatrices } from './any-format.js';
import { CSR, CsrArray } from './csr.js';

const OF_ARRAYS = {
  abs: np.abs,
  arcsin: np.arcsin,
  arcsinh: np.arcsinh,
  arctan: np.arctan,
  arctanh: np.arctanh,
  asin: np.asin,
  asinh: np.asinh,
  atan: np.atan,
  atanh: np.atanh,
  cbrt: np.cbrt,
  ceil: np.ceil,
  deg2rad: np.deg2rad,
  expm1: np.expm1,
  floor: np.floor,
  log1p: np.log1p,
  neg: np.negative,
  negative: np.negative,
  rad2deg: np.rad2deg,
  rint: np.rint,
  round: np.round,
  sign: np.sign,
  sin: np.sin,
  sinh: np.sinh,
  sqrt: np.sqrt,
  square: np.square,
  tan: np.tan,
  tanh: np.tanh,
  trunc: np.trunc,
} as const;

type ElementName = keyof typeof OF_ARRAYS;

function ofEntries(name: string, of: (x: np.NDArray) => np.NDArray): (A: CsrArray) => CsrArray {
  return takesMatrices(name, CSR)((A: CsrArray): CsrArray => CsrArray.withValues(A, of(CsrArray.valuesOf(A))));
}

export const ELEMENT_FUNCTIONS = Object.fromEntries(
  Object.entries(OF_ARRAYS).map(([name, of]) => [name, ofEntries(name, of as (x: np.NDArray) => np.NDArray)]),
) as Readonly<Record<ElementName, (A: CsrArray) => CsrArray>>;
