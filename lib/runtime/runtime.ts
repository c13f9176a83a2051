/**
 * The runtime: takes tasks from libraries into the window, and at a flush (the window is full, an array is read, the current job ends)
 * finds dead roots, looks up the window's plan and launches it. `fusion/` makes plans, `launch/` launches, `memory/` has memory.
 */
import { nextTurn } from '../base/index.js';
import type { Accelerator, Device, DeviceFacts } from '../device/index.js';
import type { DType, TypedArray } from '../dtype/index.js';
import type { Weak } from '../native/index.js';
import type { Figures } from '../placement/index.js';
import type { Shape, View } from '../shape/index.js';
import { checkOwner, placeOf, Root, type RootsOf, Store, type Token, writtenAt } from '../store/index.js';
import type { TaskKind } from '../task/index.js';
import { CompositionRoot, type Given } from './composition-root.js';
import type { Config } from './config.js';
import { Flusher, type Reader, SharedContents, Uploads, type WindowLauncher } from './dispatch/index.js';
import type { Launch, PiecewiseUpload, PredictedRoot, TraceReport, Tracing } from './issue/index.js';
import { checkAuthored, closedError, DeviceScope, Entry, interruptedBy, Scopes, WindowBuilder } from './issue/index.js';
import type { Execution } from './launch/index.js';
import type { Reclaimer } from './memory/index.js';
import type { Stats } from './stats.js';

const ignored = (): void => undefined;
let runtimes = 0;

/** The interface of libraries; made by `runtime` and `createRuntime`.
 * @example
 * Array.from(await runtime().read(runtime().upload(Float64Array.of(3, 4), float64, [2]))); // [3, 4]
 */
export class Runtime {
  readonly config: Readonly<Config>;
  /** Facts of the device that it runs on. */
  readonly device: DeviceFacts;
  readonly shared: SharedContents;
  /** Its number, which its roots carry as `owner`. */
  readonly number = ++runtimes;
  readonly #parts: CompositionRoot;
  readonly #windows: WindowLauncher;
  readonly #reclaimer: Reclaimer;
  /** Bytes up to which roots are never watched. */
  readonly #least: number;
  readonly #execution: Execution;
  readonly #reader: Reader;
  readonly #uploads: Uploads;
  readonly #tracing: Tracing;
  readonly #scopes = new Scopes();
  readonly #device: Device;
  readonly #accelerators: readonly Accelerator[];
  /** The machine's devices by name, and the one that tasks are wanted on. */
  readonly devices: DeviceScope;
  readonly #builder: WindowBuilder;
  readonly #flusher: Flusher;
  readonly #entry: Entry;
  #closed = false;

  constructor(config: Config, device: Device, weak: Weak | null, given: Given = {}) {
    this.config = Object.freeze({ ...config });
    this.#device = device;
    this.#accelerators = given.accelerators ?? [];
    this.devices = new DeviceScope(this.#accelerators);
    this.device = Object.freeze({ name: device.name, procs: device.procs, routine: (name: string) => device.routine(name) });
    this.#entry = new Entry(given.mapper !== undefined || given.place !== undefined, (cause) => this.#recover(cause));
    const parts = (this.#parts = new CompositionRoot(config, device, weak, this, () => this.#builder.tasks, this.#entry, given));
    this.#reclaimer = parts.reclaimer;
    this.#execution = parts.execution;
    this.#reader = parts.reader;
    this.#uploads = new Uploads(this, parts.reclaimer, parts.execution);
    this.shared = new SharedContents(this, parts, device);
    this.#tracing = parts.tracing;
    this.#windows = parts.windows;
    this.#least = parts.reclaimer.curiosity.least;
    this.#builder = new WindowBuilder(config.small, parts.reclaimer.temporaries, this.number);
    this.#flusher = new Flusher(this.config, this.#builder, this.#entry, parts, () => {
      this.#scopes.endJob();
      this.devices.wanted = -1;
    });
  }

  /** A new store, to be written by a launch. Throws `ShapeError`. */
  create(dtype: DType, shape: Shape): Store {
    const root = new Root(dtype, shape);
    return new Store(root, root.view, this.enroll(root));
  }

  /**
   * Takes a new root of a library with stores of its own class. Returns the token that all of its stores hold; null where deaths are not
   * asked for.
   */
  enroll(root: Root): Token | null {
    root.owner = this.number;
    const token = root.bytes > this.#least ? this.#reclaimer.tokenOf(root) : null;
    const { inner } = this.#scopes;
    if (inner !== null) inner.push(new Store(root, root.view, token));
    return token;
  }

  /**
   * A new store with a copy of `data` (row-major, as many elements as the shape, of the dtype's typed array). Throws `DTypeError`, `ShapeError`,
   * `OutOfMemoryError`.
   */
  upload(data: TypedArray, dtype: DType, shape: Shape): Store {
    if (this.#closed) throw closedError('upload');
    return this.#uploads.whole(data, dtype, shape);
  }

  /** As `upload`, with elements that come piece by piece. Throws `ShapeError`, `OutOfMemoryError`. */
  uploadPieces(dtype: DType, shape: Shape): PiecewiseUpload {
    if (this.#closed) throw closedError('upload');
    return this.#uploads.inPieces(dtype, shape, () => this.#closed);
  }

  /**
   * Issues a task on stores, in the order of the kind's arguments. Throws `ArgumentError` for a write to a read-only store, and for a store
   * of a different runtime; for a kind that a program defined `DTypeError` and `ShapeError`, too, for stores that its kernel does not take.
   */
  launch(kind: TaskKind, domain: Shape, stores: readonly Store[], scalars?: readonly (number | bigint)[]): void {
    if (kind?.authored !== false) checkAuthored(kind, domain, stores, scalars);
    this.#builder.add(this.devices.kindOf(kind), domain, stores, scalars);
    this.#flusher.issued();
  }

  /** Issues a function of `a`, or of `a` and `b`, and perhaps a number, that gives `out`: the fast path of element-wise calls. */
  launchCall(kind: TaskKind, domain: Shape, a: Store, b: Store | null, out: Store, scalar?: number | bigint): void {
    this.#builder.addCall(this.devices.kindOf(kind), domain, a, b, out, scalar);
    this.#flusher.issued();
  }

  /** The window, as long as it matches its prediction; null where calls cannot be matched. */
  get expecting(): RootsOf | null {
    return this.#scopes.inner === null && this.devices.wanted < 0 ? this.#builder.window : null;
  }

  /**
   * Issues the call if it is the predicted one, and returns its result's place in the window; the caller makes a store of that and calls
   * `issued`. Null: the call is to be launched (`WindowBuilder.match`).
   */
  match(of: object, how: number, scalar: number, a: Store, b: Store | null, c: Store | null): PredictedRoot | null {
    return this.#builder.match(of, how, scalar, a, b, c);
  }

  /** As `match`, for a task on stores' roots as `views` see them. */
  matchOn(launch: Launch, views: readonly View[], operands: readonly Store[]): PredictedRoot | null {
    return this.#builder.matchOn(launch, views, operands);
  }

  /** Issues a task on stores' roots, as `views` see them. */
  launchOn(kind: TaskKind, domain: Shape, stores: readonly Store[], views: readonly View[]): void {
    this.#builder.add(this.devices.kindOf(kind), domain, stores, undefined, views);
    this.#flusher.issued();
  }

  /** A task was issued: launches the window if it is full, at the end of the job otherwise. */
  issued(): void {
    this.#flusher.issued();
  }

  /** Launches the tasks that were issued. Errors of tasks are thrown at readers, never here. */
  flush(): void {
    this.#flusher.flush();
  }

  /** Runs `fn` as an entry. */
  within<T>(fn: () => T): T {
    return this.#entry.within(fn);
  }

  /** Whether the root is used by tasks that wait while a call within an entry reads it: they cannot be launched then. */
  isBusyWith(root: Root): boolean {
    return this.#entry.depth > 0 && root.mark >= this.#windows.filling;
  }

  /** Goes on after an interruption, or after an unexpected error. */
  #recover(cause: unknown): void {
    this.#parts.recover(interruptedBy(cause));
    this.#flusher.recover();
  }

  /** Computes the contents of a root that was left out of its window. */
  materialize(root: Root): void {
    this.within(() => this.#windows.rematerializer.materialize(root));
  }

  /** Runs `fn`; its tasks are wanted on the device of this name. Throws `ArgumentError` for a device that the machine has not. */
  onDevice<T>(name: string, fn: () => T): T {
    return this.devices.run(name, fn);
  }

  /** Whether elements of a dtype can be in the memory of the device of this name. Throws as `onDevice` does. */
  holds(name: string, dtype: DType): boolean {
    const number = this.devices.numberOf('to', name);
    return number === 0 || this.#accelerators[number - 1].itemSize(dtype) === dtype.size;
  }

  /** The figures by which tasks are placed where they cost least, by the accelerator's name. */
  figures(): ReadonlyMap<string, Figures> {
    const found = this.#parts.placer?.figures ?? [];
    return new Map(found.map((figures, i) => [this.#accelerators[i].name, figures]));
  }

  /** The name of the device with the memory that the contents were written to last; deferred contents are computed. */
  deviceNameOf({ root }: Store): string {
    this.flush();
    if (root.recipe !== null) this.materialize(root);
    return this.devices.names[Math.max(0, writtenAt(placeOf(root)) - 1)];
  }

  async read(store: Store): Promise<TypedArray> {
    return this.contents(store);
  }

  /** As `read`, without a promise where the contents are complete; throws the error of the computation. */
  contents(store: Store): TypedArray | Promise<TypedArray> {
    if (this.#closed) throw closedError('read');
    return this.#reader.read(store);
  }

  readSync(store: Store): TypedArray {
    if (this.#closed) throw closedError('read');
    return this.#reader.readSync(store);
  }

  /** Gives a store's memory back now. Using an alias afterwards throws `DisposedError`. */
  dispose(store: Store): void {
    const { root } = store;
    if (root.dead) return;
    checkOwner(root, this.number, 'dispose');
    this.within(() => {
      this.#reader.beforeDispose(root);
      if (store.token !== null) this.#reclaimer.liveness.forget(store.token);
      this.#windows.died(root);
    });
  }

  /**
   * Collects the stores created from here on; `endScope`, given this call's result, returns them. Scopes nest. `brief`: it ends within this
   * job, or was interrupted.
   */
  beginScope(brief = false): Store[] | null {
    return this.#scopes.begin(brief);
  }

  /**
   * Ends the scope within `outer`, and scopes within it that were never ended; returns their stores. Throws `ArgumentError` for no scope.
   */
  endScope(outer: Store[] | null): Store[] {
    return this.#scopes.end(outer);
  }

  /** Runs a function. Its stores outlive the scopes that are open: a library keeps them with the matrix, or the plan, from which it made them. */
  lasting<T>(make: () => T): T {
    return this.#scopes.lasting(make);
  }

  /** Flushes, and settles when everything issued so far is complete. */
  fence(): Promise<void> {
    this.flush();
    const { last, others = [] } = this.#execution;
    return others.length === 0
      ? this.#reader.complete(last)
      : Promise.all([last, ...others].map((launch) => this.#reader.complete(launch))).then(ignored);
  }

  /** As `fence`, without giving up the thread, which helps: for devices that can block. Throws `DeviceError` on a device that cannot. */
  fenceSync(): void {
    this.flush();
    this.within(() => this.#parts.catchUp());
  }

  /**
   * Runs `fn`; its tasks become one window of their own, known by `name`. Throws `TraceError` when the tasks differ from the ones recorded
   * under that name, and when `fn` reads, returns a promise, or opens a trace within. The results stand.
   */
  trace<T>(name: string, fn: () => T): T {
    return this.#flusher.trace(name, fn);
  }

  /** The report of tracing (thesis Fig. 5.11). */
  traceReport(): TraceReport {
    return { ...this.#tracing.report(), graphs: this.stats().graphs };
  }

  stats(): Stats {
    return this.#parts.stats();
  }

  /** Gives threads and memory back. Using the runtime or its arrays afterwards throws `DisposedError`. */
  async close(): Promise<void> {
    if (this.#closed) return;
    await this.fence();
    this.#closed = true;
    this.#flusher.close();
    await this.#tracing.close();
    await this.#windows.close();
    this.#parts.spy?.close();
    await this.#device.close();
    // Reads that were awaited when this began get their contents first.
    await nextTurn();
    for (const pool of this.#parts.pools) pool.close();
    for (const accelerator of this.#accelerators) await accelerator.close();
  }
}
