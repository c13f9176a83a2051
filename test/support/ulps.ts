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
