/**
 * The interface of the host's device (lib/DESIGN.md, "Devices"): a memory, a queue of launches and a processor (`machine.ts`), and
 * operations that only a device in the host's memory has. Everything above it is the same for native threads (`cpu/`), emitted JavaScript
 * (`js/`) and a machine that runs nothing (`null/`).
 */
import type { TypedArray } from '../dtype/index.js';
import type { Lent, ProgramSource } from '../native/index.js';
import type { ForeignQueue, LaunchQueue, Memory, Processor } from './machine.js';

export type { Accelerator, Executable, Extents, ForeignQueue, LaunchQueue, Memory, Processor, Tier } from './machine.js';

/** A program that a device can replay. */
export interface DeviceProgram {
  /** Launch numbers that a replay takes: one a step. */
  readonly span: number;
}

/** Launch `step` of a program, counted from 0, has an arrival (`ProgramSource`) of a launch of another queue, which is submitted behind the program. */
export interface Expected {
  readonly step: number;
  readonly queue: ForeignQueue;
  readonly launch: number;
}

/** The program that a program follows, and the link. */
export interface Following {
  readonly before: DeviceProgram;
  readonly link: number;
}

/** The facts of a device apart from its memory. */
export interface DeviceFacts {
  readonly name: 'cpu' | 'js' | 'null';
  /** Processors: threads that run points, this one included. */
  readonly procs: number;
  /** A routine of the device by name (`gemm_f64`, …), or -1. */
  routine(name: string): number;
}

/** Shared memory of the user's that launches may use. The caller keeps it alive. */
export interface Adoption {
  /** Its address, until it is abandoned as often; 0 where launches cannot use it. */
  adopt(bytes: Uint8Array): number;
  abandon(bytes: Uint8Array): void;
}

export interface Device extends DeviceFacts, Memory, LaunchQueue, Processor {
  readonly name: DeviceFacts['name'];
  /** Memory for a result of the user's, given back when the result is garbage; null where it has to be the engine's own. */
  lend(bytes: number): Lent | null;
  /** Null where launches cannot use memory that is not the device's. */
  readonly adoption: Adoption | null;
  copyIn(address: number, from: TypedArray): void;
  copyOut(to: TypedArray, address: number): void;
  /** A typed array over device memory, for bodies in JavaScript that run on this thread; not kept after they return. */
  window(address: number, like: TypedArray['constructor'], length: number): TypedArray;
  /**
   * The number of a kernel that runs a part of kernel `number`: its units begin at P[slot], and it does not finish. The units of a folding
   * kernel leave their partial results.
   */
  part(number: number, slot: number): number;
  /** Compiles C source with an entry of the kernel signature. Throws `DeviceError` where there is no compiler. */
  compileC(source: string, entry: string): number;
  /**
   * The number under which kernel `number` is launched with parameters of this signature (`routineSignature` in ir/): for code that is not
   * compiled from the kernel language, since the parameters of kernels are known.
   */
  sign(number: number, signature: Float64Array): number;
  /** The number of a native function of the kernel signature, by its address. Throws `DeviceError` where none can be called. */
  enter(address: number): number;

  /**
   * The record at `position` of the buffer, or all of the next replay, begins when a submitted launch of another queue is complete, too.
   * Positions ascend.
   */
  follow(position: number, queue: ForeignQueue, launch: number): void;
  /** Launches of another queue, up to this one, are complete. */
  reached(queue: number, launch: number): void;

  /** Prepares a program; null where launches have to be records. */
  compileProgram(source: ProgramSource): DeviceProgram | null;
  /**
   * Launches it: arguments, then kernel numbers, are at the start of `records`. Returns the last launch's number. `after`: the
   * program that was launched last, which it follows point by point; `wait` is the launch before that one's first then. `expected`: the
   * arrivals of its steps, ascending; the caller submits them before it waits for anything.
   */
  replay(program: DeviceProgram, wait: number, after: Following | null, expected?: readonly Expected[]): number;
  /**
   * Prepares that a program follows another: pairs of a node of the earlier program and a node that waits for it; -1 for all of the earlier
   * one. A number for `replay`; -1 where it must wait for all of it.
   */
  link(before: DeviceProgram, program: DeviceProgram, edges: Int32Array): number;
}
