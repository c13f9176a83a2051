/**
 * The cpu device: the addon's memory and executor, with threads that start at the first launch that could use them: the
 * executor's own at once, and a Piscina pool's in their place when the process has lived for a while (`POOL_AFTER`), since loading
 * the pool takes longer than most scripts. Launches are numbered by the executor; this thread helps whenever it waits.
 */
import { DeviceError, moduleFile, needStack } from '../../base/index.js';
import { compileSource } from '../../compile/index.js';
import type { TypedArray } from '../../dtype/index.js';
import { type Kernel, routineSignature } from '../../ir/index.js';
import {
  type Addon,
  addonProblem,
  CONTROL,
  type Executor,
  type Lent,
  loadAddon,
  makeExecutor,
  NativePool,
  type NativeProgram,
  type ProgramSource,
} from '../../native/index.js';
import type { Adoption, Device, DeviceProgram, Executable, Expected, ForeignQueue } from '../contract.js';
import { chooseBlas } from './blas.js';
import { CpuExecutable, type TierChoice } from './executable.js';
import { Follows } from './follows.js';
import { type KernelLoader, loaderOf, Parts } from './kept.js';
import { adoptionOf, lend } from './lend.js';
import { hasParallelWork, writeNothing } from './records.js';
import { nativeTiers, type Tiers } from './tiers.js';
import { Windows } from './windows.js';
import type { Post } from './worker.js';

/** Slots of the record buffer: room for a thousand launches at a time, twice as many under way. The addon's ring for these is made at once. */
const SLOTS = 1 << 15;
/**
 * Milliseconds after the first launch for threads until the pool takes over: a pool's threads take 75 of a processor to start, which most
 * scripts do not live long enough to use.
 */
const POOL_AFTER = 2000;

interface CpuOptions {
  /** Threads that run points, the calling one included. */
  readonly procs: number;
  /** Which tiers run kernels; default `auto`. */
  readonly tier?: TierChoice;
  /** Compiled C may contract multiply and add, and use reciprocals; default false. */
  readonly fastMath?: boolean;
  /** Which BLAS computes dense products in this process (native/gemm/blas.h); as it is when left out. */
  readonly blas?: string;
  /** The compilers of kernels; tests replace them. */
  readonly tiers?: Tiers;
}

const STEP_SLOTS = 2;
const NONE: readonly never[] = [];
/** The signature of launches that do nothing. */
const NOTHING = routineSignature(0, [], [], 0);

interface CpuProgram extends DeviceProgram {
  readonly native: NativeProgram;
  /** Its number in the addon. */
  readonly number: number;
  /** Whether threads could share it. */
  readonly parallel: boolean;
  readonly releases: Int32Array;
}

export class CpuDevice implements Device {
  readonly name = 'cpu';
  readonly procs: number;
  readonly records: Float64Array;
  readonly raw: BigInt64Array;
  readonly pool: NativePool;
  readonly adoption: Adoption;
  readonly #addon: Addon;
  readonly #executor: Executor;
  readonly #control: Float64Array;
  readonly #follows: Follows;
  readonly #windows: Windows;
  readonly #tier: TierChoice;
  readonly #tiers: Tiers;
  readonly #loader: KernelLoader;
  readonly #parts: Parts;
  readonly #routines = new Map<string, number>();
  /** By kernel number and signature. */
  readonly #signed = new Map<string, number>();
  #submitted = 0;
  #staffed = false;

  /** Throws `DeviceError` where the addon does not load, `ConfigError` for a BLAS that cannot be used, `OutOfMemoryError`. */
  constructor(options: CpuOptions) {
    const addon = loadAddon();
    if (addon === null) throw new DeviceError(`cpu: ${addonProblem()}; the js device needs no addon`);
    this.#addon = addon;
    if (options.blas !== undefined) chooseBlas(addon, options.blas);
    this.#windows = new Windows(addon);
    this.adoption = adoptionOf(addon, this.#windows);
    this.#tier = options.tier ?? 'auto';
    this.#tiers = options.tiers ?? nativeTiers(options.fastMath ?? false);
    needStack();
    this.#executor = makeExecutor(addon, SLOTS, options.procs);
    this.#loader = loaderOf(addon, this.#executor);
    this.#parts = new Parts(addon, this.#executor);
    this.procs = options.procs;
    this.records = this.#executor.records;
    this.raw = this.#executor.raw;
    this.#control = this.#executor.control;
    this.#follows = new Follows(this.#executor);
    this.pool = poolFor(this.#executor, options.procs - 1, () => this.#help());
  }

  /** Threads of the pool that serve at the moment. */
  get workers(): number {
    return this.#executor.workers();
  }

  alloc(bytes: number): number {
    return this.#addon.alloc(bytes);
  }

  free(address: number, bytes: number): void {
    this.#windows.forget();
    this.#addon.free(address, bytes);
  }

  lend(bytes: number): Lent | null {
    return lend(this.#addon, bytes);
  }

  copyIn(address: number, from: TypedArray): void {
    this.#addon.copyIn(address, from);
  }

  copyOut(to: TypedArray, address: number): void {
    this.#addon.copyOut(to, address);
  }

  window(address: number, like: TypedArray['constructor'], length: number): TypedArray {
    return this.#windows.open(address, like, length);
  }

  compile(kernel: Kernel): Executable {
    return new CpuExecutable(this.#loader, this.#tiers, this.#tier, kernel);
  }

  part(number: number, slot: number): number {
    return this.#parts.of(number, slot);
  }

  routine(name: string): number {
    let number = this.#routines.get(name);
    if (number === undefined) this.#routines.set(name, (number = this.#addon.routine(name)));
    return number;
  }

  sign(number: number, signature: Float64Array): number {
    const key = `${number};${signature.join()}`;
    let signed = this.#signed.get(key);
    if (signed === undefined) this.#signed.set(key, (signed = this.#addon.sign(number, signature)));
    return signed;
  }

  compileC(source: string, entry: string): number {
    return compileSource(source, entry);
  }

  enter(address: number): number {
    return this.#addon.enterFunction(address);
  }

  submit(count: number): number {
    if (!this.#staffed && hasParallelWork(this.records, count)) this.#staff();
    this.#follows.makeRoom(this.#submitted + count);
    try {
      return (this.#submitted = this.#executor.submit(count));
    } catch (error) {
      throw new DeviceError(messageOf(error));
    }
  }

  compileProgram(source: ProgramSource): CpuProgram | null {
    const { params, steps, fills, nodes, edges, args, here, brief, arrivals, releases } = source;
    const native = this.#executor.compile(params, steps, fills, nodes, edges, args, here, brief, arrivals, releases);
    if (native === null) return null;
    const [number, span] = [this.#control[CONTROL.PROGRAM], steps.length / STEP_SLOTS];
    return { native, number, span, parallel: nodes.length > 0, releases };
  }

  replay(
    program: CpuProgram,
    wait: number,
    after: { readonly before: CpuProgram; readonly link: number } | null,
    expected: readonly Expected[] = NONE,
  ): number {
    if (program.parallel && !this.#staffed) this.#staff();
    this.#follows.replays(this.#submitted + program.span);
    if (expected.length > 0) this.#follows.expect(this.#submitted + 1, expected, program.releases);
    const control = this.#control;
    control[CONTROL.PROGRAM] = program.number;
    control[CONTROL.WAIT] = wait;
    control[CONTROL.LINK] = after?.link ?? -1;
    if (after !== null) control[CONTROL.BEFORE] = after.before.number;
    try {
      this.#executor.replay();
    } catch (error) {
      throw new DeviceError(messageOf(error));
    }
    return (this.#submitted = control[CONTROL.LAST]);
  }

  link(before: CpuProgram, program: CpuProgram, edges: Int32Array): number {
    return this.#executor.link(before.native, program.native, edges);
  }

  isOver(): boolean {
    return this.#control[CONTROL.OVER] !== 0;
  }

  completed(): number {
    return this.isOver() ? this.#submitted : this.#executor.completed();
  }

  wait(n: number): void {
    this.#mustExist(n, 'wait');
    this.#follows.drive(n);
    this.#executor.wait(n);
  }

  help(n: number): boolean {
    this.#mustExist(n, 'help');
    return this.isOver() || (!this.#follows.holdBack(n) && this.#executor.help(n));
  }

  notify(n: number, done: () => void): void {
    this.#mustExist(n, 'notify');
    this.#follows.notify(n, () => this.#executor.notify(n, done));
  }

  follow(position: number, queue: ForeignQueue, launch: number): void {
    this.#follows.note(this.#submitted + position + 1, position, queue, launch);
  }

  reached(queue: number, launch: number): void {
    this.#follows.reached(queue, launch);
  }

  failures(): readonly number[] {
    return this.isOver() ? NONE : (this.#executor.failures() ?? NONE);
  }

  recover(least: number): number {
    this.#submitted = this.#control[CONTROL.LAST];
    this.#follows.recover();
    this.#help();
    const nothing = this.#submitted < least ? this.sign(this.routine('gemm_f64'), NOTHING) : 0;
    while (this.#submitted < least) this.submit(writeNothing(this.records, least - this.#submitted, nothing));
    this.#help();
    return this.#submitted;
  }

  async close(): Promise<void> {
    this.#staffed = true;
    this.#help();
    await this.pool.close();
  }

  /** Starts the executor's own threads, and the pool later. */
  #staff(): void {
    this.#staffed = true;
    if (this.procs < 2) return;
    this.#executor.staff();
    this.pool.startAfter(POOL_AFTER);
  }

  /** Completes everything that was submitted, on this thread as far as no other takes part. */
  #help(): void {
    this.#follows.drive(this.#submitted);
    this.#executor.wait(this.#submitted);
  }

  #mustExist(n: number, operation: string): void {
    if (n > this.#submitted)
      throw new DeviceError(`${operation}: launch ${n} was never submitted; the last one is ${this.#submitted}`);
  }
}

function poolFor(executor: Executor, size: number, onLoss: () => void): NativePool {
  return new NativePool({
    worker: moduleFile('device/cpu/worker.js'),
    size,
    post: (index): Post => ({ executor: executor.id, index }),
    stop: () => executor.stop(),
    onLoss,
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
