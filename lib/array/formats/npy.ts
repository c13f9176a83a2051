/**
 * NumPy's `.npy` files. The size that a header announces is compared with the length of the file, and with the free memory, before any is
 * taken; elements go into the array piece by piece, so that reading takes the array's memory and no second copy.
 */

import { FileFormatError, needMemory, OutOfMemoryError, PATH, takes } from '../../base/index.js';
import { FileSource, PIECE, replaceFile, type Source } from '../../files/index.js';
import { runtime } from '../../runtime/index.js';
import { formatShape, sizeOf } from '../../shape/index.js';
import { sliceView } from '../../store/index.js';
import { copy } from '../assign.js';
import { ComplexArray } from '../complex/complex-array.js';
import { OWN } from '../kinds.js';
import { transpose } from '../manipulate.js';
import { adopt, type NDArray, viewOf } from '../ndarray.js';
import { data } from '../read.js';
import { reshape } from '../reshape.js';
import { descrOf, elementsOf } from './elements.js';
import { bytesAnnounced, type Complain, type Header, headerBytes, readHeader } from './npy-header.js';

/**
 * The array in a `.npy` file, of either byte order, in the file's dtype. Rejects with `FileFormatError` for a file that is not such a file,
 * or holds text or objects; with `FileError` where the system refuses, and with `OutOfMemoryError` for an array that does not fit.
 *
 * @example
 * const x = await np.load('x.npy');
 */
export const load = takes(
  'load',
  PATH,
)(async (path: string | URL): Promise<NDArray> => {
  const source = await FileSource.open('load', path);
  try {
    return await readArray('load', source.path, source);
  } finally {
    await source.close();
  }
});

/** The array that comes next in a source; `name` is for messages. Bytes behind it are left there. */
export async function readArray(operation: string, name: string, source: Source): Promise<NDArray> {
  const complain: Complain = (problem, cause) => new FileFormatError(`${operation}: ${name} ${problem}`, { cause });
  const header = await readHeader(source, complain);
  const count = sizeOf(header.shape) * header.parts;
  const announced = bytesAnnounced(header);
  const short = (bytes: number): FileFormatError =>
    complain(
      `holds ${Math.floor(bytes / header.type.size / header.parts)} elements, expected ${sizeOf(header.shape)} for its shape ${formatShape(header.shape)}; it may be cut short`,
    );
  if (source.left !== null && source.left < announced) throw short(source.left);
  const needed = count * header.type.dtype.size;
  needMemory(operation, name, needed);
  try {
    const flat = await readElements(source, header, count, short);
    return header.parts === 1 ? shaped(flat, header) : paired(flat, header);
  } catch (cause) {
    if (!(cause instanceof OutOfMemoryError)) throw cause;
    throw new OutOfMemoryError(`${operation}: ${name} needs ${needed} bytes of memory, which were refused: ${cause.message}`, {
      cause,
    });
  }
}

async function readElements(
  source: Source,
  { type }: Header,
  count: number,
  short: (bytes: number) => FileFormatError,
): Promise<NDArray> {
  const upload = runtime().uploadPieces(type.dtype, [count]);
  const total = count * type.size;
  const piece = new Uint8Array(Math.min(PIECE, total));
  for (let at = 0; at < total; at += PIECE) {
    const bytes = piece.subarray(0, Math.min(PIECE, total - at));
    const came = await source.read(bytes);
    if (came < bytes.length) throw short(at + came);
    upload.put(elementsOf(type, bytes));
  }
  return adopt(upload.end());
}

function shaped(flat: NDArray, { shape, fortran }: Header): NDArray {
  return fortran ? transpose(reshape(flat, [...shape].reverse())) : reshape(flat, shape);
}

/** Parts in turn as a complex array. */
function paired(flat: NDArray, header: Header): NDArray {
  const [re, im] = [0, 1].map((k) => shaped(copy(viewOf(flat, sliceView(flat.view, 0, k, flat.size / 2, 2))), header));
  return new ComplexArray(re, im) as unknown as NDArray;
}

/**
 * Writes the array to a `.npy` file that NumPy reads, row-major. A file that is there is replaced when all is written, as by every
 * function that writes. Rejects with `FileError` where the system refuses: no space, no permission, no such folder.
 *
 * @example
 * await np.save('x.npy', np.arange(3));
 */
export const save = takes(
  'save',
  PATH,
  OWN,
)(async (path: string | URL, x: NDArray): Promise<void> => {
  await writeNpy(path, x);
});

/** As `save`, of an array of either sort. */
export async function writeNpy(path: string | URL, x: NDArray): Promise<void> {
  const parts = await npyParts(x);
  await replaceFile('save', path, async (sink) => {
    for (const part of parts) await sink.write(part);
  });
}

/** Such a file's head and elements. */
export async function npyParts(x: NDArray): Promise<[Uint8Array, Uint8Array]> {
  const given: unknown = x;
  const values = await data(x);
  const descr =
    given instanceof ComplexArray
      ? descrOf(given.re.dtype).replace(/f(\d+)/, (_, size) => `c${2 * Number(size)}`)
      : descrOf(x.dtype);
  return [headerBytes(descr, x.shape), new Uint8Array(values.buffer, values.byteOffset, values.byteLength)];
}
