/** Writes sparse matrices as Matrix Market files: coordinate, real; numbers as JavaScript prints them, so that they read back alike. */
import { ArgumentError, type OptionKinds, oneOf, options, PATH, takes } from '../base/index.js';
import type { TypedArray } from '../dtype/index.js';
import { replaceFile } from '../files/index.js';
import { runtime } from '../runtime/index.js';
import { CSR, CsrArray } from './csr.js';

/** Options of `writeMatrixMarket`. */
export interface WriteOptions {
  /** `symmetric` writes the lower triangle only, of a symmetric matrix; default `general`. */
  readonly symmetry?: 'general' | 'symmetric';
}
const WRITE_OPTIONS: OptionKinds<WriteOptions> = { symmetry: oneOf('general', 'symmetric') };

/** Lines that are written at a time. */
const LINES = 2 ** 16;

/**
 * Writes a matrix to a Matrix Market file. A file that is there is replaced when all is written. Rejects with `FileError`, and with
 * `ArgumentError` for a matrix that is to be symmetric and is not.
 *
 * @example
 * await sparse.writeMatrixMarket('poisson.mtx', sparse.poisson2d(100), { symmetry: 'symmetric' });
 */
export const writeMatrixMarket = takes(
  'writeMatrixMarket',
  PATH,
  CSR,
  options(WRITE_OPTIONS),
)(async (path: string | URL, matrix: CsrArray, options: WriteOptions = {}): Promise<void> => {
  const symmetry = options.symmetry ?? 'general';
  const rt = runtime();
  const [ptr, col, value] = await Promise.all([
    rt.read(matrix.indptr),
    rt.read(matrix.indices),
    rt.read(CsrArray.valuesOf(matrix)),
  ]);
  if (symmetry === 'symmetric') checkSymmetric(matrix.shape, ptr, col, value);
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
});

/** Throws `ArgumentError` unless each entry has one of its value at the mirrored place: entries above the diagonal would be lost. */
function checkSymmetric(shape: readonly [number, number], ptr: TypedArray, col: TypedArray, value: TypedArray): void {
  const next = Array.from(ptr.subarray(0, shape[0]) as Int32Array, Number);
  let problem = shape[0] === shape[1] ? '' : `its shape is (${shape.join(', ')})`;
  // Rows ascend, and columns within them: the mirrored entries of a row's are the next ones of their rows.
  for (let i = 0; i < shape[0] && problem === ''; i++) {
    for (let k = Number(ptr[i]); k < Number(ptr[i + 1]) && problem === ''; k++) {
      const j = Number(col[k]);
      const mirrored = next[j]++;
      if (mirrored >= Number(ptr[j + 1]) || Number(col[mirrored]) !== i || !Object.is(value[mirrored], value[k]))
        problem = `entry (${i}, ${j}) is not mirrored`;
    }
  }
  if (problem !== '')
    throw new ArgumentError(
      `writeMatrixMarket: expected a symmetric matrix, but ${problem}; write it with { symmetry: 'general' }`,
    );
}
