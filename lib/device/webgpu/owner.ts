/**
 * The thread that owns a GPU. It serves messages in order, whole windows at a time, and reports complete launches in shared words, so that
 * the launching thread can block. It ends by itself: ending it from outside, amid a call of Dawn, ends the process.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { STATUS } from '../../ir/index.js';
import { Control, STATE } from './control.js';
import { findDevice } from './dawn.js';
import { Encoder } from './encoder.js';
import type { Failure } from './failures.js';
import type { Message, OwnerData, Window } from './messages.js';
import { Pace } from './pace.js';
import { type Problem, problemOf, problemOfException } from './problems.js';
import { QueueClock } from './timeline.js';

/** Milliseconds between signs of life while work is under way: a thread without work does not wake. */
const BEAT = 50;

const LOST: Problem = { status: STATUS.DEVICE_LOST, why: null };
const SETTLED = Promise.resolve(null);

class Owner {
  readonly #control: Control;
  readonly #device: GPUDevice;
  readonly #encoder: Encoder;
  #served: Promise<void> = Promise.resolve();
  /** Settled when all that was submitted is complete. */
  #over: Promise<void> = Promise.resolve();
  readonly #notify: number[] = [];
  /** Messages that are being served, and messages whose launches are not complete; while there are any, signs of life are given. */
  #busy = 0;
  #beat: NodeJS.Timeout | undefined;
  readonly #pace: Pace;
  readonly #clock: QueueClock;
  readonly #failures: MessagePort;
  /** A problem that no error scope caught, which the launches that are complete next fail with: it is theirs as far as can be told. */
  #stray: Problem | null = null;

  constructor(control: Control, device: GPUDevice, failures: MessagePort, clock: QueueClock) {
    this.#control = control;
    this.#pace = new Pace(control);
    this.#failures = failures;
    this.#clock = clock;
    this.#device = device;
    this.#encoder = new Encoder(device, control);
    device.lost.then(() => control.lose());
    device.addEventListener('uncapturederror', (event) => {
      event.preventDefault();
      this.#stray ??= problemOf(event.error);
    });
    parentPort?.on('message', (message: Message) => {
      this.#pace.received();
      this.#begin();
      this.#served = this.#served.then(() => this.#serve(message));
      void this.#served.then(() => this.#over).then(() => this.#end());
    });
  }

  #begin(): void {
    if (this.#busy++ > 0) return;
    this.#beat = setInterval(() => this.#control.beat(), BEAT);
    this.#pace.start();
  }

  #end(): void {
    this.#pace.progress();
    if (--this.#busy > 0) return;
    clearInterval(this.#beat);
    this.#pace.stop();
  }

  async #serve(message: Message): Promise<void> {
    try {
      switch (message.kind) {
        case 'window':
          return await this.#window(message);
        case 'arena':
          return this.#control.answer(Number(!this.#control.lost && (await this.#encoder.arena(message.arena, message.bytes))));
        case 'release':
          return this.#encoder.release(message.arena);
        case 'pipeline':
          this.#begin();
          void this.#encoder.pipelines.compile(message).then(() => {
            this.#control.compiled(message.pipeline);
            this.#end();
          });
          return;
        case 'binding':
          return this.#encoder.binding(message.binding, message.arenas, message.bytes);
        case 'forget':
          return this.#encoder.forget(message);
        case 'upload':
          return this.#then(message.launch, (await this.#upload(message)).problem, 'upload');
        case 'download':
          return this.#then(message.launch, this.#download(message), 'download');
        case 'notify':
          this.#notify.push(message.launch);
          return this.#callBack();
        case 'lose':
          return this.#device.destroy();
        case 'die':
          return await new Promise(() => {
            setImmediate(() => {
              throw new Error('a fault');
            });
          });
        case 'close':
          return await this.close();
      }
    } catch (error) {
      if (message.kind === 'arena') this.#control.answer(0);
      if (message.kind === 'window') this.#fail(message, problemOfException(error));
      if (message.kind === 'upload' || message.kind === 'download')
        this.#then(message.launch, Promise.resolve(problemOfException(error)), message.kind);
    }
  }

  /** Launch `launch` is complete when all before it are and `done` is settled, with its problem. */
  #then(launch: number, done: Promise<Problem | null>, text: string): void {
    const note = this.#clock.begin(launch, 1, text);
    this.#over = this.#over.then(async () => {
      const problem = this.#worst(await done);
      if (problem !== null) this.#tell({ first: launch, last: launch, ...problem });
      note();
      this.#complete(launch);
    });
  }

  /** The problem of launches that are complete now, where theirs is this one. */
  #worst(own: Problem | null): Problem | null {
    const problem = this.#control.lost ? LOST : (own ?? this.#stray);
    this.#stray = null;
    return problem;
  }

  #tell(failure: Failure): void {
    this.#failures.postMessage(failure);
    this.#control.failed();
  }

  #complete(launch: number): void {
    this.#control.complete(launch);
    this.#pace.progress();
    this.#callBack();
  }

  #callBack(): void {
    const { completed } = this.#control;
    const ready = this.#notify.filter((launch) => launch <= completed);
    if (ready.length === 0) return;
    this.#notify.splice(0, this.#notify.length, ...this.#notify.filter((launch) => launch > completed));
    parentPort?.postMessage(completed);
  }

  async #window(window: Window): Promise<void> {
    if (this.#control.lost) return this.#fail(window, LOST);
    const { refused, statuses, problem } = await this.#encoder.window(window);
    const note = this.#clock.begin(window.first, window.launches, null);
    const last = window.first + window.launches - 1;
    this.#over = this.#over.then(async () => {
      const words = await statuses;
      const whole = this.#worst(await problem) ?? (words === null ? LOST : null);
      if (whole !== null) this.#tell({ first: window.first, last, ...whole });
      else this.#tellOf(window, refused, words ?? []);
      note();
      this.#complete(last);
    });
  }

  /** Tells of the launches of a window that failed by themselves. */
  #tellOf({ first, launches }: Window, refused: ReadonlyMap<number, string>, words: ArrayLike<number>): void {
    for (let k = 0; k < launches; k++) {
      const why = refused.get(k) ?? null;
      const status = why === null ? (words[k] ?? STATUS.OK) : STATUS.REFUSED;
      if (status !== STATUS.OK) this.#tell({ first: first + k, last: first + k, status, why });
    }
  }

  /** Fails all launches of a window. */
  #fail({ first, launches }: Window, problem: Problem): void {
    this.#over = this.#over.then(() => {
      this.#tell({ first, last: first + launches - 1, ...(this.#control.lost ? LOST : problem) });
      this.#complete(first + launches - 1);
    });
  }

  /** Has bytes uploaded, behind reads of the words that they are parts of; gives a promise of its problem. */
  async #upload({ arena, offset, bytes }: Extract<Message, { kind: 'upload' }>): Promise<{ problem: Promise<Problem | null> }> {
    return this.#control.lost ? { problem: SETTLED } : await this.#encoder.upload(arena, offset, new Uint8Array(bytes));
  }

  #download({ arena, offset, into }: Extract<Message, { kind: 'download' }>): Promise<Problem | null> {
    return this.#control.lost ? SETTLED : this.#encoder.download(arena, offset, new Uint8Array(into));
  }

  /** Ends when no call of Dawn is under way, a pipeline's compilation included: ending the thread then would abort the process. */
  async close(): Promise<void> {
    this.#begin();
    parentPort?.close();
    await this.#encoder.pipelines.settled();
    await this.#over;
    clearInterval(this.#beat);
    this.#device.destroy();
    await this.#device.lost;
    this.#pace.stop();
    this.#control.setState(STATE.CLOSED);
  }
}

const { shared, failures, timeline } = workerData as OwnerData;
const control = new Control(shared);
const starting = setInterval(() => control.beat(), BEAT);
try {
  const { device, facts } = await findDevice();
  const owner = new Owner(control, device, failures, new QueueClock(timeline));
  globalThis.manipleOwner = owner;
  // The thread ends in order all the same: Dawn aborts a process of which a thread ends with its promises pending.
  process.on('uncaughtException', (error) => {
    control.setState(STATE.BROKEN, error.message);
    void owner.close();
  });
  control.setState(STATE.READY, JSON.stringify(facts));
} catch (error) {
  control.setState(STATE.FAILED, (error as Error).message);
  parentPort?.close();
} finally {
  clearInterval(starting);
}

declare global {
  /** Held until the thread ends. */
  var manipleOwner: Owner | undefined;
}
