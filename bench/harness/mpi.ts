/** PETSc and MPI as Debian installs them: where PETSc is, and commands with several ranks where they can be started. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from './connection.js';

const DEFAULT = '/usr/lib/petsc';
const VERSIONS = '/usr/lib/petscdir';

/** What PETSc's Python module has to be told to be found: nothing where it is set or at its default place. */
export function petscEnvironment(): Readonly<Record<string, string>> {
  if (process.env.PETSC_DIR !== undefined || existsSync(DEFAULT) || !existsSync(VERSIONS)) return {};
  const builds = readdirSync(VERSIONS).flatMap((version) => {
    const folder = join(VERSIONS, version);
    return readdirSync(folder)
      .filter((build) => build.endsWith('-real'))
      .map((build) => join(folder, build));
  });
  const newest = builds.sort().at(-1);
  return newest === undefined ? {} : { PETSC_DIR: newest };
}

/** Open MPI refuses to start ranks for root unless its environment says twice that it may. */
function ranksEnvironment(): Readonly<Record<string, string>> {
  return process.getuid?.() === 0 ? { OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1' } : {};
}

let starts: boolean | null = null;

/** The command as so many ranks of one thread; the command itself where `mpirun` is not there or refuses. */
export function withRanks(command: Command, ranks: number): Command {
  starts ??= canStart(ranks);
  if (!starts) return command;
  const env = { ...command.env, ...ranksEnvironment(), OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
  return { file: 'mpirun', args: ['-n', String(ranks), command.file, ...command.args], env };
}

function canStart(ranks: number): boolean {
  try {
    const env = { ...process.env, ...ranksEnvironment() };
    execFileSync('mpirun', ['-n', String(ranks), 'true'], { stdio: 'ignore', timeout: 20_000, env });
    return true;
  } catch {
    return false;
  }
}
