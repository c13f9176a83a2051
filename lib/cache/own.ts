/**
 * Reads a file of the cache folder. Everything is decided on the file that was opened, not on its name: a link, a pipe, a file that
 * a different user can have written, or one that is too large, has no contents.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { isOwn } from './trust.js';

interface OwnFile {
  readonly bytes: Buffer;
  /** When it was written or last used, in milliseconds. */
  readonly time: number;
}

// A pipe without a writer would keep an ordinary open waiting.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The file's bytes; undefined where there is none, null where it is not to be used. Never throws. */
export function readOwn(path: string, most: number): OwnFile | null | undefined {
  let file: number;
  try {
    file = openSync(path, FLAGS);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : null;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || !isOwn(stat) || stat.size > most) return null;
    return { bytes: readFileSync(file), time: stat.mtimeMs };
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}
