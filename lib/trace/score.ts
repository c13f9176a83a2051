/**
 * The score by which one of several matching traces is replayed (thesis 5.3.3): length times appearances, where appearances are capped
 * and decay with the tasks since the last one, with a bonus for traces that were replayed before.
 */
import type { Candidate } from './trie.js';

const MOST_APPEARANCES = 16;
const HALF_LIFE = 5000;
const REPLAYED_BONUS = 1.1;

export function scoreOf(c: Candidate, now: number): number {
  const decayed = Math.min(c.appearances, MOST_APPEARANCES) * 2 ** (-(now - c.lastSeen) / HALF_LIFE);
  return c.tokens.length * decayed * (c.replays > 0 ? REPLAYED_BONUS : 1);
}

/** Counts an appearance at stream position `now`. */
export function noteAppearance(c: Candidate, now: number, times = 1): void {
  c.appearances = Math.min(MOST_APPEARANCES, c.appearances * 2 ** (-(now - c.lastSeen) / HALF_LIFE) + times);
  c.lastSeen = now;
}
