/** Vectors in NumPy's .npy files, with errors that name the file. */
import { load, type NDArray, reshape, save } from '../array/index.js';
import { FileFormatError, ManipleError } from '../base/index.js';

/** The vector, or matrix of one row or column, in a .npy file. Rejects with `FileFormatError`. */
export async function readVector(path: string): Promise<NDArray> {
  const found = await named(path, 'read', () => load(path));
  if (found.shape.filter((n) => n !== 1).length > 1) {
    throw new FileFormatError(`${path}: expected a vector, got an array of (${found.shape.join(', ')})`);
  }
  return reshape(found, [found.size]).astype('float64');
}

/** Writes a vector as a .npy file. Rejects with `FileFormatError`. */
export async function writeVector(path: string, x: NDArray): Promise<void> {
  await named(path, 'written', () => save(path, x));
}

/** Turns the system's refusals into an error that names the file. */
async function named<T>(path: string, done: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ManipleError) throw cause;
    throw new FileFormatError(
      `${path}: cannot be ${done}: ${cause instanceof Error ? cause.message.split(',')[0] : String(cause)}`,
      { cause },
    );
  }
}
