/**
 * Heads of `.npy` files (NumPy's format, versions 1.0, 2.0 and 3.0): a magic text, the version, the length of the header, and the
 * header, a Python dictionary of just `descr`, `fortran_order` and `shape`.
 */
import type { FileFormatError } from '../../base/index.js';
import type { Source } from '../../files/index.js';
import { checkShape, formatShape, type Shape, sizeOf } from '../../shape/index.js';
import { MOST_DEPTH } from '../convert.js';
import { type ElementType, elementType, nameOf, READABLE } from './elements.js';
import { type Literal, parseLiteral, type Tuple } from './literal.js';

export interface Header {
  /** The type of an element, or of the parts of a complex one. */
  readonly type: ElementType;
  /** Parts of an element: 2 of complex ones. */
  readonly parts: 1 | 2;
  readonly fortran: boolean;
  readonly shape: Shape;
}

const MAGIC = '\x93NUMPY';
/** NumPy's own limit, which its default of `max_header_size` is. */
const LONGEST = 10_000;
/** Digits that NumPy leaves room for, where a file's first axis may grow. */
const ROOM = 21;

/** An error about a file: the operation, the file, and how it is not as expected. */
export type Complain = (problem: string, cause?: unknown) => FileFormatError;

/** Reads a head; the elements follow. Rejects with `FileFormatError`. */
export async function readHeader(source: Source, complain: Complain): Promise<Header> {
  const { bytes, version } = await readDictionary(source, complain);
  return parsed(bytes, version, complain);
}

/** The longest text that is read, in bytes. */
const LONGEST_TEXT = 2 ** 20;

/** The text that comes next, an array of no axes of NumPy's bytes (`S`) or characters (`U`). Rejects with `FileFormatError`. */
export async function readText(source: Source, complain: Complain): Promise<string> {
  const { bytes, version } = await readDictionary(source, complain);
  const { descr, shape } = dictionary(bytes, version, complain);
  const type = typeof descr === 'string' ? /^([<>=|]?)([SU])(\d+)$/.exec(descr) : null;
  if (type === null || shape.length > 0) throw complain('is no text: an array of no axes of bytes or characters');
  const [, order, kind, count] = type;
  const size = (kind === 'U' ? 4 : 1) * Number(count);
  if (size > LONGEST_TEXT) throw complain(`is a text of ${size} bytes, expected at most ${LONGEST_TEXT}`);
  const text = Buffer.from(await bytesOf(source, size, complain));
  if (text.length < size) throw cutShort(complain);
  if (kind === 'S') return text.toString('latin1').replace(/\0+$/, '');
  const codes = Array.from({ length: size / 4 }, (_, k) => (order === '>' ? text.readUInt32BE(4 * k) : text.readUInt32LE(4 * k)));
  if (codes.some((code) => code > 0x10ffff)) throw complain('is a text with numbers that are no characters');
  return String.fromCodePoint(...codes).replace(/\0+$/, '');
}

/** A text of ASCII as an array of no axes: its head and its bytes. */
export function textParts(text: string): [Uint8Array, Uint8Array] {
  return [headerBytes(`|S${Math.max(1, text.length)}`, []), Buffer.from(text.length === 0 ? '\0' : text, 'latin1')];
}

async function readDictionary(source: Source, complain: Complain): Promise<{ bytes: Uint8Array; version: number }> {
  const start = await bytesOf(source, 8, complain);
  if (latin1(start.subarray(0, 4)) === 'PK\x03\x04') throw complain('holds arrays by name (.npz); read them with loadz');
  if (start.length < 8 || latin1(start.subarray(0, 6)) !== MAGIC)
    throw complain(`is not a NumPy array file (.npy): expected it to begin with ${JSON.stringify(MAGIC)}`);
  const [major, minor] = start.subarray(6);
  if (major < 1 || major > 3 || minor !== 0)
    throw complain(
      `is not a NumPy array file (.npy) of a version that can be read: expected 1.0, 2.0 or 3.0, got ${major}.${minor}`,
    );
  const width = major === 1 ? 2 : 4;
  const size = await bytesOf(source, width, complain);
  if (size.length < width) throw cutShort(complain);
  const length = Buffer.from(size).readUIntLE(0, width);
  if (length > LONGEST) throw complain(`has a header of ${length} bytes, expected at most ${LONGEST}`);
  const header = await bytesOf(source, length, complain);
  if (header.length < length) throw cutShort(complain);
  return { bytes: header, version: major };
}

function cutShort(complain: Complain): FileFormatError {
  return complain('is not a NumPy array file (.npy): it ends within its header');
}

async function bytesOf(source: Source, count: number, complain: Complain): Promise<Uint8Array> {
  if (source.left !== null && source.left < count && count > 8) throw cutShort(complain);
  const bytes = new Uint8Array(count);
  return bytes.subarray(0, await source.read(bytes));
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

function parsed(bytes: Uint8Array, version: number, complain: Complain): Header {
  const { descr, fortran, shape } = dictionary(bytes, version, complain);
  return { ...typeOf(descr, complain), fortran, shape };
}

interface Dictionary {
  readonly descr: Literal | undefined;
  readonly fortran: boolean;
  readonly shape: Shape;
}

function dictionary(bytes: Uint8Array, version: number, complain: Complain): Dictionary {
  let value: Literal;
  try {
    const text = version === 3 ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) : latin1(bytes);
    value = parseLiteral(text, version < 3);
  } catch (cause) {
    throw complain(`has a header that is no Python dictionary: ${(cause as Error).message}`, cause);
  }
  if (!(value instanceof Map)) throw complain('has a header that is no Python dictionary');
  const keys = [...value.keys()].sort().join(', ');
  if (keys !== 'descr, fortran_order, shape')
    throw complain(`has a header with the keys ${keys || '(none)'}; expected descr, fortran_order, shape`);
  const fortran = value.get('fortran_order');
  if (typeof fortran !== 'boolean') throw complain('has a header with a fortran_order that is neither True nor False');
  return { descr: value.get('descr'), fortran, shape: shapeOf(value.get('shape'), complain) };
}

function typeOf(descr: Literal | undefined, complain: Complain): Pick<Header, 'type' | 'parts'> {
  if (typeof descr === 'object')
    throw complain('has elements of a structured dtype, which maniple has not; save its fields one by one');
  if (typeof descr !== 'string') throw complain('has a header with a descr that is no dtype');
  const complex = /^([<>=|]?)c(8|16)$/.exec(descr);
  const type = elementType(complex === null ? descr : `${complex[1]}f${Number(complex[2]) / 2}`);
  if (type === null)
    throw complain(
      `has elements of dtype ${nameOf(descr)}, which maniple has not; expected one of ${READABLE} in either byte order; convert it in NumPy`,
    );
  return { type, parts: complex === null ? 1 : 2 };
}

const isTuple = (value: Literal | undefined): value is Tuple => typeof value === 'object' && value !== null && 'kind' in value;

function shapeOf(value: Literal | undefined, complain: Complain): Shape {
  if (!isTuple(value) || !value.items.every((n) => typeof n === 'bigint'))
    throw complain('has a header with a shape that is no tuple of integers');
  const shape = value.items.map(Number);
  if (shape.length > MOST_DEPTH) throw complain(`has ${shape.length} axes, expected at most ${MOST_DEPTH}`);
  try {
    checkShape(shape, 'load');
  } catch (cause) {
    throw complain(`has the impossible shape ${formatShape(shape)}`, cause);
  }
  return shape;
}

/** Bytes of the elements that a header announces. */
export function bytesAnnounced({ parts, type, shape }: Header): number {
  return sizeOf(shape) * type.size * parts;
}

/** A head of version 1.0, byte by byte as `numpy.save` writes it; elements begin at a multiple of 64 bytes. */
export function headerBytes(descr: string, shape: Shape): Buffer {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const room = shape.length === 0 ? 0 : ROOM - String(shape[0]).length;
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${sizes}), }${' '.repeat(room)}`;
  const length = Math.ceil((10 + text.length + 1) / 64) * 64 - 10;
  const head = Buffer.alloc(10 + length, ' ');
  head.write(MAGIC, 'latin1');
  head.writeUInt16LE(1, 6);
  head.writeUInt16LE(length, 8);
  head.write(text, 10, 'latin1');
  head.write('\n', 9 + length);
  return head;
}
