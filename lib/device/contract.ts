/**
 * What a device is (lib/DESIGN.md, "Devices"): memory, executables and an ordered stream of launches. Everything above it is the
 * same for native threads (`cpu/`), emitted JavaScript (`js/`) and a machine that runs nothing (`null/`).
 */
import type { TypedArray } from '../dtype/index.js';
import type { Extent, Kernel, Layout } from '../ir/index.js';
import type { Lent, ProgramSource } from '../native/index.js';

/** Which code runs a kernel. `c`: compiled by the system's compiler; `block`: the addon's vector primitives; `js`: emitted JavaScript. */
export type Tier = 'c' | 'block' | 'js' | 'null';

/** A kernel that a device can launch. */
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
  /** The tier that `number` would use. */
  tier(): Tier;
  /** Settles when no faster tier is still being compiled. Never rejects. */
  readonly settled: Promise<void>;
}

/** A program that a device can replay. */
export interface DeviceProgram {
  /** Launch numbers that a replay takes: one a step. */
  readonly span: number;
}

/** What a program follows, and by which link. */
export interface Following {
  readonly before: DeviceProgram;
  readonly link: number;
}

/** What can be known of a device without its memory. */
export interface DeviceFacts {
  readonly name: 'cpu' | 'js' | 'null';
  /** Processors: threads that run points, this one included. */
  readonly procs: number;
  /** A routine of the device by name (`gemm_f64`, …), or -1. */
  routine(name: string): number;
}

export interface Device extends DeviceFacts {
  /** 64-byte aligned address, or 0 when there is no memory. Contents are arbitrary. */
  alloc(bytes: number): number;
  free(address: number, bytes: number): void;
  /** Memory for a result of the user's, who gives it back by forgetting it; null where it has to be the engine's own. */
  lend(bytes: number): Lent | null;
  copyIn(address: number, from: TypedArray): void;
  copyOut(to: TypedArray, address: number): void;
  /** A typed array over device memory, for bodies in JavaScript that run on this thread; not kept after they return. */
  window(address: number, like: TypedArray['constructor'], length: number): TypedArray;
  /** Prepares a kernel; returns at once with the tier that needs no waiting, and improves in the background. */
  compile(kernel: Kernel): Executable;
  /**
   * The number of a kernel that runs a part of kernel `number`: its units begin at P[slot], and it does not finish. What the
   * units of a folding kernel leave behind are their partial results.
   */
  part(number: number, slot: number): number;
  /** Compiles C source with an entry of the kernel signature. Throws `DeviceError` where there is no compiler. */
  compileC(source: string, entry: string): number;
  /**
   * The number under which kernel `number` is launched with parameters of this signature (`routineSignature` in ir/): for what is not
   * compiled from the kernel language, whose kernels' parameters are known.
   */
  sign(number: number, signature: Float64Array): number;
  /** The number of a native function of the kernel signature, by its address. Throws `DeviceError` where none can be called. */
  enter(address: number): number;

  /** See `native/addon.ts`: launch records are written here, then submitted. */
  readonly records: Float64Array;
  readonly raw: BigInt64Array;
  submit(count: number): number;
  /** Prepares a program; null where launches have to be records. */
  compileProgram(source: ProgramSource): DeviceProgram | null;
  /**
   * Launches it: arguments, then kernel numbers, are at the start of `records`. Returns the last launch's number. `after`: the
   * program that was launched last, which it follows point by point; `wait` is the launch before that one's first then.
   */
  replay(program: DeviceProgram, wait: number, after: Following | null): number;
  /**
   * Prepares that a program follows another: pairs of nodes, one of the earlier and one that waits for it; -1 for all of the
   * earlier. A number for `replay`; -1 where it must wait for all of it.
   */
  link(before: DeviceProgram, program: DeviceProgram, edges: Int32Array): number;
  completed(): number;
  /** Blocks until launch `n` and all before are complete. Throws `DeviceError` if that can never be. */
  wait(n: number): void;
  /**
   * Whether launch `n` and all before are complete, or were after a moment's work on this thread: for those about to ask for a
   * callback, which takes longer than a brief launch.
   */
  help(n: number): boolean;
  /** Calls back when launch `n` and all before are complete. Does not block where the device has more than one processor. */
  notify(n: number, done: () => void): void;
  /** Whether all that was submitted is known to be complete, without failures that nobody asked for. Costs next to nothing. */
  isOver(): boolean;
  /** Failed launches since last asked, as pairs: launch number, status. */
  failures(): readonly number[];
  /**
   * Goes on after an interruption, at whatever point of a call it came: completes what was submitted, and numbers what follows
   * behind launch `least` at least. Returns the last launch's number. Results of the call that was interrupted are arbitrary.
   */
  recover(least: number): number;
  /** Gives threads and memory back; the device is not used afterwards. */
  close(): Promise<void>;
}
