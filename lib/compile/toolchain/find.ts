/**
 * Where a C compiler may be: MANIPLE_CC, CC, then `cc`, `gcc` and `clang` on PATH. Nothing is run here; a candidate is a
 * command line whose program exists, with a stamp that changes when the program does.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

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
    const path = onPath(program, env.PATH ?? '');
    if (path !== null) found.push({ command: [path, ...rest], stamp: stampOf(path) });
  }
  return found;
}

function onPath(program: string, path: string): string | null {
  const folders = program.includes('/') ? [''] : path.split(delimiter).filter((folder) => folder !== '');
  for (const folder of folders) {
    const full = folder === '' ? program : join(folder, program);
    try {
      accessSync(full, constants.X_OK);
      if (statSync(full).isFile()) return full;
    } catch {}
  }
  return null;
}

function stampOf(path: string): string {
  const real = realpathSync(path);
  const { size, mtimeMs } = statSync(real);
  return `${real} ${size} ${mtimeMs}`;
}
