/**
 * The process's C compiler: found and probed once, remembered on disk, so that a warm start runs no compiler at all.
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { digestOf, readRecord, writeRecord } from '../../cache/index.js';
import { type Candidate, candidates } from './find.js';
import { probe, probeSync, type Toolchain } from './probe.js';
import { recall, remembered } from './remembered.js';
import { whyForbidden } from './run.js';

let current: Toolchain | null | undefined;
/** Why the compiler is not used any more. */
let lost: string | null = null;
let pending: Promise<Toolchain | null> | null = null;

/** The compiler if that is known without running one; undefined when it must be probed. */
export function knownToolchain(): Toolchain | null | undefined {
  if (current !== undefined) return current;
  const found = candidates();
  if (found.length === 0) return (current = null);
  return (current = recall(readRecord(recordName(found)), found) ?? undefined);
}

/** The compiler, or null where there is none. Blocks for some 10 ms on a machine's first use. */
export function toolchainSync(): Toolchain | null {
  if (knownToolchain() !== undefined) return current ?? null;
  const found = candidates();
  for (const candidate of found) {
    const toolchain = probeSync(candidate);
    if (toolchain !== null) return remember(found, toolchain);
  }
  return (current = null);
}

/** As `toolchainSync`, without blocking. Never rejects. */
export function toolchain(): Promise<Toolchain | null> {
  const known = knownToolchain();
  if (known !== undefined) return Promise.resolve(known);
  pending ??= probeAll(candidates()).finally(() => (pending = null));
  return pending;
}

async function probeAll(found: readonly Candidate[]): Promise<Toolchain | null> {
  for (const candidate of found) {
    const toolchain = await probe(candidate);
    if (current !== undefined) return current;
    if (toolchain !== null) return remember(found, toolchain);
  }
  return (current ??= null);
}

/** One line for people: the compiler, or what to install. */
export function describeToolchain(): string {
  const found = toolchainSync();
  const reason = lost ?? whyForbidden()?.message;
  if (found === null && reason !== undefined) return `none: ${reason}; kernels run on the precompiled tier`;
  if (found !== null) return `${found.version} (${found.command.join(' ')})`;
  const tried = process.env.MANIPLE_CC ? `MANIPLE_CC=${process.env.MANIPLE_CC}` : 'cc, gcc and clang on PATH';
  return `none: tried ${tried}; kernels run on the precompiled tier. Install gcc or clang, or set MANIPLE_CC`;
}

/** Forgets the toolchain, for tests that change the environment. */
export function forgetToolchain(): void {
  current = undefined;
  lost = null;
}

/** Uses the compiler no more in this process: it hangs. */
export function loseToolchain(reason: string): void {
  current = null;
  lost = reason;
}

function remember(found: readonly Candidate[], toolchain: Toolchain): Toolchain {
  writeRecord(recordName(found), remembered(toolchain, found));
  return (current = toolchain);
}

/** A record holds for these programs on this CPU: a home folder may be shared by different machines. */
function recordName(found: readonly Candidate[]): string {
  const programs = found.map(({ command, stamp }) => `${command.join(' ')} ${stamp}`);
  return `toolchain-${digestOf([cpuModel(), ...programs].join('\n'))}.json`;
}

let model: string | null = null;

/** The CPU's model and instruction sets. */
export function cpuModel(): string {
  return (model ??= readModel());
}

function readModel(): string {
  try {
    const lines = readFileSync('/proc/cpuinfo', 'utf8').split('\n');
    const picked = ['model name', 'flags', 'Features', 'CPU part'].map((name) => lines.find((line) => line.startsWith(name)));
    return `${process.arch} ${picked.join(' ')}`;
  } catch {
    return `${process.arch} ${cpus()[0]?.model ?? 'unknown'}`;
  }
}
