/**
 * How much of the history to mine, and when (thesis 5.3.4, Fig. 5.5): after the i-th grain of tasks, the last
 * 2^ruler(i) grains, where ruler(i) is how often i divides by two. Changes are seen early, long loops eventually, at a
 * logarithmic factor over mining once.
 *
 *     i         1 2 3 4 5 6 7 8
 *     grains    1 2 1 4 1 2 1 8
 */
export function grainsToMine(i: number): number {
  return i & -i;
}
