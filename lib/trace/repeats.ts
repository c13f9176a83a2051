/**
 * Algorithm 3 (thesis 5.3.1): non-overlapping repeated substrings that cover much of a string, in O(n log n). Neighbours in
 * the suffix array share prefixes; a shared prefix is a candidate at both places, or, where the two overlap, a run of repeats
 * of their distance. The longest candidates are taken greedily.
 *
 *     a a b c b c b a a        bc at 2 and 4, aa at 0 and 7
 */
import { suffixArray } from './suffix-array.js';

interface Repeat {
  readonly start: number;
  readonly length: number;
  /** Occurrences that were chosen, none overlapping. */
  readonly count: number;
}

/** Repeats of at least `shortest` and at most `longest` tokens, each substring once. */
export function findRepeats(s: ArrayLike<number>, shortest: number, longest: number): Repeat[] {
  const n = s.length;
  if (n < 2 * shortest) return [];
  const { suffixes, lcp } = suffixArray(s);
  const candidates: { length: number; id: number; start: number }[] = [];
  let id = 0;
  let previous = -1;
  const add = (length: number, ...starts: number[]): void => {
    if (length < shortest) return;
    // Neighbouring pairs that share the same prefix continue one substring's id.
    if (length !== previous) id++;
    previous = length;
    for (const start of starts) candidates.push({ length, id, start });
  };
  for (let i = 0; i + 1 < n; i++) {
    const a = Math.min(suffixes[i], suffixes[i + 1]);
    const b = Math.max(suffixes[i], suffixes[i + 1]);
    const p = lcp[i];
    if (p < shortest) {
      previous = -1;
      continue;
    }
    const d = b - a;
    if (p <= d) {
      add(Math.min(p, longest), a, b);
      continue;
    }
    // Overlap: the suffixes repeat their first d tokens; two halves of whole periods.
    let l = Math.floor((p + d) / 2);
    l -= l % d;
    if (l > longest) l = Math.max(d, longest - (longest % d));
    add(l, a, a + l);
    previous = -1;
  }
  candidates.sort((x, y) => y.length - x.length || x.id - y.id || x.start - y.start);
  return choose(candidates, s, n);
}

/** Greedily, longest first, no two overlapping; a substring chosen twice counts twice. */
function choose(candidates: readonly { length: number; start: number }[], s: ArrayLike<number>, n: number): Repeat[] {
  const covered = new Uint8Array(n);
  const chosen = new Map<string, { start: number; length: number; count: number }>();
  for (const { start, length } of candidates) {
    if (start + length > n || covered[start] !== 0 || covered[start + length - 1] !== 0) continue;
    covered.fill(1, start, start + length);
    const key = Array.prototype.slice.call(s, start, start + length).join();
    const known = chosen.get(key);
    if (known === undefined) chosen.set(key, { start, length, count: 1 });
    else known.count++;
  }
  return [...chosen.values()];
}

/** The shortest period of a string that is a whole number of repeats of it; its length when there is none. */
export function periodOf(s: ArrayLike<number>): number {
  const n = s.length;
  const border = new Int32Array(n);
  for (let i = 1, k = 0; i < n; i++) {
    while (k > 0 && s[i] !== s[k]) k = border[k - 1];
    if (s[i] === s[k]) k++;
    border[i] = k;
  }
  const period = n - (n > 0 ? border[n - 1] : 0);
  return n > 0 && n % period === 0 ? period : n;
}
