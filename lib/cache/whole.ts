/** Files of the cache folder that are there whole or not at all. */
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fresh name in a folder for a file that is being made: `sweep` of the kernels' cache removes leftovers. */
export function temporaryIn(folder: string, key: string, suffix: string): string {
  return join(folder, `tmp-${key.slice(0, 12)}-${process.pid}-${randomBytes(8).toString('hex')}${suffix}`);
}

/** Writes a file for this user alone, which is there whole or not at all. */
export function writeWhole(path: string, temporary: string, bytes: Uint8Array): void {
  try {
    writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
