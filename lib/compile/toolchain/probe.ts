/**
 * A compiler's family, version and view of this CPU, from one question: the macros that it predefines with `-march=native`. They name its
 * version and every instruction set that it would use, so their hash is its identity.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { temporaryName } from '../cache/disk.js';
import type { Candidate } from './find.js';
import { probeLimit } from './limits.js';
import { type Status, start } from './run.js';
import { runAndWait } from './wait.js';

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
export const MACHINES: readonly (readonly string[])[] = [['-march=native'], ['-mcpu=native'], []];
/** Added where the CPU has AVX-512: compilers prefer half of its width by themselves. */
export const WIDE = '-mprefer-vector-width=512';
const MACROS = ['-dM', '-E', '-x', 'c', '/dev/null'];

/** Asks a candidate, waiting for it; null when it does not answer like a C compiler. Never throws. */
export function probeSync(candidate: Candidate): Toolchain | null {
  for (const machine of MACHINES) {
    const question = questionFor(candidate, machine);
    if (question === null) return null;
    const answer = understoodAnswer(question, attempt(question));
    if (answer !== undefined) return answer;
  }
  return null;
}

/** As `probeSync`, without blocking. Never rejects. */
export async function probe(candidate: Candidate): Promise<Toolchain | null> {
  for (const machine of MACHINES) {
    const question = questionFor(candidate, machine);
    if (question === null) return null;
    const answer = understoodAnswer(question, await started(question));
    if (answer !== undefined) return answer;
  }
  return null;
}

interface Question {
  readonly candidate: Candidate;
  readonly machine: readonly string[];
  readonly argv: readonly string[];
  readonly output: string;
  readonly errors: string;
  readonly limit: number;
}

/** Null where no file can be written for the answer. */
function questionFor(candidate: Candidate, machine: readonly string[]): Question | null {
  try {
    const argv = [...candidate.command, ...machine, ...MACROS];
    return { candidate, machine, argv, output: temporaryName('probe', '.txt'), errors: '/dev/null', limit: probeLimit() };
  } catch {
    return null;
  }
}

function attempt(question: Question): Status {
  try {
    return runAndWait(question);
  } catch {
    return null;
  }
}

async function started(question: Question): Promise<Status> {
  try {
    return await start({ ...question, held: true, title: () => `a look at ${question.argv[0]}` }).status;
  } catch {
    return null;
  }
}

/** The toolchain; null to ask this candidate no more, undefined to ask it in different words. */
function understoodAnswer({ candidate, machine, output }: Question, status: Status): Toolchain | null | undefined {
  try {
    if (status === 'overdue') return null;
    return status === 0 ? (understand(candidate, machine, readFileSync(output, 'utf8')) ?? undefined) : undefined;
  } catch {
    return undefined;
  } finally {
    rmSync(output, { force: true });
  }
}

/** Reads a compiler's macros; null when it is not compatible with GNU C. */
export function understand(candidate: Candidate, machine: readonly string[], macros: string): Toolchain | null {
  const defined = new Map<string, string>();
  for (const [, name, value] of macros.matchAll(/^#define (\w+) (.*)$/gm)) defined.set(name, value);
  if (!defined.has('__GNUC__')) return null;
  const wide = defined.has('__AVX512F__') ? [WIDE] : [];
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
