/** Encodings of text files, by Python's names: bytes as texts, and texts as bytes. */
import { ArgumentError, FileFormatError, type Kind, kind } from '../../base/index.js';

/** Names of encodings, of which the case and `-` or `_` do not count. */
export type Encoding = string;

type Decode = (bytes: Uint8Array) => string;
interface Codec {
  readonly decode: Decode;
  readonly encode: (text: string) => Uint8Array;
  /** Begins a file that is written. */
  readonly mark?: string;
}

const strict =
  (label: string, ignoreBOM = true): Decode =>
  (bytes) =>
    new TextDecoder(label, { fatal: true, ignoreBOM }).decode(bytes);

/** A codec of one byte for a character up to `most`, the number of the character. */
function narrow(most: number): Codec {
  const check = (code: number): void => {
    if (code > most) throw new RangeError(`U+${code.toString(16).padStart(4, '0')} is beyond it`);
  };
  return {
    decode: (bytes) => {
      for (const byte of bytes) check(byte);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    },
    encode: (text) => {
      for (let i = 0; i < text.length; i++) check(text.charCodeAt(i));
      return Buffer.from(text, 'latin1');
    },
  };
}

const turned = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes).swap16();
const wide = (text: string): Uint8Array => Buffer.from(text, 'utf16le');
const isBigEndian = (bytes: Uint8Array): boolean => bytes[0] === 0xfe && bytes[1] === 0xff;

const UTF8: Codec = { decode: strict('utf-8'), encode: (text) => Buffer.from(text, 'utf8') };
const LATIN: Codec = narrow(0xff);
const CODECS: Readonly<Record<string, Codec>> = {
  'utf-8': UTF8,
  utf8: UTF8,
  'utf-8-sig': { decode: strict('utf-8', false), encode: UTF8.encode, mark: '\ufeff' },
  latin1: LATIN,
  'latin-1': LATIN,
  'iso-8859-1': LATIN,
  ascii: narrow(0x7f),
  'us-ascii': narrow(0x7f),
  'utf-16': {
    decode: (bytes) => strict('utf-16le', false)(isBigEndian(bytes) ? turned(bytes) : bytes),
    encode: wide,
    mark: '\ufeff',
  },
  'utf-16-le': { decode: strict('utf-16le'), encode: wide },
  'utf-16-be': { decode: (bytes) => strict('utf-16le')(turned(bytes)), encode: (text) => turned(wide(text)) },
};

const nameOf = (given: string): string => given.toLowerCase().replaceAll('_', '-');

export const ENCODING: Kind<Encoding> = kind(
  `an encoding among ${Object.keys(CODECS).join(', ')}`,
  (given) => typeof given === 'string' && Object.hasOwn(CODECS, nameOf(given)),
);

/** The text of bytes. Throws `FileFormatError` for bytes that are none in the encoding. */
export function decoded(bytes: Uint8Array, place: string, encoding: Encoding = 'utf-8'): string {
  try {
    return CODECS[nameOf(encoding)].decode(bytes);
  } catch (cause) {
    throw new FileFormatError(`${place}: expected text in ${encoding.toUpperCase()}, got other bytes`, { cause });
  }
}

/**
 * The bytes of a text, behind the encoding's mark where it `isFirst` in its file. Throws `ArgumentError` for characters that the encoding does not
 * have.
 */
export function encoded(text: string, operation: string, encoding: Encoding, isFirst: boolean): Uint8Array {
  const { encode, mark = '' } = CODECS[nameOf(encoding)];
  try {
    return encode(isFirst ? mark + text : text);
  } catch (cause) {
    throw new ArgumentError(`${operation}: ${encoding} does not have every character of the text: ${(cause as Error).message}`, {
      cause,
    });
  }
}
