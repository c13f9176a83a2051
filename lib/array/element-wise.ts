/**
 * The public functions of element-wise operations: the arguments are declared once for all functions of one operand, and once for all of
 * two. Calls go straight to `apply.ts`, which tells wrong operands where it leaves its short way; here the arguments are only counted.
 */
// biome-ignore-all lint/complexity/noArguments: the number of arguments is looked at without making an Array of them
import { byPlace, countedAs, formFor, refusedCall, tooManyFor, withoutPlace } from '../base/index.js';
import { applyBinary, applyInPlace, applyUnary, type Operand } from './apply.js';
import type { NestedComplex } from './convert.js';
import { ARRAY, OWN } from './kinds.js';
import type { NDArray } from './ndarray.js';
import type { Positional } from './positional.js';
import { OUT, type OutOption } from './target.js';
import type { Ufunc } from './ufunc.js';

/** Complex numbers among operands go to the function's complex form. */
type Any = Operand | NestedComplex;
type Out = Positional<OutOption, 'out'>;

const OF_ONE = [ARRAY, byPlace(OUT, 'out')];
const OF_TWO = [ARRAY, ARRAY, byPlace(OUT, 'out')];
const IN_PLACE = [OWN, ARRAY];

/** A function of one array, and the method. */
export function unary(name: string, op: Ufunc): (x: Any, how?: Out) => NDArray {
  function call(x: Any, how?: Out, list?: unknown): NDArray {
    if (arguments.length > 2) return call(withoutPlace(name, OF_ONE, arguments.length, [x, how, list])[0] as Operand);
    return applyUnary(op, x as Operand, how);
  }
  function method(this: NDArray, how?: Out): NDArray {
    if (arguments.length > 1) throw tooManyFor(name, OF_ONE, arguments.length);
    return applyUnary(op, this, how);
  }
  return countedAs(name, OF_ONE, call, method);
}

/** A function of two arrays, and the method. */
export function binary(name: string, op: Ufunc): (a: Any, b: Any, how?: Out) => NDArray {
  function call(a: Any, b: Any, how?: Out, list?: unknown): NDArray {
    if (arguments.length > 3)
      return call(...(withoutPlace(name, OF_TWO, arguments.length, [a, b, how, list]) as [Operand, Operand]));
    return applyBinary(op, a as Operand, b as Operand, how);
  }
  function method(this: NDArray, b: Any, how?: Out): NDArray {
    if (arguments.length > 2) throw tooManyFor(name, OF_TWO, arguments.length);
    return applyBinary(op, this, b as Operand, how);
  }
  return countedAs(name, OF_TWO, call, method);
}

/** `x op= y`, as a function and as the method. */
export function inPlace(name: string, op: Ufunc): (x: NDArray, y: Any) => NDArray {
  function call(x: NDArray, y: Any): NDArray {
    if (arguments.length > 2 || !OWN.is(x)) {
      const form = formFor(name, [x, y]);
      if (form === null) throw refusedCall(name, IN_PLACE, arguments.length, [x, y]);
      return form(x, y) as NDArray;
    }
    return applyInPlace(op, x, y as Operand);
  }
  function method(this: NDArray, y: Any): NDArray {
    if (arguments.length > 1) throw tooManyFor(name, IN_PLACE, arguments.length);
    return applyInPlace(op, this, y as Operand);
  }
  return countedAs(name, IN_PLACE, call, method);
}
