/**
 * Compiled kernels on disk, one sealed shared library each, named for all that went into it. Files appear by
 * renaming, so processes may share the folder; the least recently used go when it grows too large.
 */
import { lstatSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, notify, numberFrom, readOwn, seal, temporaryIn, unseal, writeWhole } from '../../cache/index.js';

/** Bytes of kernels kept, unless MANIPLE_CACHE_BYTES says otherwise. */
const CACHE_BYTES = 256 * 1024 * 1024;
/** A file larger than this is no kernel. */
const MOST_BYTES = 64 * 1024 * 1024;
/** A hit refreshes a file's time only when it is older than this, to spare the disk. */
const REFRESH_MS = 3600_000;
/** Left-over temporary files older than this are some dead process's. */
const STALE_MS = 3600_000;
/** Kernels between two looks at the folder's size. */
const SWEEP_EVERY = 64;
/** Names of kernels: nothing else in the folder counts as one. */
const KERNEL = /^[0-9a-f]+\.so$/;

let untilSweep = 1;

function pathOf(key: string): string {
  return join(cacheFolder(), `${key}.so`);
}

/** The result of `lookUp`: the library's bytes, no file, or a file that is not this kernel's and was removed. */
export type Found = Buffer | 'absent' | 'refused';

/**
 * The kernel with this key, if its file is this user's, whole, and sealed with this label. Never throws because of the folder's contents.
 */
export function lookUp(key: string, label: string): Found {
  const path = pathOf(key);
  const file = readOwn(path, MOST_BYTES);
  if (file === undefined) return 'absent';
  const image = file === null ? null : unseal(label, file.bytes);
  if (file === null || image === null) {
    remove(key);
    return 'refused';
  }
  if (Date.now() - file.time > REFRESH_MS) touch(path);
  return image;
}

/** A fresh name in the cache folder for a file of this key that is being made. */
export function temporaryName(key: string, suffix: string): string {
  return temporaryIn(cacheFolder(), key, suffix);
}

/** The bytes of a library that the compiler wrote under a temporary name, which is gone afterwards. Throws when there is none. */
export function collect(built: string): Buffer {
  try {
    return readFileSync(built);
  } finally {
    rmSync(built, { force: true });
  }
}

/** Keeps a library for later processes. A disk that does not take it costs them time and nothing else: one notice. */
export function keep(key: string, label: string, image: Uint8Array): void {
  try {
    writeWhole(pathOf(key), temporaryName(key, '.so'), seal(label, image));
    if (--untilSweep > 0) return;
    untilSweep = SWEEP_EVERY;
    sweep(cacheFolder(), numberFrom('MANIPLE_CACHE_BYTES', CACHE_BYTES, 0), pathOf(key));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    notify(`compiled kernels cannot be kept in ${cacheFolder()} (${reason}): later processes compile them anew`);
  }
}

/** Forgets a kernel; an entry that cannot be removed, such as a folder of its name, stays. */
export function remove(key: string): void {
  try {
    rmSync(pathOf(key), { force: true });
  } catch {
    return;
  }
}

/** Removes stale temporary files, then the least recently used kernels until they fit in `bytes`; spares `latest`. */
export function sweep(folder: string, bytes: number, latest = ''): void {
  const kernels: { path: string; size: number; time: number }[] = [];
  let total = 0;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || stat.isDirectory()) continue;
    if (name.startsWith('tmp-') && Date.now() - stat.mtimeMs > STALE_MS) rmSync(path, { force: true });
    if (!KERNEL.test(name)) continue;
    kernels.push({ path, size: stat.size, time: stat.mtimeMs });
    total += stat.size;
  }
  kernels.sort((a, b) => a.time - b.time);
  for (const { path, size } of kernels) {
    if (total <= bytes) return;
    if (path === latest) continue;
    rmSync(path, { force: true });
    total -= size;
  }
}

function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    return;
  }
}
