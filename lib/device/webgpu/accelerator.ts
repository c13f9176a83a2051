/**
 * A GPU through WebGPU (Dawn's `webgpu` package). A thread of its own owns it (`owner.ts`); this side keeps addresses, makes windows of
 * records and waits by blocking on shared words. Windows, uploads and downloads are served in order.
 */
import { Worker } from 'node:worker_threads';
import { DeviceError, moduleFile } from '../../base/index.js';
import { canRun, type GpuFeatures, roundedOperations } from '../../compile/index.js';
import { type DType, float64 } from '../../dtype/index.js';
import { type Kernel, layoutOf, STATUS } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import type { Accelerator, Executable } from '../machine.js';
import { Arenas, placeOf } from './arenas.js';
import { Control, makeShared, STATE } from './control.js';
import type { AdapterFacts, Message } from './messages.js';
import { selfTest } from './self-test.js';
import { startOf } from './timeline.js';
import { WindowMaker } from './windows.js';

/** Slots of the record buffer. */
const SLOTS = 1 << 16;
/** Launches of a window, at most: each has a status word. */
const LAUNCHES = 1024;
/** Milliseconds that the owner is given to find an adapter. */
const STARTING = 60_000;
/** Drivers that take minutes to compile a kernel of many operations that are functions, for want of subnormal numbers; and how many they may be. */
const SLOW_COMPILER = /swiftshader/i;
const MOST_ROUNDED = 12;
/** Elements of a task from which on a GPU is faster than the host, roughly: a submit costs as much as the host needs for so many. */
const LEAST = 1 << 16;

/** A download that is under way. */
interface Download {
  readonly launch: number;
  readonly bytes: SharedArrayBuffer;
  readonly from: number;
  readonly into: Uint8Array;
}

export class WebGpuAccelerator implements Accelerator {
  readonly kind = 'webgpu';
  readonly name: string;
  readonly facts: AdapterFacts;
  readonly least = LEAST;
  readonly records = new Float64Array(SLOTS);
  readonly raw = new BigInt64Array(this.records.buffer);
  readonly #fastMath: boolean;
  readonly #control = new Control(makeShared());
  readonly #owner: Worker;
  readonly #arenas: Arenas;
  #windows: WindowMaker;
  readonly #leave = (): void => this.#end();
  /** The number of the last launch, and of the last that the owner was told of: apart after an interruption. */
  #last = 0;
  #posted = 0;
  #failures: number[] = [];
  /** The last launch that failed for want of an owner. */
  #buried = 0;
  #silent = false;
  /** Whether the device has subnormal numbers, or nothing asks for them. */
  #subnormals = true;
  #downloads: Download[] = [];
  #waiting: { readonly launch: number; readonly done: () => void }[] = [];

  /**
   * Number `index` of the machine's; `fastMath` lets compilers rewrite float arithmetic. Throws `DeviceError` where the package, a driver or
   * an adapter is missing, or its limits do not suffice.
   */
  constructor(index: number, fastMath = false) {
    this.#fastMath = fastMath;
    this.name = `gpu${index}`;
    this.#owner = new Worker(moduleFile('device/webgpu/owner.js'), startOf(this.#control.shared, this.name, index + 1));
    this.#owner.on('error', () => this.#control.setState(STATE.CLOSED));
    this.#owner.on('exit', () => this.#heard());
    this.#owner.on('message', () => this.#heard());
    // Listening keeps the process alive, which only callbacks that are waited for may do.
    this.#owner.unref();
    const state = this.#control.leaves(STATE.STARTING, STARTING);
    if (state !== STATE.READY) {
      const why = state === STATE.FAILED ? this.#control.report() : `its thread did not start within ${STARTING} ms`;
      throw new DeviceError(`device webgpu: ${why}`);
    }
    this.facts = JSON.parse(this.#control.report()) as AdapterFacts;
    process.on('exit', this.#leave);
    this.#arenas = new Arenas(
      this.facts.largest,
      (arena, bytes) => this.#control.ask(() => this.#post({ kind: 'arena', arena, bytes })) === 1,
      (arena) => this.#post({ kind: 'release', arena }),
    );
    this.#windows = this.#windowsFor({ long: false, division: true, subnormals: true });
    this.#examine();
  }

  #windowsFor(features: GpuFeatures): WindowMaker {
    return new WindowMaker({
      alloc: (bytes) => this.alloc(bytes),
      free: (address, bytes) => this.free(address, bytes),
      pipeline: (pipeline, text, arenas) => this.#post({ kind: 'pipeline', pipeline, text, arenas }),
      binding: (binding, arenas, bytes) => this.#post({ kind: 'binding', binding, arenas, bytes }),
      features,
      fastMath: this.#fastMath,
      arenas: this.facts.arenas,
    });
  }

  /** Operations on float32 that the device does not have as IEEE 754 has them become functions; a device that rewrites sums is refused. */
  #examine(): void {
    let wrong = selfTest(this);
    if (wrong.size === 0 || this.#fastMath) return;
    this.#subnormals = !wrong.has('subnormal numbers');
    this.#windows = this.#windowsFor({ long: false, division: !wrong.has('division'), subnormals: this.#subnormals });
    wrong = selfTest(this, wrong);
    if (wrong.size === 0) return;
    this.#end();
    throw new DeviceError(
      `device webgpu: ${this.facts.name} does not compute ${[...wrong].join(' and ')} of float32 as IEEE 754 has it`,
    );
  }

  #post(message: Message, transfer: ArrayBuffer[] = []): void {
    this.#owner.postMessage(message, transfer);
    this.#posted = this.#last;
  }

  /** Whether the owner has ended, or shows no sign of life; no launch is carried out any more. */
  get #isDead(): boolean {
    return this.#silent || this.#control.state !== STATE.READY;
  }

  /** Without the owner the device is lost: all launches are complete, and the ones that were not carried out have failed. */
  #bury(): number {
    for (let n = Math.max(this.#buried, this.#control.completed) + 1; n <= this.#last; n++)
      this.#failures.push(n, STATUS.DEVICE_LOST);
    this.#buried = this.#last;
    this.#downloads = [];
    return this.#last;
  }

  get largest(): number {
    return this.facts.largest;
  }

  /** Submits to the device's queue so far: a window is one, and so is a download. */
  get submits(): number {
    return this.#control.submits;
  }

  /** Bytes of the device's memory that it has taken. */
  get memory(): number {
    return this.#arenas.bytes;
  }

  itemSize(dtype: DType): number {
    return dtype === float64 ? 0 : dtype.size;
  }

  alloc(bytes: number): number {
    return this.#arenas.alloc(bytes);
  }

  free(address: number, bytes: number): void {
    this.#arenas.free(address, bytes);
  }

  cannotRun(kernel: Kernel): string | null {
    const why = canRun(kernel);
    if (why !== null || this.#subnormals || !SLOW_COMPILER.test(this.facts.name)) return why;
    return roundedOperations(kernel) > MOST_ROUNDED ? 'compile time' : null;
  }

  compile(kernel: Kernel): Executable {
    const number = this.#windows.prepare(kernel);
    return { kernel, layout: layoutOf(kernel), number: () => number, tier: () => 'gpu', settled: Promise.resolve() };
  }

  submit(count: number): number {
    let first = this.#last + 1;
    let launches = 0;
    for (let i = 0, at = 0; i < count; i++) {
      if (!this.#windows.add(this.records, this.raw, at, launches)) this.#failures.push(first + launches, STATUS.MEMORY);
      at += this.records[at + RECORD.LENGTH];
      launches++;
      if (launches < LAUNCHES && i < count - 1) continue;
      const window = this.#windows.take(first, launches);
      this.#last += launches;
      this.#post(window, [window.parameters]);
      first += launches;
      launches = 0;
    }
    return this.#last;
  }

  upload(address: number, from: Uint8Array): number {
    const { arena, offset } = placeOf(address);
    const { bytes, at } = this.#words(arena, offset, from);
    const launch = ++this.#last;
    this.#post({ kind: 'upload', arena, offset: at, bytes, launch }, [bytes]);
    return launch;
  }

  /** Bytes as whole words: the words that they are parts of are read first. */
  #words(arena: number, offset: number, from: Uint8Array): { bytes: ArrayBuffer; at: number } {
    const at = offset - (offset % 4);
    const size = Math.ceil((offset - at + from.length) / 4) * 4;
    const bytes = new Uint8Array(size);
    if (size !== from.length) {
      for (const word of new Set([0, size - 4])) {
        const old = this.#control.ask(() => this.#post({ kind: 'peek', arena, offset: at + word }));
        new DataView(bytes.buffer).setInt32(word, old, true);
      }
    }
    bytes.set(from, offset - at);
    return { bytes: bytes.buffer, at };
  }

  download(into: Uint8Array, address: number): number {
    const { arena, offset } = placeOf(address);
    const at = offset - (offset % 4);
    const bytes = new SharedArrayBuffer(Math.ceil((offset - at + into.length) / 4) * 4);
    const launch = ++this.#last;
    this.#downloads.push({ launch, bytes, from: offset - at, into });
    this.#post({ kind: 'download', arena, offset: at, into: bytes, launch });
    return launch;
  }

  /** The last complete launch; copies the bytes of complete downloads to their targets first. */
  completed(): number {
    const { completed } = this.#control;
    while (this.#downloads.length > 0 && this.#downloads[0].launch <= completed) {
      const [{ bytes, from, into }] = this.#downloads.splice(0, 1);
      into.set(new Uint8Array(bytes, from, into.length));
    }
    if (this.#isDead) return this.#bury();
    return completed >= this.#posted ? this.#last : completed;
  }

  wait(n: number): void {
    if (n > this.#last)
      throw new DeviceError(`wait: launch ${n} of ${this.name} was never submitted; the last one is ${this.#last}`);
    if (!this.#control.waitFor(Math.min(n, this.#posted))) this.#silent = true;
    this.completed();
  }

  help(n: number): boolean {
    return n <= this.completed();
  }

  notify(n: number, done: () => void): void {
    this.#waiting.push({ launch: n, done });
    this.#owner.ref();
    if (this.#isDead) setImmediate(() => this.#heard());
    else this.#post({ kind: 'notify', launch: Math.min(n, this.#posted) });
  }

  #heard(): void {
    const completed = this.completed();
    const ready = this.#waiting.filter(({ launch }) => launch <= completed);
    this.#waiting = this.#waiting.filter(({ launch }) => launch > completed);
    if (this.#waiting.length === 0) this.#owner.unref();
    for (const { done } of ready) done();
  }

  isOver(): boolean {
    return this.completed() >= this.#last && this.#failures.length === 0 && !this.#control.failed;
  }

  failures(): readonly number[] {
    const found = [...this.#failures, ...this.#control.failures()];
    this.#failures = [];
    return found;
  }

  recover(least: number): number {
    this.wait(this.#posted);
    this.#last = Math.max(this.#last, least);
    return this.#last;
  }

  /** Has the device destroyed behind the runtime's back. */
  lose(): void {
    this.#post({ kind: 'lose' });
  }

  /** Has an error thrown in the owner's thread that nothing catches; for tests. */
  die(): void {
    this.#post({ kind: 'die' });
  }

  /** Tells the owner to leave, and waits: a thread that is ended amid a call of Dawn ends the process. */
  #end(): void {
    process.off('exit', this.#leave);
    if (this.#control.state === STATE.READY) this.#post({ kind: 'close' });
    if (this.#silent) return;
    this.#control.outlast(STATE.READY);
    this.#control.outlast(STATE.BROKEN);
  }

  async close(): Promise<void> {
    this.#end();
  }
}
