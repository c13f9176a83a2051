/** A trie of candidate traces, by their tokens: finds the candidates that a stream continues with. */
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
  /** A candidate that goes on from here. */
  onward: Candidate | null;
}

const node = (): TrieNode => ({ next: new Map(), candidate: null, onward: null });

export class Trie {
  #root = node();
  #made = 0;
  candidates: Candidate[] = [];

  /** The candidate with these tokens, added when it is new. */
  add(tokens: readonly number[]): Candidate {
    const path = [this.#root];
    for (const token of tokens) {
      const at = path[path.length - 1];
      let next = at.next.get(token);
      if (next === undefined) at.next.set(token, (next = node()));
      path.push(next);
    }
    const end = path[path.length - 1];
    if (end.candidate !== null) return end.candidate;
    const candidate = { id: this.#made++, tokens: [...tokens], appearances: 0, lastSeen: 0, replays: 0 };
    end.candidate = candidate;
    this.candidates.push(candidate);
    for (const passed of path) if (passed !== end) passed.onward ??= candidate;
    return candidate;
  }

  /** Forgets all candidates. */
  clear(): void {
    this.#root = node();
    this.candidates = [];
  }

  /**
   * Follows the stream from `start`: every candidate that is complete, shortest first, and one that may still be on its way
   * when the tokens end.
   */
  match(tokens: ArrayLike<number>, start: number, length: number): { complete: Candidate[]; open: Candidate | null } {
    const complete: Candidate[] = [];
    let at: TrieNode | undefined = this.#root;
    for (let i = start; i < length; i++) {
      at = at.next.get(tokens[i]);
      if (at === undefined) return { complete, open: null };
      if (at.candidate !== null) complete.push(at.candidate);
    }
    return { complete, open: at.onward };
  }
}
