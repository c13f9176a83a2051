/** Vectors in NumPy's .npy files. */
import { readFile, writeFile } from 'node:fs/promises';
import { dump, parse } from 'npyjs';
import { FileFormatError } from '../base/index.js';

/** The numbers of a .npy file that holds a vector, or a matrix of one column or row. Rejects with `FileFormatError`. */
export async function readVector(path: string): Promise<Float64Array> {
  let found: ReturnType<typeof parse>;
  try {
    const bytes = await readFile(path);
    found = parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split(',')[0] : String(cause);
    throw new FileFormatError(`${path}: expected a .npy file: ${reason}`, { cause });
  }
  if (found.shape.filter((n) => n !== 1).length > 1) {
    throw new FileFormatError(`${path}: expected a vector, got an array of (${found.shape.join(', ')})`);
  }
  if (!(found.data instanceof Float64Array || found.data instanceof Float32Array || found.data instanceof Int32Array || found.data instanceof BigInt64Array)) {
    throw new FileFormatError(`${path}: expected numbers (f8, f4, i8 or i4), got dtype ${found.dtype}`);
  }
  return Float64Array.from(found.data as ArrayLike<number>, Number);
}

/** Writes a vector as a .npy file of float64. */
export async function writeVector(path: string, values: Float64Array): Promise<void> {
  try {
    await writeFile(path, new Uint8Array(dump(values, [values.length])));
  } catch (cause) {
    throw new FileFormatError(`${path}: cannot be written: ${cause instanceof Error ? cause.message.split(',')[0] : String(cause)}`, { cause });
  }
}
