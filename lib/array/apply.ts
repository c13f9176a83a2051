/**
 * Calls of element-wise functions. The common ones (arrays of one shape, an array and a number) find their kind by number and launch;
 * everything else goes through `apply`, which converts, broadcasts, and copies operands that a write in place would change while they are
 * read.
 */
import { formFor, ShapeError } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { broadcastShapes, formatShape, mayOverlap, type Shape, sameShape } from '../shape/index.js';
import { beforeWrite, broadcastView, checkUsable, isUsable, sameRoot } from '../store/index.js';
import { type ArrayLike, toArray } from './convert.js';
import { common } from './default-dtypes.js';
import { allocate, allocateLike, matched, NDArray, viewOf } from './ndarray.js';
import { isScalar, literalDType, type Scalar, scalarDType, toScalar } from './operand.js';
import type { Positional } from './positional.js';
import { checkCast, checkTarget, type OutOption, outOf, repeats } from './target.js';
import { ARRAY, CODES, copyUfunc, type Form, makeForm, NO_OUT, NUMBER, OUTS, type Ufunc, ZERO_D } from './ufunc.js';

/** An operand of a function: an array, a number, or numbers in nested Arrays. */
export type Operand = ArrayLike;

/** How a call is told that gives a new array of the function's dtype (`calledAs`); with the bit of an operand that is a number. */
const NEW = 8 * NO_OUT;

/** A function of one array. */
export function applyUnary(op: Ufunc, a: Operand, how?: Positional<OutOption, 'out'>): NDArray {
  if (how !== undefined || !(a instanceof NDArray)) return applyAny(op, [a], how);
  if (!a.view.contiguous && op !== copyUfunc && isTurned(a)) return applyUnary(op, a.T).T;
  const known = again(op, NEW, 0, a, null, null);
  if (known !== null) return known;
  const form = op.rows[a.dtype.code][NO_OUT] ?? makeForm(op, [a.dtype.code], NO_OUT);
  return issue(op, form, a, null);
}

/** A function of two arrays, or an array and a number. */
export function applyBinary(op: Ufunc, a: Operand, b: Operand, how?: Positional<OutOption, 'out'>): NDArray {
  if (how === undefined) {
    if (a instanceof NDArray) {
      if (!a.view.contiguous && isTurned(a)) {
        if (typeof b === 'number') return withNumber(op, a.T, b).T;
        if (b instanceof NDArray && isTurned(b) && sameShape(a.view.shape, b.view.shape)) return applyBinary(op, a.T, b.T).T;
      }
      if (b instanceof NDArray) {
        const known = again(op, NEW, 0, a, b, null);
        if (known !== null) return known;
        return sameShape(a.view.shape, b.view.shape) ? ofTwo(op, a, b) : broadcasting(op, a, b);
      }
      if (typeof b === 'number') return withNumber(op, a, b);
    } else if (typeof a === 'number' && b instanceof NDArray) {
      return !b.view.contiguous && isTurned(b) ? numberWith(op, a, b.T).T : numberWith(op, a, b);
    }
  }
  return applyAny(op, [a, b], how);
}

/** Smaller arrays are not worth turning. */
const WORTH_TURNING = 4096;

/**
 * Whether an array is dense once its axes are in reverse order, and only then. A function of such an array is computed on the dense array
 * that it is a transposed view of, and the result is transposed: nothing is read across.
 */
function isTurned(x: NDArray): boolean {
  const { strides, size, contiguous } = x.view;
  if (contiguous || size < WORTH_TURNING || strides.length < 2 || strides[0] !== 1) return false;
  return x.T.view.contiguous;
}

/** The result of a call that the runtime predicted: only the array has to be made. Null for any other call. */
function again(op: Ufunc, how: number, scalar: number, a: NDArray, b: NDArray | null, c: NDArray | null): NDArray | null {
  const now = runtime();
  const { expecting } = now;
  if (expecting === null) return null;
  const place = now.match(op, how, scalar, a, b, c);
  return place === null ? null : matched(place, expecting);
}

/** A function of two arrays of one shape. */
function ofTwo(op: Ufunc, a: NDArray, b: NDArray): NDArray {
  const [one, other] = [a.dtype.code, b.dtype.code];
  const form = op.rows[one][other * OUTS + NO_OUT] ?? makeForm(op, [one, other], NO_OUT);
  return issue(op, form, a, b);
}

/** Launches a function over `a`, of `a` and its further operands. Calls that come by the million go through here: it stays small. */
function issue(op: Ufunc, form: Form, a: NDArray, b: NDArray | null, scalar?: number | bigint): NDArray {
  checkUsable(a, op.name);
  if (b !== null) checkUsable(b, op.name);
  const out = allocateLike(form.result, a.view);
  runtime().launchCall(form.kind, out.view.shape, a, b, out, scalar);
  return out;
}

/** A function of two arrays of different shapes. */
function broadcasting(op: Ufunc, a: NDArray, b: NDArray): NDArray {
  checkUsable(a, op.name);
  checkUsable(b, op.name);
  const shape = broadcastShapes(a.view.shape, b.view.shape, op.name);
  const codes = [codeOf(a, shape), codeOf(b, shape)];
  const form = op.rows[codes[0]][codes[1] * OUTS + NO_OUT] ?? makeForm(op, codes, NO_OUT);
  const out = shape === a.view.shape ? allocateLike(form.result, a.view) : allocate(form.result, shape);
  runtime().launchCall(form.kind, out.view.shape, over(a, shape), over(b, shape), out);
  return out;
}

/** A function of three arrays, or of numbers among them. */
export function applyTernary(op: Ufunc, a: Operand, b: Operand, c: Operand, how?: Positional<OutOption, 'out'>): NDArray {
  if (how === undefined && a instanceof NDArray) {
    const known = againOfThree(op, a, b, c);
    if (known !== null) return known;
  }
  if (how === undefined && a instanceof NDArray && b instanceof NDArray && c instanceof NDArray) {
    const { shape } = a.view;
    if (sameShape(shape, b.view.shape) && sameShape(shape, c.view.shape)) {
      const codes = [a.dtype.code, b.dtype.code, c.dtype.code];
      const place = (codes[1] * CODES + codes[2]) * OUTS + NO_OUT;
      const form = op.rows[codes[0]][place] ?? makeForm(op, codes, NO_OUT);
      checkUsable(a, op.name);
      checkUsable(b, op.name);
      checkUsable(c, op.name);
      const out = allocateLike(form.result, a.view);
      runtime().launch(form.kind, out.view.shape, [a, b, c, out]);
      return out;
    }
  }
  return applyAny(op, [a, b, c], how);
}

function againOfThree(op: Ufunc, a: NDArray, b: Operand, c: Operand): NDArray | null {
  if (b instanceof NDArray) {
    if (c instanceof NDArray) return again(op, NEW, 0, a, b, c);
    return typeof c === 'number' ? again(op, NEW + 4, c, a, b, null) : null;
  }
  return typeof b === 'number' && c instanceof NDArray ? again(op, NEW + 2, b, a, c, null) : null;
}

function withNumber(op: Ufunc, a: NDArray, value: number): NDArray {
  const known = again(op, NEW + 2, value, a, null, null);
  if (known !== null) return known;
  const own = a.dtype;
  const dtype = own.kind === 'float' ? own : scalarDType(own, value, op.name, op.compares);
  const number = NUMBER + dtype.code;
  const form = op.rows[own.code][number * OUTS + NO_OUT] ?? makeForm(op, [own.code, number], NO_OUT);
  return issue(op, form, a, null, own.kind === 'float' ? value : toScalar(value, dtype));
}

function numberWith(op: Ufunc, value: number, b: NDArray): NDArray {
  const known = again(op, NEW + 1, value, b, null, null);
  if (known !== null) return known;
  const own = b.dtype;
  const dtype = own.kind === 'float' ? own : scalarDType(own, value, op.name, op.compares);
  const number = NUMBER + dtype.code;
  const form = op.rows[number][own.code * OUTS + NO_OUT] ?? makeForm(op, [number, own.code], NO_OUT);
  return issue(op, form, b, null, own.kind === 'float' ? value : toScalar(value, dtype));
}

/** Launches a function in place. */
function written(form: Form, a: NDArray, b: NDArray | null, out: NDArray, scalar?: number): NDArray {
  beforeWrite(out);
  runtime().launchCall(form.kind, out.view.shape, a, b, out, scalar);
  return out;
}

/** `a op= b`: the result goes to `a`, converted to its dtype within its kind. */
export function applyInPlace(op: Ufunc, a: NDArray, b: Operand): NDArray {
  const code = a.dtype.code;
  if (b instanceof NDArray) {
    const form = op.rows[code][b.dtype.code * OUTS + code];
    const alike = b.view === a.view || (!sameRoot(a, b) && sameShape(a.view.shape, b.view.shape));
    if (alike && form?.castable && !repeats(a.view) && isUsable(a) && isUsable(b)) return written(form, a, b, a);
  } else if (typeof b === 'number' && a.dtype.kind === 'float') {
    const form = op.rows[code][(NUMBER + code) * OUTS + code];
    if (form !== undefined && !repeats(a.view) && isUsable(a)) return written(form, a, null, a, b);
  }
  const form = formFor(`${op.name}Assign`, [a, b]);
  return form === null ? apply(op, [a, b], a) : (form(a, b) as NDArray);
}

/** Writes `op(a)` to `out`, of `a`'s shape and any dtype. */
export function applyInto(op: Ufunc, a: Operand, out: NDArray): NDArray {
  if (a instanceof NDArray) {
    const form = op.rows[a.dtype.code][out.dtype.code];
    const alike = a.view === out.view || (!sameRoot(a, out) && sameShape(a.view.shape, out.view.shape));
    if (alike && form !== undefined && !repeats(out.view) && isUsable(a) && isUsable(out)) {
      return written(form, a, null, out);
    }
  }
  return apply(op, [a], out, 'unsafe', 'assign');
}

/** A new array with `op(a)`, converted to a dtype. */
export function applyAs(op: Ufunc, a: NDArray, dtype: DType): NDArray {
  return again(op, 8 * dtype.code, 0, a, null, null) ?? apply(op, [a], allocate(dtype, a.view.shape), 'unsafe');
}

/** A function of any operands: of arrays, numbers and lists, or of complex ones. */
function applyAny(op: Ufunc, operands: readonly Operand[], how: Positional<OutOption, 'out'>): NDArray {
  const form = formFor(op.name, [...operands, how]);
  return form === null ? apply(op, operands, outOf(how, op.name)) : (form(...operands, how) as NDArray);
}

/** A function of any number of operands, into `out` when given, broadcasting. */
export function apply(
  op: Ufunc,
  operands: readonly Operand[],
  into?: NDArray,
  casting: 'same_kind' | 'unsafe' = 'same_kind',
  operation = op.name,
): NDArray {
  const arrays = arraysOf(operation, operands);
  const widest = widestOf(arrays);
  if (into !== undefined) checkTarget(into, operation);
  const shape = commonShape(arrays, operation);
  if (into !== undefined) checkFills(shape, into.view.shape, operation);
  const domain = into === undefined ? shape : into.view.shape;
  const scalars: (number | bigint)[] = [];
  const codes = new Array<number>(arrays.length);
  let place = 0;
  for (let i = 0; i < arrays.length; i++) {
    const array = arrays[i];
    if (array === null) {
      const value = operands[i] as Scalar;
      const dtype = widest === null ? literalDType(value) : scalarDType(widest, value, operation, op.compares);
      codes[i] = NUMBER + dtype.code;
      scalars.push(toScalar(value, dtype));
    } else codes[i] = codeOf(array, domain);
    if (i > 0) place = place * CODES + codes[i];
  }
  const outCode = into === undefined ? NO_OUT : into.dtype.code;
  const form = op.rows[codes[0]][place * OUTS + outCode] ?? makeForm(op, codes, outCode);
  if (into !== undefined && casting === 'same_kind') checkCast(form.result, into.dtype, operation);
  const stores = storesOf(arrays, domain, into);
  const result = into ?? allocate(form.result, domain);
  stores.push(result);
  runtime().launch(form.kind, domain, stores, scalars);
  return result;
}

/** The operand code of an array over a domain (`ufunc.ts`). */
function codeOf(array: NDArray, domain: Shape): number {
  return (isOne(array, domain) ? ZERO_D : ARRAY) + array.dtype.code;
}

/** An operand as the domain has it. */
function over(array: NDArray, domain: Shape): NDArray {
  return isOne(array, domain) ? array : viewOf(array, broadcastView(array.view, domain));
}

/** Whether an operand is a 0-d array beside larger ones. */
const isOne = (array: NDArray, domain: Shape): boolean => array.view.shape.length === 0 && domain.length > 0;

/** The operands over the domain; copies of operands that writing `out` would change while they are read. */
function storesOf(arrays: readonly (NDArray | null)[], domain: Shape, out: NDArray | undefined): NDArray[] {
  const stores: NDArray[] = [];
  for (let i = 0; i < arrays.length; i++) {
    const array = arrays[i];
    if (array === null) continue;
    let x = array;
    if (out !== undefined && sameRoot(x, out) && x.view !== out.view && mayOverlap(x.view, out.view)) x = apply(copyUfunc, [x]);
    stores.push(over(x, domain));
  }
  return stores;
}

/** The operands as arrays; null for numbers. */
function arraysOf(operation: string, operands: readonly Operand[]): (NDArray | null)[] {
  return operands.map((operand) => {
    const array = isScalar(operand) ? null : toArray(operand, operation);
    if (array !== null) checkUsable(array, operation);
    return array;
  });
}

/** The dtype that numbers meet; null beside no array. */
function widestOf(arrays: readonly (NDArray | null)[]): DType | null {
  return arrays.reduce<DType | null>(
    (wide, x) => (wide === null || x === null ? (x?.dtype ?? wide) : common(wide, x.dtype)),
    null,
  );
}

const NO_AXES: Shape = [];

function commonShape(arrays: readonly (NDArray | null)[], operation: string): Shape {
  let shape: Shape | null = null;
  for (let i = 0; i < arrays.length; i++) {
    const own = arrays[i]?.view.shape;
    if (own !== undefined) shape = shape === null ? own : broadcastShapes(shape, own, operation);
  }
  return shape ?? NO_AXES;
}

function checkFills(shape: Shape, target: Shape, operation: string): void {
  const lead = target.length - shape.length;
  if (lead < 0 || shape.some((n, i) => n !== target[i + lead] && n !== 1)) {
    throw new ShapeError(
      `${operation}: a result of shape ${formatShape(shape)} does not fit an array of shape ${formatShape(target)}`,
    );
  }
}
