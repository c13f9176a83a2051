/**
 * A thread beside the program, for work with answers that are never waited for: begun when it is first needed, and closed by its owner.
 * Without permission to start threads, and after the thread's death, there are no answers.
 */
import { MessageChannel, type MessagePort, type ResourceLimits, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { moduleFile } from './module-file.js';
import { hasSpaceForThreads, NO_SPACE } from './room.js';
import { settleWithin } from './settle.js';
import { soon } from './soon.js';

/** Milliseconds that the thread is given to end by itself. */
const ENDING = 10_000;
/** Messages that wait for the thread to begin; further ones are lost. */
const WAITING = 8;

interface Care {
  readonly resourceLimits?: ResourceLimits;
  /** Hears that the thread ended before it was closed, or could not be started, with the error of that; null without one. */
  readonly ended?: (error: Error | null) => void;
}

export class SideThread {
  readonly #module: string;
  readonly #care: Care;
  readonly #heard: ((message: unknown) => void) | null;
  #port: MessagePort | null = null;
  #worker: Worker | null = null;
  #waiting: unknown[] = [];
  #starting = false;
  /** It is closed, dead, or there may be none. */
  #over = false;

  /** `module`: the module that the thread runs, as `moduleFile` takes it. `heard` gets the messages; without it `poll` does. */
  constructor(module: string, heard: ((message: unknown) => void) | null = null, care: Care = {}) {
    this.#module = module;
    this.#heard = heard;
    this.#care = care;
  }

  /** Sends a message, and says whether it was not lost at once; begins the thread with the first. */
  post(message: unknown): boolean {
    if (this.#over) return false;
    let isSent = true;
    if (this.#port !== null) this.#port.postMessage(message);
    else if (this.#waiting.length < WAITING) this.#waiting.push(message);
    else isSent = false;
    if (!this.#starting) this.#startSoon();
    return isSent;
  }

  /**
   * Starts the thread in a turn of its own: otherwise a timeout of the engine, or a stack overflow, leaves Node with half a port and ends
   * the process.
   */
  #startSoon(): void {
    soon(() => this.#start());
    this.#starting = true;
  }

  #start(): void {
    if (this.#over || this.#worker !== null) return;
    const { port1, port2 } = new MessageChannel();
    try {
      if (!hasSpaceForThreads(1)) throw new Error(NO_SPACE);
      this.#worker = new Worker(moduleFile(this.#module), {
        workerData: port2,
        transferList: [port2],
        stdin: false,
        execArgv: [],
        resourceLimits: this.#care.resourceLimits,
      });
    } catch (error) {
      port1.close();
      this.#die(error);
      return;
    }
    this.#worker.unref();
    this.#worker.on('error', (error) => this.#die(error));
    this.#worker.on('exit', () => this.#die(null));
    if (this.#heard !== null) port1.on('message', this.#heard);
    port1.unref();
    this.#port = port1;
    for (const message of this.#waiting) port1.postMessage(message);
    this.#waiting = [];
  }

  /** The thread ended by itself, or could not be started. */
  #die(error: unknown): void {
    if (this.#over) return;
    this.#end();
    this.#care.ended?.(error === null || error instanceof Error ? error : new Error(String(error)));
  }

  #end(): void {
    this.#over = true;
    this.#waiting = [];
  }

  /** Messages that came, without waiting; also inside synchronous loops. */
  poll(): unknown[] {
    const found: unknown[] = [];
    if (this.#port === null) return found;
    for (let m = receiveMessageOnPort(this.#port); m !== undefined; m = receiveMessageOnPort(this.#port)) found.push(m.message);
    return found;
  }

  /** Ends the thread; `at once` where it may be computing for long. */
  async close(atOnce = false): Promise<void> {
    this.#end();
    const worker = this.#worker;
    if (worker === null) return;
    // With its port closed the thread has nothing left to wait for, and ends by itself.
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    this.#port?.close();
    if (!atOnce) await settleWithin([ended], ENDING);
    await worker.terminate();
  }
}
