/**
 * Suffix and longest-common-prefix arrays of a string of integers: prefix doubling with counting sorts, O(n log n), and Kasai's
 * algorithm, O(n) (thesis 5.3.1, its reference 79).
 *
 *     S      a b a b $      SA  4:$  2:ab$  0:abab$  3:b$  1:bab$      LCP  0 2 0 1
 */
interface SuffixArray {
  /** Starts of suffixes, in lexicographic order. */
  readonly suffixes: Int32Array;
  /** `lcp[i]`: common prefix of the suffixes at i and i + 1 of that order. */
  readonly lcp: Int32Array;
}

export function suffixArray(s: ArrayLike<number>): SuffixArray {
  const n = s.length;
  const suffixes = new Int32Array(n);
  let rank: Int32Array = denseRanks(s);
  let next: Int32Array = new Int32Array(n);
  const order = new Int32Array(n);
  for (let i = 0; i < n; i++) suffixes[i] = i;
  countingSort(suffixes, order, (i) => rank[i] + 1, n + 1);
  suffixes.set(order);
  for (let k = 1; k < n; k *= 2) {
    // By the second half first, then, stably, by the first.
    let at = 0;
    for (let i = n - k; i < n; i++) order[at++] = i;
    for (let i = 0; i < n; i++) if (suffixes[i] >= k) order[at++] = suffixes[i] - k;
    countingSort(order, suffixes, (i) => rank[i] + 1, n + 1);
    next[suffixes[0]] = 0;
    let classes = 0;
    for (let i = 1; i < n; i++) {
      const [a, b] = [suffixes[i - 1], suffixes[i]];
      if (rank[a] !== rank[b] || (a + k < n ? rank[a + k] : -1) !== (b + k < n ? rank[b + k] : -1)) classes++;
      next[b] = classes;
    }
    [rank, next] = [next, rank];
    if (classes === n - 1) break;
  }
  return { suffixes, lcp: commonPrefixes(s, suffixes) };
}

/** Values replaced by their rank among the distinct ones. */
function denseRanks(s: ArrayLike<number>): Int32Array {
  const distinct = [...new Set(Array.from(s))].sort((a, b) => a - b);
  const byValue = new Map(distinct.map((v, i) => [v, i]));
  return Int32Array.from({ length: s.length }, (_, i) => byValue.get(s[i]) ?? 0);
}

function countingSort(from: Int32Array, to: Int32Array, key: (i: number) => number, keys: number): void {
  const starts = new Int32Array(keys + 1);
  for (let i = 0; i < from.length; i++) starts[key(from[i]) + 1]++;
  for (let k = 1; k <= keys; k++) starts[k] += starts[k - 1];
  for (let i = 0; i < from.length; i++) to[starts[key(from[i])]++] = from[i];
}

function commonPrefixes(s: ArrayLike<number>, suffixes: Int32Array): Int32Array {
  const n = s.length;
  const where = new Int32Array(n);
  for (let i = 0; i < n; i++) where[suffixes[i]] = i;
  const lcp = new Int32Array(Math.max(0, n - 1));
  let h = 0;
  for (let i = 0; i < n; i++) {
    if (where[i] === n - 1) {
      h = 0;
      continue;
    }
    const j = suffixes[where[i] + 1];
    while (i + h < n && j + h < n && s[i + h] === s[j + h]) h++;
    lcp[where[i]] = h;
    if (h > 0) h--;
  }
  return lcp;
}
