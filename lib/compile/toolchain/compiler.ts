/** Runs the C compiler: source in, shared library out. Failures are values; nothing here throws at users. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { now } from '../../base/index.js';
import { temporaryName } from '../cache/disk.js';
import { lastCache } from './caches.js';
import { headerFolders } from './headers.js';
import { compileLimit, overdueText } from './limits.js';
import type { Toolchain } from './probe.js';
import { endGroup, type Running, type Status, start } from './run.js';
import { runAndWait } from './wait.js';

/** Flags for all kernels, besides the machine's flags. */
const FLAGS = [
  '-std=gnu11',
  '-O3',
  '-fPIC',
  '-shared',
  '-w',
  '-fno-math-errno',
  '-fno-trapping-math',
  '-fwrapv',
  '-fno-strict-aliasing',
  '-fvisibility=default',
];
const EXACT = ['-ffp-contract=off'];
const FAST = ['-ffp-contract=fast', '-freciprocal-math', '-fno-signed-zeros'];

/** Bytes of a source beyond which its compiler may take minutes: GCC takes more than a line's time for each line of a function. */
const LARGE = 1 << 15;

export interface BuildRequest {
  readonly toolchain: Toolchain;
  /** Names the files while they are made. */
  readonly key: string;
  readonly source: string;
  /** See `flagsOf`. */
  readonly flags: readonly string[];
  /** Its operations, for a profile. */
  readonly title?: () => string;
}

export interface BuildResult {
  /** The library, not yet kept; null when it failed. */
  readonly built: string | null;
  /** The compiler's first error lines. */
  readonly problem: string | null;
  /** Whether it was ended for taking too long, with a kernel that is not a large one: it hangs. */
  readonly hangs: boolean;
  readonly milliseconds: number;
}

/** All flags that bear on the code, with its `own` flags for GCC: part of a kernel's key. */
export function flagsOf(toolchain: Toolchain, fastMath: boolean, own: readonly string[] = []): readonly string[] {
  const cache = lastCache();
  const told = cache === null ? [] : [`-DMK_CACHE=${cache}`];
  const asked = toolchain.family === 'gcc' ? own : [];
  return [...FLAGS, ...toolchain.machine, ...told, ...(fastMath ? FAST : EXACT), ...asked];
}

/** Files of one run of the compiler. */
interface Workspace {
  readonly source: string;
  readonly output: string;
  readonly errors: string;
  readonly argv: readonly string[];
  readonly started: number;
  readonly isLarge: boolean;
}

function prepare({ toolchain, key, source, flags }: BuildRequest): Workspace {
  const [file, output, errors] = ['.c', '.so', '.txt'].map((suffix) => temporaryName(key, suffix));
  writeFileSync(file, source, { flag: 'wx', mode: 0o600 });
  const headers = headerFolders().flatMap((folder) => ['-I', folder]);
  const argv = [...toolchain.command, ...flags, ...headers, '-o', output, file, '-lm'];
  return { source: file, output, errors, argv, started: now(), isLarge: source.length > LARGE };
}

function conclude(work: Workspace, status: Status, failure: string | null): BuildResult {
  const milliseconds = now() - work.started;
  const overdue = status === 'overdue';
  const complaint = status === 0 ? null : overdue ? overdueText(work.isLarge) : (failure ?? firstErrors(work));
  for (const path of [work.source, work.errors]) rmSync(path, { force: true });
  if (complaint !== null) rmSync(work.output, { force: true });
  return { built: complaint === null ? work.output : null, problem: complaint, hangs: overdue && !work.isLarge, milliseconds };
}

/** The first lines with errors, without the temporary file's name. */
function firstErrors({ errors, source }: Workspace): string {
  let text: string;
  try {
    text = readFileSync(errors, 'utf8').replaceAll(source, 'kernel.c');
  } catch {
    text = '';
  }
  const lines = text.split('\n').filter((line) => /error|undefined/i.test(line));
  return (
    (lines.length > 0 ? lines : text.split('\n')).slice(0, 4).join('\n').trim() ||
    `the compiler failed and said nothing: is there room in ${dirname(errors)}?`
  );
}

/** Compiles and waits. */
export function buildSync(request: BuildRequest): BuildResult {
  let work: Workspace;
  try {
    work = prepare(request);
  } catch (error) {
    return unprepared(error);
  }
  try {
    const status = runAndWait({ argv: work.argv, output: '/dev/null', errors: work.errors, limit: compileLimit() });
    return conclude(work, status, null);
  } catch (error) {
    return conclude(work, null, messageOf(error));
  }
}

/** Background compilers: at its end the process ends the ones that still run and removes their files. */
const unfinished = new Map<Running, Workspace>();

function abandon(): void {
  for (const [{ pid }, work] of unfinished) {
    if (pid !== undefined) endGroup(pid, 'SIGTERM');
    for (const path of [work.source, work.errors, work.output]) rmSync(path, { force: true });
  }
}

/** Compiles in the background. The child does not keep the process alive. Never rejects. */
export async function build(request: BuildRequest): Promise<BuildResult> {
  let work: Workspace;
  try {
    work = prepare(request);
  } catch (error) {
    return unprepared(error);
  }
  let running: Running;
  try {
    const { argv, errors } = work;
    running = start({ argv, output: '/dev/null', errors, held: false, limit: compileLimit(), title: request.title });
  } catch (error) {
    return conclude(work, null, messageOf(error));
  }
  if (unfinished.size === 0 && !process.listeners('exit').includes(abandon)) process.on('exit', abandon);
  unfinished.set(running, work);
  const status = await running.status;
  unfinished.delete(running);
  return conclude(work, status, null);
}

function unprepared(error: unknown): BuildResult {
  return { built: null, problem: messageOf(error), hangs: false, milliseconds: 0 };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
