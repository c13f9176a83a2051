/** Ways to arrange processors in grids. */

/** All lists of `count` factors with the product `p`, in ascending order. */
export function* factorizations(p: number, count: number): Generator<readonly number[]> {
  if (count === 1) yield [p];
  if (count < 2) return;
  for (const first of divisorsOf(p)) for (const rest of factorizations(p / first, count - 1)) yield [first, ...rest];
}

/** Ascending; each one up to the root of `p` has a partner beyond it. */
function divisorsOf(p: number): number[] {
  const small: number[] = [];
  const large: number[] = [];
  for (let d = 1; d * d <= p; d++) {
    if (p % d !== 0) continue;
    small.push(d);
    if (d * d < p) large.push(p / d);
  }
  return [...small, ...large.reverse()];
}
