/**
 * Another commit of this repository, compiled in a temporary folder: its sources by `git worktree`, the packages of this folder where
 * both name the same ones, the addon of this folder where the sources of both are equal.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of this tree itself, compiled as it is. */
export const OWN = '.';

/** A compiled tree; `close` removes what was made for it. */
export interface Tree {
  readonly folder: string;
  /** Null for this tree, which may have changes that no commit has. */
  readonly commit: string | null;
  close(): void;
}

/** The commit that a name stands for. Throws when git knows none. */
export function commitOf(ref: string, here: string): string {
  try {
    const options = { cwd: here, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`], options).trim();
  } catch (cause) {
    const why =
      (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'git is not installed' : `git knows no commit of that name in ${here}`;
    throw new Error(`--against ${ref}: ${why}; expected a commit, a branch, a tag, or . for this tree`, { cause });
  }
}

/** Compiles a commit beside this folder, or gives this folder. Throws with the messages of the failing command. */
export function checkOut(ref: string, here: string, say: (what: string) => void): Tree {
  if (ref === OWN) return { folder: here, commit: null, close: () => undefined };
  const commit = commitOf(ref, here);
  const folder = join(mkdtempSync(join(tmpdir(), 'maniple-against-')), 'tree');
  const close = (): void => {
    const git = (...args: string[]): void => void execFileSync('git', ['worktree', ...args], { cwd: here, stdio: 'ignore' });
    rmSync(join(folder, '..'), { recursive: true, force: true });
    git('prune');
  };
  const run = (command: string, ...args: string[]): void => runIn(folder, command, args);
  try {
    runIn(here, 'git', ['worktree', 'add', '--quiet', '--detach', folder, commit]);
    if (packagesOf(folder) === packagesOf(here)) symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'));
    else {
      say('its packages are others: npm ci');
      run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline');
    }
    provideAddon(folder, here, commit, say);
    say(`compiling ${commit.slice(0, 9)}`);
    run(process.execPath, join('node_modules', 'typescript', 'bin', 'tsc'), '-p', '.');
    const bundle = join('.ci', 'bundle.mjs');
    if (existsSync(join(folder, bundle))) run(process.execPath, bundle);
    return { folder, commit, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** All packages with their versions. */
function packagesOf(folder: string): string {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>;
  };
  return JSON.stringify(Object.entries(packages).filter(([name]) => name !== ''));
}

/** Copies this folder's addon where `native/` is the same, and builds one else. */
function provideAddon(folder: string, here: string, commit: string, say: (what: string) => void): void {
  const built = join(here, 'build', 'Release');
  const addons = existsSync(built) ? readdirSync(built).filter((name) => name.endsWith('.node')) : [];
  if (addons.length > 0 && sameSources(here, commit)) {
    for (const name of addons) cpSync(join(built, name), join(folder, 'build', 'Release', name));
    return;
  }
  say('its addon is another: building it');
  runIn(folder, process.execPath, [join('native', 'install.mjs')]);
  const made = join(folder, 'build', 'Release');
  if (!existsSync(made) || !readdirSync(made).some((name) => name.endsWith('.node')))
    throw new Error(
      `the addon of ${commit.slice(0, 9)} cannot be built here: see what node native/install.mjs says in a clone of it`,
    );
}

function sameSources(here: string, commit: string): boolean {
  try {
    execFileSync('git', ['diff', '--quiet', commit, '--', 'native', 'CMakeLists.txt'], { cwd: here, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function runIn(cwd: string, command: string, args: readonly string[]): void {
  try {
    execFileSync(command, args, { cwd, stdio: 'pipe', maxBuffer: 1 << 26 });
  } catch (cause) {
    const { stdout, stderr } = cause as { stdout?: Buffer; stderr?: Buffer };
    const said = `${stdout ?? ''}${stderr ?? ''}`.trim().slice(-2000);
    throw new Error(`${[command, ...args].join(' ')} failed: ${said || String(cause)}`, { cause });
  }
}
