/**
 * Calls of functions with many operands that are arrays, or numbers beside floats: the kind is found without copies of the operands.
 * `apply.ts` has the calls of one and two operands, and all that is out of the ordinary.
 */
import { type DType, promote } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { broadcastShapes, type Shape, sameShape } from '../shape/index.js';
import { broadcastView, isUsable } from '../store/index.js';
import type { Operand } from './apply.js';
import { allocate, NDArray, viewOf } from './ndarray.js';
import { ARRAY, CODES, makeForm, NO_OUT, NUMBER, OUTS, type Ufunc } from './ufunc.js';

const NO_SCALARS: readonly number[] = [];

/** A new array with the function of these operands; null where one is no float or has no axes, and `apply` is to be asked. */
export function applyAlike(op: Ufunc, operands: readonly Operand[]): NDArray | null {
  const dtype = commonFloat(operands);
  if (dtype === null) return null;
  const shape = commonShape(operands, op.name);
  const stores: NDArray[] = [];
  let scalars: number[] | null = null;
  let [lead, place] = [0, 0];
  for (let i = 0; i < operands.length; i++) {
    const x = operands[i];
    let code = NUMBER + dtype.code;
    if (x instanceof NDArray) {
      code = ARRAY + x.dtype.code;
      stores.push(sameShape(x.view.shape, shape) ? x : viewOf(x, broadcastView(x.view, shape)));
    } else (scalars ??= []).push(x as number);
    if (i === 0) lead = code;
    else place = place * CODES + code;
  }
  const form = op.rows[lead][place * OUTS + NO_OUT] ?? makeForm(op, codesOf(operands, dtype), NO_OUT);
  const out = allocate(form.result, shape);
  stores.push(out);
  runtime().launch(form.kind, out.view.shape, stores, scalars ?? NO_SCALARS);
  return out;
}

/** The float that all arrays are promoted to; null where an operand is neither a number nor an array of floats with an axis. */
function commonFloat(operands: readonly Operand[]): DType | null {
  let dtype: DType | null = null;
  for (let i = 0; i < operands.length; i++) {
    const x = operands[i];
    if (x instanceof NDArray) {
      if (x.dtype.kind !== 'float' || !isUsable(x) || x.view.shape.length === 0) return null;
      dtype = dtype === null || dtype === x.dtype ? x.dtype : promote(dtype, x.dtype);
    } else if (typeof x !== 'number') return null;
  }
  return dtype;
}

/** The shape that the arrays are broadcast to. Throws `ShapeError`. */
function commonShape(operands: readonly Operand[], operation: string): Shape {
  let shape: Shape | null = null;
  for (let i = 0; i < operands.length; i++) {
    const x = operands[i];
    if (!(x instanceof NDArray)) continue;
    shape = shape === null || sameShape(shape, x.view.shape) ? x.view.shape : broadcastShapes(shape, x.view.shape, operation);
  }
  return shape ?? [];
}

function codesOf(operands: readonly Operand[], dtype: DType): number[] {
  return operands.map((x) => (x instanceof NDArray ? ARRAY + x.dtype.code : NUMBER + dtype.code));
}
