/**
 * Element-wise functions of complex arrays: each is one real kernel for the real part and one for the imaginary one, on the parts of its
 * operands. They fuse as all element-wise functions do, and common subexpressions of both are computed once.
 */
import { ArgumentError } from '../../base/index.js';
import { bool, type DType } from '../../dtype/index.js';
import type { Value } from '../../ir/index.js';
import { apply } from '../apply.js';
import { assign } from '../assign.js';
import { type ArrayLike, type Complex, toArray } from '../convert.js';
import { floatDefault } from '../float-default.js';
import type { NDArray } from '../ndarray.js';
import { isScalar } from '../operand.js';
import { promoteAll } from '../signatures.js';
import { Ufunc } from '../ufunc.js';
import { Algebra, type Pair } from './algebra.js';
import { type ComplexForm, isComplexNumber } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { toComplex } from './convert.js';

export type ComplexOperand = ComplexArray | Complex | ArrayLike;

/** The parts of an operand, as arguments of a kernel: a real one has no imaginary part. */
function partsOf(x: ComplexOperand, name: string): readonly [ArrayLike, ArrayLike] {
  if (x instanceof ComplexArray || isComplexNumber(x)) return [x.re, x.im];
  if (isScalar(x)) return [Number(x), 0];
  const array = toComplex(x, name);
  return array instanceof ComplexArray ? [array.re, array.im] : [array, 0];
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

/** The array of the `out` option, or of its place. */
export function targetOf(name: string, how: unknown): ComplexArray | null {
  if (how === undefined || how === null) return null;
  const out = how instanceof ComplexArray ? how : (how as { readonly out?: unknown }).out;
  if (out instanceof ComplexArray) return out;
  throw new ArgumentError(`${name}: out must be a complex array, as the result is complex`);
}

/** The result, in `out` where one is given. */
export function delivered(name: string, result: ComplexArray, how: unknown): ComplexArray {
  const out = targetOf(name, how);
  if (out === null) return result;
  assign(out.re, result.re);
  assign(out.im, result.im);
  return out;
}

/** A function with a complex result. */
export function complexFunction(name: string, operands: 1 | 2, of: (c: Algebra, ...pairs: readonly Pair[]) => Pair): ComplexForm {
  const parts = [0, 1].map((k) => ufunc(name, operands, 'same', (c, pairs) => of(c, ...pairs)[k]));
  return (...given: readonly ComplexOperand[]) => {
    const flat = given.slice(0, operands).flatMap((x) => partsOf(x, name));
    const [re, im] = parts.map((part) => apply(part, flat));
    return delivered(name, new ComplexArray(re, im), given[operands]);
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
    const how = given[operands] as { readonly out?: NDArray } | NDArray | undefined;
    const out = how !== undefined && 'out' in how ? how.out : (how as NDArray | undefined);
    const flat = given.slice(0, operands).flatMap((x) => partsOf(x, name));
    return apply(op, flat, out === undefined ? undefined : toArray(out, name));
  };
}
