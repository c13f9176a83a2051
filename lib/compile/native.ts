/**
 * The C tier: kernels compiled by the system's compiler and kept on disk. A kernel that was compiled before loads at once; a new one
 * compiles in the background, and until then its number is -1 and the tier below runs it. Nothing here throws at users, but for
 * `compileSource`: a kernel that cannot be compiled has a `problem` and stays at -1.
 */
import { DeviceError, Generations } from '../base/index.js';
import { digestOf } from '../cache/index.js';
import type { Extent, Kernel } from '../ir/index.js';
import { type Addon, addonProblem, type KernelHandle, loadAddon } from '../native/index.js';
import type { EmittedC } from './c/emission.js';
import { emitC } from './c/emit.js';
import { emitExact } from './c/exact.js';
import { collect, keep, lookUp, remove, temporaryName } from './cache/disk.js';
import { noteAwaited, waitNoted } from './noted-waits.js';
import { titleOf } from './title.js';
import { type BuildRequest, type BuildResult, build, buildSync, flagsOf } from './toolchain/compiler.js';
import { headersHash } from './toolchain/headers.js';
import type { Toolchain } from './toolchain/probe.js';
import { enqueue, queueLength } from './toolchain/queue.js';
import { cpuModel, describeToolchain, knownToolchain, loseToolchain, toolchain, toolchainSync } from './toolchain/toolchain.js';

/** Raised when the meaning of cached files changes. */
const FORMAT = 3;

interface NativeOptions {
  /** Allows contraction and reciprocals: faster, and results differ from the other tiers'. Default false. */
  readonly fastMath?: boolean;
  /** Whether the compiler starts by itself when the kernel is not on disk. Default true. */
  readonly background?: boolean;
}

/** A kernel on its way to native code. */
export interface NativeKernel {
  /** Its number in the addon, or -1 while there is none. */
  number(): number;
  /** Settles when it is loaded or has failed; keeps the process alive while it is referenced. Never rejects. */
  readonly settled: Promise<void>;
  /** Compiles now, waiting for the compiler. */
  compileNow(): void;
  /** Starts the compiler in the background, if it has not been. */
  compileSoon(): void;
  /** Why it cannot be compiled; null when it can. */
  readonly problem: string | null;
  readonly source: string;
}

/** Counts of the C tier in this process. */
interface NativeStats {
  kernels: number;
  /** Requests that found the same source in memory. */
  shared: number;
  /** Kernels loaded from disk. */
  fromDisk: number;
  /** Files that were there but are damaged, of a different kernel, or not this user's: they were compiled anew. */
  refused: number;
  compiled: number;
  failed: number;
  /** Time in the compiler. */
  milliseconds: number;
  /** Reasons of failures, each once. */
  problems: string[];
}

const stats: NativeStats = {
  kernels: 0,
  shared: 0,
  fromDisk: 0,
  refused: 0,
  compiled: 0,
  failed: 0,
  milliseconds: 0,
  problems: [],
};
/** Kernels that are kept for the next request, twice; executables have their own. */
const KEPT = 1024;
const known = new Generations<string, Compilation>(KEPT);
/** Sources of programs' own, which tasks name by their numbers. */
const given = new Map<string, Compilation>();

/** Counts since the process began; `waiting`: kernels that are being compiled now, or wait for their turn. */
export function nativeStats(): Readonly<NativeStats & { waiting: number }> {
  return { ...stats, problems: [...stats.problems], waiting: queueLength() };
}

/** A kernel in the C tier: loaded already if it is on disk. Kernels with the same source share one. */
export function compileNative(kernel: Kernel, options: NativeOptions = {}): NativeKernel {
  const compilation = compilationOf(emitC(kernel), options, () => titleOf(kernel));
  if (options.background ?? true) compilation.compileSoon();
  return compilation;
}

/** A kernel's C for one extent alone, compiling in the background; null where that is no better. */
export function compileExact(kernel: Kernel, extent: Extent, options: NativeOptions = {}): NativeKernel | null {
  const emitted = emitExact(kernel, extent);
  if (emitted === null) return null;
  const compilation = compilationOf(emitted, options, () => `${titleOf(kernel)}, for one extent`);
  if (options.background ?? true) compilation.compileSoon();
  return compilation;
}

function compilationOf(emitted: EmittedC, options: NativeOptions, title: () => string): Compilation {
  const fastMath = options.fastMath ?? false;
  const name = `${fastMath ? 'fast' : 'exact'}\n${emitted.source}`;
  let compilation = known.get(name);
  if (compilation !== undefined) {
    stats.shared++;
  } else {
    known.set(name, (compilation = new Compilation(emitted, fastMath, title)));
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
  let compilation = given.get(name);
  if (compilation === undefined) given.set(name, (compilation = new Compilation(emitted, false, () => entry)));
  compilation.compileNow();
  if (compilation.problem !== null) throw new DeviceError(`cannot compile the C of ${entry}: ${compilation.problem}`);
  return compilation.number();
}

/** A key of the cache, and the label that seals its file. */
interface Entry {
  readonly key: string;
  readonly label: string;
}

class Compilation implements NativeKernel {
  readonly source: string;
  problem: string | null = null;
  private readonly emitted: EmittedC;
  private readonly fastMath: boolean;
  /** Its operations, for a profile. */
  private readonly title: () => string;
  /** Its number, and the handle that keeps it loaded. */
  private loaded: { readonly number: number; readonly handle: KernelHandle } | null = null;
  private started = false;
  private refused = false;
  private finish: () => void = () => {};
  private readonly finished: Promise<void>;

  constructor(emitted: EmittedC, fastMath: boolean, title: () => string) {
    this.emitted = emitted;
    this.source = emitted.source;
    this.fastMath = fastMath;
    this.title = title;
    this.finished = new Promise((resolve) => (this.finish = resolve));
    if (loadAddon() === null) this.fail(addonProblem() ?? 'the native addon is absent');
  }

  private get isSettled(): boolean {
    return this.loaded !== null || this.problem !== null;
  }

  number(): number {
    return this.loaded === null ? -1 : this.loaded.number;
  }

  get settled(): Promise<void> {
    if (this.isSettled) return this.finished;
    this.compileSoon();
    const alive = setInterval(() => {}, 1 << 30);
    return this.finished.finally(() => clearInterval(alive));
  }

  /** Loads it from disk, if it is there and the toolchain is known without probing a compiler. */
  loadKnown(): void {
    if (this.isSettled) return;
    const compiler = knownToolchain();
    if (compiler === null) this.fail(`no C compiler: ${describeToolchain()}`);
    else if (compiler !== undefined) this.guarded(() => this.loadAs(compiler));
  }

  compileSoon(): void {
    if (this.isSettled || this.started) return;
    this.started = true;
    noteAwaited(this.title, this.finished);
    enqueue(() => this.compileInTurn().catch((error) => this.fail(messageOf(error))));
  }

  compileNow(): void {
    if (!this.isSettled) waitNoted(this.title, () => this.compileHere());
  }

  private compileHere(): void {
    const compiler = toolchainSync();
    if (compiler === null) {
      this.fail(`no C compiler: ${describeToolchain()}`);
      return;
    }
    this.guarded(() => {
      const entry = this.loadAs(compiler);
      if (entry !== null) this.take(entry, buildSync(this.requestFor(compiler, entry)));
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
    const entry = this.loadAs(compiler);
    if (entry !== null) this.take(entry, await build(this.requestFor(compiler, entry)));
  }

  private requestFor(compiler: Toolchain, { key }: Entry): BuildRequest {
    return { toolchain: compiler, key, source: this.source, flags: this.flagsFor(compiler), title: this.title };
  }

  private flagsFor(compiler: Toolchain): readonly string[] {
    return flagsOf(compiler, this.fastMath, this.emitted.flags);
  }

  /** The cache entry of this compiler's library: all that went into it is its label, and a short name of that its key. */
  private entryFor(compiler: Toolchain): Entry {
    const { run, finish } = this.emitted;
    const { version, identity } = compiler;
    const flags = this.flagsFor(compiler);
    const label = JSON.stringify([FORMAT, version, identity, cpuModel(), flags, headersHash(), run, finish, this.source]);
    return { key: digestOf(label), label };
  }

  /** Loads this compiler's library from disk; returns null when it is loaded, else its cache entry. */
  private loadAs(compiler: Toolchain): Entry | null {
    const entry = this.entryFor(compiler);
    const found = lookUp(entry.key, entry.label);
    if (found === 'absent') return entry;
    if (found === 'refused' || this.load(entry.key, found) !== null) {
      if (!this.refused) stats.refused++;
      this.refused = true;
      remove(entry.key);
      return entry;
    }
    stats.fromDisk++;
    return null;
  }

  /** Loads and keeps the compiler's library, unless the kernel has been settled meanwhile. */
  private take({ key, label }: Entry, { built, problem, hangs, milliseconds }: BuildResult): void {
    stats.milliseconds += milliseconds;
    if (hangs && problem !== null) loseToolchain(problem);
    if (built === null) {
      if (!this.isSettled) this.fail(problem ?? 'the compiler failed');
      return;
    }
    stats.compiled++;
    this.guarded(() => {
      const image = collect(built);
      if (this.isSettled) return;
      const complaint = this.load(key, image);
      if (complaint === null) keep(key, label, image);
      else this.fail(complaint);
    });
  }

  /** Loads a library's bytes; returns the problem when they do not load, else null. */
  private load(key: string, image: Buffer): string | null {
    const addon: Addon | null = loadAddon();
    if (addon === null) return addonProblem();
    try {
      const number = addon.loadImage(image, temporaryName(key, '.so'), this.emitted.run, this.emitted.finish);
      this.loaded = { number, handle: addon.keepKernel(number) };
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
