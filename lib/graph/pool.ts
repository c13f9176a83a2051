/** Milliseconds that threads are given to load before they are ended all the same. */
const STARTING = 10_000;

/**
 * The threads of a task runtime: Piscina starts them and replaces those that die. They do not keep the process alive, and
 * nothing depends on one: whatever they leave, the thread that waits does.
 */
import { Piscina } from 'piscina';
import { settleWithin } from '../base/index.js';
import type { NativeMachine } from './addon.js';
import type { Post } from './worker.js';

type Balancer = NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer'];

const running = new Set<GraphPool>();
let exitHooked = false;

export class GraphPool {
  /** Settled when a thread has loaded and taken up its post. */
  readonly #posts: Promise<unknown>[] = [];
  readonly #machine: NativeMachine;
  readonly #size: number;
  readonly #pin: boolean;
  #piscina: Piscina | null = null;
  #closed = false;
  #problem: string | null = null;

  constructor(machine: NativeMachine, size: number, pin: boolean) {
    this.#machine = machine;
    this.#size = size;
    this.#pin = pin;
  }

  /** Why a thread could not be started or died, if one did. */
  get problem(): string | null {
    return this.#problem;
  }

  /** The threads; for tests of their death. */
  get threads(): Piscina['threads'] {
    return this.#piscina?.threads ?? [];
  }

  /** Starts the threads, once; returns before they serve. */
  start(): void {
    if (this.#piscina !== null || this.#closed || this.#size === 0) return;
    this.#piscina = new Piscina({
      filename: new URL('./worker.js', import.meta.url).href,
      minThreads: this.#size,
      maxThreads: this.#size,
      atomics: 'disabled',
      execArgv: [],
      loadBalancer: pickFresh(),
    });
    this.#piscina.on('error', (error: Error) => this.#note(error));
    this.#piscina.on('workerDestroy', () => this.#replace());
    for (let index = 1; index <= this.#size; index++) this.#post(index);
    hookExit();
    running.add(this);
  }

  /** Makes the threads return from native code. */
  stop(): void {
    this.#closed = true;
    this.#machine.stop();
    running.delete(this);
  }

  /** Stops the threads and ends them. */
  async close(): Promise<void> {
    this.stop();
    await settleWithin(this.#posts, STARTING);
    await this.#piscina?.destroy();
  }

  #post(index: number): void {
    const post: Post = { machine: this.#machine.id, index, pin: this.#pin };
    const taken = this.#piscina?.run(post).catch((error: Error) => this.#note(error));
    if (taken !== undefined) this.#posts.push(taken);
  }

  #note(error: Error): void {
    if (!this.#closed) this.#problem = error.message;
  }

  #replace(): void {
    if (this.#closed) return;
    setImmediate(() => {
      if (!this.#closed) this.#post(this.#size);
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
