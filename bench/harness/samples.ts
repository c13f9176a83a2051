/** Samples as numbers of a table: medians, spreads, means, and whether two results are one. */

/** The place where a result differs from ours by more than a relative tolerance, in words; null where it does not. */
export function differing(expected: readonly number[], got: readonly number[], allowed: number): string | null {
  const scale = Math.max(...expected.map(Math.abs), Number.MIN_VALUE);
  const close = (a: number, b: number): boolean =>
    a === b || Math.abs(a - b) <= allowed * Math.max(Math.abs(a), Math.abs(b), 1e-3 * scale);
  const at = expected.findIndex((value, i) => got.length !== expected.length || !close(value, got[i]));
  if (at < 0) return null;
  return `its result differs: number ${at} is ${got[at]}, ours ${expected[at]}`;
}

/** Linear between the neighbours. */
export function quantile(sorted: readonly number[], q: number): number {
  const place = q * (sorted.length - 1);
  const low = Math.floor(place);
  const high = Math.ceil(place);
  return sorted[low] + (sorted[high] - sorted[low]) * (place - low);
}

/** The median of samples, and half the distance between the quartiles, as a share of it. */
export function middle(samples: readonly number[]): { readonly median: number; readonly spread: number } {
  const sorted = [...samples].sort((a, b) => a - b);
  const median = quantile(sorted, 0.5);
  return { median, spread: (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 2 / median };
}

/** The geometric mean of ratios. */
export function geometricMean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}
