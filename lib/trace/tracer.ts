/**
 * The tracer (thesis 5.3): keeps the history of tokens, has it mined for repeats by the ruler's schedule, and parses windows
 * into traces. It decides where windows are cut and nothing else: a trace that comes again is a window with a known
 * canonical form, so its plan is launched as it stands; a precondition that fails (another form) makes another plan.
 *
 *     stream     … x a b c d a b c d a b | c d …        window full at |
 *     parse      [x] [a b c d] [a b c d]                launched; `a b` waits for the rest of its trace
 */
import { grainsToMine } from './ruler.js';
import { noteAppearance, scoreOf } from './score.js';
import { type Candidate, Trie } from './trie.js';

export interface TracerOptions {
  /** Tokens between minings, but for those of long traces. */
  readonly grain: number;
  /** Tokens kept. */
  readonly history: number;
  /** Shortest and longest trace. */
  readonly shortest: number;
  readonly longest: number;
}

export const TRACER_DEFAULTS: TracerOptions = { grain: 64, history: 4096, shortest: 2, longest: 1024 };

/** Finds repeats: here, or in another thread. Results come whenever `poll` is called and they are ready. */
export interface Miner {
  submit(tokens: Int32Array, shortest: number, longest: number): void;
  poll(): { readonly tokens: number[]; readonly count: number }[];
}

/** A piece of a window: tasks [start, end), a trace or what lies between traces. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly trace: Candidate | null;
}

export class Tracer {
  readonly #options: TracerOptions;
  readonly #miner: Miner;
  readonly #trie = new Trie();
  readonly #history: Int32Array;
  /** Tokens seen in all; those that no long trace replayed; grains of these, which were mined. */
  #seen = 0;
  #fresh = 0;
  #grains = 0;

  constructor(miner: Miner, options: Partial<TracerOptions> = {}) {
    this.#options = { ...TRACER_DEFAULTS, ...options };
    this.#miner = miner;
    this.#history = new Int32Array(this.#options.history);
  }

  get candidates(): readonly Candidate[] {
    return this.#trie.candidates;
  }

  /**
   * Takes the tokens of the segments, which are launched. What a trace of half a grain or more replays is traced well enough, and
   * is not a reason to mine: a steady loop costs no mining, which takes longer than many tasks.
   */
  observe(tokens: ArrayLike<number>, segments: readonly Segment[]): void {
    const size = this.#history.length;
    const { grain } = this.#options;
    for (const { start, end, trace } of segments) {
      const fresh = trace === null || 2 * trace.tokens.length < grain;
      for (let i = start; i < end; i++) {
        this.#history[this.#seen++ % size] = tokens[i];
        if (fresh && ++this.#fresh % grain === 0) this.#mine(++this.#grains);
      }
    }
    for (const { tokens: found, count } of this.#miner.poll()) {
      noteAppearance(this.#trie.add(found), this.#seen, count);
    }
  }

  #mine(grain: number): void {
    // A repeat needs two periods: never less than two grains.
    const want = Math.max(2, grainsToMine(grain)) * this.#options.grain;
    const length = Math.min(want, this.#seen, this.#history.length);
    const tokens = new Int32Array(length);
    for (let i = 0; i < length; i++) tokens[i] = this.#history[(this.#seen - length + i) % this.#history.length];
    this.#miner.submit(tokens, this.#options.shortest, this.#options.longest);
  }

  /**
   * Cuts a window into segments. With `more` tasks to come, a tail that may be the start of a trace is left out: the caller
   * keeps those tasks.
   */
  parse(tokens: ArrayLike<number>, length: number, more: boolean): Segment[] {
    const segments: Segment[] = [];
    let between = 0;
    let at = 0;
    while (at < length) {
      const { complete, open } = this.#trie.match(tokens, at, length);
      if (more && open && at > 0) break;
      const best = this.#best(complete);
      if (best === null) {
        at++;
        continue;
      }
      if (at > between) segments.push({ start: between, end: at, trace: null });
      noteAppearance(best, this.#seen + at);
      best.replays++;
      segments.push({ start: at, end: at + best.tokens.length, trace: best });
      at += best.tokens.length;
      between = at;
    }
    if (at > between) segments.push({ start: between, end: at, trace: null });
    return segments;
  }

  #best(complete: readonly Candidate[]): Candidate | null {
    let best: Candidate | null = null;
    let most = 0;
    for (const candidate of complete) {
      const score = scoreOf(candidate, this.#seen);
      if (score > most) {
        best = candidate;
        most = score;
      }
    }
    return best;
  }
}
