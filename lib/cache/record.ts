/**
 * Small JSON records in the cache folder, sealed with their names. A record that is absent, unreadable, changed or under a different
 * name is simply not there.
 */
import { join } from 'node:path';
import { cacheFolder } from './folder.js';
import { readOwn } from './own.js';
import { seal, unseal } from './seal.js';
import { temporaryIn, writeWhole } from './whole.js';

const MOST_BYTES = 1 << 16;

/** A record's value, or undefined. */
export function readRecord(name: string): unknown {
  try {
    const found = readOwn(join(cacheFolder(), name), MOST_BYTES);
    const contents = found == null ? null : unseal(name, found.bytes);
    return contents === null ? undefined : JSON.parse(contents.toString());
  } catch {
    return undefined;
  }
}

/** Writes a record whole or not at all; failing to is not an error. */
export function writeRecord(name: string, value: unknown): void {
  try {
    const folder = cacheFolder();
    writeWhole(join(folder, name), temporaryIn(folder, 'record', '.json'), seal(name, Buffer.from(JSON.stringify(value))));
  } catch {
    return;
  }
}
