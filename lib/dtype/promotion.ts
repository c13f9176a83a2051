/**
 * Type promotion, as the Python array API standard has it, with NumPy's answers where the standard leaves mixed
 * kinds open: a float with integers of half its size gives itself, with larger ones the float that has twice their size or `float64`, and
 * `uint64` with a signed integer gives `float64`.
 */
import { bool, type DType, dtypes, float64, int64, isInteger } from './dtype.js';

const table: DType[][] = dtypes.map((a) => dtypes.map((b) => promotePair(a, b)));

function promotePair(a: DType, b: DType): DType {
  if (a === b) return a;
  if (a === bool) return b;
  if (b === bool) return a;
  if (a.kind === b.kind) return a.size === b.size ? widest(2 * a.size) : a.size > b.size ? a : b;
  if (a.kind === 'float') return 2 * b.size <= a.size ? a : widest(2 * b.size);
  if (b.kind === 'float') return promotePair(b, a);
  return signedOver(a.kind === 'int' ? a : b, a.kind === 'int' ? b : a);
}

/** The float of so many bytes: float64 for more. */
function widest(bytes: number): DType {
  return dtypes.find(({ kind, size }) => kind === 'float' && size === bytes) ?? float64;
}

/** The signed integers that hold both of different kinds; float64 where there are none. */
function signedOver(signed: DType, unsigned: DType): DType {
  if (signed.size > unsigned.size) return signed;
  return dtypes.find(({ kind, size }) => kind === 'int' && size === 2 * unsigned.size) ?? float64;
}

/** The dtype of an operation on `a` and `b`. Total and symmetric. */
export function promote(a: DType, b: DType): DType {
  return table[a.code][b.code];
}

/** A number literal beside an array of dtype `a` does not widen it, unless a fraction meets an integer. */
export function promoteScalar(a: DType, value: number | bigint | boolean): DType {
  if (typeof value === 'boolean') return a;
  if (a.kind === 'float') return a;
  if (typeof value === 'number' && !Number.isInteger(value)) return float64;
  return isInteger(a) ? a : int64;
}
