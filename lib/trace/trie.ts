/** Candidate traces by their tokens: the longest, or best-scored, that a stream continues with. */
export interface Candidate {
  readonly id: number;
  readonly tokens: readonly number[];
  /** Appearances, capped and decayed by `score.ts`. */
  appearances: number;
  /** Position in the stream of the last appearance. */
  lastSeen: number;
  replays: number;
}

interface TrieNode {
  readonly next: Map<number, TrieNode>;
  candidate: Candidate | null;
}

const node = (): TrieNode => ({ next: new Map(), candidate: null });

export class Trie {
  #root = node();
  readonly candidates: Candidate[] = [];

  /** The candidate with these tokens, added when it is new. */
  add(tokens: readonly number[]): Candidate {
    let at = this.#root;
    for (const token of tokens) {
      let next = at.next.get(token);
      if (next === undefined) at.next.set(token, (next = node()));
      at = next;
    }
    if (at.candidate === null) {
      at.candidate = { id: this.candidates.length, tokens: [...tokens], appearances: 0, lastSeen: 0, replays: 0 };
      this.candidates.push(at.candidate);
    }
    return at.candidate;
  }

  /**
   * Follows the stream from `start`: every candidate that is complete, shortest first, and whether a longer one may still be
   * on its way when the tokens end.
   */
  match(tokens: ArrayLike<number>, start: number, length: number): { complete: Candidate[]; open: boolean } {
    const complete: Candidate[] = [];
    let at: TrieNode | undefined = this.#root;
    for (let i = start; i < length; i++) {
      at = at.next.get(tokens[i]);
      if (at === undefined) return { complete, open: false };
      if (at.candidate !== null) complete.push(at.candidate);
    }
    return { complete, open: at.next.size > 0 };
  }
}
