/** How the times of repeats are summed up. */
export const STATISTICS = ['minimum', 'median', 'mean'] as const;
export type Statistic = (typeof STATISTICS)[number];

/** One number for several; there must be some. */
export function summarize(values: readonly number[], statistic: Statistic): number {
  switch (statistic) {
    case 'minimum':
      return Math.min(...values);
    case 'median':
      return median(values);
    case 'mean':
      return values.reduce((sum, v) => sum + v, 0) / values.length;
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
