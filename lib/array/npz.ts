/**
 * NumPy's `.npz` files: ZIP archives of `.npy` files, stored or deflated, of any size. The library yauzl reads their directories, the
 * files in them are read here, at once and with a look at their checksums.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { FileFormatError } from '../base/index.js';
import { PIECE, replaceFile } from '../files/index.js';
import type { NDArray } from './ndarray.js';
import { npyParts, parseNpy } from './npy.js';
import { checksum, pieces, ZipWriter } from './zip.js';

const STORED = 0;
const DEFLATED = 8;
/** Deflated data is at most so many times as long as what it is deflated to. */
const MOST_INFLATED = 1032;

/** The file's first bytes say whether it is an archive. */
async function isArchive(file: FileHandle): Promise<boolean> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return bytesRead === 4 && ['PK\x03\x04', 'PK\x05\x06'].includes(buffer.toString('latin1'));
}

/** The contents of a file of the archive. Throws for what is cut short, or is not what was written. */
async function contents(archive: ZipFile, file: FileHandle, entry: Entry): Promise<Buffer> {
  const { fileName, compressionMethod, uncompressedSize, compressedSize } = entry;
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw new Error(`${fileName} is compressed in a way (${compressionMethod}) that is not known`);
  const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry, { minimal: true });
  const { size } = await file.stat();
  if (fileDataStart + compressedSize > size || uncompressedSize > MOST_INFLATED * (compressedSize + 1))
    throw new Error(`${fileName} has impossible lengths`);
  const held = await bytesAt(file, fileDataStart, compressedSize);
  const bytes = compressionMethod === STORED ? held : await inflated(held, uncompressedSize);
  if (bytes.length !== uncompressedSize) throw new Error(`${fileName} has another length than its directory says`);
  if (checksum(bytes, 0) !== entry.crc32) throw new Error(`the checksum of ${fileName} is another`);
  return bytes;
}

async function bytesAt(file: FileHandle, start: number, size: number): Promise<Buffer> {
  const bytes = Buffer.from(new ArrayBuffer(size));
  let at = 0;
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, Math.min(PIECE, size - at), start + at);
    if (bytesRead === 0) throw new Error('it ends before its files do');
    at += bytesRead;
  }
  return bytes;
}

async function inflated(held: Buffer, size: number): Promise<Buffer> {
  const bytes = Buffer.from(new ArrayBuffer(size));
  let at = 0;
  for await (const piece of Readable.from(pieces([held])).pipe(createInflateRaw({ chunkSize: 2 ** 20 }))) {
    if (at + piece.length > size) return bytes.subarray(0, 0);
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes.subarray(0, at);
}

/** The arrays of an archive by name. */
async function arraysIn(path: string, file: FileHandle): Promise<Record<string, NDArray>> {
  const { fromFdPromise } = (await import('yauzl')).default;
  const arrays: Record<string, NDArray> = {};
  try {
    const archive = await fromFdPromise(file.fd, { autoClose: false });
    for await (const entry of archive.eachEntry()) {
      const name = entry.fileName;
      if (name.endsWith('.npy'))
        arrays[name.slice(0, -4)] = await parseNpy(await contents(archive, file, entry), `${path}: ${name}`);
    }
  } catch (cause) {
    if (cause instanceof FileFormatError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FileFormatError(`loadz: ${path} is damaged or cut short: ${reason}`, { cause });
  }
  return arrays;
}

async function saveAll(
  operation: string,
  path: string,
  arrays: Readonly<Record<string, NDArray>>,
  deflate: boolean,
): Promise<void> {
  await replaceFile(operation, path, async (sink) => {
    const archive = new ZipWriter(sink);
    for (const [name, x] of Object.entries(arrays)) await archive.add(`${name}.npy`, await npyParts(x), deflate);
    await archive.end();
  });
}

/**
 * Writes arrays by name to a `.npz` file that NumPy reads.
 *
 * @example
 * await np.savez('both.npz', { a: np.arange(3), b: np.ones([2, 2]) });
 */
export function savez(path: string, arrays: Readonly<Record<string, NDArray>>): Promise<void> {
  return saveAll('savez', path, arrays, false);
}

/**
 * As `savez`, with compression.
 *
 * @example
 * await np.savezCompressed('zeros.npz', { zeros: np.zeros(1000) });
 */
export function savezCompressed(path: string, arrays: Readonly<Record<string, NDArray>>): Promise<void> {
  return saveAll('savezCompressed', path, arrays, true);
}

/**
 * The arrays of a `.npz` file, by name. Rejects with `FileFormatError` for what is no such file, and as `load` does.
 *
 * @example
 * await np.savez('one.npz', { a: np.arange(3) });
 * const { a } = await np.loadz('one.npz');
 * await a.tolist(); // [0, 1, 2]
 */
export async function loadz(path: string): Promise<Record<string, NDArray>> {
  const file = await open(path);
  try {
    if (await isArchive(file)) return await arraysIn(path, file);
    throw new FileFormatError(`loadz: ${path} is no archive of arrays (.npz); read a single array (.npy) with load`);
  } finally {
    await file.close();
  }
}
