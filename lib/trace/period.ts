/**
 * The rhythm of a stream: the period of the longest tail that repeats. One look over the tail, backwards, by the prefix
 * function: cheap enough for the issue path, and sees a loop after two rounds.
 *
 *     x y a b c a b c a b        period 3 over the last 8
 */

interface Rhythm {
  readonly period: number;
  /** Length of the tail that has it. */
  readonly reach: number;
}

/** The rhythm of `s`, over at least `least` tokens and two periods; null when there is none. */
export function rhythmOf(s: Int32Array, least: number): Rhythm | null {
  const n = s.length;
  const border = new Int32Array(n);
  let found: Rhythm | null = null;
  for (let i = 1, k = 0; i < n; i++) {
    const token = s[n - 1 - i];
    while (k > 0 && token !== s[n - 1 - k]) k = border[k - 1];
    if (token === s[n - 1 - k]) k++;
    border[i] = k;
    const reach = i + 1;
    const period = reach - k;
    if (2 * period <= reach && reach >= least) found = { period, reach };
  }
  return found;
}
