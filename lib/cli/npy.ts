/** Vectors in NumPy's .npy files. */
import { load, type NDArray, reshape } from '../array/index.js';
import { FileFormatError } from '../base/index.js';

/** The vector, or matrix of one row or column, in a .npy file. Rejects with `FileFormatError` and `FileError`. */
export async function readVector(path: string): Promise<NDArray> {
  const found = await load(path);
  if (found.shape.filter((n) => n !== 1).length > 1) {
    throw new FileFormatError(`${path}: expected a vector, got an array of (${found.shape.join(', ')})`);
  }
  return reshape(found, [found.size]).astype('float64');
}
