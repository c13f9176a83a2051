/**
 * The tracer (thesis 5.3): keeps the history of tokens, has it mined for repeats by the ruler's schedule, and parses windows
 * into traces. It decides where windows are cut and nothing else: a trace that comes again is a window with a known
 * canonical form, so its plan is launched as it stands; a precondition that fails (another form) makes another plan.
 *
 *     stream     … x a b c d a b c d a b | c d …        window full at |
 *     parse      [x] [a b c d] [a b c d]                launched; `a b` waits for the rest of its trace
 *
 * Cuts settle: a replayed trace is taken again before a longer one that was found since; tasks behind the last trace wait for the next
 * one, so that cuts depend on the stream and not on when windows were full; and while every window replays, no new traces are looked for.
 * A loop is seen by its rhythm after two rounds; mining finds less regular repeats. A repeat within the body of a loop is seen before the
 * loop is: where tasks stay between traces, the stream is looked at once more, for the rhythm of the whole.
 *
 *     stream     a b a b c d a b a b c d      first [a b a b] c d …, then [a b a b c d]
 */
import { rhythmOf } from './period.js';
import { grainsToMine } from './ruler.js';
import { noteAppearance, scoreOf } from './score.js';
import { type Candidate, Trie } from './trie.js';

interface TracerOptions {
  /** Tokens between minings, not counting tokens of long traces. */
  readonly grain: number;
  /** Tokens kept. */
  readonly history: number;
  /** Shortest and longest trace. */
  readonly shortest: number;
  readonly longest: number;
}

const TRACER_DEFAULTS: TracerOptions = { grain: 64, history: 4096, shortest: 16, longest: 1024 };

/** Replayed traces of at least so many tokens are replayed again before any other. */
const WORTH_KEEPING = 16;

/**
 * After so many minings without a replay every other one is left out, and after as many more again; at most all but one of MOST_LEFT_OUT.
 */
const IN_VAIN = 16;
const MOST_LEFT_OUT = 64;

/** Tasks between traces at which a longer rhythm is looked for, first and at most: each time after twice as many. */
const LOOSE = 256;
const MOST_LOOSE = 1 << 14;
/** Rounds of it that have to be there. */
const ROUNDS = 3;

/** Finds repeats: here, or in a thread of its own. `poll` returns the results that are ready. */
export interface Miner {
  submit(tokens: Int32Array, shortest: number, longest: number): void;
  poll(): { readonly tokens: number[]; readonly count: number }[];
  /** Ends its thread, where it has one. */
  close?(): Promise<void>;
}

/** A piece of a window: tasks [start, end), a trace or the tasks between traces. */
interface Segment {
  readonly start: number;
  readonly end: number;
  readonly trace: Candidate | null;
}

/** Tasks that come again and again as a window: their tokens, and the trace that has them; null for tasks between traces. */
export interface Passage {
  readonly tokens: ArrayLike<number>;
  readonly trace: Candidate | null;
}

/** The segments of a window to launch, and the number of tasks, including the ones that stay, at which it is parsed again. */
interface Parsed {
  readonly segments: readonly Segment[];
  readonly wait: number;
}

export class Tracer {
  readonly #options: TracerOptions;
  readonly #miner: Miner;
  readonly #trie = new Trie();
  readonly #history: Int32Array;
  /** Tokens seen in all; tokens that no long trace replayed; grains of the latter, which were mined. */
  #seen = 0;
  #fresh = 0;
  #grains = 0;
  /** Full windows without a trace. */
  #plain = 0;
  /** One of how many grains is mined, and minings since a trace was replayed: a stream that never repeats is mined ever more seldom. */
  #every = 1;
  #vain = 0;
  /** Tasks between traces since a longer rhythm was looked for, and the number at which to look next. */
  #loose = 0;
  #lookAt = LOOSE;
  /** Tasks that windows hold. */
  #limit = 0;
  /** Whether every window replays as things are. */
  settled = false;

  constructor(miner: Miner, options: Partial<TracerOptions> = {}) {
    this.#options = { ...TRACER_DEFAULTS, ...options };
    this.#miner = miner;
    this.#history = new Int32Array(this.#options.history);
  }

  get candidates(): readonly Candidate[] {
    return this.#trie.candidates;
  }

  /** Forgets the traces, since windows may be larger now. */
  restart(): void {
    this.#trie.clear();
  }

  /**
   * Takes the tokens of the segments, which are launched. Tokens that a trace of half a grain or more replays do not count towards
   * mining: a steady loop costs no mining, which takes longer than many tasks.
   */
  observe(tokens: ArrayLike<number>, segments: readonly Segment[]): void {
    const size = this.#history.length;
    const { grain } = this.#options;
    for (const { start, end, trace } of segments) {
      if (trace === null) this.#loose += end - start;
      const fresh = !this.settled && (trace === null || trace.tokens.length < WORTH_KEEPING);
      for (let i = start; i < end; i++) {
        this.#history[this.#seen++ % size] = tokens[i];
        if (fresh && ++this.#fresh % grain === 0 && ++this.#grains % this.#every === 0) this.#mine(this.#grains);
      }
    }
    for (const { tokens: found, count } of this.#miner.poll()) {
      if (!this.settled) noteAppearance(this.#trie.add(found), this.#seen, count);
    }
    if (this.#loose >= this.#lookAt) this.#lengthen();
  }

  /** A window with these tokens, which is expected to come again. */
  passageOf(tokens: ArrayLike<number>): Passage {
    const { complete } = this.#trie.match(tokens, 0, tokens.length);
    return { tokens, trace: complete.find((c) => c.tokens.length === tokens.length) ?? null };
  }

  /** Takes the tokens of a window that came as expected, and was launched whole. */
  pass({ tokens, trace }: Passage): void {
    if (trace !== null) this.#replay(trace, 0);
    const size = this.#history.length;
    for (let i = 0; i < tokens.length; i++) this.#history[this.#seen++ % size] = tokens[i];
  }

  /** Replaces all traces by one that repeats without tasks between, if the last tokens have such a rhythm. */
  #lengthen(): void {
    const { longest } = this.#options;
    this.#loose = 0;
    this.#lookAt = Math.min(2 * this.#lookAt, MOST_LOOSE);
    const recent = this.#recent(ROUNDS * longest);
    const rhythm = rhythmOf(recent, WORTH_KEEPING);
    if (rhythm === null || rhythm.reach < ROUNDS * rhythm.period) return;
    const { period } = rhythm;
    // Longer windows would hold memory that shorter ones give back.
    if (
      period < this.#options.shortest ||
      period > 2 * this.#limit ||
      !this.#trie.candidates.some((c) => c.replays > 0 && c.tokens.length < period)
    )
      return;
    this.#trie.clear();
    const trace = this.#trie.add(Array.from(recent.subarray(recent.length - period)));
    noteAppearance(trace, this.#seen, ROUNDS);
    // As if it had been replayed: it is taken before what is found since.
    trace.replays = 1;
  }

  #mine(grain: number): void {
    // A repeat needs two periods: never less than two grains.
    const want = Math.max(2, grainsToMine(grain)) * this.#options.grain;
    this.#miner.submit(this.#recent(want), this.#options.shortest, this.#options.longest);
    if (++this.#vain < IN_VAIN || this.#every === MOST_LEFT_OUT) return;
    this.#every *= 2;
    this.#vain = 0;
  }

  /** The last tokens of the history, up to `count`, and `more` behind them. */
  #recent(count: number, more: ArrayLike<number> = [], length = 0): Int32Array {
    const size = this.#history.length;
    const kept = Math.max(0, Math.min(count - length, this.#seen, size));
    const recent = new Int32Array(kept + length);
    for (let i = 0; i < kept; i++) recent[i] = this.#history[(this.#seen - kept + i) % size];
    for (let i = 0; i < length; i++) recent[kept + i] = more[i];
    return recent;
  }

  /** Cuts the tasks that wait into segments; tasks behind the last segment stay. Windows hold `limit` tasks, but for long traces. */
  parse(tokens: ArrayLike<number>, length: number, limit: number): Parsed {
    this.#limit = limit;
    const segments: Segment[] = [];
    let between = 0;
    let at = 0;
    let open: Candidate | null = null;
    while (at < length) {
      const match = this.#trie.match(tokens, at, length);
      let best = this.#best(match.complete, WORTH_KEEPING);
      if (best === null && match.open !== null) {
        open = match.open;
        break;
      }
      best ??= this.#best(match.complete, 0);
      if (best === null) {
        at++;
        continue;
      }
      if (at > between) segments.push({ start: between, end: at, trace: null });
      segments.push(this.#replay(best, at));
      at += best.tokens.length;
      between = at;
    }
    const rest: Segment = { start: between, end: at, trace: null };
    if (open !== null) {
      // Few tasks before an open match wait with it; many are launched at once.
      const stays = at - between < Math.ceil(limit / 2);
      return { segments: stays ? segments : [...segments, rest], wait: (stays ? at - between : 0) + open.tokens.length };
    }
    if (between === 0) return this.#untraced(tokens, length, limit);
    if (at - between >= limit) return { segments: [...segments, rest], wait: Math.ceil(limit / 2) };
    // Where a trace ends it is expected again.
    return { segments, wait: at > between ? limit : (segments.at(-1)?.trace?.tokens.length ?? limit) };
  }

  /** No trace is in the window: one that ends with it, if the stream has a rhythm. */
  #untraced(tokens: ArrayLike<number>, length: number, limit: number): Parsed {
    const look = length < limit ? length : 8 * limit * grainsToMine(++this.#plain);
    const recent = this.#recent(Math.min(look, 2 * this.#options.longest), tokens, length);
    const rhythm = this.settled ? null : rhythmOf(recent, WORTH_KEEPING);
    if (rhythm === null && length < limit) return { segments: [], wait: limit };
    const whole: Segment = { start: 0, end: length, trace: null };
    if (rhythm === null) return { segments: [whole], wait: Math.ceil(limit / 2) };
    const { period, reach } = rhythm;
    const size = Math.max(period, Math.floor(Math.min(reach, length, limit) / period) * period);
    const trace = this.#trie.add(Array.from(recent.subarray(recent.length - size)));
    noteAppearance(trace, this.#seen, Math.floor(reach / size));
    if (size > length) return { segments: [whole], wait: size };
    const last = this.#replay(trace, length - size);
    return { segments: size < length ? [{ ...whole, end: length - size }, last] : [last], wait: size };
  }

  #replay(trace: Candidate, start: number): Segment {
    noteAppearance(trace, this.#seen + start);
    trace.replays++;
    this.#every = 1;
    this.#vain = 0;
    return { start, end: start + trace.tokens.length, trace };
  }

  /** The best candidate; with `kept` above 0, among replayed ones of at least so many tokens. */
  #best(complete: readonly Candidate[], kept: number): Candidate | null {
    let best: Candidate | null = null;
    let most = 0;
    for (const candidate of complete) {
      if (kept > 0 && (candidate.replays === 0 || candidate.tokens.length < kept)) continue;
      const score = scoreOf(candidate, this.#seen);
      if (score > most) {
        best = candidate;
        most = score;
      }
    }
    return best;
  }
}
