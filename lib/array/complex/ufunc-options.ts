/** NumPy's options of element-wise functions, for complex operands or results: where results go, where they are computed, and in which dtype. */
import { byPlace, DTypeError, type Kind, kind, type OptionKinds, wrongKind } from '../../base/index.js';
import { asAnyDType, type ComplexDType, type DType, isComplexDType } from '../../dtype/index.js';
import { assign } from '../assign.js';
import { checkCondition } from '../condition.js';
import { type ArrayLike, toArray } from '../convert.js';
import { zerosLike } from '../creation.js';
import { ARRAY, DTYPE_LIKE } from '../kinds.js';
import { broadcastTo } from '../manipulate.js';
import { NDArray } from '../ndarray.js';
import { where } from '../select.js';
import { ComplexArray } from './complex-array.js';
import type { AnyDTypeLike } from './convert.js';

/** Options of an element-wise function. */
export interface ComplexOptions {
  readonly out?: ComplexArray | NDArray | null;
  readonly where?: ArrayLike;
  readonly dtype?: AnyDTypeLike;
}

const TARGET: Kind<ComplexArray | NDArray | null> = kind(
  'an array made by maniple',
  (given) => given === null || given instanceof ComplexArray || given instanceof NDArray,
);
const ANY_DTYPE: Kind<AnyDTypeLike> = kind(
  'a dtype such as complex128',
  (given) => isComplexDType(given) || DTYPE_LIKE.is(given as DType),
);
const OPTIONS: OptionKinds<ComplexOptions> = { out: TARGET, where: ARRAY, dtype: ANY_DTYPE };
const optionsKind = byPlace(OPTIONS, 'out');

/** The options of a call, or its target by place. Throws `ArgumentError` for other values. */
export function ufuncOptions(name: string, how: unknown): ComplexOptions {
  if (how === undefined || how === null) return {};
  if (how instanceof ComplexArray || how instanceof NDArray) return { out: how };
  if (!optionsKind.is(how as ComplexOptions)) throw wrongKind(name, optionsKind, how);
  return how as ComplexOptions;
}

/** The complex dtype that operands are converted to. Throws `DTypeError` for a real one. */
export function complexDType(name: string, dtype: AnyDTypeLike | undefined): ComplexDType | undefined {
  if (dtype === undefined) return undefined;
  const to = asAnyDType(dtype);
  if (to.kind === 'complex') return to;
  throw new DTypeError(`${name}: complex operands are not converted to ${to.name}; take np.real(z), or a complex dtype`);
}

/** A real part where a mask holds: elsewhere the elements of `out`, or zeros. */
function partWhere(part: NDArray, mask: ArrayLike, out: NDArray | null): NDArray {
  if (out === null) return where(mask, part, zerosLike(part));
  const { shape } = out.view;
  return where(broadcastTo(mask, shape), broadcastTo(part, shape), out, { out });
}

/** A complex result, in `out` where one is given. Throws `DTypeError` for a real target. */
export function delivered(name: string, result: ComplexArray, { out = null, where: mask }: ComplexOptions): ComplexArray {
  if (out !== null && !(out instanceof ComplexArray))
    throw new DTypeError(`${name}: a complex result cannot be written to a ${out.dtype.name} array; out must be a complex array`);
  if (mask === undefined) {
    if (out === null) return result;
    assign(out.re, result.re);
    assign(out.im, result.im);
    return out;
  }
  checkCondition(mask, name);
  const re = partWhere(result.re, mask, out === null ? null : out.re);
  const im = partWhere(result.im, mask, out === null ? null : out.im);
  return out ?? new ComplexArray(re, im);
}

/** A real result, in a complex `out`, or where a mask holds. Throws `DTypeError` for a dtype that is not the result's. */
export function deliveredReal(name: string, result: NDArray, { out = null, where: mask, dtype }: ComplexOptions): unknown {
  if (dtype !== undefined && asAnyDType(dtype) !== result.dtype)
    throw new DTypeError(`${name}: gives ${result.dtype.name} of these operands, not ${asAnyDType(dtype).name}; use astype`);
  if (mask !== undefined) checkCondition(mask, name);
  if (out instanceof ComplexArray) {
    const imaginary = zerosLike(result);
    return delivered(name, new ComplexArray(result, imaginary), { out, where: mask });
  }
  return mask === undefined ? result : partWhere(result, mask, out === null ? null : toArray(out, name));
}
