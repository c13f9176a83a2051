/**
 * The threads of a cpu device: Piscina starts them and replaces those that die; native code keeps them busy. A thread is
 * given one post (`worker.ts`) in its life, so the balancer below picks a thread that has none.
 *
 * Threads never keep the process alive, and a launch never depends on one: whatever they leave, the thread that waits does.
 */
import { Piscina } from 'piscina';
import { settleWithin } from '../../base/index.js';
import type { Executor } from '../../native/index.js';
import type { Post } from './worker.js';

type Balancer = NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer'];

/** Milliseconds that threads are given to load before they are ended all the same. */
const STARTING = 10_000;

/** Pools with threads: all stop when the process exits, since a thread in native code cannot be interrupted. */
const running = new Set<WorkerPool>();
let exitHooked = false;

export class WorkerPool {
  /** Settled when a thread has loaded and taken up its post. */
  readonly #posts: Promise<unknown>[] = [];
  readonly size: number;
  readonly #executor: Executor;
  readonly #onLoss: () => void;
  #piscina: Piscina | null = null;
  #closed = false;
  #problem: string | null = null;

  /** `onLoss` is called after a thread died, while another takes its place. */
  constructor(executor: Executor, size: number, onLoss: () => void) {
    this.#executor = executor;
    this.size = size;
    this.#onLoss = onLoss;
  }

  /** Why a thread could not be started or died, if one did. */
  get problem(): string | null {
    return this.#problem;
  }

  /** The threads; for tests of their death. */
  get threads(): Piscina['threads'] {
    return this.#piscina?.threads ?? [];
  }

  get started(): boolean {
    return this.#piscina !== null || this.#closed || this.size === 0;
  }

  /** Starts the threads, once; returns before they serve. */
  start(): void {
    if (this.started) return;
    this.#piscina = new Piscina({
      filename: new URL('./worker.js', import.meta.url).href,
      minThreads: this.size,
      maxThreads: this.size,
      atomics: 'disabled',
      execArgv: [],
      loadBalancer: pickFresh(),
    });
    this.#piscina.on('error', (error: Error) => this.#note(error));
    this.#piscina.on('workerDestroy', () => this.#replace());
    for (let index = 1; index <= this.size; index++) this.#post(index);
    hookExit();
    running.add(this);
  }

  /** Tells the threads to return from native code; they do before this returns. */
  stop(): void {
    this.#executor.stop();
    running.delete(this);
  }

  /** Stops the threads and ends them. */
  async close(): Promise<void> {
    this.#closed = true;
    this.stop();
    await settleWithin(this.#posts, STARTING);
    await this.#piscina?.destroy();
  }

  #post(index: number): void {
    const post: Post = { executor: this.#executor.id, index };
    const taken = this.#piscina?.run(post).then(
      (served: boolean) => served || this.#note(new Error('the native addon does not load in worker threads')),
      (error: Error) => this.#note(error),
    );
    if (taken !== undefined) this.#posts.push(taken);
  }

  #note(error: Error): void {
    if (!this.#closed) this.#problem = error.message;
  }

  /** Piscina has started another thread by the time this runs; it needs a post. */
  #replace(): void {
    if (this.#closed) return;
    setImmediate(() => {
      if (this.#closed) return;
      this.#post(this.size);
      this.#onLoss();
    });
  }
}

/** Gives each thread at most one task, ever. */
function pickFresh(): Balancer {
  const posted = new Set<number>();
  return (_task, workers) => {
    const fresh = workers.find((w) => !w.destroyed && !w.terminating && !posted.has(w.id)) ?? null;
    if (fresh !== null) posted.add(fresh.id);
    return fresh;
  };
}

function hookExit(): void {
  if (exitHooked) return;
  exitHooked = true;
  process.on('exit', () => {
    for (const pool of [...running]) pool.stop();
  });
}
