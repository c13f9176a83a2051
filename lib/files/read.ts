/**
 * Reading: pipes, and regular files, with a length that is known before a header in them is believed. Folders and devices are refused:
 * `/dev/zero` has no end.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { isatty } from 'node:tty';
import { FileError, OutOfMemoryError } from '../base/index.js';
import { noteProgress } from '../profile/index.js';
import { failed, pathOf } from './failure.js';
import { PIECE, type Source } from './source.js';

/** A file as a source, which is closed by its owner. */
export class FileSource implements Source {
  readonly operation: string;
  readonly path: string;
  readonly #file: FileHandle;
  /** Bytes of a regular file; null for a pipe. */
  readonly size: number | null;
  #at = 0;

  private constructor(operation: string, path: string, file: FileHandle, size: number | null) {
    this.operation = operation;
    this.path = path;
    this.#file = file;
    this.size = size;
  }

  /** Opens a file. Rejects with `FileError`. */
  static async open(operation: string, given: string | URL): Promise<FileSource> {
    const path = pathOf(operation, given);
    let file: FileHandle | undefined;
    try {
      file = await open(path);
      const found = await file.stat();
      if (found.isFile()) return new FileSource(operation, path, file, found.size);
      if (found.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
      if (found.isFIFO() || found.isSocket() || isatty(file.fd)) return new FileSource(operation, path, file, null);
      throw new FileError(`${operation}: ${path}: cannot be read: expected a file or a pipe, got a device`, { path });
    } catch (cause) {
      await file?.close();
      throw failed(operation, path, 'read', cause);
    }
  }

  get left(): number | null {
    return this.size === null ? null : Math.max(0, this.size - this.#at);
  }

  async read(into: Uint8Array): Promise<number> {
    const count = await this.#fill(into, this.size === null ? null : this.#at);
    this.#at += count;
    return count;
  }

  /** As `read`, from `start` on, of a regular file; goes nowhere itself. */
  readAt(into: Uint8Array, start: number): Promise<number> {
    return this.#fill(into, start);
  }

  async #fill(into: Uint8Array, start: number | null): Promise<number> {
    let count = 0;
    try {
      while (count < into.length) {
        const place = start === null ? null : start + count;
        const { bytesRead } = await this.#file.read(into, count, Math.min(PIECE, into.length - count), place);
        if (bytesRead === 0) break;
        count += bytesRead;
        // A file of one piece takes no time that anything need be said of.
        if (this.size !== null && this.size > PIECE) noteProgress(`reading ${this.path}`, (start ?? 0) + count, this.size);
      }
    } catch (cause) {
      throw failed(this.operation, this.path, 'read', cause);
    }
    return count;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** All bytes of a file. Rejects with `FileError`, and with `OutOfMemoryError` when they do not fit. */
export async function readWhole(operation: string, given: string | URL): Promise<Uint8Array> {
  const source = await FileSource.open(operation, given);
  try {
    return source.size === null ? await untilEnd(source) : await known(source, source.size);
  } finally {
    await source.close();
  }
}

async function known(source: FileSource, size: number): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(size);
  } catch (cause) {
    throw new OutOfMemoryError(`${source.operation}: no memory for the ${size} bytes of ${source.path}`, { cause });
  }
  return bytes.subarray(0, await source.read(bytes));
}

async function untilEnd(source: FileSource): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const piece = new Uint8Array(2 ** 16);
    const count = await source.read(piece);
    pieces.push(piece.subarray(0, count));
    if (count < piece.length) return Buffer.concat(pieces);
  }
}
