/**
 * The thread that owns a GPU. It serves messages in order, whole windows at a time, and reports complete launches in shared words, so that
 * the launching thread can block. It ends by itself: ending it from outside, amid a call of Dawn, ends the process.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { STATUS } from '../../ir/index.js';
import { Control, STATE } from './control.js';
import { findDevice } from './dawn.js';
import { Encoder } from './encoder.js';
import type { Message, OwnerData, Window } from './messages.js';
import { QueueClock } from './timeline.js';

/** Milliseconds between signs of life. */
const BEAT = 50;

class Owner {
  readonly #control: Control;
  readonly #device: GPUDevice;
  readonly #encoder: Encoder;
  #served: Promise<void> = Promise.resolve();
  /** Settled when all that was submitted is complete. */
  #over: Promise<void> = Promise.resolve();
  readonly #notify: number[] = [];
  readonly #beat: NodeJS.Timeout;
  readonly #clock: QueueClock;

  constructor(control: Control, device: GPUDevice, clock: QueueClock) {
    this.#control = control;
    this.#clock = clock;
    this.#device = device;
    this.#encoder = new Encoder(device, () => control.submitted());
    device.lost.then(() => control.lose());
    device.addEventListener('uncapturederror', (event) => event.preventDefault());
    this.#beat = setInterval(() => control.beat(), BEAT);
    parentPort?.on('message', (message: Message) => {
      this.#served = this.#served.then(() => this.#serve(message));
    });
  }

  async #serve(message: Message): Promise<void> {
    try {
      switch (message.kind) {
        case 'window':
          return await this.#window(message);
        case 'arena':
          return this.#control.answer(Number(!this.#control.lost && (await this.#encoder.arena(message.arena, message.bytes))));
        case 'peek':
          return this.#control.answer(await this.#peek(message.arena, message.offset));
        case 'release':
          return this.#encoder.release(message.arena);
        case 'pipeline':
          void this.#encoder
            .pipeline(message.pipeline, message.text, message.arenas)
            .then(() => this.#control.compiled(message.pipeline));
          return;
        case 'binding':
          return this.#encoder.binding(message.binding, message.arenas, message.bytes);
        case 'upload':
          if (!this.#control.lost) this.#encoder.upload(message.arena, message.offset, message.bytes);
          return this.#then(message.launch, null, 'upload');
        case 'download':
          return this.#download(message);
        case 'notify':
          this.#notify.push(message.launch);
          return this.#tell();
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
    } catch {
      if (message.kind === 'arena' || message.kind === 'peek') this.#control.answer(0);
      if (message.kind === 'window') this.#fail(message, STATUS.DEVICE_LOST);
      if (message.kind === 'upload' || message.kind === 'download')
        this.#then(message.launch, Promise.reject(new Error('lost')), message.kind);
    }
  }

  /** Launch `launch` is complete when all before it and `done` are; fails where that is rejected. */
  #then(launch: number, done: Promise<unknown> | null, text: string): void {
    const note = this.#clock.begin(launch, 1, text);
    const settled = done?.then(
      () => true,
      () => false,
    );
    this.#over = this.#over.then(async () => {
      if ((await settled) === false || this.#control.lost) this.#control.fail(launch, STATUS.DEVICE_LOST);
      note();
      this.#complete(launch);
    });
  }

  #complete(launch: number): void {
    this.#control.complete(launch);
    this.#tell();
  }

  #tell(): void {
    const { completed } = this.#control;
    const ready = this.#notify.filter((launch) => launch <= completed);
    if (ready.length === 0) return;
    this.#notify.splice(0, this.#notify.length, ...this.#notify.filter((launch) => launch > completed));
    parentPort?.postMessage(completed);
  }

  async #window(window: Window): Promise<void> {
    if (this.#control.lost) return this.#fail(window, STATUS.DEVICE_LOST);
    this.#device.pushErrorScope('validation');
    const { refused, statuses } = await this.#encoder.window(window);
    const note = this.#clock.begin(window.first, window.launches, null);
    const problem = this.#device.popErrorScope();
    const settled = Promise.all([statuses, problem]).catch(() => null);
    this.#over = this.#over.then(async () => {
      const found = await settled;
      for (let k = 0; k < window.launches; k++) {
        const status = found === null ? STATUS.DEVICE_LOST : found[1] !== null || refused.has(k) ? STATUS.REFUSED : found[0][k];
        if (status !== STATUS.OK) this.#control.fail(window.first + k, status);
      }
      note();
      this.#complete(window.first + window.launches - 1);
    });
  }

  /** Fails all launches of a window. */
  #fail({ first, launches }: Window, status: number): void {
    this.#over = this.#over.then(() => {
      for (let k = 0; k < launches; k++) this.#control.fail(first + k, status);
      this.#complete(first + launches - 1);
    });
  }

  #download({ arena, offset, into, launch }: Extract<Message, { kind: 'download' }>): void {
    const done = this.#control.lost ? null : this.#encoder.download(arena, offset, new Uint8Array(into));
    this.#then(launch, done, 'download');
  }

  async #peek(arena: number, offset: number): Promise<number> {
    const word = new Int32Array(1);
    await this.#encoder.download(arena, offset, new Uint8Array(word.buffer));
    return word[0];
  }

  /** Ends when no call of Dawn is under way, a pipeline's compilation included: ending the thread then would abort the process. */
  async close(): Promise<void> {
    parentPort?.close();
    await this.#encoder.settled();
    await this.#over;
    clearInterval(this.#beat);
    this.#device.destroy();
    await this.#device.lost;
    this.#control.setState(STATE.CLOSED);
  }
}

const { shared, timeline } = workerData as OwnerData;
const control = new Control(shared);
try {
  const { device, facts } = await findDevice();
  const owner = new Owner(control, device, new QueueClock(timeline));
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
}

declare global {
  /** Held until the thread ends. */
  var manipleOwner: Owner | undefined;
}
