/**
 * The threads that help the launching one. Piscina provides them; each serves in one long task. The launching thread never depends on them:
 * it takes tiles too, and does not wait for helpers that are still asleep. One that dies inside a launch is missed within a tenth of a
 * second: the launch fails, and a new thread takes its seat.
 *
 * A thread that serves keeps the process alive, so they are sent away when the event loop has turned for a while
 * without a launch, and called again by the next large one.
 *
 * Threads are called from the event loop, and never within a launch: a call that launches can be ended at any line, by a time limit or Ctrl-C,
 * and would leave a library that is half loaded, or threads that nothing ends.
 */
import { once } from 'node:events';
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { hasSpaceForThreads, moduleFile, needStack, settleWithin, soon } from '../../base/index.js';
import { loadPiscina, workerFlags } from '../../native/index.js';
import { CONTROL, makeControl, type News, SEAT, type ServeTask, seatAt, takeTiles } from './control.js';

/** Milliseconds without a launch after which the helpers may go. */
const IDLE = 20;
/** Milliseconds that threads are given to load and leave before they are ended all the same. */
const STARTING = 10_000;

/** Looks at a word before sleeping on it. */
const SPINS = 2000;
/** Milliseconds of sleep after which the launching thread asks whether the helper that it waits for still lives. */
const PATIENCE = 50;

export class Team {
  readonly #control: Int32Array<SharedArrayBuffer>;
  readonly #records: SharedArrayBuffer;
  readonly #size: number;
  readonly #news: (News | undefined)[] = [];
  readonly #place = new Map<string, number>();
  #pool: Piscina | null = null;
  /** Threads that this one has heard of, by id. */
  readonly #online = new Set<number>();
  #ports: MessagePort[] = [];
  /** Seats that no helper was called to. */
  readonly #empty: number[];
  /** Helpers that broke before they served: where threads cannot be had, the launching one works alone. */
  #failures = 0;
  #leaving = false;
  #timer: NodeJS.Timeout | null = null;
  /** Helpers are about to be called. */
  #calling = false;
  #closed = false;
  #used = false;
  /** Helpers that were called and have not left, and threads that have not begun. */
  readonly #tasks = new Set<Promise<unknown>>();

  constructor(helpers: number, records: SharedArrayBuffer) {
    this.#size = helpers;
    this.#records = records;
    this.#control = makeControl(helpers);
    this.#empty = Array.from({ length: helpers }, (_, seat) => seat);
  }

  /** Helpers that serve now. */
  get serving(): number {
    let serving = 0;
    for (let seat = 0; seat < this.#size; seat++) if (this.#threadAt(seat) !== 0) serving++;
    return serving;
  }

  /** The threads; for tests of their death. */
  get threads(): readonly Worker[] {
    return this.#pool?.threads ?? [];
  }

  /** Tells every helper, now and later. */
  tell(news: News): void {
    const key = `${news.kind}${news.number}`;
    const place = this.#place.get(key) ?? this.#news.length;
    this.#news[place] = news;
    this.#place.set(key, place);
    for (const port of this.#ports) port.postMessage(news);
  }

  /**
   * Runs all tiles of the launch with its record at slot `at`; returns when every thread has left it. False: one died in it, and tiles may
   * be missing.
   */
  run(at: number, units: number, tile: number, body: (u0: number, u1: number) => void): boolean {
    const control = this.#control;
    this.#used = true;
    if (this.#empty.length > 0 || this.#leaving) this.#callSoon();
    control[CONTROL.AT] = at;
    Atomics.store(control, CONTROL.NEXT, 0);
    Atomics.store(control, CONTROL.OPEN, 1);
    Atomics.add(control, CONTROL.WAKE, 1);
    Atomics.notify(control, CONTROL.WAKE);
    let whole = true;
    try {
      takeTiles(control, units, tile, body);
    } finally {
      Atomics.store(control, CONTROL.OPEN, 0);
      for (let seat = 0; seat < this.#size; seat++) if (!this.#waitUntilLeft(seat)) whole = false;
    }
    return whole;
  }

  /** Closes a launch that was interrupted, once its helpers have left. */
  recover(): void {
    Atomics.store(this.#control, CONTROL.OPEN, 0);
    for (let seat = 0; seat < this.#size; seat++) this.#waitUntilLeft(seat);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    this.#dismiss();
    this.#closed = true;
    const pool = this.#pool;
    this.#pool = null;
    await settleWithin(this.#tasks, STARTING);
    await pool?.destroy();
  }

  /** Waits until the helper of a seat has left the launch; false when it died inside. */
  #waitUntilLeft(seat: number): boolean {
    const control = this.#control;
    const inside = seatAt(seat) + SEAT.INSIDE;
    for (let i = 0; i < SPINS; i++) if (Atomics.load(control, inside) === 0) return true;
    while (Atomics.wait(control, inside, 1, PATIENCE) === 'timed-out') {
      if (this.#lives(this.#threadAt(seat)) || Atomics.load(control, inside) === 0) continue;
      Atomics.store(control, inside, 0);
      return false;
    }
    return true;
  }

  #threadAt(seat: number): number {
    return Atomics.load(this.#control, seatAt(seat) + SEAT.THREAD);
  }

  /**
   * Whether a thread still runs. This thread may not have turned its event loop since the thread died, so the engine is asked: it has no
   * times, or a negative one, for a thread with a finished loop. It has none either for a thread that began since this thread's loop last
   * turned; such a thread is taken for alive.
   */
  #lives(thread: number): boolean {
    const worker = this.threads.find((w) => w.threadId === thread);
    if (worker === undefined) return false;
    const { active, idle } = worker.performance.eventLoopUtilization();
    return !this.#online.has(thread) || (active > 0 && idle >= 0);
  }

  /** The mark comes last: a call that is ended before it asks once more. */
  #callSoon(): void {
    if (this.#calling) return;
    soon(() => this.#call());
    this.#calling = true;
  }

  /** Makes sure that helpers serve, or will; leaving ones are called again when all have left. */
  #call(): void {
    this.#calling = false;
    if (this.#closed) return;
    if (this.#leaving && this.#empty.length < this.#size) return;
    this.#leaving = false;
    Atomics.store(this.#control, CONTROL.LEAVE, 0);
    while (this.#empty.length > 0 && this.#failures < this.#size) this.#callOne(this.#empty.pop() ?? 0);
    this.#timer ??= setInterval(() => this.#rest(), IDLE).unref();
  }

  /** Null where the process may have no threads, as under Node's permission model, or has no address space for them. */
  #makePool(): Piscina | null {
    needStack();
    const pool = makeThreads(this.#size);
    if (pool === null) return null;
    pool.on('error', () => this.#failures++);
    // The first threads are told of before they begin, a dead thread's successor when it has begun.
    const first = new Set(pool.threads.map(({ threadId }) => threadId));
    for (const worker of pool.threads) worker.once('online', () => this.#online.add(worker.threadId));
    pool.on('workerCreate', ({ id }: { readonly id: number }) => {
      if (!first.has(id)) this.#online.add(id);
    });
    // The successor may have no task yet, but has begun before the pool is ended.
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

  #callOne(seat: number): void {
    const pool = this.#pool ?? this.#makePool();
    if (pool === null) {
      this.#failures = this.#size;
      this.#empty.push(seat);
      return;
    }
    this.#pool = pool;
    const { port1, port2 } = new MessageChannel();
    port1.unref();
    this.#ports.push(port1);
    const task: ServeTask = {
      control: this.#control.buffer,
      seat,
      records: this.#records,
      port: port2,
      news: this.#news.filter((n) => n !== undefined),
    };
    const left = (): void => {
      this.#empty.push(seat);
      port1.close();
      this.#ports = this.#ports.filter((port) => port !== port1);
    };
    const served = pool.run(task, { transferList: [port2] }).then(left, () => {
      if (Atomics.exchange(this.#control, seatAt(seat) + SEAT.THREAD, 0) === 0) this.#failures++;
      Atomics.store(this.#control, seatAt(seat) + SEAT.INSIDE, 0);
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

function makeThreads(count: number): Piscina | null {
  if (!hasSpaceForThreads(count)) return null;
  try {
    return new (loadPiscina())({
      filename: moduleFile('device/js/worker.js').href,
      minThreads: count,
      maxThreads: count,
      idleTimeout: Infinity,
      execArgv: workerFlags(),
    });
  } catch {
    return null;
  }
}
