/** Small JSON records in the cache folder. A record that is absent, unreadable or not JSON is simply not there. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './folder.js';

/** A record's value, or undefined. */
export function readRecord(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(cacheFolder(), name), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a record whole or not at all; failing to is not an error. */
export function writeRecord(name: string, value: unknown): void {
  try {
    const path = join(cacheFolder(), name);
    const temporary = `${path}.${process.pid}.tmp`;
    writeFileSync(temporary, JSON.stringify(value));
    renameSync(temporary, path);
  } catch {
    return;
  }
}
