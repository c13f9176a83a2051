/** The thread that owns a GPU, as the issuing thread sees it: started, told messages, and ended in order. */
import { MessageChannel, Worker } from 'node:worker_threads';
import { DeviceError, moduleFile } from '../../base/index.js';
import { Control, makeShared, STATE } from './control.js';
import { Failures } from './failures.js';
import type { AdapterFacts, Forgotten, Message } from './messages.js';
import { ownerFlags } from './owner-flags.js';
import { startOf } from './timeline.js';

/** Milliseconds that the owner is given to find an adapter. */
const STARTING = 60_000;

export class OwnerThread {
  readonly control = new Control(makeShared());
  readonly failures: Failures;
  readonly facts: AdapterFacts;
  readonly #worker: Worker;
  readonly #leave = (): void => this.end();
  #isSilent = false;
  #isClosing = false;

  /**
   * The owner of the queue with this name and number; `heard` is called when it sends a message or ends. Throws `DeviceError` where the package, a
   * driver or an adapter is missing, its limits do not suffice, or none of that is known after `starting` milliseconds.
   */
  constructor(name: string, queue: number, heard: () => void, starting = STARTING) {
    const { control } = this;
    const { port1, port2 } = new MessageChannel();
    this.failures = new Failures(port1);
    const start = { ...startOf(control.shared, port2, name, queue), execArgv: ownerFlags(process.execArgv) };
    this.#worker = new Worker(moduleFile('device/webgpu/owner.js'), start);
    this.#worker.on('error', () => control.setState(STATE.CLOSED));
    this.#worker.unref();
    const state = control.leaves(STATE.STARTING, starting);
    if (state === STATE.FAILED) throw new DeviceError(`device webgpu: ${control.report()}`);
    process.on('exit', this.#leave);
    if (state !== STATE.READY) {
      // It may start later, and then a process that ends amid its calls of Dawn aborts: it is told to leave, and the exit waits for that.
      this.#close();
      throw new DeviceError(`device webgpu: its thread did not start within ${starting} ms`);
    }
    this.facts = JSON.parse(control.report()) as AdapterFacts;
    this.#worker.on('exit', heard);
    this.#worker.on('message', heard);
    // Listening keeps the process alive, which only callbacks that are waited for may do.
    this.#worker.unref();
  }

  post(message: Message, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
    this.control.posted();
  }

  /** Has an arena released behind the messages so far; its number is free from then on. */
  release(arena: number, released: () => void): void {
    this.post({ kind: 'release', arena });
    released();
  }

  /** Has a pipeline compiled. */
  compile(shader: Extract<Message, { kind: 'pipeline' }>): void {
    this.control.compiling(shader.pipeline);
    this.post(shader);
  }

  /** Has pipelines and bindings given back. Numbers are free from then on, but for those of pipelines that are being compiled: the owner has yet to say so. */
  forget(gone: Forgotten, forgotten: (pipelines: readonly number[]) => void): void {
    this.post(gone);
    forgotten(gone.pipelines.filter((pipeline) => this.control.isCompiled(pipeline)));
  }

  /** Posts a request and waits for its answer; -1 where none comes. */
  ask(message: Message): number {
    return this.control.ask(() => this.post(message));
  }

  /** Whether it has ended, or shows no sign of life; no launch is carried out any more. */
  get isDead(): boolean {
    return this.#isSilent || this.control.state !== STATE.READY;
  }

  /** Whether the device is lost, or nothing serves it. */
  get isLost(): boolean {
    return this.control.lost || this.isDead;
  }

  waitFor(launch: number): void {
    if (!this.control.waitFor(launch)) this.#isSilent = true;
  }

  /** Whether the process stays alive for its messages. */
  keepsAlive(alive: boolean): void {
    if (alive) this.#worker.ref();
    else this.#worker.unref();
  }

  #close(): void {
    const { state } = this.control;
    if (this.#isClosing || (state !== STATE.READY && state !== STATE.STARTING)) return;
    this.#isClosing = true;
    this.post({ kind: 'close' });
  }

  /** Tells it to leave, and waits: a thread that is ended amid a call of Dawn ends the process. */
  end(): void {
    process.off('exit', this.#leave);
    this.#close();
    if (this.#isSilent) return;
    this.control.outlast(STATE.STARTING);
    this.control.outlast(STATE.READY);
    this.control.outlast(STATE.BROKEN);
  }
}
