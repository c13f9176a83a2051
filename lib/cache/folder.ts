/**
 * The folder of compiled kernels: MANIPLE_CACHE, else `maniple` in the XDG cache. Files in it are loaded and run, so it must be this
 * user's alone (`trust.ts`); where it is not, or cannot be written, a private one in the temporary folder takes its place.
 */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { DeviceError } from '../base/index.js';
import { makeFolder } from './make-folder.js';
import { notify } from './notice.js';
import { whyUntrusted } from './trust.js';

let folder: string | DeviceError | null = null;

const ADVICE = 'Set MANIPLE_CACHE to a folder that you alone can write';

/**
 * The folder, made when it is not there. Where it cannot be used: one in the temporary folder, with one notice. Throws
 * `DeviceError`, with one notice too, where there is none that can.
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
  let problem: string;
  try {
    const wanted = wantedFolder(process.env);
    const reason = whyUnusable(wanted);
    if (reason === null) return wanted;
    problem = `cannot keep compiled kernels in ${wanted} (${reason})`;
  } catch (error) {
    problem = `cannot tell where to keep compiled kernels (${messageOf(error)})`;
  }
  try {
    const fallback = temporaryFolder();
    notify(`${problem}; using ${fallback}. ${ADVICE}`);
    return fallback;
  } catch (error) {
    const text = `${problem}, nor in ${tmpdir()} (${messageOf(error)}): nothing is compiled, and kernels run slower. ${ADVICE}`;
    notify(text);
    return new DeviceError(text);
  }
}

/** Where kernels go by the environment's wish: MANIPLE_CACHE from the working folder, XDG_CACHE_HOME only where it is absolute. */
export function wantedFolder(env: NodeJS.ProcessEnv): string {
  if (env.MANIPLE_CACHE) return resolve(env.MANIPLE_CACHE);
  const xdg = env.XDG_CACHE_HOME ?? '';
  return join(isAbsolute(xdg) ? xdg : join(homedir(), '.cache'), 'maniple');
}

/** Makes a folder if need be; why it cannot be used, or null. */
function whyUnusable(path: string): string | null {
  try {
    makeFolder(path);
    const reason = whyUntrusted(path);
    if (reason === null) accessSync(path, constants.W_OK | constants.X_OK);
    return reason;
  } catch (error) {
    return messageOf(error);
  }
}

/** One that later processes of this user find again; where that name is taken, one for this process. Throws for neither. */
function temporaryFolder(): string {
  const shared = join(tmpdir(), `maniple-${process.geteuid?.() ?? 'user'}`);
  if (whyUnusable(shared) === null) return shared;
  const own = mkdtempSync(join(tmpdir(), 'maniple-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  const reason = whyUnusable(own);
  if (reason !== null) throw new DeviceError(reason);
  return own;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
