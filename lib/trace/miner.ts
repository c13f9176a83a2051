/**
 * Miners: Algorithm 3 on this thread, or in a thread of its own so that mining is off the critical path. The thread's
 * results are taken from the port without waiting, also inside synchronous loops.
 */
import { SideThread } from '../base/index.js';
import { type Found, mine } from './mine.js';
import type { Miner } from './tracer.js';

/** Mines at once, on the calling thread: deterministic. */
export class InlineMiner implements Miner {
  #found: Found[] = [];

  submit(tokens: Int32Array, shortest: number, longest: number): void {
    this.#found.push(...mine(tokens, shortest, longest));
  }

  poll(): Found[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }
}

/** Texts before a thread is started, which takes longer than many programs run: repeats are in later texts, too. */
const PATIENCE = 16;

/** Mines in a worker thread. Where the process may not start threads nothing is found. */
export class ThreadMiner implements Miner {
  readonly #thread = new SideThread('trace/mining-thread.js');
  #texts = 0;

  submit(tokens: Int32Array, shortest: number, longest: number): void {
    if (++this.#texts > PATIENCE) this.#thread.post({ tokens, shortest, longest });
  }

  poll(): Found[] {
    return this.#thread.poll().flatMap((found) => found as Found[]);
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
