/**
 * The parts of a machine (lib/DESIGN.md, "Machine"): memories, queues that number launches, processors that run kernels in a memory, and
 * links that move bytes between memories. The host's device (`contract.ts`) is a memory, a queue and a processor at once, and so is an
 * accelerator, which has a link to the host's memory besides.
 *
 *     memory 0   the host's      cpu, js or null      queue 0
 *     memory 1   gpu0            queue 1              kernels, uploads and downloads, in order
 *
 * Launch numbers of different queues are unrelated: a launch waits for launches of its own queue, and *follows* at most one launch of each
 * other queue, which is submitted before it. The host's device and accelerators that can hold a launch back until then; for the others the
 * thread that issues waits.
 */
import type { DType } from '../dtype/index.js';
import type { Extent, Kernel, Layout } from '../ir/index.js';
import type { Figures } from '../placement/index.js';

/**
 * The code that runs a kernel. `c`: compiled by the system's compiler; `block`: the addon's vector primitives; `js`: emitted JavaScript.
 */
export type Tier = 'c' | 'block' | 'js' | 'null' | 'gpu';

/** A launch as its programs depend on it: the domain, and the views of its arguments. */
export interface Extents {
  readonly shape: readonly number[];
  readonly args: readonly { readonly offset: number; readonly shape: readonly number[]; readonly strides: readonly number[] }[];
}

/** A kernel that a processor can launch. */
export interface Executable {
  readonly kernel: Kernel;
  readonly layout: Layout;
  /** The number to write in a launch record: the fastest tier that is ready now. Cheap; asked at each launch. */
  number(elements: number): number;
  /**
   * Code for launches of all units on one extent alone, compiled in the background: asks for its number, which is -1 while there is
   * none. Null where there is no such code.
   */
  exact?(extent: Extent): (() => number) | null;
  /**
   * Whether a launch is not held up by the compilation of its programs, which the question begins. Left out where nothing is to be waited
   * for, and for a kernel of which the host's device would have different bits.
   */
  isCompiled?(launch: Extents): boolean;
  /** The tier that `number` would use. */
  tier(): Tier;
  /** Settles when no faster tier is still being compiled. Never rejects. */
  readonly settled: Promise<void>;
}

/** Where elements are. */
export interface Memory {
  /**
   * The address of so many bytes, a multiple of 64, or 0 where there are none. Contents are arbitrary. An address is a number to which
   * offsets within the allocation are added, below 2^53; it means nothing in other memories.
   */
  alloc(bytes: number): number;
  free(address: number, bytes: number): void;
  /** Whether memory can be freed while launches use it: a later allocation there is used behind them. Left out by memories without that order. */
  readonly freesInOrder?: boolean;
}

/** A queue of a machine, as launches of other queues see it. */
export interface ForeignQueue {
  /** Among the machine's queues. */
  readonly number: number;
  readonly device: Pick<LaunchQueue, 'completed' | 'wait' | 'notify' | 'recover'>;
}

/** Takes launches as records (`native/addon.ts`), numbers them 1, 2, … in order of submission, and says when they are over. */
export interface LaunchQueue {
  /** Records are written here, then submitted: a window's together. */
  readonly records: Float64Array;
  readonly raw: BigInt64Array;
  submit(count: number): number;
  completed(): number;
  /** Blocks until launch `n` and all before are complete. Throws `DeviceError` if that can never be. */
  wait(n: number): void;
  /**
   * Whether launch `n` and all before are complete, or were after a moment's work on this thread: for callers about to ask for a callback,
   * which takes longer than a brief launch.
   */
  help(n: number): boolean;
  /** Calls back when launch `n` and all before are complete. Does not block where the device has more than one processor. */
  notify(n: number, done: () => void): void;
  /** Whether all submitted launches are known to be complete, without failures that were not asked for. Costs next to nothing. */
  isOver(): boolean;
  /**
   * Failed launches since last asked, as pairs: launch number, status (`STATUS`). They are known when the launch is complete. A device that
   * is lost completes all launches, later ones too, and fails the ones that it did not run with `STATUS.DEVICE_LOST`.
   */
  failures(): readonly number[];
  /** Why a launch failed, in a driver's words; null where the status says all. Left out by a queue without such words. */
  reason?(launch: number): string | null;
  /**
   * Goes on after an interruption at any point of a call: completes all submitted launches, and numbers the next ones behind launch `least`
   * at least. Returns the last launch's number. Results of the call that was interrupted are arbitrary.
   */
  recover(least: number): number;
}

/** Runs kernels on the contents of its memory. */
export interface Processor {
  readonly name: string;
  /** Prepares a kernel that it can run; returns at once with the tier that needs no waiting, and improves in the background. */
  compile(kernel: Kernel): Executable;
  /** Gives threads and memory back; nothing uses it afterwards. */
  close(): Promise<void>;
}

/** Moves bytes between the host's memory and a device's. Transfers are launches of the device's queue. */
interface Link {
  /**
   * Copies bytes to the address, behind all submitted launches. They are taken during the call, or, where the launch follows a launch of
   * another queue (`follow`), when it runs. `whole`: up to the next multiple of 64 bytes, bytes behind them belong to nothing. Returns the launch's
   * number.
   */
  upload(address: number, from: Uint8Array, whole?: boolean): number;
  /** Copies bytes from the address, behind all submitted launches: they are in `into`, which may be shared, when the launch is complete. */
  download(into: Uint8Array, address: number): number;
}

/**
 * A device with a memory that the host does not see. Its queue is in order: a launch finds all earlier ones complete, so that records need
 * no waits; arguments without elements have no address there, but an offset alone. Kernels are its only launches besides transfers.
 */
export interface Accelerator extends Memory, LaunchQueue, Processor, Link {
  /** The kind of device that it is: `np.device` finds the first of a kind by it. */
  readonly kind: 'webgpu' | 'played';
  /** Bytes of the largest allocation. */
  readonly largest: number;
  /** Bytes of its memory; left out by a device that does not know. */
  readonly capacity?: number;
  /** Bytes that an element takes in its memory; 0 for a dtype that it cannot hold. */
  itemSize(dtype: DType): number;
  /** Whether one launch can use arrays of so many bytes each at once, wherever they lie; left out by a device without such a limit. */
  holds?(arrays: readonly number[]): boolean;
  /** Whether the device is lost: launches fail from here on, so that no task is placed there. Left out by a device that is never lost. */
  readonly isLost?: boolean;
  /** Elements of a task from which on it is faster than the host's device, transfers apart. */
  readonly least: number;
  /** Figures of running and moving there, beside the host's device: measured at the first call, or stated. */
  figures(): Figures;
  /**
   * Launches from here on begin when a submitted launch of another queue is complete, too. Left out by a device that cannot wait for other
   * queues: the thread that issues waits in its place.
   */
  follow?(queue: ForeignQueue, launch: number): void;
  /**
   * From here on launches that complete are told to `reached`, the last one by its number, so that launches of other queues can follow them. Left out by a
   * device that does not tell: the thread that issues waits for it.
   */
  tell?(reached: (launch: number) => void): void;
  /** A launch of another queue follows this one: for a device that otherwise tells only when it is asked for its progress. */
  followed?(launch: number): void;
  /**
   * Copies bytes from the memory of an accelerator that this one reaches, behind all submitted launches and the launches that they follow.
   * Returns the launch's number. Left out by a device that reaches none: copies go through the host.
   */
  copyFrom?(address: number, from: Accelerator, source: number, bytes: number): number;
  /** The cost of such a copy, where one between the host and this device is 1; Infinity for a memory that it does not reach. */
  costFrom?(from: Accelerator): number;
  /** Whether it has a routine (`routines.ts`). */
  hasRoutine(name: string): boolean;
  /** The number of a routine that it has, for records with parameters of this signature (`routineSignature` in ir/). */
  routine(name: string, signature: Float64Array): number;
  /**
   * Prepared kernels and their pipelines that were given back, the ones used longest ago, so that kernels without end take bounded memory. Left out by a
   * device that keeps all of them.
   */
  readonly dropped?: { readonly kernels: number; readonly pipelines: number };
  /** Why it cannot run a kernel, in a word or a few that can be counted (`float64`, `bindings`); null for one that it can. */
  cannotRun(kernel: Kernel): string | null;
}
