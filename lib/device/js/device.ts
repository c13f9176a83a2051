/**
 * The JavaScript device: emitted JavaScript over SharedArrayBuffers, for machines where the addon does not load. Launches
 * run within `submit`, in order, so every wait is satisfied when it is asked for; large ones on all its threads.
 */
import { ArgumentError, DeviceError, invariant, isStackOverflow, now } from '../../base/index.js';
import { emitJs, type JsKernel, loadJs, partOf } from '../../compile/index.js';
import { type TypedArray, uint8 } from '../../dtype/index.js';
import { type Kernel, layoutOf, STATUS } from '../../ir/index.js';
import { LAUNCH_INLINE, RECORD } from '../../native/index.js';
import { recorder } from '../../profile/index.js';
import type { Device, Executable } from '../contract.js';
import { SynchronousDevice, sharedRecords } from '../synchronous.js';
import { JsMemory } from './memory.js';
import { Team } from './team.js';

/** A loaded kernel, and the slot by which parts of it are run. */
interface Loaded {
  readonly number: number;
  readonly slot: number;
}

function partKey(number: number, slot: number): string {
  return `${number},${slot}`;
}

export class JsDevice extends SynchronousDevice implements Device {
  readonly name = 'js';
  readonly adoption = null;
  readonly procs: number;
  readonly #memory = new JsMemory();
  /** By kernel number; undefined where the number is free. */
  readonly #kernels: (JsKernel | undefined)[] = [];
  /** By kernel number. */
  readonly #sources: string[] = [];
  /** Numbers of kernels whose executables were collected: the next kernels get them. Launches are over when `submit` returns. */
  readonly #free: number[] = [];
  readonly #collected = new FinalizationRegistry<Loaded>((loaded) => this.#forget(loaded));
  /** By kernel number and slot. */
  readonly #parts = new Map<string, number>();
  readonly #executables = new WeakMap<Kernel, Executable>();
  readonly #team: Team | null;
  #failures: number[] = [];

  /** `procs` threads, this one included. */
  constructor(procs = 1) {
    if (!Number.isSafeInteger(procs) || procs < 1)
      throw new ArgumentError(`JsDevice: processors must be an integer of at least 1, got ${procs}`);
    const buffer = sharedRecords();
    super(buffer);
    this.procs = procs;
    const team = procs > 1 ? new Team(procs - 1, buffer) : null;
    this.#team = team;
    if (team !== null) this.#memory.onBuffer = (number, buffer) => team.tell({ kind: 'buffer', number, buffer });
  }

  /** Threads besides this one that are ready to take part in launches. */
  get helpers(): number {
    return this.#team?.serving ?? 0;
  }

  /** The threads of the helpers; for tests of their death. */
  get threads(): Team['threads'] {
    return this.#team?.threads ?? [];
  }

  alloc(bytes: number): number {
    return this.#memory.alloc(bytes);
  }

  free(address: number, bytes: number): void {
    this.#memory.free(address, bytes);
  }

  lend(): null {
    return null;
  }

  copyIn(address: number, from: TypedArray): void {
    const bytes = new Uint8Array(from.buffer, from.byteOffset, from.byteLength);
    (this.#memory.view(uint8.code, address) as Uint8Array).set(bytes, this.#memory.offset(address));
  }

  copyOut(to: TypedArray, address: number): void {
    const bytes = new Uint8Array(to.buffer, to.byteOffset, to.byteLength);
    const start = this.#memory.offset(address);
    bytes.set((this.#memory.view(uint8.code, address) as Uint8Array).subarray(start, start + bytes.length));
  }

  window(address: number, like: TypedArray['constructor'], length: number): TypedArray {
    const Constructor = like as new (buffer: ArrayBufferLike, offset: number, length: number) => TypedArray;
    return new Constructor(this.#memory.view(uint8.code, address).buffer, this.#memory.offset(address), length);
  }

  compile(kernel: Kernel): Executable {
    let executable = this.#executables.get(kernel);
    if (executable === undefined) {
      const number = this.#load(emitJs(kernel));
      const layout = layoutOf(kernel);
      executable = { kernel, layout, number: () => number, tier: () => 'js', settled: Promise.resolve() };
      this.#collected.register(executable, { number, slot: layout.length });
      this.#executables.set(kernel, executable);
    }
    return executable;
  }

  part(number: number, slot: number): number {
    const key = partKey(number, slot);
    let part = this.#parts.get(key);
    if (part === undefined) this.#parts.set(key, (part = this.#load(partOf(this.#sources[number], slot))));
    return part;
  }

  #load(source: string): number {
    const kernel = loadJs(source, this.#memory);
    const number = this.#free.at(-1) ?? this.#kernels.length;
    // The number is given once all know the kernel: an interruption leaves it for the next.
    this.#sources[number] = source;
    this.#team?.tell({ kind: 'kernel', number, source });
    this.#free.pop();
    this.#kernels[number] = kernel;
    return number;
  }

  /** Takes a kernel and its part out; helpers have their sources until the numbers are given anew. */
  #forget({ number, slot }: Loaded): void {
    const key = partKey(number, slot);
    const part = this.#parts.get(key);
    this.#parts.delete(key);
    for (const gone of part === undefined ? [number] : [number, part]) {
      this.#kernels[gone] = undefined;
      this.#sources[gone] = '';
      this.#free.push(gone);
    }
  }

  /** Kernels that were loaded and not forgotten. */
  get kernelCount(): number {
    return this.#kernels.length - this.#free.length;
  }

  routine(): number {
    return -1;
  }

  sign(number: number): number {
    return number;
  }

  compileC(_source: string, entry: string): number {
    throw new DeviceError(
      `compileC: ${entry} needs a C compiler and the addon, and the js device has neither; build the addon or give the task a JavaScript body`,
    );
  }

  enter(): number {
    throw new DeviceError(
      'enter: a native function needs the cpu device, and the js device has no addon; build the addon or give the task a JavaScript body',
    );
  }

  submit(count: number): number {
    for (let i = 0, at = 0; i < count; i++) {
      const recording = recorder();
      const begin = recording === null ? 0 : now();
      this.#launch(at);
      recording?.ran(this.launches, begin);
      at += this.records[at + RECORD.LENGTH];
    }
    return this.launches;
  }

  compileProgram(): null {
    return null;
  }

  replay(): number {
    throw new DeviceError('replay: the js device prepares no programs; launch records instead');
  }

  link(): number {
    return -1;
  }

  isOver(): boolean {
    return false;
  }

  failures(): number[] {
    const failures = this.#failures;
    this.#failures = [];
    return failures;
  }

  override recover(least: number): number {
    this.#team?.recover();
    return super.recover(least);
  }

  async close(): Promise<void> {
    await this.#team?.close();
    this.#memory.clear();
  }

  /** Runs the record that starts at slot `at`. */
  #launch(at: number): void {
    const { records, raw } = this;
    const kernel = this.#kernels[records[at + RECORD.KERNEL]];
    invariant(kernel !== undefined, `launch of kernel ${records[at + RECORD.KERNEL]}, which was not compiled`);
    const params = at + RECORD.PARAMS;
    this.launches++;
    records[params] = STATUS.OK;
    const units = records[at + RECORD.UNITS];
    const tile = records[at + RECORD.TILE];
    let whole = true;
    const alone = this.#team === null || units <= tile || records[at + RECORD.FLAGS] === LAUNCH_INLINE;
    try {
      const run = (u0: number, u1: number): void => kernel.run(records, raw, params, u0, u1);
      if (this.#team !== null && !alone) {
        whole = this.#team.run(at, units, tile, run);
      } else if (units > 0) run(0, units);
      if (whole) kernel.finish(records, raw, params);
      else records[params] = STATUS.LOST;
    } catch (error) {
      if (isStackOverflow(error)) throw error;
      records[params] = STATUS.TASK;
    }
    if (records[params] !== STATUS.OK) this.#failures.push(this.launches, records[params]);
  }
}
