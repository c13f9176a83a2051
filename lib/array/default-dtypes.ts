/**
 * The dtypes that are taken where none is given (`defaultDType`): of floats, for new arrays, numbers in JavaScript and integers that become
 * floats; and of numbers without a fraction, where a program wants these to be integers, as literals are in Python.
 */
import { asDType, type DType, float64, promote } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';

let current: DType | null = null;

/** The default dtype of floats: the setting `--dtype` until a program chooses one. */
export function floatDefault(): DType {
  return current ?? (current = asDType(runtime().config.dtype));
}

export function setFloatDefault(dtype: DType): void {
  current = dtype;
}

let whole: DType | null = null;

/** The dtype of numbers without a fraction; null where they are floats, as all numbers. */
export function wholeDefault(): DType | null {
  return whole;
}

export function setWholeDefault(dtype: DType | null): void {
  whole = dtype;
}

/** The default in place of the float64 that NumPy's rules give where the array has another dtype. */
export function floatFor(found: DType, array: DType): DType {
  return found === float64 && array !== float64 ? floatDefault() : found;
}

/** The dtype of an operation on `a` and `b`: where NumPy's rules give float64 and neither is one, the default. */
export function common(a: DType, b: DType): DType {
  const found = promote(a, b);
  return found === float64 && a !== float64 && b !== float64 ? floatDefault() : found;
}
