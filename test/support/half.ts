/**
 * float16 by its definition alone, for oracles: the value of each of its 65,536 bits, and the nearest of them by looking for it. Shares no
 * code with lib/.
 */

/** IEEE 754 binary16: (-1)^s · 2^(e - 15) · 1.f, and below 2^-14 in steps of 2^-24. */
export function halfValue(bits: number): number {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  if (exponent === 0) return (sign * fraction) / 2 ** 24;
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}

/** The values from 0 to the greatest, in order: that of bits k is at k. */
const ordered = Array.from({ length: 0x7c00 }, (_, bits) => halfValue(bits));

/** The bits of the nearest value, of two the even one. Half a step beyond the greatest, 65,520, rounds to infinity. */
export function halfBits(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65_520) return sign + 0x7c00;
  let [low, high] = [0, ordered.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (ordered[middle] <= size) low = middle;
    else high = middle;
  }
  const [below, above] = [size - ordered[low], ordered[high] - size];
  if (below === above) return sign + (low % 2 === 0 ? low : high);
  return sign + (below < above ? low : high);
}

/** The nearest float16. */
export function half(value: number): number {
  return halfValue(halfBits(value));
}
