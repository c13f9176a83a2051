/**
 * The threads that help the launching one. Piscina provides them; each serves in one long task. The launching thread never
 * depends on them: it takes tiles too, and those that are not awake yet miss nothing.
 *
 * A thread that serves keeps the process alive, so they are sent away when the event loop has turned for a while
 * without a launch, and called again by the next large one.
 */
import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { settleWithin } from '../../base/index.js';
import { CONTROL, type News, type ServeTask, takeTiles } from './control.js';

/** Milliseconds without a launch after which the helpers may go. */
const IDLE = 20;
/** Milliseconds that threads are given to load and leave before they are ended all the same. */
const STARTING = 10_000;

/** Looks at a word before sleeping on it. */
const SPINS = 2000;

export class Team {
  readonly #control = new Int32Array(new SharedArrayBuffer(CONTROL.WORDS * 4));
  readonly #records: SharedArrayBuffer;
  readonly #size: number;
  readonly #news: (News | undefined)[] = [];
  readonly #place = new Map<string, number>();
  #pool: Piscina | null = null;
  #ports: MessagePort[] = [];
  /** Tasks of the pool that have not returned. */
  #called = 0;
  /** Helpers that broke: where threads cannot be had, the launching one works alone. */
  #failures = 0;
  #leaving = false;
  #timer: NodeJS.Timeout | null = null;
  #used = false;
  /** Helpers that were called and have not left, and threads that have not begun. */
  readonly #tasks = new Set<Promise<unknown>>();

  constructor(helpers: number, records: SharedArrayBuffer) {
    this.#size = helpers;
    this.#records = records;
  }

  /** Helpers that serve now. */
  get serving(): number {
    return Atomics.load(this.#control, CONTROL.SERVING);
  }

  /** Tells every helper, now and later. */
  tell(news: News): void {
    const key = `${news.kind}${news.number}`;
    const place = this.#place.get(key) ?? this.#news.length;
    this.#place.set(key, place);
    this.#news[place] = news;
    for (const port of this.#ports) port.postMessage(news);
  }

  /** Runs all tiles of the launch whose record starts at slot `at`; returns when every thread has left it. */
  run(at: number, units: number, tile: number, body: (u0: number, u1: number) => void): void {
    const control = this.#control;
    this.#call();
    control[CONTROL.AT] = at;
    Atomics.store(control, CONTROL.NEXT, 0);
    Atomics.store(control, CONTROL.OPEN, 1);
    Atomics.add(control, CONTROL.WAKE, 1);
    Atomics.notify(control, CONTROL.WAKE);
    try {
      takeTiles(control, units, tile, body);
    } finally {
      Atomics.store(control, CONTROL.OPEN, 0);
      this.#waitUntilAlone();
    }
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    this.#dismiss();
    const pool = this.#pool;
    this.#pool = null;
    await settleWithin(this.#tasks, STARTING);
    await pool?.destroy();
  }

  #waitUntilAlone(): void {
    const control = this.#control;
    for (let i = 0; i < SPINS; i++) if (Atomics.load(control, CONTROL.INSIDE) === 0) return;
    for (let n = Atomics.load(control, CONTROL.INSIDE); n !== 0; n = Atomics.load(control, CONTROL.INSIDE)) {
      Atomics.wait(control, CONTROL.INSIDE, n);
    }
  }

  /** Makes sure that helpers serve, or will; those that are leaving are called again when all have left. */
  #call(): void {
    this.#used = true;
    if (this.#leaving && this.#called > 0) return;
    this.#leaving = false;
    Atomics.store(this.#control, CONTROL.LEAVE, 0);
    while (this.#called < this.#size && this.#failures < this.#size) this.#callOne();
    this.#timer ??= setInterval(() => this.#rest(), IDLE).unref();
  }

  #makePool(): Piscina {
    const pool = new Piscina({
      filename: new URL('./worker.js', import.meta.url).href,
      minThreads: this.#size,
      maxThreads: this.#size,
      idleTimeout: Infinity,
    });
    pool.on('error', () => this.#failures++);
    // A dead thread's successor may have no task yet, but has begun before the pool is ended.
    pool.on('workerDestroy', () => {
      if (this.#pool === pool) this.#hold(once(pool, 'workerCreate'));
    });
    return pool;
  }

  /** The pool is not ended before `work` is settled. */
  #hold(work: Promise<unknown>): void {
    this.#tasks.add(work);
    work.finally(() => this.#tasks.delete(work)).catch(() => undefined);
  }

  #callOne(): void {
    this.#pool ??= this.#makePool();
    const { port1, port2 } = new MessageChannel();
    port1.unref();
    this.#ports.push(port1);
    this.#called++;
    const task: ServeTask = {
      control: this.#control.buffer as SharedArrayBuffer,
      records: this.#records,
      port: port2,
      news: this.#news.filter((n) => n !== undefined),
    };
    const left = (): void => {
      this.#called--;
      port1.close();
      this.#ports = this.#ports.filter((port) => port !== port1);
    };
    const served = this.#pool.run(task, { transferList: [port2] }).then(left, () => {
      this.#failures++;
      left();
    });
    this.#hold(served);
  }

  /** Called now and then by the event loop, while helpers serve. */
  #rest(): void {
    if (!this.#used) this.#dismiss();
    this.#used = false;
  }

  #dismiss(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#leaving = true;
    Atomics.store(this.#control, CONTROL.LEAVE, 1);
    Atomics.add(this.#control, CONTROL.WAKE, 1);
    Atomics.notify(this.#control, CONTROL.WAKE);
  }
}
