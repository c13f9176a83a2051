/** NumPy's options of reductions of complex arrays: axes, a mask, an initial value, a dtype, a target. */
import { ArgumentError, DTypeError, isPlain } from '../../base/index.js';
import { type ComplexDType, complex64, complex128 } from '../../dtype/index.js';
import { checkCondition } from '../condition.js';
import type { ArrayLike } from '../convert.js';
import { deliver } from '../deliver.js';
import type { Axis } from '../fold.js';
import { broadcastArrays } from '../manipulate.js';
import { NDArray } from '../ndarray.js';
import { where } from '../select.js';
import type { ComplexForm } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { type AnyDTypeLike, asComplex, converted, toComplex } from './convert.js';
import { complexDType } from './ufunc-options.js';

/** Options of a reduction. */
interface ReduceHow {
  readonly axis?: Axis;
  readonly keepdims?: boolean;
  readonly dtype?: AnyDTypeLike;
  readonly where?: ArrayLike;
  readonly initial?: unknown;
  readonly out?: unknown;
  readonly correction?: number;
  readonly ddof?: number;
  readonly mean?: unknown;
}

/** Options, of which an axis may come by its place. Throws `ArgumentError` for an option that is not among `known`. */
export function reduceOptions(name: string, how: unknown, more: unknown, known: readonly (keyof ReduceHow)[]): ReduceHow {
  const given = typeof how === 'object' && how !== null && !Array.isArray(how) ? how : { axis: how };
  const options: Readonly<Record<string, unknown>> = { ...given, ...(more as object | undefined) };
  for (const [option, value] of Object.entries(options))
    if (value !== undefined && !(known as readonly string[]).includes(option))
      throw new ArgumentError(`${name}: no option is called ${option} (there are ${known.join(', ')})`);
  return options as ReduceHow;
}

/** The operand of a reduction in the dtype of its options; `instead` where a mask is false. */
export function reduced(z: unknown, name: string, { dtype, where: mask }: ReduceHow, instead: unknown): ComplexArray {
  const to = complexDType(name, dtype);
  const given = to === undefined ? asComplex(z, name) : converted(toComplex(z, name), to, name, false);
  if (mask === undefined) return given;
  checkCondition(mask, name);
  const value = asComplex(instead, name);
  const [re, im] = [given.re, given.im].map((part, k) => {
    const [all, some] = broadcastArrays(part, mask);
    return where(some, all, k === 0 ? value.re.astype(part.dtype) : value.im.astype(part.dtype));
  });
  return new ComplexArray(re, im);
}

/** A complex result, in `out` where one is given. Throws `DTypeError` for a real target, `ShapeError` for one of a different shape. */
export function deliverComplex(result: ComplexArray, out: unknown, name: string): ComplexArray {
  if (out === undefined || out === null) return result;
  if (!(out instanceof ComplexArray))
    throw new DTypeError(`${name}: a complex result is written to a complex array; take np.real of the result`);
  deliver(result.re, out.re, name);
  deliver(result.im, out.im, name);
  return out;
}

/** A real result, in `out` where one is given: in a complex array with imaginary parts of 0. */
export function deliverReal(result: NDArray, out: unknown, name: string): unknown {
  if (out === undefined || out === null) return result;
  if (out instanceof NDArray) return deliver(result, out, name);
  return deliverComplex(new ComplexArray(result, result.multiply(0)), out, name);
}

/** A result of either sort, in `out` where one is given. */
export function deliverAny(result: NDArray | ComplexArray, out: unknown, name: string): NDArray {
  return (result instanceof ComplexArray ? deliverComplex(result, out, name) : deliverReal(result, out, name)) as NDArray;
}

/** A complex form of a function whose target, by its place or among the options, is left to this one. */
export function delivering(name: string, form: ComplexForm): ComplexForm {
  return (...given) => {
    const last = given.findLastIndex((x) => x !== undefined);
    const how: unknown = given[last];
    const operands = name === 'einsum' ? last + 1 : 2;
    if (last >= operands && (how instanceof NDArray || how instanceof ComplexArray))
      return deliverAny(form(...given.slice(0, last)) as NDArray, how, name);
    if (!isPlain(how) || !('out' in how)) return form(...given);
    const { out, ...rest } = how;
    return deliverAny(form(...given.slice(0, last), rest) as NDArray, out, name);
  };
}

/** The complex dtype of parts. */
export function complexOf(part: NDArray): ComplexDType {
  return part.dtype.size === 4 ? complex64 : complex128;
}
