/**
 * What a compiler is and what it makes of this CPU, from one question: the macros that it predefines with
 * `-march=native`. They name its version and every instruction set that it would use, so their hash is its identity.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { temporaryName } from '../cache/disk.js';
import type { Candidate } from './find.js';
import { start } from './run.js';

export interface Toolchain {
  /** Program and leading arguments. */
  readonly command: readonly string[];
  readonly family: 'gcc' | 'clang';
  /** For people: `gcc 12.2.0`. */
  readonly version: string;
  /** Hash of the predefined macros: changes with the compiler and with the CPU it compiles for. */
  readonly identity: string;
  /** Flags that choose the CPU and the vector width. */
  readonly machine: readonly string[];
}

/** How the CPU is named: GCC and Clang on x86 and ARM take the first; the last means the compiler's default. */
const MACHINES: readonly (readonly string[])[] = [['-march=native'], ['-mcpu=native'], []];
const MACROS = ['-dM', '-E', '-x', 'c', '/dev/null'];

/** Asks a candidate, waiting for it; null when it does not answer like a C compiler. */
export function probeSync(candidate: Candidate): Toolchain | null {
  const [program, ...rest] = candidate.command;
  for (const machine of MACHINES) {
    const answer = spawnSync(program, [...rest, ...machine, ...MACROS], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const toolchain = answer.status === 0 ? understand(candidate, machine, answer.stdout) : null;
    if (toolchain !== null) return toolchain;
  }
  return null;
}

/** The same without blocking. Never rejects. */
export async function probe(candidate: Candidate): Promise<Toolchain | null> {
  for (const machine of MACHINES) {
    const macros = await output([...candidate.command, ...machine, ...MACROS]);
    const toolchain = macros === null ? null : understand(candidate, machine, macros);
    if (toolchain !== null) return toolchain;
  }
  return null;
}

async function output(argv: readonly string[]): Promise<string | null> {
  let path = '';
  try {
    path = temporaryName('probe', '.txt');
    const status = await start({ argv, output: path, errors: '/dev/null', held: true }).status;
    return status === 0 ? readFileSync(path, 'utf8') : null;
  } catch {
    return null;
  } finally {
    if (path !== '') rmSync(path, { force: true });
  }
}

/** Reads a compiler's macros; null when they are not those of a GNU C compatible one. */
export function understand(candidate: Candidate, machine: readonly string[], macros: string): Toolchain | null {
  const defined = new Map<string, string>();
  for (const [, name, value] of macros.matchAll(/^#define (\w+) (.*)$/gm)) defined.set(name, value);
  if (!defined.has('__GNUC__')) return null;
  const wide = defined.has('__AVX512F__') ? ['-mprefer-vector-width=512'] : [];
  const identity = createHash('sha256').update(macros).digest('hex').slice(0, 16);
  const family = defined.has('__clang__') ? 'clang' : 'gcc';
  return { command: candidate.command, family, version: versionOf(family, defined), identity, machine: [...machine, ...wide] };
}

function versionOf(family: Toolchain['family'], defined: ReadonlyMap<string, string>): string {
  const parts =
    family === 'clang'
      ? ['__clang_major__', '__clang_minor__', '__clang_patchlevel__']
      : ['__GNUC__', '__GNUC_MINOR__', '__GNUC_PATCHLEVEL__'];
  return `${family} ${parts.map((part) => defined.get(part) ?? '0').join('.')}`;
}
