/** How products of matrices hold elements and sums: as values of their dtype, float64 as pairs of float32. */
import { type DType, float64 } from '../../../dtype/index.js';
import type { Type } from '../language/program.js';
import { converted, loaded, stored, typeOf } from '../lower/types.js';

/** The type that elements and sums are held in. */
export const heldIn = (dtype: DType): Type => (dtype === float64 ? 'pair' : typeOf(dtype));

/** The element at `at`, a name, as it is held. */
export const loadHeld = (memory: number, dtype: DType, at: string): string =>
  converted(typeOf(dtype), heldIn(dtype), loaded(memory, dtype, at));

/** Statements that store a sum as element `at`, a name; `sum` is a name. */
export function storeHeld(memory: number, dtype: DType, at: string, sum: string): string[] {
  if (heldIn(dtype) === typeOf(dtype)) return stored(memory, dtype, at, sum);
  return [`let ${sum}_bits = ${converted(heldIn(dtype), typeOf(dtype), sum)};`, ...stored(memory, dtype, at, `${sum}_bits`)];
}

/** x + y. */
export const added = (type: Type, x: string, y: string): string => (type === 'pair' ? `add_ds(${x}, ${y})` : `${x} + ${y}`);

/** x * y + sum: float32 as the device has it (`mad`), integers modulo their size. */
export function multiplyAdd(type: Type, x: string, y: string, sum: string): string {
  if (type === 'f32') return `mad(${x}, ${y}, ${sum})`;
  return type === 'pair' ? `add_ds(${sum}, mul_ds(${x}, ${y}))` : `${sum} + ${x} * ${y}`;
}
