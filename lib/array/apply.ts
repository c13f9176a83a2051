/**
 * Calls of element-wise functions. The common ones (arrays of one shape, an array and a number) find their kind by
 * number and launch; everything else goes through `apply`, which converts, broadcasts, and copies what a write in
 * place would change while it is read.
 */
import { ShapeError } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { broadcastShapes, formatShape, mayOverlap, type Shape, sameShape } from '../shape/index.js';
import { broadcastView, checkUsable } from '../store/index.js';
import { type ArrayLike, toArray } from './convert.js';
import { allocate, NDArray, viewOf } from './ndarray.js';
import { isScalar, literalDType, type Scalar, scalarDType, toScalar } from './operand.js';
import { checkCast, checkTarget, type OutOption, repeats } from './target.js';
import { ARRAY, copyUfunc, FORMS, type Form, makeForm, NO_OUT, NUMBER, type Ufunc, ZERO_D } from './ufunc.js';

/** What a function takes as an operand: an array, a number, or numbers in nested Arrays. */
export type Operand = ArrayLike;

/** A function of one array. */
export function applyUnary(op: Ufunc, a: Operand, options?: OutOption): NDArray {
  if (options === undefined && a instanceof NDArray) {
    const form = op.forms[a.root.dtype.code * 7 + NO_OUT] ?? makeForm(op, [a.root.dtype.code], NO_OUT);
    if (a.root.dead) checkUsable(a, op.name);
    const out = allocate(form.result, a.view.shape);
    runtime().launch(form.kind, out.view.shape, [a, out]);
    return out;
  }
  return apply(op, [a], options?.out);
}

/** A function of two arrays, or an array and a number. */
export function applyBinary(op: Ufunc, a: Operand, b: Operand, options?: OutOption): NDArray {
  if (options === undefined && a instanceof NDArray) {
    if (typeof b === 'number') return withNumber(op, a, b);
    if (b instanceof NDArray && sameShape(a.view.shape, b.view.shape)) {
      const key = (a.root.dtype.code * FORMS + b.root.dtype.code) * 7 + NO_OUT;
      const form = op.forms[key] ?? makeForm(op, [a.root.dtype.code, b.root.dtype.code], NO_OUT);
      if (a.root.dead) checkUsable(a, op.name);
      if (b.root.dead) checkUsable(b, op.name);
      const out = allocate(form.result, a.view.shape);
      runtime().launch(form.kind, out.view.shape, [a, b, out]);
      return out;
    }
  }
  if (options === undefined && typeof a === 'number' && b instanceof NDArray) return numberWith(op, a, b);
  return apply(op, [a, b], options?.out);
}

function withNumber(op: Ufunc, a: NDArray, value: number): NDArray {
  const own = a.root.dtype;
  const dtype = own.kind === 'float' ? own : scalarDType(own, value, op.name, op.compares);
  const form =
    op.forms[(own.code * FORMS + NUMBER + dtype.code) * 7 + NO_OUT] ?? makeForm(op, [own.code, NUMBER + dtype.code], NO_OUT);
  if (a.root.dead) checkUsable(a, op.name);
  const out = allocate(form.result, a.view.shape);
  runtime().launch(form.kind, out.view.shape, [a, out], [own.kind === 'float' ? value : toScalar(value, dtype)]);
  return out;
}

function numberWith(op: Ufunc, value: number, b: NDArray): NDArray {
  const own = b.root.dtype;
  const dtype = own.kind === 'float' ? own : scalarDType(own, value, op.name, op.compares);
  const form =
    op.forms[((NUMBER + dtype.code) * FORMS + own.code) * 7 + NO_OUT] ?? makeForm(op, [NUMBER + dtype.code, own.code], NO_OUT);
  if (b.root.dead) checkUsable(b, op.name);
  const out = allocate(form.result, b.view.shape);
  runtime().launch(form.kind, out.view.shape, [b, out], [own.kind === 'float' ? value : toScalar(value, dtype)]);
  return out;
}

/** `a op= b`: the result goes to `a`, converted to its dtype within its kind. */
export function applyInPlace(op: Ufunc, a: NDArray, b: Operand): NDArray {
  const code = a.root.dtype.code;
  if (b instanceof NDArray) {
    const form = op.forms[(code * FORMS + b.root.dtype.code) * 7 + code];
    const alike = b.view === a.view || (b.root !== a.root && sameShape(a.view.shape, b.view.shape));
    if (alike && form?.castable && !repeats(a.view) && !b.root.dead && !a.root.dead) {
      runtime().launch(form.kind, a.view.shape, [a, b, a]);
      return a;
    }
  } else if (typeof b === 'number' && a.root.dtype.kind === 'float') {
    const form = op.forms[(code * FORMS + NUMBER + code) * 7 + code];
    if (form !== undefined && !repeats(a.view) && !a.root.dead) {
      runtime().launch(form.kind, a.view.shape, [a, a], [b]);
      return a;
    }
  }
  return apply(op, [a, b], a);
}

/** A function of any number of operands, into `out` when given, broadcasting. */
export function apply(
  op: Ufunc,
  operands: readonly Operand[],
  into?: NDArray,
  casting: 'same_kind' | 'unsafe' = 'same_kind',
): NDArray {
  const ready = prepare(op, operands);
  const out = into;
  if (out !== undefined) checkTarget(out, op.name);
  const domain = out?.shape ?? commonShape(ready, op.name);
  if (out !== undefined) checkFills(ready, out, op.name);
  const form = formOf(op, ready, domain, out?.dtype);
  if (out !== undefined && casting === 'same_kind') checkCast(form.result, out.dtype, op.name);
  const stores: NDArray[] = [];
  const scalars: (number | bigint)[] = [];
  for (const { array, value, dtype } of ready) {
    if (array === null) scalars.push(toScalar(value, dtype));
    else stores.push(operandStore(array, domain, out));
  }
  const result = out ?? allocate(form.result, domain);
  stores.push(result);
  runtime().launch(form.kind, domain, stores, scalars);
  return result;
}

interface Ready {
  readonly array: NDArray | null;
  readonly value: Scalar;
  readonly dtype: DType;
}

/** Arrays and numbers apart; numbers take their dtype from the arrays. */
function prepare(op: Ufunc, operands: readonly Operand[]): Ready[] {
  const arrays = operands.map((x) => (isScalar(x) ? null : toArray(x, op.name)));
  const widest = arrays.reduce<NDArray | null>(
    (w, x) => (x !== null && (w === null || x.dtype.code > w.dtype.code) ? x : w),
    null,
  );
  return operands.map((x, i): Ready => {
    const array = arrays[i];
    if (array !== null) {
      if (array.root.dead) checkUsable(array, op.name);
      return { array, value: 0, dtype: array.dtype };
    }
    const value = x as Scalar;
    return {
      array: null,
      value,
      dtype: widest === null ? literalDType(value) : scalarDType(widest.dtype, value, op.name, op.compares),
    };
  });
}

function commonShape(ready: readonly Ready[], operation: string): Shape {
  let shape: Shape = [];
  for (const { array } of ready) if (array !== null) shape = broadcastShapes(shape, array.shape, operation);
  return shape;
}

function checkFills(ready: readonly Ready[], out: NDArray, operation: string): void {
  const shape = commonShape(ready, operation);
  if (!sameShape(broadcastOrNull(shape, out.shape), out.shape)) {
    throw new ShapeError(
      `${operation}: a result of shape ${formatShape(shape)} does not fit an array of shape ${formatShape(out.shape)}`,
    );
  }
}

function broadcastOrNull(shape: Shape, target: Shape): Shape {
  if (shape.length > target.length) return shape;
  const lead = target.length - shape.length;
  return shape.every((n, i) => n === target[i + lead] || n === 1) ? target : shape;
}

/** The operand over the domain; a copy when writing `out` would change it while it is read. */
function operandStore(array: NDArray, domain: Shape, out: NDArray | undefined): NDArray {
  const zeroD = array.ndim === 0 && domain.length > 0;
  let x = array;
  if (out !== undefined && x.root === out.root && x.view !== out.view && mayOverlap(x.view, out.view)) x = apply(copyUfunc, [x]);
  return zeroD ? x : viewOf(x, broadcastView(x.view, domain));
}

function formOf(op: Ufunc, ready: readonly Ready[], domain: Shape, out: DType | undefined): Form {
  const codes = ready.map(({ array, dtype }) => {
    if (array === null) return NUMBER + dtype.code;
    return (array.ndim === 0 && domain.length > 0 ? ZERO_D : ARRAY) + dtype.code;
  });
  const outCode = out?.code ?? NO_OUT;
  const key = codes.reduce((k, code) => k * FORMS + code, 0) * 7 + outCode;
  return op.forms[key] ?? makeForm(op, codes, outCode);
}
