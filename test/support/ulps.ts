/** How far apart two values of a dtype are, counted in the dtype's own numbers. */

/** The place of a float among all floats of its dtype: neighbours are one apart, zeros of either sign too. */
function placeOf(dtype: 'float32' | 'float64', value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  if (dtype === 'float64') view.setFloat64(0, value);
  else view.setFloat32(0, value);
  const bits = dtype === 'float64' ? view.getBigUint64(0) : BigInt(view.getUint32(0));
  const half = dtype === 'float64' ? 1n << 63n : 1n << 31n;
  return bits >= half ? half - 1n - bits : bits;
}

/** Floats between two values of a dtype, 0 for identical ones and for NaN of any kind; infinite where only one is NaN, or integers differ. */
export function ulpsApart(dtype: string, a: number | bigint, b: number | bigint): number {
  if (Object.is(a, b)) return 0;
  if (dtype !== 'float32' && dtype !== 'float64') return Number.POSITIVE_INFINITY;
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.POSITIVE_INFINITY;
  const distance = placeOf(dtype, Number(a)) - placeOf(dtype, Number(b));
  return Number(distance < 0n ? -distance : distance);
}

/** How far a result of float32 is from the exact value, in units in the last place there; infinite where signs, NaN or infinities are wrong. */
export function unitsFrom(result: number, exact: number): number {
  const nearest = Math.fround(exact);
  if (Object.is(result, nearest)) return 0;
  if (Number.isNaN(result) || Number.isNaN(exact) || (result === 0 && nearest === 0)) return Number.POSITIVE_INFINITY;
  // Beyond the largest float the next one would be 2^128.
  const bounded = (x: number): number => Math.sign(x) * Math.min(Math.abs(x), 2 ** 128);
  const size = Math.min(Math.abs(exact), 2 ** 127);
  const unit = 2 ** (Math.max(-126, Math.floor(Math.log2(size))) - 23);
  return Math.abs(bounded(result) - bounded(exact)) / unit;
}
