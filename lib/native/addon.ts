/**
 * The addon's interface. JavaScript validates; the addon trusts, but for launches: each is checked against its kernel's signature and
 * allocated memory. Addresses are numbers (user space is under 2^53); a launch is a record of float64 slots in a buffer that both sides
 * see, so that a window is one call.
 *
 * Record, as written to `Executor.records` (`RECORD` names the slots), back to back:
 *
 *     0 length     slots in the record, header included
 *     1 kernel     number from `loadKernel` / `loadProgram` / `routine`
 *     2 units      how many units there are; 0 runs `finish` only
 *     3 tile       units a point takes at a time
 *     4 wait       launch number that must be complete, with all before it; 0 for none
 *     5 flags      1: run on the submitting thread within `submit`, when what it waits for is complete (else it queues)
 *     6 …          P, the kernel's parameters (see ir/layout.ts); P[0] is the status word
 */
export const RECORD = { LENGTH: 0, KERNEL: 1, UNITS: 2, TILE: 3, WAIT: 4, FLAGS: 5, PARAMS: 6 } as const;
export const LAUNCH_INLINE = 1;
/** Its points are short: a thread that has other things to do may run some. */
export const LAUNCH_BRIEF = 2;
/**
 * Slots of `Executor.control`: arguments and results of the most frequent calls. OVER: not 0 when everything was complete as the last
 * `submit` or `replay` returned, without failures; LAST: the last launch's number then. The rest are arguments of `replay`: programs by
 * the numbers that `compile` leaves in PROGRAM.
 */
export const CONTROL = { OVER: 0, LAST: 1, PROGRAM: 2, WAIT: 3, LINK: 4, BEFORE: 5 } as const;
/** Raised with every change of this interface; a build with a different number is refused. */
export const ADDON_ABI = 30;

/**
 * A program for `Executor.compile`: launches that come again and again, as nodes and edges (native/graph/program.h). Rows
 * are back to back in their arrays, described below.
 */
export interface ProgramSource {
  /** P of every step, back to back, with the values that do not change from launch to launch. */
  readonly params: Float64Array;
  /** A step: where its P begins, its units. */
  readonly steps: Float64Array;
  /** The parameters that a launch fills in: place in `params`, argument, 1 for an address, bytes that are added to it. */
  readonly fills: Float64Array;
  /**
   * A range of a step's units: step, processor, first, end, 1 when `finish` follows, 1 when a launch that follows may wait
   * for it. None: steps run in order.
   */
  readonly nodes: Float64Array;
  /** Pairs of nodes, the earlier first. */
  readonly edges: Int32Array;
  /** Arguments of a launch, before its kernel numbers, which come one a step. */
  readonly args: number;
  /** Small: runs within `replay`, when the launches that it waits for are complete. */
  readonly here: boolean;
  /** Short: a thread that would wait for a notification helps instead. */
  readonly brief: boolean;
  /**
   * A node that waits for a launch of another queue (`reached`): node, argument, a number that is added to it. The argument is a launch of
   * the queue, as a number of the machine (`device/launch-numbers.ts`). A launch with an argument that is none is refused.
   */
  readonly arrivals: Int32Array;
  /** Steps, ascending, without the last: launches up to there are complete as soon as their nodes are, so that other queues can follow them. */
  readonly releases: Int32Array;
}

export interface NativeProgram {
  readonly kind: 'native program';
}

export interface Executor {
  /**
   * Null when rows name things that do not exist, the edges make a cycle, the steps are too many, or memory is out. The program lives as
   * long as the returned handle; its number for `replay` is in `control` then.
   */
  compile(
    params: Float64Array,
    steps: Float64Array,
    fills: Float64Array,
    nodes: Float64Array,
    edges: Int32Array,
    args: number,
    here: boolean,
    brief: boolean,
    arrivals: Int32Array,
    releases: Int32Array,
  ): NativeProgram | null;
  /**
   * Launches the program that `control` names, with the arguments and kernel numbers at the start of `records`, when launches up
   * to WAIT are complete. It takes a launch number for each step; LAST is its last. LINK: -1, or a link to the program BEFORE, which was
   * submitted last: WAIT is then the last launch in front of BEFORE's. Its steps fail with `STATUS.REFUSED` where one of them could not
   * be launched as a record. Throws where there is no such program or link.
   */
  replay(): void;
  /**
   * Links a program to one that it may follow: pairs of nodes, the earlier program's first (-1 for all of it); the later program's node
   * waits for it. Returns the link's number; -1 where there can be none.
   */
  link(before: NativeProgram, program: NativeProgram, edges: Int32Array): number;
  /** Where launch records are written: `capacity` float64 slots, shared with native code; int64 scalars go through `raw`. */
  readonly records: Float64Array;
  readonly raw: BigInt64Array;
  /** See `CONTROL`. */
  readonly control: Float64Array;
  /**
   * Takes `count` records; returns the number of the last launch (they count 1, 2, … in order of submission). A record of a kernel
   * without a signature, with parameters that do not fit the signature, or with addresses that reach outside of allocated or lent memory
   * is a launch that fails with `STATUS.REFUSED`. Throws, and takes none, where there are not so many records.
   */
  submit(count: number): number;
  /**
   * The record at `position` of the next `submit`, or all of the next replay, begins when a launch of a different queue is complete, too
   * (`device/launch-numbers.ts`). Positions ascend. False where a launch follows more than four queues.
   */
  follow(position: number, launch: number): boolean;
  /** A launch of a different queue, and all before it there, are complete. */
  reached(launch: number): void;
  /** All launches up to this one are complete. */
  completed(): number;
  /** Blocks until launch `n` and all before it are complete; this thread helps. */
  wait(n: number): void;
  /** Helps for less than a millisecond, where only a few brief launches are left; returns whether they are complete. */
  help(n: number): boolean;
  /**
   * Calls back once on this thread's loop when launch `n` and all before it are complete; keeps the loop alive until then.
   * With one thread, or where no other can be had, the launches are run here before it returns; otherwise it does not block.
   */
  notify(n: number, done: () => void): void;
  /** Failed launches since the last call, as pairs: launch number, status; undefined for none. */
  failures(): number[] | undefined;
  /** Serves as worker `index` (1 …) until `stop`; blocks. Called on Piscina's threads with the executor's `id`. */
  readonly id: number;
  /** Tells all workers to return; waits until they have. Safe to call twice. */
  stop(): void;
  /**
   * A handle for a kernel that was made: the kernel is dropped when its handle was collected, launches that may name it are complete, and no
   * kernel that was made of it is left. Without a handle it stays. No number is given twice, and launches of a dropped kernel are refused.
   */
  keep(kernel: number): KernelHandle;
  /** Threads of the executor's own serve as its workers until threads of a pool do; how many. */
  staff(): number;
  /** Workers that serve, the executor's own threads among them. */
  workers(): number;
}

/** A use of a kernel, which ends with the object. */
export interface KernelHandle {
  readonly kind: 'kernel handle';
}

export interface Weak {
  /** Watches an object without keeping it alive; returns a number, dense from 0, reused after `sweep` reported it. */
  watch(object: object): number;
  /** Numbers of watched objects that were collected since; they are forgotten. */
  sweep(): number[];
  /** Forgets one that is still alive. */
  forget(number: number): void;
  /** How many are watched. */
  size(): number;
}

/** The result of a wish for a BLAS library. */
export interface BlasChoice {
  /** As it was opened; empty where the addon's own kernels run. */
  readonly path: string;
  /** The library's own name and version; empty when it gives none. */
  readonly version: string;
  /** Why the named library cannot be used; empty when all is well. */
  readonly problem: string;
  /** Whether the library has LAPACK's routines, which factor matrices then. */
  readonly lapack: boolean;
}

/** Memory of the pool as a buffer. Contents are arbitrary. */
export interface Lent {
  readonly address: number;
  readonly buffer: ArrayBuffer;
}

export interface Addon {
  readonly abi: number;
  /** e.g. 'avx512', 'avx2', 'baseline', 'neon': the widest code of ours that this machine runs. */
  readonly cpu: string;
  /** Sets flags of V8, as on a command line; false, and nothing is set, where this Node does not let native code. */
  engineFlags(flags: string): boolean;
  /** 64-byte aligned; 0 when the system refuses. */
  alloc(bytes: number): number;
  /** Throws, and frees nothing, where not so many bytes were allocated there. */
  free(address: number, bytes: number): void;
  copyIn(address: number, from: NodeJS.TypedArray): void;
  copyOut(to: NodeJS.TypedArray, address: number): void;
  /** A view of native memory. The caller keeps the memory alive for as long as the buffer is used. */
  view(address: number, bytes: number): ArrayBuffer;
  /**
   * Memory for a typed array of the user's, which comes back by itself once that was collected and the event loop turned; null when
   * too much is out, or none is to be had. Node takes its buffers for untransferable: see `device/cpu/lend.ts`.
   */
  lend(bytes: number): Lent | null;
  /** The address of a typed array's memory, which launches may use until `abandon` was called as often; 0 when that cannot be noted. */
  adopt(bytes: Uint8Array): number;
  abandon(bytes: Uint8Array): void;
  /** Notes when launches run from now on; false without memory for that. */
  timeline(on: true): boolean;
  /**
   * Ends that: rows of begin and end (as `now` has them, in seconds), launch and thread, then the number of rows without room. No launch may
   * be under way.
   */
  timeline(on: false): Float64Array;
  /** `threads`: the number of threads that may run programs, the submitting one included. Null where there is no memory for them. */
  createExecutor(slots: number, threads: number): Executor | null;
  /** Runs a worker loop on the calling thread; see `Executor.id`. */
  serve(executor: number, index: number): void;
  /** Loads a shared library and finds `run` and (optionally) `finish` by name. Throws with dlopen's message. */
  loadKernel(path: string, run: string, finish: string): number;
  /**
   * Loads a library from its bytes: exactly these bytes run, not a file that may have changed since they were read. Where the system has
   * no files without names, a copy is made at `path`, opened and removed. Throws as `loadKernel` does.
   */
  loadImage(image: Uint8Array, path: string, run: string, finish: string): number;
  /** A signed block-tier program (see native/block, and `sign`): returns its kernel number. Throws when it is malformed. */
  loadProgram(code: Int32Array, constants: Float64Array, signature: Float64Array): number;
  /** As `Executor.keep`, for a kernel that no launch names: others are made of it. */
  keepKernel(kernel: number): KernelHandle;
  /** Kernels in the process, routines among them. */
  kernelCount(): number;
  /** The number of a function `run(P, u0, u1)` at this address, which stays loaded; one address always gets one number. */
  enterFunction(address: number): number;
  /**
   * The number of a new kernel with the functions of `kernel`; its launches are checked against the signature (`signatureOf` in
   * ir/signature.ts). Throws when there is no such kernel, or the numbers are no signature.
   */
  sign(kernel: number, signature: Float64Array): number;
  /**
   * A kernel that runs units P[slot] + [u0, u1) of `kernel`, and does not finish. Throws when there is no such kernel, or the slot is not
   * the one behind the parameters that it is signed for.
   */
  part(kernel: number, slot: number): number;
  /** A routine of the addon by name; -1 when there is none. */
  routine(name: string): number;
  /** Which BLAS computes dense products in this process: see native/gemm/blas.h. One that cannot be used changes nothing. */
  chooseBlas(wish: string): BlasChoice;
  weak(): Weak;
  /**
   * Starts a program: its path, its arguments, files for its output and errors. It takes no copy of this process's page tables, as Node's
   * own `spawn` does, and leads a process group of its own. Returns its process number; throws when it cannot be started.
   */
  startProgram(argv: readonly string[], output: string, errors: string): number;
  /** A started program's exit status (128 more than a signal), -1 while it runs, -2 when that is lost; ask no more afterwards. */
  programStatus(pid: number): number;
  /**
   * Draws numbers of a stream (native/random/streams.h) into all of `out`; false for a state or tables of a wrong length. `tables`: widths,
   * bounds and heights of a ziggurat. `most`: the greatest integer.
   */
  draw(
    generator: number,
    state: Uint32Array,
    kind: number,
    out: Float64Array | BigInt64Array | BigUint64Array,
    tables: Float64Array,
    most: number,
  ): boolean;
  /** Seconds since an arbitrary start, by the steady clock of native code; for tests and benchmarks. */
  now(): number;
}
