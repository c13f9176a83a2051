/**
 * Has better clusters looked for in a thread of its own. An answer may come late or never: a thread that dies, a solver that is not
 * installed and an answer that is none cost nothing but the better plan.
 */
import { SideThread } from '../../base/index.js';
import { areLevels } from './levels.js';
import type { Question } from './question.js';

/** Takes the levels of a better clustering. */
type Told = (levels: readonly number[]) => void;

export class Optimizer {
  readonly #thread: SideThread;
  readonly #open = new Map<number, { readonly question: Question; readonly told: Told }>();
  #asked = 0;

  /** `module`: the thread's entry module. */
  constructor(module = 'fusion/optimal/solver-thread.js') {
    this.#thread = new SideThread(module, (message) => this.#hear(message));
  }

  /** Asks a question; `told` hears the answer in a turn of the event loop, if one comes. */
  ask(question: Question, told: Told): void {
    const id = ++this.#asked;
    this.#open.set(id, { question, told });
    this.#thread.post({ id, question });
  }

  #hear(message: unknown): void {
    const { id, levels, problem } = (message ?? {}) as { id?: number; levels?: unknown; problem?: unknown };
    const asked = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || asked === undefined) return;
    this.#open.delete(id);
    if (typeof problem === 'string') warn(problem);
    else if (areLevels(asked.question.graph, levels)) asked.told(levels);
  }

  /** Ends the thread. */
  close(): Promise<void> {
    this.#open.clear();
    return this.#thread.close(true);
  }
}

let warned = false;

/** Says once why plans stay as they are. */
function warn(problem: string): void {
  if (warned) return;
  warned = true;
  const text = `clusters optimal: no solver (${problem.split('\n')[0]}); plans stay greedy: npm install highs@1.15.3`;
  process.emitWarning(text, { type: 'ManipleWarning', code: 'MANIPLE_CLUSTERS' });
}
