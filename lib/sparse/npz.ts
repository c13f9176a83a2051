/**
 * SciPy's files of sparse matrices, `.npz` archives of the arrays of a format:
 *
 *     csr, csc    indices, indptr         bsr    the same, of blocks: data is (blocks, rows, columns)
 *     coo         row, col                dia    offsets: data is (diagonals, columns)
 *     all         data, shape, format (a text of bytes), _is_array (of SciPy's newer class)
 */
import { asarray, type NDArray, type NpzFile, openz, savez, savezCompressed } from '../array/index.js';
import { FileFormatError, FLAG, kind, ManipleError, type OptionKinds, options, PATH, takes } from '../base/index.js';
import { pathOf } from '../files/index.js';
import { spdiags } from './construct.js';
import { CooArray } from './coo.js';
import { csrArray } from './create.js';
import { CsrArray } from './csr.js';
import { cooArray, cscArray, issparse, type SparseArray } from './formats.js';
import { integers } from './lists.js';
import { placesOfBlocks } from './other-formats.js';

export interface SaveNpzOptions {
  /** Whether arrays are deflated; default true. */
  readonly compressed?: boolean;
}
const SAVE_OPTIONS: OptionKinds<SaveNpzOptions> = { compressed: FLAG };

const SPARSE = kind<SparseArray>('a sparse matrix', issparse);

/** The arrays of a matrix; values apart from what is written to them later. */
function arraysOf(matrix: SparseArray): Readonly<Record<string, NDArray | string>> {
  if (matrix instanceof CooArray) return { row: matrix.row, col: matrix.col, format: 'coo', data: matrix.data.copy() };
  const rows = matrix instanceof CsrArray ? matrix.snapshot() : matrix.transpose();
  const format = matrix instanceof CsrArray ? 'csr' : 'csc';
  return { indices: matrix.indices, indptr: matrix.indptr, format, data: CsrArray.valuesOf(rows) };
}

/**
 * Writes a sparse matrix, in any of the formats, to a `.npz` file that `scipy.sparse.load_npz` reads. A file that is there is replaced when all is
 * written. Rejects with `FileError` where the system refuses.
 *
 * @example
 * await sparse.saveNpz('poisson.npz', sparse.poisson2d(10));
 * (await sparse.loadNpz('poisson.npz')).nnz; // 460
 */
export const saveNpz = takes(
  'saveNpz',
  PATH,
  SPARSE,
  options(SAVE_OPTIONS),
)(async (path: string | URL, matrix: SparseArray, { compressed = true }: SaveNpzOptions = {}): Promise<void> => {
  const shape = asarray(BigInt64Array.from(matrix.shape, BigInt));
  const arrays = { ...arraysOf(matrix), shape, _is_array: asarray(true) };
  await (compressed ? savezCompressed : savez)(pathOf('saveNpz', path), arrays);
});

/** The entries of blocks in compressed rows of blocks. */
async function ofBlocks(file: NpzFile, data: NDArray, shape: readonly [number, number]): Promise<CsrArray> {
  const [count, height, width] = data.shape;
  const ptr = integers(await file.get('indptr'), 'indptr', 'loadNpz');
  const indices = integers(await file.get('indices'), 'indices', 'loadNpz');
  if (data.ndim !== 3 || indices.length !== count || ptr.at(-1) !== count)
    throw new FileFormatError('its blocks and indices differ in number');
  return csrArray({ data: data.ravel(), ...placesOfBlocks(ptr, indices, [height, width]), shape });
}

/** The matrix of diagonals: element j of each is in column j; zeros are left out, as SciPy leaves them. */
async function ofDiagonals(file: NpzFile, data: NDArray, [rows, columns]: readonly [number, number]): Promise<CsrArray> {
  const offsets = Array.from(integers(await file.get('offsets'), 'offsets', 'loadNpz'));
  if (data.ndim !== 2) throw new FileFormatError('its diagonals are no matrix');
  if (data.shape[0] !== offsets.length) throw new FileFormatError('its diagonals and offsets differ in number');
  const lines = offsets.map((_, d) => data.slice(d));
  return spdiags(lines, offsets, rows, columns).eliminateZeros();
}

async function matrixIn(file: NpzFile): Promise<SparseArray> {
  const format = await file.text('format');
  const [data, sizes] = [await file.get('data'), Array.from(integers(await file.get('shape'), 'shape', 'loadNpz'))];
  if (sizes.length !== 2) throw new FileFormatError(`it has ${sizes.length} axes, expected 2`);
  const shape = [sizes[0], sizes[1]] as const;
  if (format === 'dia') return ofDiagonals(file, data, shape);
  if (format === 'bsr') return ofBlocks(file, data, shape);
  if (format === 'coo') {
    const lines = file.names.includes('coords')
      ? [0, 1].map((axis) => file.get('coords').then((both) => both.slice(axis)))
      : [file.get('row'), file.get('col')];
    const [row, col] = await Promise.all(lines);
    return cooArray({ data, row, col, shape });
  }
  if (format !== 'csr' && format !== 'csc')
    throw new FileFormatError(`its format is ${JSON.stringify(format)}, expected csr, csc, coo, bsr or dia`);
  const source = { data, indices: await file.get('indices'), indptr: await file.get('indptr'), shape };
  return format === 'csr' ? csrArray(source) : cscArray(source);
}

/**
 * Reads a sparse matrix from a `.npz` file of `saveNpz` or `scipy.sparse.save_npz`: a `CsrArray`, `CscArray` or `CooArray` as the file has it;
 * blocks (bsr) and diagonals (dia) come in compressed rows. Rejects with `FileFormatError` for a file that holds no such matrix, and with `FileError`
 * where the system refuses.
 *
 * @example
 * await sparse.saveNpz('eye.npz', sparse.eye(3).tocsc());
 * const M = await sparse.loadNpz('eye.npz');
 * M instanceof sparse.CscArray; // true
 */
export const loadNpz = takes(
  'loadNpz',
  PATH,
)(async (path: string | URL): Promise<SparseArray> => {
  const name = pathOf('loadNpz', path);
  const file = await openz(name);
  try {
    return await matrixIn(file);
  } catch (cause) {
    if (!(cause instanceof ManipleError) || cause.code === 'ERR_FILE' || cause.code === 'ERR_OUT_OF_MEMORY') throw cause;
    throw new FileFormatError(`loadNpz: ${name} holds no sparse matrix: ${cause.message}`, { cause });
  }
});
