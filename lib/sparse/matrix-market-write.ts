/** Writes sparse matrices as Matrix Market files: coordinate, real; numbers as JavaScript prints them, so that they read back alike. */
import { replaceFile } from '../files/index.js';
import { runtime } from '../runtime/index.js';
import type { CsrArray } from './csr.js';

/** Options of `writeMatrixMarket`. */
export interface WriteOptions {
  /** `symmetric` writes the lower triangle only, and trusts that the upper mirrors it; default `general`. */
  readonly symmetry?: 'general' | 'symmetric';
}

/** Lines that are written at a time. */
const LINES = 2 ** 16;

/**
 * Writes a matrix to a Matrix Market file. A file that is there is replaced when all is written. Rejects with `FileError`.
 *
 * @example
 * await sparse.writeMatrixMarket('poisson.mtx', sparse.poisson2d(100), { symmetry: 'symmetric' });
 */
export async function writeMatrixMarket(path: string, matrix: CsrArray, options: WriteOptions = {}): Promise<void> {
  const symmetry = options.symmetry ?? 'general';
  const rt = runtime();
  const [ptr, col, value] = await Promise.all([rt.read(matrix.indptr), rt.read(matrix.indices), rt.read(matrix.data)]);
  const lines: string[] = [];
  for (let i = 0; i < matrix.shape[0]; i++) {
    for (let k = Number(ptr[i]); k < Number(ptr[i + 1]); k++) {
      if (symmetry === 'general' || Number(col[k]) <= i) lines.push(`${i + 1} ${Number(col[k]) + 1} ${value[k]}`);
    }
  }
  const header = `%%MatrixMarket matrix coordinate real ${symmetry}\n${matrix.shape.join(' ')} ${lines.length}\n`;
  await replaceFile('writeMatrixMarket', path, async (sink) => {
    await sink.write(header);
    for (let at = 0; at < lines.length; at += LINES) await sink.write(`${lines.slice(at, at + LINES).join('\n')}\n`);
  });
}
