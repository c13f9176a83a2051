/** Files of the cache folder that are there whole or not at all. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fresh name in a folder for a file that is being made: `sweep` of the kernels' cache removes leftovers. */
export function temporaryIn(folder: string, key: string, suffix: string): string {
  return join(folder, `tmp-${key.slice(0, 12)}-${process.pid}-${Math.random().toString(36).slice(2)}${suffix}`);
}

/** Writes a file, for this user alone unless `mode` says otherwise, which is there whole or not at all. */
export function writeWhole(path: string, temporary: string, bytes: Uint8Array, mode = 0o600): void {
  try {
    writeFileSync(temporary, bytes, { flag: 'wx', mode });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
