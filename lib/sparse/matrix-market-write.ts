/** Writes sparse matrices as Matrix Market files: coordinate, real; numbers as JavaScript prints them, so that they read back alike. */
import { writeFile } from 'node:fs/promises';
import { FileFormatError } from '../base/index.js';
import { runtime } from '../runtime/index.js';
import type { CsrArray } from './csr.js';

/** Options of `writeMatrixMarket`. */
export interface WriteOptions {
  /** `symmetric` writes the lower triangle only, and trusts that the upper mirrors it; default `general`. */
  readonly symmetry?: 'general' | 'symmetric';
}

/**
 * Writes a matrix to a Matrix Market file. Rejects with `FileFormatError` when the file cannot be written.
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
  try {
    await writeFile(path, `${header}${lines.join('\n')}${lines.length > 0 ? '\n' : ''}`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split(',')[0] : String(cause);
    throw new FileFormatError(`writeMatrixMarket: ${path}: cannot be written: ${reason}`, { cause });
  }
}
