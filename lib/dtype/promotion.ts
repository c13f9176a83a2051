/**
 * Type promotion, as the Python array API standard has it, with NumPy's answers where the standard leaves mixed
 * kinds open: integers with floats give `float64` (int32, int64 with float32 too; uint8 with float32 stays float32).
 */
import { bool, type DType, dtypes, float32, float64, int32, int64, uint8 } from './dtype.js';

const table: DType[][] = dtypes.map((a) => dtypes.map((b) => promotePair(a, b)));

function promotePair(a: DType, b: DType): DType {
  if (a === b) return a;
  if (a === bool) return b;
  if (b === bool) return a;
  if (a.kind === 'float' && b.kind === 'float') return float64;
  if (a.kind === 'float') return a === float64 || b.size > 2 ? float64 : float32;
  if (b.kind === 'float') return promotePair(b, a);
  if (a === int64 || b === int64) return int64;
  return a === uint8 && b === uint8 ? uint8 : int32;
}

/** The dtype of an operation on `a` and `b`. Total and symmetric. */
export function promote(a: DType, b: DType): DType {
  return table[a.code][b.code];
}

/** A number literal beside an array of dtype `a` does not widen it, unless a fraction meets an integer. */
export function promoteScalar(a: DType, value: number | bigint | boolean): DType {
  if (typeof value === 'boolean') return a;
  if (typeof value === 'bigint') return a === bool ? int64 : a;
  if (a.kind === 'float') return a;
  if (!Number.isInteger(value)) return float64;
  return a === bool ? int64 : a;
}
