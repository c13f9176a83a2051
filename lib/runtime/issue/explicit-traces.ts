/**
 * Explicit traces (thesis 5.1): the user names a piece of the program that repeats; it becomes one window. Its arrays may differ from one
 * run to the next (recency, not names, is compared), and arrays in a new state get a new plan; but the tasks, and which of them share
 * arrays, must be the same, else the trace is ill-formed.
 */
import { TraceError } from '../../base/index.js';
import { sameView, type View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';

interface Recorded {
  readonly words: readonly number[];
  /** Index of each task's first word. */
  readonly starts: readonly number[];
  /** By task. */
  readonly views: readonly (readonly View[])[];
  readonly names: readonly string[];
}

export class ExplicitTraces {
  readonly #recorded = new Map<string, Recorded>();
  /** The open trace, and whether a flush has launched part of it. */
  #open: string | null = null;
  #cut = false;

  /** Throws `TraceError` when a trace is open already: they do not nest. */
  begin(name: string): void {
    if (this.#open !== null)
      throw new TraceError(`trace ${JSON.stringify(name)}: traces do not nest, and ${JSON.stringify(this.#open)} is open`);
    this.#open = name;
  }

  /** Tasks issued before the trace have been launched: from here on no flush is allowed. */
  begun(): void {
    this.#cut = false;
  }

  /** A flush happened; inside a trace it means that the trace reads a result or waits. */
  noteFlush(): void {
    this.#cut = true;
  }

  /** Closes the trace. Throws `TraceError` when its tasks differ from the ones recorded under its name. */
  end(tasks: readonly Task[]): void {
    const name = this.#open ?? '';
    this.#open = null;
    if (this.#cut)
      throw new TraceError(`trace ${JSON.stringify(name)}: it reads an array or waits; read after the trace instead`);
    const now = record(tasks);
    const before = this.#recorded.get(name);
    if (before === undefined) this.#recorded.set(name, now);
    else compare(name, before, now);
  }

  abandon(): void {
    this.#open = null;
  }
}

function record(tasks: readonly Task[]): Recorded {
  const slots = new Map<Root, number>();
  const words: number[] = [];
  const starts: number[] = [];
  for (const task of tasks) {
    starts.push(words.length);
    words.push(task.kind.id, ...task.domain);
    task.roots.forEach((root) => {
      let slot = slots.get(root);
      if (slot === undefined) slots.set(root, (slot = slots.size));
      words.push(slot);
    });
  }
  return {
    words,
    starts,
    views: tasks.map((task) => task.views),
    names: tasks.map((task) => `${task.kind.name} over (${task.domain.join(', ')})`),
  };
}

function compare(name: string, before: Recorded, now: Recorded): void {
  const length = Math.max(before.names.length, now.names.length);
  for (let t = 0; t < length; t++) {
    if (same(before, now, t)) continue;
    const [want, got] = [before.names[t] ?? 'its end', now.names[t] ?? 'its end'];
    const what = want === got ? `${got} with other dtypes, views or arrays` : got;
    throw new TraceError(
      `trace ${JSON.stringify(name)}: ill-formed: task ${t} was ${want} when it was recorded and is ${what} now; record different tasks under a different name`,
    );
  }
}

function same(a: Recorded, b: Recorded, t: number): boolean {
  const [from, to] = [a.starts[t], a.starts[t + 1] ?? a.words.length];
  const other = b.starts[t];
  if (from === undefined || other === undefined || to - from !== (b.starts[t + 1] ?? b.words.length) - other) return false;
  for (let i = 0; i < to - from; i++) if (a.words[from + i] !== b.words[other + i]) return false;
  return a.views[t].every((view, k) => sameView(view, b.views[t][k]));
}
