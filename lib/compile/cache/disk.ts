/**
 * Compiled kernels on disk, one sealed shared library each, named by the hash of all that went into it. Files appear by
 * renaming, so processes may share the folder; the least recently used go when it grows too large.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './folder.js';
import { seal, sealed } from './seal.js';

/** Bytes of kernels kept, unless MANIPLE_CACHE_BYTES says otherwise. */
export const CACHE_BYTES = 256 * 1024 * 1024;
/** A hit refreshes a file's time only when it is older than this, to spare the disk. */
const REFRESH_MS = 3600_000;
/** Left-over temporary files older than this are some dead process's. */
const STALE_MS = 3600_000;
/** Kernels between two looks at the folder's size. */
const SWEEP_EVERY = 64;

let untilSweep = 1;

function pathOf(key: string): string {
  return join(cacheFolder(), `${key}.so`);
}

/** Path of the kernel with this key, or null when there is none or it is damaged (then it is removed). */
export function lookUp(key: string): string | null {
  const path = pathOf(key);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (!sealed(path)) {
    remove(key);
    return null;
  }
  if (Date.now() - stat.mtimeMs > REFRESH_MS) touch(path);
  return path;
}

/** A fresh name in the cache folder for a file of this key that is being made. */
export function temporaryName(key: string, suffix: string): string {
  return join(cacheFolder(), `tmp-${key.slice(0, 12)}-${process.pid}-${randomBytes(4).toString('hex')}${suffix}`);
}

/** Takes over a freshly built library and returns the path it has from now on. */
export function keep(key: string, built: string): string {
  seal(built);
  const path = pathOf(key);
  renameSync(built, path);
  if (--untilSweep <= 0) {
    untilSweep = SWEEP_EVERY;
    sweep(cacheFolder(), Number(process.env.MANIPLE_CACHE_BYTES ?? CACHE_BYTES), path);
  }
  return path;
}

/** Forgets a kernel whose file does not load. */
export function remove(key: string): void {
  rmSync(pathOf(key), { force: true });
}

/** Removes stale temporary files, then the least recently used kernels until they fit in `bytes`; spares `latest`. */
export function sweep(folder: string, bytes: number, latest = ''): void {
  const kernels: { path: string; size: number; time: number }[] = [];
  let total = 0;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (name.startsWith('tmp-') && Date.now() - stat.mtimeMs > STALE_MS) rmSync(path, { force: true });
    if (!name.endsWith('.so') || name.startsWith('tmp-')) continue;
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
