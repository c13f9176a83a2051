/** NumPy's options of element-wise functions: where results go, where they are computed, and in which dtype. */
import { byPlace, DTypeError, isPlain, type OptionKinds, wrongKind } from '../base/index.js';
import { asDType, type DType } from '../dtype/index.js';
import { apply, type Operand } from './apply.js';
import { astype } from './assign.js';
import { checkCondition } from './condition.js';
import { type ArrayLike, type DTypeLike, toArray } from './convert.js';
import { deliver } from './deliver.js';
import { ARRAY, DTYPE_LIKE } from './kinds.js';
import { broadcastTo } from './manipulate.js';
import type { NDArray } from './ndarray.js';
import { isScalar } from './operand.js';
import { byName, type Positional } from './positional.js';
import { where } from './select.js';
import { checkCast, checkTarget, OUT, type OutOption, sameKind } from './target.js';
import type { Ufunc } from './ufunc.js';

/** Options of element-wise functions. */
export interface UfuncOptions extends OutOption {
  /** Elements for which this is true are computed; the others are as they are in `out`, 0 without one. Default: all. */
  readonly where?: ArrayLike;
  /** The dtype that operands are converted to, within their kind, and the result's. Default: the operands' common one. */
  readonly dtype?: DTypeLike;
}
export const UFUNC_OPTIONS: OptionKinds<UfuncOptions> = { ...OUT, where: ARRAY, dtype: DTYPE_LIKE };
const optionsKind = byPlace(UFUNC_OPTIONS, 'out');

/** Whether a call has options, and not a target alone. */
export function hasOptions(how: unknown): how is UfuncOptions {
  return isPlain(how) && (!('out' in how) || Object.keys(how).length > 1);
}

/** A call with such options. Throws `DTypeError` for a dtype that the function does not give, or operands that do not fit it. */
export function applyWith(op: Ufunc, operands: readonly Operand[], asked: UfuncOptions): NDArray {
  const how = givenIn(asked);
  if (!optionsKind.is(how)) throw wrongKind(op.name, optionsKind, how);
  const dtype = how.dtype === undefined ? undefined : asDType(how.dtype);
  const { out, where: mask } = how;
  const given = dtype === undefined ? operands : operands.map((x) => converted(op, x, dtype));
  if (mask === undefined) return apply(op, given, out ?? undefined);
  checkCondition(mask, op.name);
  return whereTrue(op.name, apply(op, given), mask, out);
}

/** Options without the ones that are null, which stand for left-out ones. */
function givenIn(how: UfuncOptions): UfuncOptions {
  const entries = Object.entries(how);
  return entries.some(([, value]) => value === null) ? Object.fromEntries(entries.filter(([, value]) => value !== null)) : how;
}

/** A result where a mask is true, in `out` or beside zeros. */
function whereTrue(name: string, result: NDArray, mask: ArrayLike, out: NDArray | null | undefined): NDArray {
  if (out === undefined || out === null) return where(mask, result, astype(toArray(0, name), result.dtype));
  checkTarget(out, name);
  checkCast(result.dtype, out.dtype, name);
  const cast = astype(result, out.dtype, { copy: false }); // the two have no common dtype that holds both, as uint64 and int64
  return where(broadcastTo(mask, out.shape), broadcastTo(cast, out.shape), out, { out });
}

/**
 * A call, with such options or a target, of a function that is made of several tasks. Throws `DTypeError` where the result of operands of the dtype
 * has a different one.
 */
export function computeWith(
  name: string,
  operands: readonly ArrayLike[],
  how: Positional<UfuncOptions, 'out'> | null | undefined,
  compute: (operands: readonly ArrayLike[]) => NDArray,
): NDArray {
  if (how === undefined || how === null) return compute(operands);
  const { out, where: mask, dtype } = givenIn(byName(name, how, 'out') as UfuncOptions);
  const to = dtype === undefined ? undefined : asDType(dtype);
  const given = to === undefined ? operands : operands.map((x) => astype(toArray(x, name), to, { copy: false }));
  const result = compute(given);
  if (to !== undefined && result.dtype !== to)
    throw new DTypeError(`${name}: gives ${result.dtype.name} of ${to.name}; leave dtype out, and use astype`);
  if (mask === undefined) return deliver(result, out ?? undefined, name);
  checkCondition(mask, name);
  return whereTrue(name, result, mask, out);
}

/** An operand in a dtype. */
function converted(op: Ufunc, x: Operand, dtype: DType): Operand {
  const { compute, result } = op.signature(new Array<DType>(op.arity).fill(dtype));
  if (result === dtype && compute !== dtype) return x;
  if (result !== dtype)
    throw new DTypeError(
      `${op.name}: does not give ${dtype.name} of ${dtype.name} (but ${result.name}); leave dtype out, and use astype`,
    );
  if (isScalar(x)) return astype(toArray(x, op.name), dtype);
  const array = toArray(x, op.name);
  if (!sameKind(array.dtype, dtype))
    throw new DTypeError(
      `${op.name}: ${array.dtype.name} is not converted to ${dtype.name} without being asked for; use astype('${dtype.name}') before`,
    );
  return astype(array, dtype, { copy: false });
}
