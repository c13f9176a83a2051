/**
 * Writing: the new contents go to a temporary file in the same folder, to the disk, and then take the place of the old file by one
 * `rename`, which the system does whole or not at all. However a process or a machine ends, the path has the old or the new file.
 *
 *     .maniple-4711-….tmp  written, fsync   →   rename   →   x.npy   →   fsync of the folder
 *
 * Symbolic links are followed, mode and owner of an existing file are kept; a file that may not be written is not replaced either.
 * Pipes and devices have no contents to lose and are written as they are. Hard links to the old file keep the old contents.
 */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { access, type FileHandle, open, readlink, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { failed, pathOf } from './failure.js';
import { PIECE } from './source.js';

/** The file that is being written. */
export class FileSink {
  readonly #file: FileHandle;
  /** Bytes written so far. */
  at = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Appends bytes, or a text as UTF-8. */
  async write(contents: Uint8Array | string): Promise<void> {
    const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
    for (let at = 0; at < bytes.byteLength; ) {
      const { bytesWritten } = await this.#file.write(bytes, at, Math.min(PIECE, bytes.byteLength - at));
      at += bytesWritten;
    }
    this.at += bytes.byteLength;
  }
}

/** Writes a file by `write`; the path keeps its old file unless all of that succeeds. Rejects with `FileError`, or as `write` does. */
export async function replaceFile(
  operation: string,
  given: string | URL,
  write: (sink: FileSink) => Promise<void>,
): Promise<void> {
  const path = pathOf(operation, given);
  try {
    const place = await placeOf(path);
    await (place.special ? writeTo(place.target, write) : replace(place, write));
  } catch (cause) {
    throw failed(operation, path, 'written', cause);
  }
}

interface Place {
  /** Where symbolic links lead. */
  readonly target: string;
  readonly old: fs.Stats | null;
  /** A pipe or a device. */
  readonly special: boolean;
}

const MOST_LINKS = 40;
/** Links of the system to files that the process has open, such as `/dev/stdout`: written where the process stands in them. */
const SYSTEM = /^\/(dev|proc)\//;

async function placeOf(path: string): Promise<Place> {
  let target = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    const next = await readlink(target).catch(() => null);
    if (next === null) break;
    if (SYSTEM.test(target)) return { target, old: null, special: true };
    target = resolve(dirname(target), next);
  }
  const old = await statOf(target);
  if (old?.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
  if (old?.isFile()) await access(target, fs.constants.W_OK);
  return { target, old, special: old !== null && !old.isFile() };
}

async function statOf(path: string): Promise<fs.Stats | null> {
  try {
    return await stat(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
}

function temporaryFor(target: string): string {
  return join(dirname(target), `.maniple-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
}

async function writeTo(path: string, write: (sink: FileSink) => Promise<void>): Promise<void> {
  const file = await open(path, 'w');
  try {
    await write(new FileSink(file));
  } finally {
    await file.close();
  }
}

/** Temporary files that are there, for programs that end by `process.exit` meanwhile. */
const pending = new Set<string>();

function addPending(path: string): void {
  if (pending.size === 0 && !process.listeners('exit').includes(removePending)) process.on('exit', removePending);
  pending.add(path);
}

function removePending(): void {
  for (const path of pending) fs.rmSync(path, { force: true });
}

async function replace({ target, old }: Place, write: (sink: FileSink) => Promise<void>): Promise<void> {
  const temporary = temporaryFor(target);
  const file = await open(temporary, 'wx');
  addPending(temporary);
  try {
    try {
      await write(new FileSink(file));
      if (old !== null) await keepIdentity(file, old);
      await synced(file);
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  } finally {
    pending.delete(temporary);
  }
  await syncFolder(dirname(target));
}

/** Mode and, where this process may, owner of the file that goes. */
async function keepIdentity(file: FileHandle, old: fs.Stats): Promise<void> {
  const own = await file.stat();
  if (own.uid !== old.uid || own.gid !== old.gid) await file.chown(old.uid, old.gid).catch(() => undefined);
  if ((own.mode & 0o7777) !== (old.mode & 0o7777)) await file.chmod(old.mode & 0o7777);
}

/** File systems without the operation: some network ones, folders on Windows. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS', 'EISDIR', 'EPERM', 'EACCES', 'EBADF']);

async function synced(file: FileHandle): Promise<void> {
  try {
    await file.sync();
  } catch (cause) {
    if (!UNSUPPORTED.has((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
  }
}

/** The new name goes to the disk, too. */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | undefined;
  try {
    folder = await open(path);
    await synced(folder);
  } catch (cause) {
    if (!UNSUPPORTED.has((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
  } finally {
    await folder?.close();
  }
}
