/** Writes sparse matrices as Matrix Market files of coordinates; numbers as JavaScript prints them, so that they read back alike. */

import { ArgumentError, type OptionKinds, oneOf, options, PATH } from '../base/index.js';
import type { DType, TypedArray } from '../dtype/index.js';
import { replaceFile } from '../files/index.js';
import { runtime } from '../runtime/index.js';
import { takesMatrices } from './any-format.js';
import { CSR, CsrArray } from './csr.js';
import { partsOf } from './values.js';

type Symmetry = 'general' | 'symmetric' | 'skew-symmetric' | 'hermitian';

/** Options of `writeMatrixMarket`. */
export interface WriteOptions {
  /**
   * Which elements above the diagonal follow from those below, which alone are written: `symmetric`, the same; `skew-symmetric`, their negatives;
   * `hermitian`, their conjugates. Default `general`: all are written.
   */
  readonly symmetry?: Symmetry;
  /** `pattern` writes the places alone; default the values, as the dtype is. */
  readonly field?: 'pattern';
}
const WRITE_OPTIONS: OptionKinds<WriteOptions> = {
  symmetry: oneOf('general', 'symmetric', 'skew-symmetric', 'hermitian'),
  field: oneOf('pattern'),
};

/** Lines that are written at a time. */
const LINES = 2 ** 16;

/** A matrix on the host. */
interface Written {
  readonly shape: readonly [number, number];
  readonly ptr: TypedArray;
  readonly col: TypedArray;
  readonly parts: readonly TypedArray[];
}

/** The name of a dtype's values. */
function fieldOf({ kind, long }: DType, isComplex: boolean): string {
  if (isComplex) return 'complex';
  if (kind === 'float') return 'real';
  return kind === 'unsigned' && long ? 'unsigned-integer' : 'integer';
}

/**
 * Writes a matrix to a Matrix Market file: real, integer (bools as 1) or complex values as its dtype is, or none with `field: 'pattern'`. A file that is
 * there is replaced when all is written. Rejects with `FileError`, and with `ArgumentError` for a matrix that is to be symmetric and is not.
 *
 * @example
 * await sparse.writeMatrixMarket('poisson.mtx', sparse.poisson2d(100), { symmetry: 'symmetric' });
 */
export const writeMatrixMarket = takesMatrices(
  'writeMatrixMarket',
  PATH,
  CSR,
  options(WRITE_OPTIONS),
)(async (path: string | URL, matrix: CsrArray, { symmetry = 'general', field }: WriteOptions = {}): Promise<void> => {
  const rt = runtime();
  const values = partsOf(CsrArray.valuesOf(matrix));
  const [ptr, col, ...parts] = await Promise.all([matrix.indptr, matrix.indices, ...values].map((x) => rt.read(x)));
  const written: Written = { shape: matrix.shape, ptr, col, parts };
  if (symmetry !== 'general') checkSymmetric(written, symmetry);
  const lines: string[] = [];
  for (let i = 0; i < matrix.shape[0]; i++) {
    for (let k = Number(ptr[i]); k < Number(ptr[i + 1]); k++) {
      const j = Number(col[k]);
      if (symmetry !== 'general' && (j > i || (symmetry === 'skew-symmetric' && j === i))) continue;
      const place = `${i + 1} ${j + 1}`;
      lines.push(field === 'pattern' ? place : `${place} ${parts.map((part) => part[k]).join(' ')}`);
    }
  }
  const kind = field ?? fieldOf(matrix.dtype, parts.length === 2);
  const header = `%%MatrixMarket matrix coordinate ${kind} ${symmetry}\n${matrix.shape.join(' ')} ${lines.length}\n`;
  await replaceFile('writeMatrixMarket', path, async (sink) => {
    await sink.write(header);
    for (let at = 0; at < lines.length; at += LINES) await sink.write(`${lines.slice(at, at + LINES).join('\n')}\n`);
  });
});

/** Whether a value's mirrored one is the same, or its negative. */
function isMirrored(mirrored: number | bigint, value: number | bigint, isNegative: boolean): boolean {
  if (!isNegative) return Object.is(mirrored, value);
  return mirrored === -value || (Number.isNaN(mirrored) && Number.isNaN(value));
}

/** Throws `ArgumentError` unless each entry has one of its value at the mirrored place: entries above the diagonal would be lost. */
function checkSymmetric({ shape, ptr, col, parts }: Written, symmetry: Exclude<Symmetry, 'general'>): void {
  const next = Array.from(ptr.subarray(0, shape[0]) as Int32Array, Number);
  const signs = [symmetry === 'skew-symmetric', symmetry !== 'symmetric'];
  let problem = shape[0] === shape[1] ? '' : `its shape is (${shape.join(', ')})`;
  // Rows ascend, and columns within them: the mirrored entries of a row's are the next ones of their rows.
  for (let i = 0; i < shape[0] && problem === ''; i++) {
    for (let k = Number(ptr[i]); k < Number(ptr[i + 1]) && problem === ''; k++) {
      const j = Number(col[k]);
      const mirrored = next[j]++;
      const isThere = mirrored < Number(ptr[j + 1]) && Number(col[mirrored]) === i;
      if (!isThere || !parts.every((part, n) => isMirrored(part[mirrored], part[k], signs[n])))
        problem = `entry (${i}, ${j}) is not mirrored`;
    }
  }
  if (problem !== '')
    throw new ArgumentError(
      `writeMatrixMarket: expected a ${symmetry} matrix, but ${problem}; write it with { symmetry: 'general' }`,
    );
}
