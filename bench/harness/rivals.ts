/** How each kind of side is started, and why it cannot be where something is missing. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from './connection.js';
import { petscEnvironment, withRanks } from './mpi.js';
import { rivalsFolder, stagedProgram } from './packages.js';

/** Threads that every side may use. */
export const threads = availableParallelism();

/** A side of a case, by what runs it. */
export type SideSpec =
  /** Our program, with settings of its own. */
  | {
      readonly kind: 'maniple';
      readonly config?: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly program?: string;
    }
  /** A function of a file in `rivals/`, and the Python module that it needs; `ranks`: a process of MPI for each of our threads. */
  | { readonly kind: 'python'; readonly file: string; readonly entry: string; readonly module: string; readonly ranks?: boolean }
  /** A module in `rivals/npm/`, and the packages that it imports. */
  | { readonly kind: 'npm'; readonly file: string; readonly packages: readonly string[] }
  /** A C file in `rivals/`; its size, where that differs from the case's. `library`: of MPI, with a process for each of our threads. */
  | { readonly kind: 'c'; readonly file: string; readonly size?: number; readonly library?: string };

/** The command that starts a side, or why it is skipped. */
export function commandFor(spec: SideSpec, program: string, size: number): Command | string {
  if (spec.kind === 'maniple') return ours(spec, spec.program ?? program, size);
  if (spec.kind === 'python') return python(spec, size);
  if (spec.kind === 'npm') return npm(spec.file, spec.packages, program, size);
  return spec.library === undefined ? compiled(spec.file, spec.size ?? size) : withLibrary(spec.file, spec.library, size);
}

function ours(spec: Extract<SideSpec, { kind: 'maniple' }>, program: string, size: number): Command {
  const side = fileURLToPath(new URL('./side.js', import.meta.url));
  const config = `${process.env.MANIPLE_CONFIG ?? ''} ${spec.config ?? ''}`.trim();
  return { file: process.execPath, args: [side, program, String(size)], env: { MANIPLE_CONFIG: config, ...spec.env } };
}

/** Our program by the files of a compiled tree, which may be another than this. */
export function programOf(tree: string, program: string, size: number, env: Readonly<Record<string, string>>): Command {
  const side = join(tree, 'dist', 'bench', 'harness', 'side.js');
  return { file: process.execPath, args: [side, program, String(size)], env };
}

/** Sources of rivals stand beside this file's TypeScript; the compiled file is one folder deeper. */
const rivals = fileURLToPath(new URL('../../../bench/rivals/', import.meta.url));

const THREADS = {
  OMP_NUM_THREADS: String(threads),
  OPENBLAS_NUM_THREADS: String(threads),
  NUMBA_NUM_THREADS: String(threads),
  NUMEXPR_NUM_THREADS: String(threads),
};

let interpreters: readonly string[] | null = null;
const modules = new Map<string, string | null>();

function python({ file, entry, module, ranks }: Extract<SideSpec, { kind: 'python' }>, size: number): Command | string {
  const interpreter = interpreterWith(module);
  if (interpreter === null) return `no Python with ${module} (set MANIPLE_PYTHON, or Debian: apt install python3-${module})`;
  const env = { ...THREADS, ...petscEnvironment() };
  const command = { file: interpreter, args: [join(rivals, `${file}.py`), entry, String(size)], env };
  return ranks === true ? withRanks(command, threads) : command;
}

/** The interpreter that has a module, asked for once; null where none has it. */
function interpreterWith(module: string): string | null {
  const known = modules.get(module);
  if (known !== undefined) return known;
  const found = findPython(module);
  modules.set(module, found);
  return found;
}

/** The command that runs a program of `rivals/` as it is, and not as a side; null where no Python has NumPy. */
export const numpyProgram = (path: string, args: readonly string[]): Command | null => pythonProgram('numpy', path, args);

/** The command that runs a program of `rivals/` as it is; null where no Python has SciPy. */
export const scipyProgram = (path: string, args: readonly string[]): Command | null => pythonProgram('scipy', path, args);

function pythonProgram(module: string, path: string, args: readonly string[]): Command | null {
  const interpreter = interpreterWith(module);
  return interpreter === null ? null : { file: interpreter, args: [join(rivals, path), ...args], env: THREADS };
}

/** The first interpreter that has a module; the same for all modules where one has them all. */
function findPython(module: string): string | null {
  interpreters ??= process.env.MANIPLE_PYTHON === undefined ? ['/usr/bin/python3', 'python3'] : [process.env.MANIPLE_PYTHON];
  for (const candidate of interpreters) {
    try {
      execFileSync(candidate, ['-c', `import ${module}`], { stdio: 'ignore', env: { ...process.env, ...petscEnvironment() } });
      return candidate;
    } catch {}
  }
  return null;
}

function npm(file: string, packages: readonly string[], program: string, size: number): Command | string {
  const path = stagedProgram(rivalsFolder(), file, packages);
  if (path === null) return `no npm package ${packages.join(', ')} (npm run bench -- --install-rivals)`;
  return { file: process.execPath, args: [path, program, String(size)] };
}

let buildFolder: string | null = null;
const binaries = new Map<string, string | null>();

/** The flags with which our own kernels are compiled, plus threads. */
const FLAGS = ['-O3', '-march=native', '-ffp-contract=off', '-fno-math-errno', '-fno-trapping-math', '-fopenmp', '-lm'];

function compiled(file: string, size: number): Command | string {
  let binary = binaries.get(file);
  if (binary === undefined) binaries.set(file, (binary = compile(file)));
  if (binary === null) return 'no C compiler with OpenMP';
  return { file: binary, args: [String(size)], env: THREADS };
}

/** A C file that needs a library of Open MPI's, as ranks. */
function withLibrary(file: string, library: string, size: number): Command | string {
  let binary = binaries.get(file);
  if (binary === undefined) binaries.set(file, (binary = compile(file, process.env.MPICC ?? 'mpicc', [`-l${library}`])));
  if (binary === null)
    return `no mpicc with ${library} (Debian: apt install lib${library}-dev libopenmpi-dev libopenblas0-serial openmpi-bin)`;
  return withRanks({ file: binary, args: [String(size)], env: THREADS }, threads);
}

function compile(file: string, compiler = process.env.CC ?? 'cc', libraries: readonly string[] = []): string | null {
  if (buildFolder === null) {
    const folder = mkdtempSync(join(tmpdir(), 'maniple-bench-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    buildFolder = folder;
  }
  const output = join(buildFolder, file);
  const [flags, last] = [FLAGS.slice(0, -1), [...libraries, ...FLAGS.slice(-1)]];
  try {
    execFileSync(compiler, [...flags, join(rivals, `${file}.c`), '-o', output, ...last], { stdio: 'pipe' });
    return output;
  } catch {
    return null;
  }
}
