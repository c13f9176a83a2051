/**
 * A device that runs nothing, with any number of processors, for testing every layer above it for any machine. Memory
 * has addresses but no contents: reads give zeros. Launches are counted, and complete at once.
 */
import { ArgumentError, DeviceError } from '../../base/index.js';
import type { TypedArray } from '../../dtype/index.js';
import { type Kernel, layoutOf } from '../../ir/index.js';
import { type ProgramSource, RECORD } from '../../native/index.js';
import type { Device, DeviceProgram, Executable, Following } from '../contract.js';
import { SynchronousDevice } from '../synchronous.js';

const STEP_SLOTS = 2;
const NODE_SLOTS = 6;

interface NullProgram extends DeviceProgram {
  readonly points: number;
}

export class NullDevice extends SynchronousDevice implements Device {
  readonly name = 'null';
  readonly adoption = null;
  readonly procs: number;
  /** Bytes allocated now. */
  allocated = 0;
  /** Points that a device with these processors would have run. */
  points = 0;
  #next = 64;
  #links = 0;
  #kernels = 0;

  constructor(procs = 1) {
    super();
    if (!Number.isSafeInteger(procs) || procs < 1)
      throw new ArgumentError(`NullDevice: processors must be an integer of at least 1, got ${procs}`);
    this.procs = procs;
  }

  alloc(bytes: number): number {
    const address = this.#next;
    this.#next += Math.max(64, Math.ceil(bytes / 64) * 64);
    this.allocated += bytes;
    return address;
  }

  free(_address: number, bytes: number): void {
    this.allocated -= bytes;
  }

  lend(): null {
    return null;
  }

  copyIn(): void {}

  copyOut(to: TypedArray): void {
    new Uint8Array(to.buffer, to.byteOffset, to.byteLength).fill(0);
  }

  window(_address: number, like: TypedArray['constructor'], length: number): TypedArray {
    return new (like as new (length: number) => TypedArray)(length);
  }

  compile(kernel: Kernel): Executable {
    const number = this.#kernels++;
    return { kernel, layout: layoutOf(kernel), number: () => number, tier: () => 'null', settled: Promise.resolve() };
  }

  part(number: number): number {
    return number;
  }

  routine(): number {
    return -1;
  }

  sign(number: number): number {
    return number;
  }

  compileC(_source: string, entry: string): number {
    throw new DeviceError(`compileC: the null device runs nothing, so it cannot compile ${entry}; use the cpu device`);
  }

  enter(): number {
    return -1;
  }

  submit(count: number): number {
    for (let i = 0, at = 0; i < count; i++) {
      this.points += Math.ceil(this.records[at + RECORD.UNITS] / Math.max(1, this.records[at + RECORD.TILE]));
      at += this.records[at + RECORD.LENGTH];
    }
    this.launches += count;
    return this.launches;
  }

  compileProgram({ steps, nodes }: ProgramSource): NullProgram {
    const span = steps.length / STEP_SLOTS;
    return { span, points: nodes.length === 0 ? span : nodes.length / NODE_SLOTS };
  }

  replay(program: NullProgram, _wait: number, _after: Following | null): number {
    this.points += program.points;
    this.launches += program.span;
    return this.launches;
  }

  link(_before: NullProgram, _program: NullProgram, _edges: Int32Array): number {
    return this.#links++;
  }

  isOver(): boolean {
    return true;
  }

  failures(): number[] {
    return [];
  }

  async close(): Promise<void> {}
}
