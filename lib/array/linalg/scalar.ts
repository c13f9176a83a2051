/** Complex numbers as pairs of floats, for methods that compute with single elements. */

export type Num = readonly [re: number, im: number];

export function times([a, b]: Num, [c, d]: Num): Num {
  return [a * c - b * d, a * d + b * c];
}

/** Smith's quotient. */
export function over([a, b]: Num, [c, d]: Num): Num {
  if (d === 0) return [a / c, b / c];
  if (Math.abs(c) >= Math.abs(d)) {
    const [r, s] = [d / c, c + d * (d / c)];
    return [(a + b * r) / s, (b - a * r) / s];
  }
  const [r, s] = [c / d, d + c * (c / d)];
  return [(a * r + b) / s, (b * r - a) / s];
}

/** The principal root of a number. */
export function rootOf([a, b]: Num): Num {
  const size = Math.hypot(a, b);
  if (size === 0) return [0, 0];
  const t = Math.sqrt((Math.abs(a) + size) / 2);
  const other = Math.abs(b) / (2 * t);
  const [re, im] = a >= 0 ? [t, other] : [other, t];
  return [re, b < 0 ? -im : im];
}
