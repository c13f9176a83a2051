/**
 * NumPy's `.npz` files: ZIP archives (PKWARE's APPNOTE) of `.npy` files, stored or deflated. Archives of 4 GiB or more, which need
 * ZIP64, are neither written nor read; checksums are written, and not checked when reading.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ArgumentError, FileFormatError } from '../base/index.js';
import type { NDArray } from './ndarray.js';
import { npyBytes, parseNpy } from './npy.js';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const MOST = 2 ** 32 - 2 ** 20;

const table = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = (c & 1) === 0 ? c >>> 1 : (c >>> 1) ^ 0xedb88320;
  return c;
});

function checksum(bytes: Uint8Array): number {
  let c = -1;
  for (let i = 0; i < bytes.length; i++) c = table[(c ^ bytes[i]) & 255] ^ (c >>> 8);
  return (c ^ -1) >>> 0;
}

/** The fields that both kinds of header have, from `version needed` on. */
function fields(name: Buffer, bytes: Uint8Array, held: Uint8Array, deflated: boolean): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x0800, 2);
  header.writeUInt16LE(deflated ? 8 : 0, 4);
  header.writeUInt16LE(0x21, 8);
  header.writeUInt32LE(checksum(bytes), 10);
  header.writeUInt32LE(held.length, 14);
  header.writeUInt32LE(bytes.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** An archive of files by name. Throws `ArgumentError` for more than ZIP without its 64-bit extension holds. */
function archive(files: readonly (readonly [string, Uint8Array])[], deflate: boolean): Buffer {
  const written: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [path, bytes] of files) {
    const name = Buffer.from(path);
    const held = deflate ? deflateRawSync(bytes) : bytes;
    const common = fields(name, bytes, held, deflate);
    directory.push(word(CENTRAL), Buffer.from([20, 0]), common, Buffer.alloc(10), word(at), name);
    written.push(word(LOCAL), common, name, held);
    at += 4 + common.length + name.length + held.length;
    if (at > MOST)
      throw new ArgumentError('savez: the arrays take more than 4 GiB, which such a file does not hold; save them one by one');
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...written, index, word(END), end]);
}

/** Whether bytes are a ZIP archive rather than a `.npy` file. */
export function isArchive(bytes: Buffer): boolean {
  return bytes.length >= 4 && (bytes.readUInt32LE(0) === LOCAL || bytes.readUInt32LE(0) === END);
}

/** The files of an archive, by the names in its directory. Throws `FileFormatError`. */
function* filesIn(archive: Buffer, path: string): Generator<[string, Buffer]> {
  const end = archive.lastIndexOf(word(END));
  if (end < 0)
    throw new FileFormatError(`load: ${path} is cut short: it has no directory, as archives of arrays (.npz) have at their end`);
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new FileFormatError(`load: ${path} is damaged: its directory cannot be read`);
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const lengths = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const name = archive.toString('utf8', at + 46, at + 46 + lengths[0]);
    const local = archive.readUInt32LE(at + 42);
    if (size === 0xffffffff || local === 0xffffffff)
      throw new FileFormatError(`load: ${path} is larger than 4 GiB; save its arrays one by one (.npy)`);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const held = archive.subarray(start, start + size);
    if (method !== 0 && method !== 8)
      throw new FileFormatError(`load: ${path} is compressed in a way (${method}) that is not known`);
    yield [name, method === 8 ? inflateRawSync(held) : held];
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
}

/** The arrays of an archive by name. */
export async function parseArchive(bytes: Buffer, path: string): Promise<Record<string, NDArray>> {
  const arrays: Record<string, NDArray> = {};
  try {
    for (const [name, file] of filesIn(bytes, path)) {
      if (name.endsWith('.npy')) arrays[name.slice(0, -4)] = await parseNpy(file, `${path}: ${name}`);
    }
  } catch (cause) {
    if (cause instanceof FileFormatError) throw cause;
    throw new FileFormatError(`load: ${path} is damaged: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  return arrays;
}

async function saveAll(path: string, arrays: Readonly<Record<string, NDArray>>, deflate: boolean): Promise<void> {
  const files: [string, Uint8Array][] = [];
  for (const [name, x] of Object.entries(arrays)) files.push([`${name}.npy`, await npyBytes(x)]);
  await writeFile(path, archive(files, deflate));
}

/**
 * Writes arrays by name to a `.npz` file that NumPy reads. Throws `ArgumentError` for more than 4 GiB.
 *
 * @example
 * await np.savez('both.npz', { a: np.arange(3), b: np.ones([2, 2]) });
 */
export function savez(path: string, arrays: Readonly<Record<string, NDArray>>): Promise<void> {
  return saveAll(path, arrays, false);
}

/**
 * As `savez`, with compression.
 *
 * @example
 * await np.savezCompressed('zeros.npz', { zeros: np.zeros(1000) });
 */
export function savezCompressed(path: string, arrays: Readonly<Record<string, NDArray>>): Promise<void> {
  return saveAll(path, arrays, true);
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
  const bytes = await readFile(path);
  if (!isArchive(bytes))
    throw new FileFormatError(`loadz: ${path} is no archive of arrays (.npz); read a single array (.npy) with load`);
  return parseArchive(bytes, path);
}
