/** Types of elements as `.npy` files and NumPy's users write them (`<f8`, `>i4`, `|b1`), and their bytes as maniple's dtypes. */
import { endianness } from 'node:os';
import { DTypeError } from '../../base/index.js';
import { bool, type DType, dtypes, type TypedArray } from '../../dtype/index.js';

/** A type of elements in bytes. */
export interface ElementType {
  /** Bytes of an element. */
  readonly size: number;
  /** The dtype that holds each of its values exactly. */
  readonly dtype: DType;
  /** Whether bytes have to change places. */
  readonly swapped: boolean;
  readonly convert: (bytes: ArrayBuffer) => TypedArray;
}

const BIG_HOST = endianness() === 'BE';

const LETTERS = { bool: 'b', unsigned: 'u', int: 'i', float: 'f' } as const;

/** The letter and size by which NumPy names a dtype's elements. */
function letters({ kind, size }: DType): string {
  return LETTERS[kind] + size;
}

/** By letter and size: the dtype that holds it, and its elements in that dtype. Of two, such as floats of 16 bits, the first row has the name. */
const HELD: Readonly<Record<string, Omit<ElementType, 'size' | 'swapped'>>> = {
  ...Object.fromEntries(
    dtypes.toReversed().map((dtype) => [letters(dtype), { dtype, convert: (bytes: ArrayBuffer) => new dtype.Typed(bytes) }]),
  ),
  b1: { dtype: bool, convert: (bytes) => new Uint8Array(bytes).map((byte) => (byte === 0 ? 0 : 1)) },
};

/** How a type is written that can be read, for messages. */
export const READABLE = Object.keys(HELD).join(', ');

/** The type that a text such as `<f8` names; null for one that maniple has not. */
export function elementType(descr: string): ElementType | null {
  const found = /^([<>=|]?)(\?|[a-z]\d)$/.exec(descr);
  const kind = found?.[2] === '?' ? 'b1' : (found?.[2] ?? '');
  if (found === null || !Object.hasOwn(HELD, kind)) return null;
  const size = Number(kind[1]);
  const big = found[1] === '>' || (BIG_HOST && found[1] !== '<');
  return { ...HELD[kind], size, swapped: size > 1 && big !== BIG_HOST };
}

/** A dtype's elements as this machine has them. */
export function elementTypeOf(dtype: DType): ElementType {
  const convert = (bytes: ArrayBuffer): TypedArray => new dtype.Typed(bytes);
  return { ...(dtype === bool ? HELD.b1 : { dtype, convert }), size: dtype.size, swapped: false };
}

/** Elements of the type's dtype from whole ones in bytes, which are changed and may become the result's own. */
export function elementsOf({ size, swapped, convert }: ElementType, bytes: Uint8Array<ArrayBuffer>): TypedArray {
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  const own = whole ? bytes : bytes.slice();
  if (swapped) swap(Buffer.from(own.buffer), size);
  return convert(own.buffer);
}

function swap(bytes: Buffer, size: number): void {
  if (size === 2) bytes.swap16();
  else if (size === 4) bytes.swap32();
  else bytes.swap64();
}

/** How `.npy` files name a dtype's elements as this machine has them. */
export function descrOf(dtype: DType): string {
  if (HELD[letters(dtype)].dtype !== dtype && dtype !== bool)
    throw new DTypeError(
      `NumPy's files have no name for elements of ${dtype.name}; convert with astype('${dtype.computes.name}')`,
    );
  return `${dtype.size === 1 ? '|' : BIG_HOST ? '>' : '<'}${letters(dtype)}`;
}

const NAMES: Readonly<Record<string, string>> = {
  f16: 'float128',
  f12: 'float96',
  c24: 'complex192',
  c32: 'complex256',
};
const KINDS: Readonly<Record<string, string>> = {
  S: 'bytes',
  a: 'bytes',
  U: 'str',
  V: 'void',
  O: 'object',
  M: 'datetime64',
  m: 'timedelta64',
};

/** NumPy's name of a type that maniple has not, with the text that names it. */
export function nameOf(descr: string): string {
  const name = NAMES[descr.replace(/^[<>=|]/, '')] ?? KINDS[descr.replace(/^[<>=|]/, '')[0] ?? ''];
  return name === undefined ? `'${descr}'` : `${name} ('${descr}')`;
}
