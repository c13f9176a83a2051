/**
 * Reading: the only place where the host waits. A read sees the contents as of its call: a later write in place to a root
 * that somebody still waits for first lets the reader have its copy.
 */
import type { Device } from '../device/index.js';
import type { DType, TypedArray } from '../dtype/index.js';
import { formatShape, type Shape } from '../shape/index.js';
import { checkUsable, type Root, type Store } from '../store/index.js';
import type { Task, TaskKind } from '../task/index.js';
import { copyKinds } from './copy.js';
import type { Execution } from './execution.js';
import type { Ledger } from './ledger.js';
import type { Reclaimer } from './reclaim.js';
import { nextTurn } from './windows.js';

/** Views of up to this many elements are gathered here rather than by a launch. */
const FEW = 256;
/** Bytes of results from which on memory is not cleared before they are copied there. */
const LARGE = 1 << 20;
/** Milliseconds for which reads that need not wait keep the event loop from turning, at most. */
const TURN = 4;
const NOW = Promise.resolve();

interface Pending {
  /** Held so that the root lives. */
  readonly store: Store;
  result: TypedArray | null;
}

/** What a reader asks of the runtime. */
interface Issuer {
  readonly device: Device;
  create(dtype: DType, shape: Shape): Store;
  launch(kind: TaskKind, domain: Shape, stores: readonly Store[]): void;
  flush(): void;
  materialize(root: Root): void;
}

export class Reader {
  readonly #runtime: Issuer;
  readonly #execution: Execution;
  readonly #ledger: Ledger;
  readonly #reclaimer: Reclaimer;
  readonly #pending = new Map<Root, Pending[]>();
  /** When the event loop last turned, as far as is known here. */
  #turned = 0;

  constructor(runtime: Issuer, execution: Execution, ledger: Ledger, reclaimer: Reclaimer) {
    this.#runtime = runtime;
    this.#execution = execution;
    this.#ledger = ledger;
    this.#reclaimer = reclaimer;
  }

  readSync(store: Store): TypedArray {
    const source = this.#prepare(store);
    if (source.root.lastWrite > this.#runtime.device.completed()) this.#runtime.device.wait(source.root.lastWrite);
    return this.#take(source);
  }

  async read(store: Store): Promise<TypedArray> {
    const source = this.#prepare(store);
    const launch = source.root.lastWrite;
    if (this.#isComplete(launch)) {
      const contents = this.#take(source);
      await this.#turn();
      return contents;
    }
    const pending: Pending = { store: source, result: null };
    const list = this.#pending.get(source.root);
    if (list === undefined) this.#pending.set(source.root, [pending]);
    else list.push(pending);
    await this.#notified(launch);
    const left = (this.#pending.get(source.root) ?? []).filter((p) => p !== pending);
    if (left.length === 0) this.#pending.delete(source.root);
    else this.#pending.set(source.root, left);
    return pending.result ?? this.#take(source);
  }

  /** Settles when launch `n` and all before it are complete. */
  complete(n: number): Promise<void> {
    if (this.#isComplete(n)) return this.#turn();
    return this.#notified(n);
  }

  #isComplete(n: number): boolean {
    const { device } = this.#runtime;
    return n <= device.completed() || device.help(n);
  }

  async #notified(n: number): Promise<void> {
    const { device } = this.#runtime;
    await new Promise<void>((resolve) => device.notify(n, resolve));
    this.#turned = performance.now();
  }

  /** Lets the event loop turn now and then: others wait for it, and kernels that were compiled meanwhile. */
  #turn(): Promise<void> {
    const now = performance.now();
    if (now - this.#turned < TURN) return NOW;
    this.#turned = now;
    return nextTurn();
  }

  /** Lets pending readers have what these tasks are about to overwrite. */
  beforeWrites(tasks: readonly Task[]): void {
    if (this.#pending.size === 0) return;
    for (const task of tasks) {
      task.kind.args.forEach((arg, k) => {
        if (arg.privilege !== 'read') this.#serve(task.roots[k]);
      });
    }
  }

  /** Lets pending readers have what is about to lose its memory. */
  beforeDispose(root: Root): void {
    this.#serve(root);
  }

  #serve(root: Root): void {
    for (const pending of this.#pending.get(root) ?? []) {
      if (pending.result !== null) continue;
      this.#runtime.device.wait(root.lastWrite);
      this.#ledger.settle();
      if (root.error === null) pending.result = this.#copy(pending.store);
    }
  }

  /** Flushes; a scattered view becomes a dense copy. */
  #prepare(store: Store): Store {
    checkUsable(store, 'read');
    const { view } = store;
    if (view.contiguous || view.size <= FEW) {
      this.#runtime.flush();
      if (store.root.recipe !== null) this.#runtime.materialize(store.root);
      return store;
    }
    const dense = this.#runtime.create(store.dtype, view.shape);
    this.#runtime.launch(copyKinds[store.dtype.code], view.shape, [store, dense]);
    this.#runtime.flush();
    return dense;
  }

  /** The contents of a complete root. Throws what its computation failed with. */
  #take(store: Store): TypedArray {
    this.#ledger.settle();
    if (store.root.error !== null) throw store.root.error;
    return this.#copy(store);
  }

  #copy(store: Store): TypedArray {
    const { root, view } = store;
    let out: TypedArray;
    try {
      out = this.#unfilled(root.dtype, view.size);
    } catch (cause) {
      throw new RangeError(`read: an array of shape ${formatShape(view.shape)} does not fit a typed array`, { cause });
    }
    if (view.size > 0) this.#execution.copyOut(root, view, out);
    return out;
  }

  /** A typed array that will be filled. */
  #unfilled({ size, Typed }: DType, length: number): TypedArray {
    const bytes = size * length;
    if (bytes < LARGE) return new Typed(length);
    const lent = this.#runtime.device.lend(bytes);
    if (lent === null) return new Typed(Buffer.allocUnsafeSlow(bytes).buffer);
    this.#reclaimer.lentBytes += bytes;
    return new Typed(lent.buffer);
  }
}
