/**
 * The folder of compiled kernels: MANIPLE_CACHE, else `maniple` in the XDG cache. What is in it gets loaded and run, so a
 * fallback in the shared temporary folder must be this user's alone.
 */
import { accessSync, constants, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DeviceError } from '../../base/index.js';

let folder: string | DeviceError | null = null;

/**
 * The folder, made when it is not there. Where it cannot be written: one in the temporary folder, with one notice. Throws
 * `DeviceError`, with one notice too, where nothing can be written.
 */
export function cacheFolder(): string {
  folder ??= prepare();
  if (folder instanceof DeviceError) throw folder;
  return folder;
}

/** Forgets the folder, for tests that change the environment. */
export function forgetCacheFolder(): void {
  folder = null;
}

function prepare(): string | DeviceError {
  const wanted = wantedFolder(process.env);
  const reason = makeWritable(wanted);
  if (reason === null) return wanted;
  const problem = `cannot write compiled kernels to ${wanted} (${reason})`;
  try {
    const fallback = temporaryFolder();
    notify(`${problem}; using ${fallback}. Set MANIPLE_CACHE to a writable folder`);
    return fallback;
  } catch {
    const text = `${problem}, nor to ${tmpdir()}: nothing is compiled, and kernels run slower. Set MANIPLE_CACHE to a writable folder`;
    notify(text);
    return new DeviceError(text);
  }
}

function notify(text: string): void {
  process.emitWarning(text, { type: 'ManipleWarning', code: 'MANIPLE_CACHE' });
}

/** Where kernels go by the environment's wish. */
export function wantedFolder(env: NodeJS.ProcessEnv): string {
  if (env.MANIPLE_CACHE) return resolve(env.MANIPLE_CACHE);
  return join(env.XDG_CACHE_HOME ? resolve(env.XDG_CACHE_HOME) : join(homedir(), '.cache'), 'maniple');
}

function makeWritable(path: string): string | null {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function temporaryFolder(): string {
  const uid = process.getuid?.() ?? 0;
  const path = join(tmpdir(), `maniple-${uid}`);
  if (makeWritable(path) === null) {
    const { uid: owner, mode } = lstatSync(path);
    if (owner === uid && (mode & 0o022) === 0 && (mode & 0o170000) === 0o040000) return path;
  }
  return mkdtempSync(join(tmpdir(), 'maniple-'));
}
