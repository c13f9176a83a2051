/**
 * Reading: the only place where the host waits. A read sees the contents as of its call: a later write in place to a root with a pending
 * read first gives the reader its copy.
 *
 * Large results are written where the user finds them: the copy into lent memory is a task of the window, which fuses with the tasks that
 * compute the contents and is shared by threads.
 */

import { nextTurn, now, type Site, TaskError } from '../../base/index.js';
import type { DType, TypedArray } from '../../dtype/index.js';
import { recorder } from '../../profile/index.js';
import { formatShape, type Shape, type View } from '../../shape/index.js';
import { checkOwner, checkUsable, type Root, type Store } from '../../store/index.js';
import type { TaskKind } from '../../task/index.js';
import type { Window } from '../issue/index.js';
import { lostError } from '../issue/index.js';
import type { Execution, FailureLog, Fetched, Progress } from '../launch/index.js';
import { copyKinds } from '../launch/index.js';
import type { Reclaimer } from '../memory/index.js';
import { noteRead } from './noted-read.js';

/** Views of up to this many elements are gathered here rather than by a launch. */
const FEW = 256;
/** Bytes from which on the memory of a result is not cleared before the copy. */
const LARGE = 1 << 20;
/** Milliseconds for which reads that need not wait keep the event loop from turning, at most. */
const TURN = 4;
/** Reads for each look at the clock, at most, while they follow each other within `CLOSE` milliseconds on average. */
const LOOK = 16;
const CLOSE = 0.05;
const NOW = Promise.resolve();

interface Pending {
  /** Held so that the root lives. */
  readonly store: Store;
  /** The part of the contents that launches bring. */
  readonly fetched: Fetched | null;
  /** The contents of its call, or why there are none, once they had to be taken before its time. */
  result: TypedArray | null;
  error: Error | null;
}

/** The store to read, and the typed array that its memory already is; null where the contents are to be copied. */
interface Source {
  readonly store: Store;
  readonly out: TypedArray | null;
}

/** Memory that a reader is to find the contents in, and its address. */
interface Given {
  readonly values: TypedArray;
  readonly address: number;
}

/** The runtime, as its reader sees it. */
export interface Issuer {
  /** Roots that may be read carry it. */
  readonly number: number;
  create(dtype: DType, shape: Shape): Store;
  launch(kind: TaskKind, domain: Shape, stores: readonly Store[]): void;
  flush(): void;
  /** Runs `fn` as an entry. */
  within<T>(fn: () => T): T;
  isBusyWith(root: Root): boolean;
  materialize(root: Root): void;
}

export class Reader {
  readonly #runtime: Issuer;
  readonly #device: Progress;
  readonly #execution: Execution;
  readonly #failureLog: FailureLog;
  readonly #reclaimer: Reclaimer;
  readonly #pending = new Map<Root, Pending[]>();
  /** Stores that are being written to memory of the user's: they are kept alive until that is done. */
  readonly #arriving = new Set<Store>();
  /** When the event loop last turned, as far as is known here. */
  #turned = 0;
  /** When the clock was last looked at, the reads since then, and the reads after which it is looked at again. */
  #looked = 0;
  #since = 0;
  #due = 1;

  constructor(runtime: Issuer, device: Progress, execution: Execution, failureLog: FailureLog, reclaimer: Reclaimer) {
    this.#runtime = runtime;
    this.#device = device;
    this.#execution = execution;
    this.#failureLog = failureLog;
    this.#reclaimer = reclaimer;
  }

  readSync(store: Store): TypedArray {
    const site = noteRead(store);
    const source = this.#prepare(store);
    const { lastWrite } = source.store.root;
    if (lastWrite <= this.#device.completed()) return this.#take(source, site);
    const begin = recorder() === null ? 0 : now();
    // Brought behind the launches that compute the contents, without a wait between.
    const fetched = this.#fetch(source);
    for (const launch of fetched?.launches ?? [lastWrite]) this.#device.wait(launch);
    recorder()?.span('issue', 'wait', begin, site);
    return fetched?.isAll ? this.#takeFetched(source.store, fetched) : this.#take(source, site, fetched);
  }

  /** Has contents in an accelerator's memory brought; null for others, and for those of a computation that failed. */
  #fetch({ store: { root, view }, out }: Source): Fetched | null {
    const isSound = out === null && root.error === null && this.#execution.holds(root);
    return isSound ? (this.#execution.fetch?.(root, view) ?? null) : null;
  }

  /** The contents, if they are complete and the event loop need not turn; `into`: memory that is to have them. */
  read(store: Store, into: Given | null = null): TypedArray | Promise<TypedArray> {
    if (!this.#reclaimer.takeTurn()) return this.#read(store, into);
    const contents = this.#read(store, into);
    if (!(contents instanceof Promise)) return nextTurn().then(() => contents);
    return contents.then((data) => nextTurn().then(() => data));
  }

  #read(store: Store, into: Given | null): TypedArray | Promise<TypedArray> {
    const site = noteRead(store);
    const source = this.#prepare(store, into);
    const launch = source.store.root.lastWrite;
    // Contents elsewhere come behind the launches so far, which a look at them would wait for.
    if (!this.#isComplete(launch) || this.#execution.isAway?.(source.store.root)) return this.#whenComplete(source, launch, site);
    const contents = this.#take(source, site);
    const turn = this.#turn();
    return turn === NOW ? contents : turn.then(() => contents);
  }

  async #whenComplete(source: Source, launch: number, site: Site | null): Promise<TypedArray> {
    const { store } = source;
    const { root } = store;
    const begin = recorder() === null ? 0 : now();
    const fetched = this.#fetch(source);
    const pending: Pending = { store, fetched, result: null, error: null };
    // Later writes come behind launches that bring all of the contents.
    if (!fetched?.isAll) this.#pending.set(root, [...(this.#pending.get(root) ?? []), pending]);
    for (const awaited of fetched?.launches ?? [launch]) await this.#notified(awaited);
    recorder()?.span('issue', 'wait', begin, site);
    if (fetched?.isAll) return this.#takeFetched(store, fetched);
    const left = (this.#pending.get(root) ?? []).filter((p) => p !== pending);
    if (left.length === 0) this.#pending.delete(root);
    else this.#pending.set(root, left);
    this.#arriving.delete(store);
    if (pending.error !== null) throw pending.error;
    return pending.result ?? this.#take(source, site, fetched);
  }

  /** The contents, which are here. Throws the error of their computation. */
  #takeFetched({ root, view }: Store, fetched: Fetched): TypedArray {
    this.#failureLog.settle();
    if (fetched.error !== null) throw fetched.error;
    const out = this.#made(root.dtype, view, false);
    fetched.into(out);
    return out;
  }

  /** Settles when launch `n` and all before it are complete and their failures are noted. */
  complete(n: number): Promise<void> {
    if (!this.#isComplete(n)) return this.#notified(n).then(() => this.#failureLog.settle());
    this.#failureLog.settle();
    return this.#turn();
  }

  #isComplete(n: number): boolean {
    return n <= this.#device.completed() || this.#device.help(n);
  }

  async #notified(n: number): Promise<void> {
    // Notices may follow each other within one turn of the event loop.
    const turn = this.#turn();
    if (turn !== NOW) await turn;
    if (n > this.#device.completed()) await new Promise<void>((resolve) => this.#device.notify(n, resolve));
  }

  /** Lets the event loop turn now and then: the program's other jobs wait for it, and so do compiled kernels. */
  #turn(): Promise<void> {
    if (++this.#since < this.#due) return NOW;
    const time = now();
    this.#due = time - this.#looked < CLOSE * this.#since ? LOOK : 1;
    this.#looked = time;
    this.#since = 0;
    if (time - this.#turned < TURN) return NOW;
    this.#turned = time;
    return nextTurn();
  }

  /** Gives pending readers the contents that a window is about to overwrite. */
  beforeWrites(window: Window): void {
    if (this.#pending.size === 0) return;
    for (const task of window.tasks) {
      task.kind.args.forEach((arg, k) => {
        if (arg.privilege !== 'read') this.#serve(task.roots[k]);
      });
    }
  }

  /** Gives pending readers the contents of a root that is about to lose its memory. */
  beforeDispose(root: Root): void {
    this.#serve(root);
  }

  #serve(root: Root): void {
    for (const pending of this.#pending.get(root) ?? []) {
      if (pending.result !== null || pending.error !== null) continue;
      const { store, fetched } = pending;
      for (const launch of fetched?.launches ?? [root.lastWrite]) this.#device.wait(launch);
      this.#failureLog.settle();
      pending.error = root.error ?? fetched?.error ?? (this.#execution.holds(root) ? null : lostError('read'));
      if (pending.error === null) pending.result = this.#copy(store, true, fetched);
    }
  }

  /** Flushes; a scattered view becomes a dense copy, a large one where the user will have it. */
  #prepare(store: Store, into: Given | null = null): Source {
    checkUsable(store, 'read');
    checkOwner(store.root, this.#runtime.number, 'read');
    const { view, dtype } = store;
    const large = this.#execution.takesAnyMemory && dtype.size * view.size >= LARGE;
    const out = into ?? (large ? this.#lent(dtype, view.size) : null);
    if (out === null && (view.contiguous || view.size <= FEW)) return this.#flushed({ store, out });
    const dense = this.#runtime.create(dtype, view.shape);
    if (out !== null) {
      dense.root.address = out.address;
      this.#arriving.add(dense);
    }
    this.#runtime.launch(copyKinds[dtype.code], view.shape, [store, dense]);
    return this.#flushed({ store: dense, out: out === null ? null : out.values });
  }

  #flushed(source: Source): Source {
    this.#runtime.flush();
    this.#reclaimer.forgetAnswer();
    const { root } = source.store;
    if (this.#runtime.isBusyWith(root))
      throw new TaskError("read: an array cannot be computed within a task's body; give it to the task as an argument");
    if (root.recipe !== null) this.#runtime.materialize(root);
    return source;
  }

  /** The contents of a complete root, and the time of their copy in a profile. Throws the error of their computation. */
  #take({ store, out }: Source, site: Site | null, fetched: Fetched | null = null): TypedArray {
    this.#arriving.delete(store);
    this.#failureLog.settle();
    const { root } = store;
    if (root.error !== null) throw root.error;
    if (fetched !== null && fetched.error !== null) throw fetched.error;
    if (!this.#execution.holds(root)) throw lostError('read');
    const begin = recorder() === null ? 0 : now();
    const contents = out ?? this.#copy(store, false, fetched);
    recorder()?.span('issue', 'read', begin, site);
    return contents;
  }

  /** `entered`: within an entry. */
  #copy(store: Store, entered = false, fetched: Fetched | null = null): TypedArray {
    const { root, view } = store;
    const out = this.#made(root.dtype, view, entered);
    if (view.size > 0) this.#execution.copyOut(root, view, out, entered, fetched);
    return out;
  }

  #made(dtype: DType, { size, shape }: View, entered: boolean): TypedArray {
    try {
      return this.#unfilled(dtype, size, entered);
    } catch (cause) {
      throw new RangeError(`read: an array of shape ${formatShape(shape)} does not fit a typed array`, { cause });
    }
  }

  /** A typed array that will be filled. `entered`: within an entry. */
  #unfilled(dtype: DType, length: number, entered: boolean): TypedArray {
    const { size, Typed } = dtype;
    if (size * length < LARGE) return new Typed(length);
    const lent = this.#lent(dtype, length, entered);
    this.#reclaimer.forgetAnswer();
    return lent?.values ?? new Typed(Buffer.allocUnsafeSlow(size * length).buffer);
  }

  /** A large typed array in lent memory, and its address; null where the device lends none. `entered`: within an entry. */
  #lent({ size, Typed }: DType, length: number, entered = false): Given | null {
    const bytes = size * length;
    if (bytes < LARGE) return null;
    // Lent memory that is found dead comes back when the event loop turns.
    const collect = (): boolean => this.#reclaimer.beforeLending(bytes);
    if (entered ? collect() : this.#runtime.within(collect)) this.#turned = 0;
    const lent = this.#device.lend(bytes);
    if (lent === null) return null;
    return { values: new Typed(lent.buffer), address: lent.address };
  }
}
