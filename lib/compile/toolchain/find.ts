/**
 * Where a C compiler may be: MANIPLE_CC, CC, then `cc`, `gcc` and `clang` on PATH. Nothing is run here; a candidate is a command line with
 * a program that exists, and a stamp that changes when the program does.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

export interface Candidate {
  /** The program's path and arguments that belong to it (CC may be `ccache gcc`). */
  readonly command: readonly string[];
  /** Path, size and modification time of the program. */
  readonly stamp: string;
}

/** Compilers to try, best first. MANIPLE_CC, where set, is the only one; `none` switches the C tier off. */
export function candidates(env: NodeJS.ProcessEnv = process.env): Candidate[] {
  const names = env.MANIPLE_CC ? [env.MANIPLE_CC] : [env.CC ?? '', 'cc', 'gcc', 'clang'];
  const found: Candidate[] = [];
  for (const name of names) {
    const [program, ...rest] = name.split(/\s+/).filter((word) => word !== '');
    if (program === undefined || program === 'none') continue;
    const candidate = onPath(program, rest, env.PATH ?? '');
    if (candidate !== null) found.push(candidate);
  }
  return found;
}

/** Folders of PATH that depend on the working folder are passed over: no file beside the user's data is run for its name. */
function onPath(program: string, rest: readonly string[], path: string): Candidate | null {
  const places = program.includes('/')
    ? [resolve(program)]
    : path.split(delimiter).flatMap((folder) => (isAbsolute(folder) ? [join(folder, program)] : []));
  for (const full of places) {
    try {
      // Most folders of PATH have no such file: that throws nothing here, since an error with its stack takes longer than the look.
      if (statSync(full, { throwIfNoEntry: false })?.isFile() !== true) continue;
      accessSync(full, constants.X_OK);
      return { command: [full, ...rest], stamp: stampOf(full) };
    } catch {}
  }
  return null;
}

function stampOf(path: string): string {
  const real = realpathSync.native(path);
  const { size, mtimeMs } = statSync(real);
  return `${real} ${size} ${mtimeMs}`;
}
