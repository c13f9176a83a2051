/** Sparse matrices of Matrix Market files, in the dtype that is asked for. */
import { DTypeError, FileFormatError, options, PATH, takes } from '../base/index.js';
import { complexFor, type DType, type TypedArray } from '../dtype/index.js';
import { pathOf } from '../files/index.js';
import { compressedRows, DTYPE_OPTION, type DTypeOption } from './create.js';
import type { CsrArray } from './csr.js';
import { readCoordinates } from './matrix-market.js';
import { isComplexType, typeOfParts, valueDType } from './values.js';

/**
 * Reads a Matrix Market file: coordinate or array; real, integer, complex or pattern (ones); general, symmetric, skew-symmetric or hermitian.
 * Complex files come as complex128, all others as float64 (`defaultDType`), or in `dtype`; integers exactly. Rejects with `FileFormatError`, which names
 * the file, the line and the expected text, also for numbers that the dtype does not hold; with `FileError` where the system refuses, and
 * with `DTypeError` for float16, and for a real dtype of a complex file.
 *
 * @example
 * await sparse.writeMatrixMarket('eye.mtx', sparse.eye(3));
 * (await sparse.readMatrixMarket('eye.mtx')).nnz; // 3
 */
export const readMatrixMarket = takes(
  'readMatrixMarket',
  PATH,
  options(DTYPE_OPTION),
)(async (path: string | URL, options: DTypeOption = {}): Promise<CsrArray> => {
  const asked = valueDType(options.dtype, 'readMatrixMarket');
  const name = pathOf('readMatrixMarket', path);
  const { imaginary, value, ...places } = await readCoordinates(name, typeOfParts(asked));
  if (imaginary !== undefined && options.dtype !== undefined && !isComplexType(asked))
    throw new DTypeError(`readMatrixMarket: ${name} holds complex numbers, which ${asked.name} does not; leave dtype out`);
  const dtype = imaginary === undefined ? asked : isComplexType(asked) ? asked : (complexFor(asked) as unknown as DType);
  const lists = isComplexType(dtype) ? [value, imaginary ?? new Float64Array(value.length)] : [value];
  return compressedRows({ ...places, values: { dtype, parts: lists.map((list) => elementsOf(list, typeOfParts(dtype), name)) } });
});

/** Numbers as elements of a real dtype. */
function elementsOf(list: Float64Array, { Typed, kind, long, lowest, highest, name }: DType, file: string): TypedArray {
  if (kind === 'float') return list instanceof Typed ? list : Float32Array.from(list);
  const wrong = list.find((value) => !Number.isInteger(value) || value < lowest || value > highest);
  if (wrong !== undefined)
    throw new FileFormatError(`readMatrixMarket: ${file}: expected values that ${name} holds, got ${wrong}`);
  const elements = new Typed(list.length) as Float64Array;
  list.forEach((value, k) => {
    elements[k] = (long ? BigInt(value) : value) as number;
  });
  return elements;
}
