/** How far a command has come, as a bar at a terminal. Where standard error is no terminal, nothing is written or loaded. */
import type { SingleBar } from 'cli-progress';
import { showProgress } from '../profile/index.js';

/** A stream that may be a terminal. */
type Terminal = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** Steps of a bar. */
const STEPS = 1000;

export class Progress {
  readonly #bar: SingleBar | null;
  #work: string | null = null;

  private constructor(bar: SingleBar | null) {
    this.#bar = bar;
  }

  /** Shows the work of this process that notes how far it has come, until `stop`. */
  static async open(stream: Terminal = process.stderr): Promise<Progress> {
    if (stream.isTTY !== true) return new Progress(null);
    const { SingleBar } = await import('cli-progress');
    const format = '{work} [{bar}] {percentage}%';
    const progress = new Progress(new SingleBar({ format, stream, clearOnComplete: true, barsize: 30, fps: 10 }));
    showProgress((work, share) => progress.show(work, share));
    return progress;
  }

  /** A work has come so far: a share from 0 to 1. */
  show(work: string, share: number): void {
    if (this.#bar === null) return;
    const value = Math.round(STEPS * Math.min(1, Math.max(0, share || 0)));
    if (this.#work === null) this.#bar.start(STEPS, value, { work });
    else this.#bar.update(value, { work });
    this.#work = work;
  }

  /** Clears the line. */
  stop(): void {
    showProgress(null);
    if (this.#work !== null) this.#bar?.stop();
    this.#work = null;
  }

  /** Shows the work that a function notes. */
  static async during<T>(work: () => T | Promise<T>): Promise<T> {
    const progress = await Progress.open();
    try {
      return await work();
    } finally {
      progress.stop();
    }
  }
}
