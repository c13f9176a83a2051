/**
 * Threads that serve native code: Piscina starts them and replaces dead ones; native code keeps them busy. A thread is given one post in
 * its life, so the balancer below picks a thread that has none. It answers at once, and then serves until it is told to stop.
 *
 * Threads never keep the process alive, and nothing depends on one: a thread that waits does the work that they leave.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Piscina } from 'piscina';
import { behindCall, hasSpaceForThreads, NO_SPACE, needStack, settleWithin } from '../base/index.js';

type Balancer = NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer'];

/** Milliseconds that threads are given to load before they are ended all the same. */
const STARTING = 10_000;

const PLAIN_IMPORT = '--no-experimental-require-module';

/** Flags of worker threads: modules by import() alone, for Node aborts when a thread ends within a require() of one. */
export function workerFlags(): string[] {
  return process.allowedNodeEnvironmentFlags.has(PLAIN_IMPORT) ? [PLAIN_IMPORT] : [];
}

/** The class, loaded when threads are wanted: programs that need none start without it, and so does each thread. */
export function loadPiscina(): typeof Piscina {
  const require = createRequire(import.meta.url);
  const found = require('piscina') as typeof import('piscina');
  if (typeof found.Piscina === 'function') return found.Piscina;
  // A call that loaded it was ended in the midst of that, by a time limit or Ctrl-C: it is loaded anew.
  const folder = dirname(require.resolve('piscina'));
  for (const file of Object.keys(require.cache)) if (file.startsWith(folder)) delete require.cache[file];
  return (require('piscina') as typeof import('piscina')).Piscina;
}

/** Pools with threads: all stop when the process exits, since a thread in native code cannot be interrupted. */
const running = new Set<NativePool>();
let exitHooked = false;

/** A thread of a pool, as Node's `Worker`. */
interface PoolThread {
  readonly threadId: number;
  terminate(): Promise<number>;
}

interface NativePoolOptions {
  /** The module with a default export that takes up a post, and answers with its thread's number, or 0 when it cannot. */
  readonly worker: URL;
  readonly size: number;
  /** The post of thread `index`, 1 … size. */
  readonly post: (index: number) => unknown;
  /** Makes all threads return from native code; they do before it returns. */
  readonly stop: () => void;
  /** Called after a thread died, while a new one takes its place. */
  readonly onLoss?: () => void;
}

export class NativePool {
  readonly size: number;
  readonly #options: NativePoolOptions;
  /** Settled when a thread has loaded and taken up its post. */
  readonly #posts = new Set<Promise<void>>();
  /** The index that each thread serves as. */
  readonly #serving = new Map<number, number>();
  /** Indices of threads that died before they answered. */
  readonly #vacant: number[] = [];
  #piscina: Piscina | null = null;
  #stopped = false;
  /** The process may have no threads. */
  #refused = false;
  #destroyed = false;
  #problem: string | null = null;

  constructor(options: NativePoolOptions) {
    this.#options = options;
    this.size = options.size;
  }

  /** Why a thread could not be started or died, if one did. */
  get problem(): string | null {
    return this.#problem;
  }

  /** The threads; for tests of their death. */
  get threads(): readonly PoolThread[] {
    return this.#piscina?.threads ?? [];
  }

  /** Threads that have taken up their posts. */
  get serving(): number {
    return this.#serving.size;
  }

  get started(): boolean {
    return this.#piscina !== null || this.#stopped || this.#refused || this.size === 0;
  }

  /** Starts the threads when so many milliseconds have passed, unless the process ends sooner, or the pool does. */
  startAfter(milliseconds: number): void {
    behindCall(() => setTimeout(() => this.start(), milliseconds).unref());
  }

  /** Starts the threads, once; returns before they serve. */
  start(): void {
    if (this.started) return;
    needStack();
    const piscina = this.#make();
    if (piscina === null) return;
    this.#piscina = piscina;
    piscina.on('workerCreate', letGo);
    piscina.on('error', (error: Error) => this.#note(error));
    piscina.on('workerDestroy', () => setImmediate(() => this.#replace()));
    for (let index = 1; index <= this.size; index++) this.#post(index);
    hookExit();
    running.add(this);
  }

  /** The threads; null where the process may have none, as under Node's permission model. */
  #make(): Piscina | null {
    try {
      if (!hasSpaceForThreads(this.size)) throw new Error(NO_SPACE);
      return new (loadPiscina())({
        filename: this.#options.worker.href,
        minThreads: this.size,
        maxThreads: this.size,
        atomics: 'disabled',
        execArgv: workerFlags(),
        loadBalancer: pickFresh(),
      });
    } catch (error) {
      this.#refused = true;
      this.#note(error instanceof Error ? error : new Error(String(error)));
      return null;
    }
  }

  /** Tells the threads to return from native code; they do before this returns. */
  stop(): void {
    this.#stopped = true;
    this.#options.stop();
    running.delete(this);
  }

  /** Stops the threads and ends them, once all have begun. */
  async close(): Promise<void> {
    this.stop();
    // A thread that has just taken a dead one's place gets its post first: it too must have begun.
    await new Promise((resolve) => setImmediate(resolve));
    await settleWithin(this.#posts, STARTING);
    this.#destroyed = true;
    await this.#piscina?.destroy();
  }

  #post(index: number): void {
    const taken = this.#piscina?.run(this.#options.post(index)).then(
      (thread: number) => {
        if (thread > 0) this.#serving.set(thread, index);
        else this.#note(new Error('the native addon does not load in worker threads'));
      },
      (error: Error) => {
        this.#vacant.push(index);
        this.#note(error);
      },
    );
    if (taken === undefined) return;
    this.#posts.add(taken);
    taken.finally(() => this.#posts.delete(taken));
  }

  #note(error: Error): void {
    if (!this.#stopped) this.#problem = error.message;
  }

  /** Piscina has started a new thread by the time this runs; it serves as the lost one did. */
  #replace(): void {
    if (this.#destroyed) return;
    const alive = new Set(this.threads.map((thread) => thread.threadId));
    const lost = [...this.#serving].find(([thread]) => !alive.has(thread));
    if (lost !== undefined) this.#serving.delete(lost[0]);
    this.#post(lost?.[1] ?? this.#vacant.pop() ?? this.size);
    if (!this.#stopped) this.#options.onLoss?.();
  }
}

/** Gives each thread at most one post, ever. */
function pickFresh(): Balancer {
  const posted = new Set<number>();
  return (_task, workers) => {
    const fresh = workers.find((w) => !w.destroyed && !w.terminating && !posted.has(w.id)) ?? null;
    if (fresh !== null) posted.add(fresh.id);
    return fresh;
  };
}

/** A record that Piscina keeps of a thread: its port holds the process until the thread has loaded and answered. */
interface PortOwner {
  ref(): PortOwner;
  unref(): PortOwner;
}

/**
 * Has a thread's start hold the process no more: nothing depends on the thread. Piscina has no option for that; where it keeps its record
 * elsewhere, a process that ends within a start waits for it. `close` waits by a timer of its own.
 */
function letGo(worker: object): void {
  for (const key of Object.getOwnPropertySymbols(worker)) {
    const owner = (worker as Record<symbol, Partial<PortOwner> | undefined>)[key];
    if (typeof owner?.unref !== 'function' || typeof owner.ref !== 'function') continue;
    owner.unref();
    owner.ref = () => owner as PortOwner;
  }
}

function hookExit(): void {
  if (exitHooked) return;
  exitHooked = true;
  process.on('exit', () => {
    for (const pool of [...running]) pool.stop();
  });
}
