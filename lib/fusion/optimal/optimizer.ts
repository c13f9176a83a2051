/**
 * Has better clusters looked for in a thread of its own. An answer may come late or never: a thread that dies or runs out of memory, a solver
 * that is not installed and an answer that is none cost nothing but the better plan. Questions are refused while many are open, until one is
 * answered, and when the thread has computed for as long as it may.
 */
import { SideThread } from '../../base/index.js';
import { levelsBy, type Part } from './question.js';
import type { Asked, Reply } from './solver-messages.js';

/** Takes the levels of a better clustering; null where there is none. */
type Told = (levels: readonly number[] | null) => void;

/** Windows whose questions are open at a time. */
const MOST_OPEN = 8;
/** Seconds that the thread computes in the life of a runtime. */
const BUDGET = 120;
/** Bounds of the thread's heap, in megabytes; the solver's own memory is WebAssembly's, which ends at 4 GB. */
const HEAP = 512;

interface Bounds {
  readonly megabytes?: number;
  readonly seconds?: number;
}

export class Optimizer {
  readonly #thread: SideThread;
  readonly #open = new Map<number, { readonly parts: readonly Part[]; readonly told: Told }>();
  /** Called when the next question is answered: a question that was refused may be taken then. */
  #waiting: (() => void)[] = [];
  #asked = 0;
  /** Seconds that are left. */
  #budget: number;
  #over = false;

  /** `module`: the thread's entry module. */
  constructor(module = 'fusion/optimal/solver-thread.js', { megabytes = HEAP, seconds = BUDGET }: Bounds = {}) {
    this.#budget = seconds;
    this.#thread = new SideThread(module, (message) => this.#hear(message), {
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
      ended: (error) => this.#lose(error),
    });
  }

  /** Windows without an answer so far. */
  get open(): number {
    return this.#open.size;
  }

  /** Whether a question would be taken now. */
  get takes(): boolean {
    return !this.#isSpent && this.#open.size < MOST_OPEN;
  }

  get #isSpent(): boolean {
    return this.#over || this.#budget <= 0;
  }

  /** Calls back, once, when a question has been answered; never where no question will be taken any more. */
  whenAnswered(then: () => void): void {
    if (!this.#isSpent && this.#open.size > 0) this.#waiting.push(then);
  }

  /** Asks for a window, and says whether the question was taken; `told` hears the answer in a turn of the event loop, if one comes. */
  ask(parts: readonly Part[], told: Told): boolean {
    if (!this.takes) return false;
    const id = ++this.#asked;
    const questions = parts.flatMap(({ question }) => (question === null ? [] : [question]));
    if (!this.#thread.post({ id, questions } satisfies Asked)) return false;
    this.#open.set(id, { parts, told });
    return true;
  }

  #hear(message: unknown): void {
    const { id, levels, problem, absent, seconds = 0 } = (message ?? {}) as Partial<Reply>;
    const asked = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || asked === undefined) return;
    this.#open.delete(id);
    this.#budget -= seconds;
    if (absent === true) this.#over = true;
    if (typeof problem === 'string') warn(problem, absent === true);
    asked.told(levelsBy(asked.parts, levels));
    const waiting = this.#isSpent ? [] : this.#waiting;
    this.#waiting = [];
    for (const then of waiting) then();
  }

  /** The thread is dead, or could not be started. */
  #lose(error: Error | null): void {
    this.#over = true;
    const open = [...this.#open.values()];
    this.#open.clear();
    this.#waiting = [];
    if (error !== null) warn(error.message, false);
    for (const { told } of open) told(null);
  }

  /** Ends the thread. */
  close(): Promise<void> {
    this.#over = true;
    this.#open.clear();
    this.#waiting = [];
    return this.#thread.close(true);
  }
}

let warned = false;

/** Says once why plans stay as they are. */
function warn(problem: string, isAbsent: boolean): void {
  if (warned) return;
  warned = true;
  const [line] = problem.split('\n');
  const text = isAbsent
    ? `clusters optimal: no solver (${line}); plans stay greedy: npm install highs@1.15.3`
    : `clusters optimal: the solver failed (${line}); plans that it had not answered for stay greedy`;
  process.emitWarning(text, { type: 'ManipleWarning', code: 'MANIPLE_CLUSTERS' });
}
