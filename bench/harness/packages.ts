/**
 * Rivals from npm. They are no dependencies of this package: `npm run bench -- --install-rivals` puts the versions that
 * `rivals/npm/package.json` names into a folder of their own, and the programs of `rivals/npm/` run there, so that they import
 * packages as any program does.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../../../bench/rivals/npm/', import.meta.url));
const MANIFEST = 'package.json';

/** Where packages are installed: MANIPLE_RIVALS, else a folder in the user's cache. */
export function rivalsFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.MANIPLE_RIVALS) return resolve(env.MANIPLE_RIVALS);
  return join(env.XDG_CACHE_HOME ? resolve(env.XDG_CACHE_HOME) : join(homedir(), '.cache'), 'maniple-rivals');
}

/** Installs all of them; throws what npm said where it failed. */
export function installRivals(folder: string): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(sources, MANIFEST), join(folder, MANIFEST));
  const args = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.error !== undefined) throw new Error(`npm cannot be started: ${done.error.message}`);
  if (done.status !== 0) throw new Error(`npm install in ${folder} ended with status ${done.status}`);
}

const staged = new Set<string>();

/** The path of a rival's program where its packages are found, in the versions asked for; null where one of them is not. */
export function stagedProgram(folder: string, file: string, packages: readonly string[]): string | null {
  const { dependencies }: { dependencies: Record<string, string> } = readJson(join(sources, MANIFEST));
  for (const name of packages) {
    const manifest = join(folder, 'node_modules', name, MANIFEST);
    if (!existsSync(manifest)) return null;
    const { version }: { version: string } = readJson(manifest);
    if (version !== (dependencies[name] ?? version)) return null;
  }
  if (!staged.has(folder)) {
    for (const name of readdirSync(sources)) copyFileSync(join(sources, name), join(folder, name));
    staged.add(folder);
  }
  return join(folder, `${file}.mjs`);
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8'));
}
