/**
 * Element-wise functions of complex arrays: each is one real kernel for the real part and one for the imaginary one, on the parts of its
 * operands. They fuse as all element-wise functions do, and common subexpressions of both are computed once.
 */
import { bool, type DType } from '../../dtype/index.js';
import type { Value } from '../../ir/index.js';
import { apply, applyBinary, applyUnary } from '../apply.js';
import { applyAlike } from '../apply-alike.js';
import { type ArrayLike, type Complex, toArray } from '../convert.js';
import { zerosLike } from '../creation.js';
import { floatDefault } from '../default-dtypes.js';
import { NDArray } from '../ndarray.js';
import { isScalar } from '../operand.js';
import { promoteAll } from '../signatures.js';
import { Ufunc } from '../ufunc.js';
import { Algebra, type Pair } from './algebra.js';
import { type ComplexForm, isComplex, isComplexNumber } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { converted, toComplex } from './convert.js';
import { type ComplexOptions, complexDType, delivered, deliveredReal, ufuncOptions } from './ufunc-options.js';

export type ComplexOperand = ComplexArray | Complex | ArrayLike;

/** The parts of an operand, as arguments of a kernel: a real one has no imaginary part. */
function partsOf(x: ComplexOperand, name: string): readonly [ArrayLike, ArrayLike] {
  if (x instanceof ComplexArray || isComplexNumber(x)) return [x.re, x.im];
  if (isScalar(x)) return [Number(x), 0];
  const array = toComplex(x, name);
  return array instanceof ComplexArray ? [array.re, array.im] : [array, 0];
}

/** An operand whose parts are taken alone: an array, or a number. */
const isPair = (x: ComplexOperand): x is ComplexArray | Complex | number =>
  x instanceof ComplexArray || typeof x === 'number' || isComplexNumber(x);

const realPart = (x: ComplexArray | Complex | number): NDArray | number => (typeof x === 'number' ? x : x.re);
const imaginaryPart = (x: ComplexArray | Complex | number): NDArray | number => (typeof x === 'number' ? 0 : x.im);

/** A function of which each part of the result is that function of the same parts of its operands; null for operands of another sort. */
function partwise(op: Ufunc, given: readonly ComplexOperand[]): ComplexArray | null {
  const [a, b] = given;
  if (op.arity === 1) return a instanceof ComplexArray ? new ComplexArray(applyUnary(op, a.re), applyUnary(op, a.im)) : null;
  if (!isPair(a) || !isPair(b) || !(a instanceof ComplexArray || b instanceof ComplexArray)) return null;
  const re = applyBinary(op, realPart(a), realPart(b));
  return new ComplexArray(re, applyBinary(op, imaginaryPart(a), imaginaryPart(b)));
}

/** A function of the parts of operands without options; null where an operand is not known to have parts, or arrays differ in shape. */
function ofParts(parts: readonly [Ufunc, Ufunc], given: readonly ComplexOperand[], operands: number): ComplexArray | null {
  const flat = new Array<ArrayLike>(2 * operands);
  for (let i = 0; i < operands; i++) {
    const x = given[i];
    if (x instanceof NDArray) {
      flat[2 * i] = x;
      flat[2 * i + 1] = 0;
    } else if (isPair(x)) {
      flat[2 * i] = realPart(x);
      flat[2 * i + 1] = imaginaryPart(x);
    } else return null;
  }
  const re = applyAlike(parts[0], flat);
  if (re === null) return null;
  return new ComplexArray(re, applyAlike(parts[1], flat) ?? apply(parts[1], flat));
}

function ufunc(
  name: string,
  operands: number,
  gives: 'same' | 'bool',
  value: (c: Algebra, pairs: readonly Pair[]) => Value,
): Ufunc {
  const compute = (types: readonly DType[]): DType => {
    const dtype = promoteAll(types);
    return dtype.kind === 'float' ? dtype : floatDefault();
  };
  return new Ufunc({
    name,
    arity: 2 * operands,
    signature: (types) => ({ compute: compute(types), result: gives === 'bool' ? bool : compute(types) }),
    emit: (e, given, dtype) => {
      const values = given.map((v) => e.cast(v, dtype));
      const pairs = Array.from({ length: operands }, (_, k): Pair => [values[2 * k], values[2 * k + 1]]);
      return value(new Algebra(e, dtype), pairs);
    },
  });
}

/** A function of real operands: the method of that name. */
export type RealFunction = (...given: readonly unknown[]) => NDArray;

function methodOf(name: string): RealFunction | undefined {
  const method = (NDArray.prototype as unknown as Readonly<Record<string, RealFunction | undefined>>)[name];
  return method === undefined ? undefined : (x, ...rest) => method.call(toArray(x as ArrayLike, name), ...rest);
}

/** The result of real operands where only a target is complex: computed as real numbers are, so that the root of -1 is NaN. */
function realResult(name: string, fn: RealFunction, operands: readonly unknown[], how: ComplexOptions): unknown {
  const { out, ...rest } = how;
  const result = fn(...operands);
  return delivered(name, new ComplexArray(result, zerosLike(result)), { ...rest, out });
}

/**
 * A function with a complex result; `ofReal`: the function of real operands, where it is no method; `alone`: the real function that it is of
 * each part alone.
 */
export function complexFunction(
  name: string,
  operands: 1 | 2,
  of: (c: Algebra, ...pairs: readonly Pair[]) => Pair,
  { ofReal, alone }: { readonly ofReal?: RealFunction; readonly alone?: Ufunc } = {},
): ComplexForm {
  const [first, second] = [0, 1].map((k) => ufunc(name, operands, 'same', (c, pairs) => of(c, ...pairs)[k]));
  const parts = [first, second] as const;
  return (...given: readonly ComplexOperand[]) => {
    if (given[operands] === undefined) {
      const known = (alone === undefined ? null : partwise(alone, given)) ?? ofParts(parts, given, operands);
      if (known !== null) return known;
    }
    const how = ufuncOptions(name, given[operands]);
    const all = given.slice(0, operands);
    const dtype = complexDType(name, how.dtype);
    const real = ofReal ?? methodOf(name);
    if (how.out instanceof ComplexArray && dtype === undefined && real !== undefined && !all.some(isComplex))
      return realResult(name, real, all, how);
    const flat = all.flatMap((x) => partsOf(dtype === undefined ? x : converted(toComplex(x, name), dtype, name, false), name));
    const [re, im] = parts.map((part) => apply(part, flat));
    return delivered(name, new ComplexArray(re, im), how);
  };
}

/** A function with a real result, or a bool. */
export function realFunction(
  name: string,
  operands: 1 | 2,
  gives: 'same' | 'bool',
  of: (c: Algebra, ...pairs: readonly Pair[]) => Value,
): (...given: readonly ComplexOperand[]) => NDArray {
  const op = ufunc(name, operands, gives, (c, pairs) => of(c, ...pairs));
  return (...given) => {
    const how = ufuncOptions(name, given[operands]);
    const flat = given.slice(0, operands).flatMap((x) => partsOf(x, name));
    const into = how.where === undefined && how.dtype === undefined && how.out instanceof NDArray ? how.out : undefined;
    return deliveredReal(name, apply(op, flat, into), how) as NDArray;
  };
}
