/** Kinds of arguments that sparse matrices and solvers share. */
import { type Complex, type DTypeLike, iscomplexobj, NDArray, type OutOption } from '../array/index.js';
import { FLAG, FUNCTION, isDetached, type Kind, kind, NUMBER, type OptionKinds } from '../base/index.js';
import { dtypes } from '../dtype/index.js';
import type { List } from './lists.js';
import type { Operator, SolveOptions, SystemMatrix } from './solver.js';
import { isArray, isComplexArray, isDType } from './values.js';

export const VECTOR: Kind<NDArray> = kind('an array made by maniple, as np.asarray makes it', isArray);
/** A number, a complex one as { re, im } among them. */
export const SCALAR_VALUE: Kind<number | Complex> = kind(
  'a number',
  (given) => typeof given === 'number' || (!isComplexArray(given) && iscomplexobj(given)),
);
/** Numbers of a list; elements are looked at where they are copied. */
export const LIST: Kind<List> = kind(
  'a list of numbers: an Array, a TypedArray or a 1-d array',
  (given) =>
    given instanceof NDArray ||
    isComplexArray(given) ||
    Array.isArray(given) ||
    (ArrayBuffer.isView(given) && !(given instanceof DataView) && !isDetached(given)),
);
export const DTYPE: Kind<DTypeLike> = kind('a dtype', (given) => isDType(given, dtypes));
export const POSITIVE_COUNT: Kind<number> = kind(
  'an integer of at least 1',
  (given) => Number.isInteger(given) && (given as number) >= 1,
);
export const OUT: OptionKinds<OutOption> = { out: VECTOR };

function isMatrix(given: unknown): given is { readonly matmul: unknown } {
  return typeof given === 'object' && given !== null && typeof (given as { readonly matmul?: unknown }).matmul === 'function';
}

export const SYSTEM: Kind<SystemMatrix> = kind(
  'a sparse matrix, a 2-d array, or an object with shape, dtype and matmul',
  (given) => {
    if (!isMatrix(given)) return false;
    if (given === NDArray.prototype) return false;
    const { shape, dtype } = given as Partial<SystemMatrix>;
    return Array.isArray(shape) && typeof dtype === 'object' && isDType(dtype, dtypes);
  },
);
const OPERATOR: Kind<Operator> = kind(
  'a matrix or a function of a vector',
  (given) => typeof given === 'function' || isMatrix(given),
);
/** Node makes the class when its name is used: a quarter of a millisecond. */
const SIGNAL: Kind<AbortSignal> = kind('an AbortSignal', (given) => given instanceof AbortSignal);
export const SOLVE_OPTIONS: OptionKinds<SolveOptions> = {
  tol: NUMBER,
  rtol: NUMBER,
  atol: NUMBER,
  maxiter: NUMBER,
  x0: VECTOR,
  M: OPERATOR,
  checkEvery: NUMBER,
  callback: FUNCTION,
  signal: SIGNAL,
  timeLimit: NUMBER,
  mustConverge: FLAG,
};
