/** NumPy's `.npy` files, through the library npyjs. */
import type { NpyArray } from 'npyjs';
import { FileFormatError } from '../base/index.js';
import { bool, type DType, float32, float64, int32, int64, uint8 } from '../dtype/index.js';
import { readWhole, replaceFile } from '../files/index.js';
import { runtime } from '../runtime/index.js';
import { formatShape, sizeOf } from '../shape/index.js';
import type { AnyTypedArray } from './convert.js';
import { asarray } from './creation.js';
import { transpose } from './manipulate.js';
import { adopt, type NDArray } from './ndarray.js';
import { data } from './read.js';
import { reshape } from './reshape.js';

/** The dtype that holds each of the file's types. */
const held: Readonly<Record<string, DType>> = {
  b1: bool,
  u1: uint8,
  i1: int32,
  i2: int32,
  u2: int32,
  i4: int32,
  u4: int64,
  i8: int64,
  f2: float32,
  f4: float32,
  f8: float64,
};

const written: Readonly<Record<string, 'b1' | 'u1' | 'i4' | 'i8' | 'f4' | 'f8'>> = {
  bool: 'b1',
  uint8: 'u1',
  int32: 'i4',
  int64: 'i8',
  float32: 'f4',
  float64: 'f8',
};

/**
 * The array in a `.npy` file. Types that maniple lacks come as the next larger (int16 as int32, uint32 as int64, float16
 * as float32). Rejects with `FileFormatError` for what is not such a file, or holds complex numbers, text, objects,
 * uint64 or big-endian numbers.
 *
 * @example
 * const x = await np.load('x.npy');
 */
export async function load(path: string): Promise<NDArray> {
  return parseNpy(Buffer.from((await readWhole('load', path)).buffer), path);
}

/** The array in the bytes of such a file, which `path` names in errors. */
export async function parseNpy(bytes: Buffer, path: string): Promise<NDArray> {
  if (bytes.length > 1 && bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new FileFormatError(`load: ${path} holds arrays by name (.npz); read them with loadz`);
  const found = await parsed(bytes, path);
  const dtype = held[found.dtype];
  if (dtype === undefined) {
    throw new FileFormatError(
      `load: ${path} has elements of type ${found.dtype}; expected one of ${Object.keys(held).join(', ')}; convert it in NumPy`,
    );
  }
  const values = found.data as unknown as AnyTypedArray | readonly boolean[];
  if (values.length !== sizeOf(found.shape)) {
    throw new FileFormatError(
      `load: ${path} holds ${values.length} elements, expected ${sizeOf(found.shape)} for its shape ${formatShape(found.shape)}; it may be cut short`,
    );
  }
  const flat =
    dtype === bool
      ? adopt(runtime().upload(Uint8Array.from(values as readonly boolean[], Number), bool, [values.length]))
      : asarray(values as AnyTypedArray, { dtype });
  if (!found.fortranOrder) return reshape(flat, found.shape);
  return transpose(reshape(flat, [...found.shape].reverse()));
}

async function parsed(bytes: Buffer, path: string): Promise<NpyArray> {
  const { parse } = await import('npyjs');
  const alone = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  const buffer = alone ? (bytes.buffer as ArrayBuffer) : new Uint8Array(bytes).buffer;
  try {
    return parse(buffer);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FileFormatError(
      `load: ${path} is not a NumPy array file (.npy) that can be read: ${reason}; expected little-endian numbers written by numpy.save`,
      { cause },
    );
  }
}

/**
 * Writes the array to a `.npy` file that NumPy reads, row-major. A file that is there is replaced when all is written, as by every
 * function that writes. Rejects with `FileError` where the system refuses: no space, no permission, no such folder.
 *
 * @example
 * await np.save('x.npy', np.arange(3));
 */
export async function save(path: string, x: NDArray): Promise<void> {
  const parts = await npyParts(x);
  await replaceFile('save', path, async (sink) => {
    for (const part of parts) await sink.write(part);
  });
}

/** What such a file has for an array: its head, and its elements as they are. */
export async function npyParts(x: NDArray): Promise<[Uint8Array, Uint8Array]> {
  const { dump } = await import('npyjs');
  const values = await data(x);
  const head = dump(new Float64Array(0), [...x.shape], { dtype: written[x.dtype.name] });
  return [new Uint8Array(head), new Uint8Array(values.buffer, values.byteOffset, values.byteLength)];
}
