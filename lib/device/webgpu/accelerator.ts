/**
 * A GPU through WebGPU (Dawn's `webgpu` package). A thread of its own owns it (`owner.ts`); the issuing thread keeps addresses, makes windows of records
 * and waits by blocking on shared words. Windows, uploads and downloads are served in order.
 */
import { DeviceError, soon } from '../../base/index.js';
import { type GpuFeatures, hasHostBits, hasRoutine } from '../../compile/index.js';
import { type DType, float64 } from '../../dtype/index.js';
import { type Kernel, layoutOf, STATUS } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import type { Accelerator, Executable, ForeignQueue } from '../machine.js';
import { Arenas, placeOf } from './arenas.js';
import { Callbacks } from './callbacks.js';
import { driverCannotRun, isSoftware } from './drivers.js';
import { examine, IEEE } from './examination.js';
import { keptFigures } from './kept-figures.js';
import { BindingLimits } from './limits.js';
import type { AdapterFacts } from './messages.js';
import type { WebGpuOptions } from './options.js';
import { Outbox } from './outbox.js';
import { OwnerThread } from './owner-thread.js';
import { Downloads, uploaded } from './transfers.js';
import { WindowMaker } from './windows.js';

/** Slots of the record buffer. */
const SLOTS = 1 << 16;
/** Launches of a window, at most: each has a status word. */
const LAUNCHES = 1024;
const settled = Promise.resolve();
/** Elements of a task from which on a GPU is faster than the host, roughly, by default: a submit costs as much as the host needs for so many. */
const LEAST = 1 << 16;

export class WebGpuAccelerator implements Accelerator {
  readonly kind = 'webgpu';
  readonly freesInOrder = true;
  readonly name: string;
  readonly least: number;
  readonly facts: AdapterFacts;
  readonly largest: number;
  readonly figures: Accelerator['figures'];
  readonly records = new Float64Array(SLOTS);
  readonly raw = new BigInt64Array(this.records.buffer);
  readonly #options: WebGpuOptions;
  readonly #owner: OwnerThread;
  readonly #arenas: Arenas;
  readonly #limits: BindingLimits;
  #windows: WindowMaker;
  /** The number of the last launch, and of the last that the owner was told of: apart after an interruption. */
  #last = 0;
  #posted = 0;
  #buried = 0; // the last launch that failed for want of an owner
  readonly #features: GpuFeatures;
  readonly #downloads = new Downloads();
  readonly #outbox = new Outbox();
  #reached: (launch: number) => void = () => undefined;
  #told = 0; // the last launch that others were told of
  readonly #callbacks = new Callbacks();

  /** Number `index` of the machine's. Throws `DeviceError` where the package, a driver or an adapter is missing or does not suffice. */
  constructor(index: number, options: WebGpuOptions = {}) {
    const { fastMath = false, segment, arenas, emulates = false, least = LEAST, starting } = options;
    this.#options = options;
    this.least = least;
    this.name = `gpu${index}`;
    this.#owner = new OwnerThread(this.name, index + 1, () => this.#heard(), starting);
    this.facts = this.#owner.facts;
    this.#limits = new BindingLimits(this.facts, segment, arenas);
    this.largest = this.#limits.largest;
    this.figures = keptFigures(this.facts, options.beside, () => new WebGpuAccelerator(index, options));
    this.#arenas = new Arenas(
      this.#limits.segment,
      (arena, bytes) => this.#owner.ask({ kind: 'arena', arena, bytes }) === 1,
      (arena, released) => this.#outbox.behind(() => this.#owner.release(arena, released)),
    );
    this.#windows = this.#windowsFor(IEEE);
    try {
      this.#features = examine(this, { name: this.facts.name, fastMath, emulates }, (features) => {
        this.#windows = this.#windowsFor(features);
      });
    } catch (error) {
      this.#owner.end();
      throw error;
    }
  }

  #windowsFor(features: GpuFeatures): WindowMaker {
    return new WindowMaker({
      alloc: (bytes) => this.alloc(bytes),
      free: (address, bytes) => this.free(address, bytes),
      pipeline: (pipeline, shader) => this.#owner.compile({ kind: 'pipeline', pipeline, ...shader }),
      isCompiled: (pipeline) => this.#owner.control.isCompiled(pipeline),
      forget: (gone, forgotten) => this.#outbox.behind(() => this.#owner.forget(gone, forgotten)),
      binding: (binding, arenas, bytes) => this.#owner.post({ kind: 'binding', binding, arenas, bytes }),
      features: { ...features, contracts: !isSoftware(this.facts.name) },
      fastMath: this.#options.fastMath === true,
      arenas: this.#limits.arenas,
      segment: this.#limits.segment,
      segments: (arena) => this.#arenas.segments(arena),
      kernels: this.#options.kernels,
    });
  }

  /** Launches are numbered, and sent, or held back until the launches that they follow are complete. */
  #launch(count: number, send: () => void): number {
    const first = this.#last + 1;
    this.#last += count;
    this.#outbox.add(first, this.#last, send);
    this.#posted = this.#last;
    return this.#last;
  }

  follow(queue: ForeignQueue, launch: number): void {
    this.#outbox.follow(queue, launch);
  }

  tell(reached: (launch: number) => void): void {
    this.#reached = reached;
  }

  followed(launch: number): void {
    this.notify(launch, () => undefined);
  }

  /** Without the owner the device is lost: all launches are complete, and the ones that were not carried out have failed. */
  #bury(): number {
    for (let n = Math.max(this.#buried, this.#owner.control.completed) + 1; n <= this.#last; n++)
      this.#owner.failures.add(n, STATUS.DEVICE_LOST);
    this.#buried = this.#last;
    this.#downloads.forget();
    this.#outbox.forget();
    return this.#last;
  }

  /** Submits to the device's queue so far, of windows and of downloads. */
  get submits(): number {
    return this.#owner.control.submits;
  }

  /** Windows so far whose status words were read, since a kernel of theirs can fail; kernels and pipelines that are kept, and that were given back. */
  get counts(): { readonly maps: number } & WindowMaker['counts'] {
    return { maps: this.#owner.control.maps, ...this.#windows.counts };
  }

  get dropped(): { readonly kernels: number; readonly pipelines: number } {
    return this.#windows.dropped;
  }

  /** Bytes of the device's memory that it has taken. */
  get memory(): number {
    return this.#arenas.bytes;
  }

  get isLost(): boolean {
    return this.#owner.isLost;
  }

  itemSize(dtype: DType): number {
    return dtype === float64 && this.#options.emulates !== true ? 0 : dtype.size;
  }

  alloc(bytes: number): number {
    return bytes > this.largest ? 0 : this.#arenas.alloc(bytes);
  }

  free(address: number, bytes: number): void {
    this.#arenas.free(address, bytes);
  }

  holds(arrays: readonly number[]): boolean {
    return this.#limits.holds(arrays);
  }

  cannotRun(kernel: Kernel): string | null {
    return driverCannotRun(kernel, this.facts.name, {
      subnormals: this.#features.subnormals,
      emulates: this.#options.emulates === true,
    });
  }

  hasRoutine(name: string): boolean {
    return hasRoutine(name, this.#options.emulates);
  }

  routine(name: string): number {
    return this.#windows.routine(name);
  }

  compile(kernel: Kernel): Executable {
    const { number, isCompiled } = this.#windows.prepare(kernel);
    const executable: Executable = { kernel, layout: layoutOf(kernel), number, tier: () => 'gpu', settled };
    if (this.#options.fastMath || !hasHostBits(kernel)) return executable;
    return { ...executable, isCompiled: (launch) => this.#owner.isDead || isCompiled(launch) };
  }

  submit(count: number): number {
    let first = this.#last + 1;
    let launches = 0;
    for (let i = 0, at = 0; i < count; i++) {
      const refusal = this.#windows.add(this.records, this.raw, at, launches);
      if (refusal !== null) this.#owner.failures.add(first + launches, refusal.status, refusal.why);
      at += this.records[at + RECORD.LENGTH];
      launches++;
      if (launches < LAUNCHES && i < count - 1) continue;
      const window = this.#windows.take(first, launches);
      this.#launch(launches, () => this.#owner.post(window, [window.parameters]));
      this.#windows.handedOver();
      first += launches;
      launches = 0;
    }
    this.#windows.trim();
    return this.#last;
  }

  upload(address: number, from: Uint8Array, whole = false): number {
    const { arena, offset } = placeOf(address);
    const launch = this.#last + 1;
    const given = this.#outbox.takes(from);
    return this.#launch(1, () => {
      const bytes = uploaded(given, whole);
      this.#owner.post({ kind: 'upload', arena, offset, bytes, launch }, [bytes]);
    });
  }

  download(into: Uint8Array, address: number): number {
    const { arena, offset } = placeOf(address);
    const at = offset - (offset % 4);
    const launch = this.#last + 1;
    const bytes = this.#downloads.add(launch, offset - at, into);
    return this.#launch(1, () => this.#owner.post({ kind: 'download', arena, offset: at, into: bytes, launch }));
  }

  /** The last complete launch; copies the bytes of complete downloads to their targets first. */
  completed(): number {
    this.#outbox.goOn();
    const { completed } = this.#owner.control;
    this.#downloads.deliver(completed);
    const last = this.#owner.isDead ? this.#bury() : completed >= this.#posted ? this.#last : completed;
    if (last > this.#told) this.#reached((this.#told = last));
    return last;
  }

  wait(n: number): void {
    if (n > this.#last)
      throw new DeviceError(`wait: launch ${n} of ${this.name} was never submitted; the last one is ${this.#last}`);
    if (!this.#owner.isDead) this.#outbox.drive(n);
    this.#owner.waitFor(Math.min(n, this.#posted));
    this.completed();
  }

  help(n: number): boolean {
    return n <= this.completed();
  }

  notify(n: number, done: () => void): void {
    this.#callbacks.add(n, done);
    this.#owner.keepsAlive(true);
    if (this.#owner.isDead) soon(() => this.#heard());
    else this.#owner.post({ kind: 'notify', launch: Math.min(n, this.#posted) });
  }

  #heard(): void {
    const ready = this.#callbacks.take(this.completed());
    if (this.#callbacks.isEmpty) this.#owner.keepsAlive(false);
    for (const done of ready) done();
  }

  isOver(): boolean {
    return this.completed() >= this.#last && !this.#owner.failures.areThere(this.#owner.control.failures);
  }

  failures(): readonly number[] {
    return this.#owner.failures.take();
  }

  reason(launch: number): string | null {
    return this.#owner.failures.reason(launch);
  }

  recover(least: number): number {
    const lost = this.#outbox.recover();
    for (let n = lost?.first ?? 1; n <= (lost?.last ?? 0); n++) this.#owner.failures.add(n, STATUS.INTERRUPTED);
    this.wait(this.#posted);
    this.#last = Math.max(this.#last, least);
    return this.#last;
  }

  /** Has the device destroyed behind the runtime's back; for tests. */
  lose(): void {
    this.#owner.post({ kind: 'lose' });
  }

  /** Has an error thrown in the owner's thread that nothing catches; for tests. */
  die(): void {
    this.#owner.post({ kind: 'die' });
  }

  async close(): Promise<void> {
    this.#owner.end();
  }
}
