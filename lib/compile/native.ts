/**
 * The C tier: kernels compiled by the system's compiler and kept on disk. A kernel that was compiled before loads at once;
 * another compiles in the background, and until then its number is -1 and the tier below runs it. Nothing here throws at
 * users, but for `compileSource`: a kernel that cannot be compiled says why and stays at -1.
 */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { DeviceError } from '../base/index.js';
import type { Extent, Kernel } from '../ir/index.js';
import { type Addon, addonProblem, loadAddon } from '../native/index.js';
import { type EmittedC, emitC } from './c/emit.js';
import { emitExact } from './c/exact.js';
import { keep, lookUp, remove } from './cache/disk.js';
import { type BuildResult, build, buildSync, flagsOf } from './toolchain/compiler.js';
import { headersHash } from './toolchain/headers.js';
import type { Toolchain } from './toolchain/probe.js';
import { enqueue } from './toolchain/queue.js';
import { cpuModel, describeToolchain, knownToolchain, toolchain, toolchainSync } from './toolchain/toolchain.js';

/** Raised when what is kept on disk changes meaning. */
const FORMAT = 1;

export interface NativeOptions {
  /** Allows contraction and reciprocals: faster, and results differ from the other tiers'. Default false. */
  readonly fastMath?: boolean;
  /** Whether the compiler starts by itself when the kernel is not on disk. Default true. */
  readonly background?: boolean;
}

/** A kernel on its way to native code. */
export interface NativeKernel {
  /** Its number in the addon, or -1 while there is none. */
  number(): number;
  /** Settles when it is loaded or has failed; keeps the process alive while someone holds it. Never rejects. */
  readonly settled: Promise<void>;
  /** Compiles now, waiting for the compiler. */
  compileNow(): void;
  /** Starts the compiler in the background, if it has not been. */
  compileSoon(): void;
  /** Why it cannot be compiled; null when it can. */
  readonly problem: string | null;
  readonly source: string;
}

/** What the C tier did in this process. */
export interface NativeStats {
  kernels: number;
  /** Requests that found the same source in memory. */
  shared: number;
  /** Kernels loaded from disk. */
  fromDisk: number;
  compiled: number;
  failed: number;
  /** Time in the compiler. */
  milliseconds: number;
  /** Reasons of failures, each once. */
  problems: string[];
}

const stats: NativeStats = { kernels: 0, shared: 0, fromDisk: 0, compiled: 0, failed: 0, milliseconds: 0, problems: [] };
const known = new Map<string, Compilation>();

/** Counts since the process began. */
export function nativeStats(): Readonly<NativeStats> {
  return stats;
}

/** A kernel in the C tier: loaded already if it is on disk. Kernels with the same source share one. */
export function compileNative(kernel: Kernel, options: NativeOptions = {}): NativeKernel {
  const compilation = compilationOf(emitC(kernel), options);
  if (options.background ?? true) compilation.compileSoon();
  return compilation;
}

/** The same for launches on one extent alone, compiling in the background; null where that is no better. */
export function compileExact(kernel: Kernel, extent: Extent, options: NativeOptions = {}): NativeKernel | null {
  const emitted = emitExact(kernel, extent);
  if (emitted === null) return null;
  const compilation = compilationOf(emitted, options);
  if (options.background ?? true) compilation.compileSoon();
  return compilation;
}

function compilationOf(emitted: EmittedC, options: NativeOptions): Compilation {
  const fastMath = options.fastMath ?? false;
  const name = `${fastMath ? 'fast' : 'exact'}\n${emitted.source}`;
  let compilation = known.get(name);
  if (compilation !== undefined) {
    stats.shared++;
  } else {
    known.set(name, (compilation = new Compilation(emitted, fastMath)));
    stats.kernels++;
    compilation.loadKnown();
  }
  return compilation;
}

/**
 * Compiles C with an entry `void NAME(double *P, int64_t u0, int64_t u1)`, waiting for it; returns its number in the addon.
 * Throws `DeviceError` with the compiler's first error lines, or where there is no compiler.
 */
export function compileSource(source: string, entry: string): number {
  const emitted = { source: `#include <math.h>\n#include <stdint.h>\n#line 1\n${source}`, run: entry, finish: '', flags: [] };
  const name = `source ${entry}\n${source}`;
  let compilation = known.get(name);
  if (compilation === undefined) known.set(name, (compilation = new Compilation(emitted, false)));
  compilation.compileNow();
  if (compilation.problem !== null) throw new DeviceError(`cannot compile the C of ${entry}: ${compilation.problem}`);
  return compilation.number();
}

class Compilation implements NativeKernel {
  readonly source: string;
  problem: string | null = null;
  private readonly emitted: EmittedC;
  private readonly fastMath: boolean;
  private loaded = -1;
  private started = false;
  private finish: () => void = () => {};
  private readonly finished: Promise<void>;

  constructor(emitted: EmittedC, fastMath: boolean) {
    this.emitted = emitted;
    this.source = emitted.source;
    this.fastMath = fastMath;
    this.finished = new Promise((resolve) => (this.finish = resolve));
    if (loadAddon() === null) this.fail(addonProblem() ?? 'the native addon is absent');
  }

  private get isSettled(): boolean {
    return this.loaded >= 0 || this.problem !== null;
  }

  number(): number {
    return this.loaded;
  }

  get settled(): Promise<void> {
    if (this.isSettled) return this.finished;
    this.compileSoon();
    const alive = setInterval(() => {}, 1 << 30);
    return this.finished.finally(() => clearInterval(alive));
  }

  /** Loads it from disk, if it is there and no compiler need be asked what it is. */
  loadKnown(): void {
    if (this.isSettled) return;
    const compiler = knownToolchain();
    if (compiler === null) this.fail(`no C compiler: ${describeToolchain()}`);
    else if (compiler !== undefined) this.guarded(() => this.loadFromDisk(this.keyFor(compiler)));
  }

  compileSoon(): void {
    if (this.isSettled || this.started) return;
    this.started = true;
    enqueue(() => this.compileInTurn().catch((error) => this.fail(messageOf(error))));
  }

  compileNow(): void {
    if (this.isSettled) return;
    const compiler = toolchainSync();
    if (compiler === null) {
      this.fail(`no C compiler: ${describeToolchain()}`);
      return;
    }
    this.guarded(() => {
      const key = this.keyFor(compiler);
      if (this.loadFromDisk(key)) return;
      this.take(key, buildSync({ toolchain: compiler, key, source: this.source, flags: this.flagsFor(compiler) }));
    });
  }

  /** Files that cannot be had are a problem of this kernel, and nobody's error. */
  private guarded(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.fail(messageOf(error));
    }
  }

  private async compileInTurn(): Promise<void> {
    const compiler = await toolchain();
    if (this.isSettled) return;
    if (compiler === null) return this.fail(`no C compiler: ${describeToolchain()}`);
    const key = this.keyFor(compiler);
    if (this.loadFromDisk(key)) return;
    const result = await build({ toolchain: compiler, key, source: this.source, flags: this.flagsFor(compiler) });
    this.take(key, result);
  }

  private flagsFor(compiler: Toolchain): readonly string[] {
    return flagsOf(compiler, this.fastMath, this.emitted.flags);
  }

  private keyFor(compiler: Toolchain): string {
    const parts = [
      FORMAT,
      compiler.version,
      compiler.identity,
      cpuModel(),
      this.flagsFor(compiler).join(' '),
      headersHash(),
      this.source,
    ];
    return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);
  }

  private loadFromDisk(key: string): boolean {
    const path = lookUp(key);
    if (path === null) return false;
    if (this.load(path) !== null) {
      remove(key);
      return false;
    }
    stats.fromDisk++;
    return true;
  }

  /** Keeps and loads what the compiler made, unless someone was faster. */
  private take(key: string, { built, problem, milliseconds }: BuildResult): void {
    stats.milliseconds += milliseconds;
    if (built === null) {
      if (!this.isSettled) this.fail(problem ?? 'the compiler failed');
      return;
    }
    stats.compiled++;
    if (this.isSettled) {
      rmSync(built, { force: true });
      return;
    }
    const complaint = this.keepAndLoad(key, built);
    if (complaint !== null) this.fail(complaint);
  }

  private keepAndLoad(key: string, built: string): string | null {
    try {
      return this.load(keep(key, built));
    } catch (error) {
      return messageOf(error);
    }
  }

  /** Loads a library; says what is wrong when it does not load. */
  private load(path: string): string | null {
    const addon: Addon | null = loadAddon();
    if (addon === null) return addonProblem();
    try {
      this.loaded = addon.loadKernel(path, this.emitted.run, this.emitted.finish);
    } catch (error) {
      return messageOf(error);
    }
    this.finish();
    return null;
  }

  private fail(problem: string): void {
    this.problem = problem;
    stats.failed++;
    if (!stats.problems.includes(problem)) stats.problems.push(problem);
    this.finish();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
