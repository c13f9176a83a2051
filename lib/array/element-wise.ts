/**
 * The public functions of element-wise operations: the arguments are declared once for all functions of one operand, and once for all of
 * two. Calls go straight to `apply.ts`, which tells wrong operands where it leaves its short way; here the arguments are only counted.
 */
// biome-ignore-all lint/complexity/noArguments: the number of arguments is looked at without making an Array of them
import { byPlace, countedAs, formFor, refusedCall, tooManyFor, withoutPlace } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import { applyBinary, applyInPlace, applyUnary, type Operand } from './apply.js';
import type { ArrayLike, Integers, NestedComplex } from './convert.js';
import type { DTypeOption } from './creation.js';
import type { Axis } from './fold.js';
import { ARRAY, OWN } from './kinds.js';
import type { NDArray } from './ndarray.js';
import type { Positional } from './positional.js';
import type { OutOption } from './target.js';
import type { Ufunc } from './ufunc.js';
import { applyWith, hasOptions, UFUNC_OPTIONS, type UfuncOptions } from './ufunc-options.js';

/** Complex numbers among operands go to the function's complex form. */
type Any = Operand | NestedComplex;
type Out = Positional<UfuncOptions, 'out'>;

/** Options of `np.add.reduce` and its like. */
export interface FoldOptions extends OutOption, DTypeOption {
  /** Elements for which this is true are reduced, the rest left out. A function without a neutral value, such as `fmax`, takes `initial` beside it. Default: all. */
  readonly where?: ArrayLike;
  /** The value that the reduction begins with. */
  readonly initial?: number;
  /** An axis, several, or null for all; default 0. */
  readonly axis?: Axis;
  /** Whether reduced axes stay, with size 1; default false. */
  readonly keepdims?: boolean;
}

/** Options of `np.add.accumulate` and its like. */
export interface AccumulateOptions extends OutOption, DTypeOption {
  /** Along which axis; default 0. */
  readonly axis?: number;
}

/** The methods of functions of two operands. */
export interface UfuncMethods {
  /** The function of all elements along an axis, default the first. */
  reduce(x: ArrayLike, how?: Axis | FoldOptions, more?: FoldOptions): NDArray;
  /** The function of all elements so far along an axis, default the first. */
  accumulate(x: ArrayLike, how?: number | AccumulateOptions, more?: AccumulateOptions): NDArray;
  /** The function of every element of `a` with every one of `b`. */
  outer(a: ArrayLike, b: ArrayLike): NDArray;
  /** The function of all elements of each slice: from its index to before the next. */
  reduceat(x: ArrayLike, indices: Integers, how?: number | { readonly axis?: number }): NDArray;
  /** Writes the function of elements of `x` and values in place, where one place may come several times. */
  at(x: NDArray, indices: ArrayLike | readonly NDArray[], values: Operand): NDArray;
}

/** A function of two operands. */
export interface BinaryUfunc extends UfuncMethods {
  (a: Any, b: Any, how?: Out): NDArray;
  readonly name: string;
}

/** The methods, which `composed/ufunc-methods.ts` defines. */
export const BINARY_METHODS: object = Object.create(Function.prototype);

const ufuncs = new WeakMap<object, Ufunc>();

/** The operation of a function of two operands with methods. */
export function ufuncOf(fn: object): Ufunc | undefined {
  return ufuncs.get(fn);
}

/** Gives a function of two operands the methods; without an operation all but `at`, which throws. */
export function withMethods<F extends object>(fn: F, op?: Ufunc): F & UfuncMethods {
  if (op !== undefined) ufuncs.set(fn, op);
  return Object.setPrototypeOf(fn, BINARY_METHODS) as F & UfuncMethods;
}

const OF_ONE = [ARRAY, byPlace(UFUNC_OPTIONS, 'out')];
const OF_TWO = [ARRAY, ARRAY, byPlace(UFUNC_OPTIONS, 'out')];
const IN_PLACE = [OWN, ARRAY];

/** A function of one array, and the method. */
export function unary(name: string, op: Ufunc): (x: Any, how?: Out) => NDArray {
  function call(x: Any, how?: Out, list?: unknown): NDArray {
    if (arguments.length > 2) return call(withoutPlace(name, OF_ONE, arguments.length, [x, how, list])[0] as Operand);
    if (how !== undefined && hasOptions(how)) return withOptions(name, op, [x, how]);
    return applyUnary(op, x as Operand, how);
  }
  function method(this: NDArray, how?: Out): NDArray {
    if (arguments.length > 1) throw tooManyFor(name, OF_ONE, arguments.length);
    if (how !== undefined && hasOptions(how)) return withOptions(name, op, [this, how]);
    return applyUnary(op, this, how);
  }
  return countedAs(name, OF_ONE, call, method);
}

/** A function of two arrays, and the method. */
export function binary(name: string, op: Ufunc): BinaryUfunc {
  function call(a: Any, b: Any, how?: Out, list?: unknown): NDArray {
    if (arguments.length > 3)
      return call(...(withoutPlace(name, OF_TWO, arguments.length, [a, b, how, list]) as [Operand, Operand]));
    if (how !== undefined && hasOptions(how)) return withOptions(name, op, [a, b, how]);
    return applyBinary(op, a as Operand, b as Operand, how);
  }
  function method(this: NDArray, b: Any, how?: Out): NDArray {
    if (arguments.length > 2) throw tooManyFor(name, OF_TWO, arguments.length);
    if (how !== undefined && hasOptions(how)) return withOptions(name, op, [this, b, how]);
    return applyBinary(op, this, b as Operand, how);
  }
  return withMethods(countedAs(name, OF_TWO, call, method), op);
}

/** A call with options beside a target: by the second form of the arguments, if there is one. */
export function withOptions(name: string, op: Ufunc, given: readonly unknown[]): NDArray {
  const form = formFor(name, given);
  if (form !== null) return form(...given) as NDArray;
  return applyWith(op, given.slice(0, -1) as Operand[], given[given.length - 1] as UfuncOptions);
}

/** `x op= y`, as a function and as the method. `check` throws for operands that an array of a dtype does not take in place. */
export function inPlace(
  name: string,
  op: Ufunc,
  check?: (dtype: DType, y: unknown, operation: string) => void,
): (x: NDArray, y: Any) => NDArray {
  function call(x: NDArray, y: Any): NDArray {
    if (arguments.length > 2 || !OWN.is(x)) {
      const form = formFor(name, [x, y]);
      if (form === null) throw refusedCall(name, IN_PLACE, arguments.length, [x, y]);
      return form(x, y) as NDArray;
    }
    check?.(x.dtype, y, name);
    return applyInPlace(op, x, y as Operand);
  }
  function method(this: NDArray, y: Any): NDArray {
    if (arguments.length > 1) throw tooManyFor(name, IN_PLACE, arguments.length);
    check?.(this.dtype, y, name);
    return applyInPlace(op, this, y as Operand);
  }
  return countedAs(name, IN_PLACE, call, method);
}
