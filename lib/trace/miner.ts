/**
 * Miners: Algorithm 3 on this thread, or in a thread of its own so that mining is off the critical path. The thread's
 * results are taken from the port without waiting, also inside synchronous loops.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { moduleFile, settleWithin } from '../base/index.js';
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

/** Milliseconds that the thread is given to end by itself. */
const ENDING = 10_000;

/** Texts before a thread is started, which takes longer than many programs run: repeats are in later texts, too. */
const PATIENCE = 16;

/** Mines in a worker thread. Where the process may not start threads nothing is found. */
export class ThreadMiner implements Miner {
  #port: MessagePort | null = null;
  #worker: Worker | null = null;
  #refused = false;
  #starting = false;
  #closed = false;
  #texts = 0;

  submit(tokens: Int32Array, shortest: number, longest: number): void {
    if (++this.#texts <= PATIENCE) return;
    if (this.#port === null && !this.#refused && !this.#closed) this.#startSoon();
    this.#port?.postMessage({ tokens, shortest, longest });
  }

  /** In a turn of its own: a timeout of the engine, or a stack that ends, leaves Node with half a port otherwise, and ends the process. */
  #startSoon(): void {
    if (this.#starting) return;
    setImmediate(() => this.#start());
    this.#starting = true;
  }

  #start(): void {
    if (this.#closed) return;
    const { port1, port2 } = new MessageChannel();
    const file = moduleFile('trace/mining-thread.js');
    try {
      this.#worker = new Worker(file, { workerData: port2, transferList: [port2], stdin: false, execArgv: [] });
    } catch {
      this.#refused = true;
      port1.close();
      return;
    }
    this.#worker.unref();
    this.#worker.on('error', () => undefined);
    port1.unref();
    this.#port = port1;
  }

  poll(): Found[] {
    const found: Found[] = [];
    if (this.#port === null) return found;
    for (let m = receiveMessageOnPort(this.#port); m !== undefined; m = receiveMessageOnPort(this.#port))
      found.push(...m.message);
    return found;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (worker === null) return;
    // With its port closed the thread has nothing left to wait for, and ends by itself.
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    this.#port?.close();
    await settleWithin([ended], ENDING);
    await worker.terminate();
  }
}
