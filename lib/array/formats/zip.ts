/**
 * Writes ZIP archives (PKWARE's APPNOTE 6.3.10), file by file as they come, with the format's 64-bit extension where sizes or places ask
 * for it. The packages that write archives compute checksums in JavaScript, at a twentieth of the speed of Node's own.
 */
import { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { type FileSink, PIECE } from '../../files/index.js';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const MOST_16 = 0xffff;
const MOST_32 = 0xffffffff;

interface Entry {
  readonly name: Buffer;
  readonly checksum: number;
  readonly size: number;
  /** Bytes in the archive. */
  readonly held: number;
  readonly deflated: boolean;
  /** Where its local header is. */
  readonly at: number;
  /** Whether its sizes and place are in the extension. */
  readonly wide: boolean;
}

/** An archive that grows at the end of a file. */
export class ZipWriter {
  readonly #sink: FileSink;
  readonly #most: number;
  readonly #entries: Entry[] = [];

  /** Sizes and places of at least `most` bytes use the 64-bit extension. */
  constructor(sink: FileSink, most = MOST_32) {
    this.#sink = sink;
    this.#most = most;
  }

  /** Appends a file of these parts. */
  async add(path: string, parts: readonly Uint8Array[], deflate: boolean): Promise<void> {
    const held = deflate ? await deflated(parts) : parts;
    const entry: Omit<Entry, 'wide'> = {
      name: Buffer.from(path),
      checksum: parts.reduce((sum, part) => checksum(part, sum), 0),
      size: bytesOf(parts),
      held: bytesOf(held),
      deflated: deflate,
      at: this.#sink.at,
    };
    const whole = { ...entry, wide: Math.max(entry.size, entry.held, entry.at) >= this.#most };
    this.#entries.push(whole);
    const extra = extension(whole, false);
    await this.#write([fields([4, LOCAL], ...common(whole, extra.length)), whole.name, extra, ...held]);
  }

  /** Appends the directory: the archive is complete. */
  async end(): Promise<void> {
    const start = this.#sink.at;
    for (const entry of this.#entries) {
      const place = entry.wide ? MOST_32 : entry.at;
      const extra = extension(entry, true);
      const known = common(entry, extra.length);
      const header = fields([4, CENTRAL], [2, 45], ...known, [2, 0], [2, 0], [2, 0], [4, 0], [4, place]);
      await this.#write([header, entry.name, extra]);
    }
    const [count, size, end] = [this.#entries.length, this.#sink.at - start, this.#sink.at];
    const wide = count >= MOST_16 || Math.max(start, size) >= this.#most;
    if (wide) {
      const last = fields([4, END_64], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count], [8, size], [8, start]);
      await this.#write([last, fields([4, LOCATOR_64], [4, 0], [8, end], [4, 1])]);
    }
    const [n, s, at] = wide ? [MOST_16, MOST_32, MOST_32] : [count, size, start];
    await this.#write([fields([4, END], [2, 0], [2, 0], [2, n], [2, n], [4, s], [4, at], [2, 0])]);
  }

  async #write(parts: readonly Uint8Array[]): Promise<void> {
    for (const part of parts) await this.#sink.write(part);
  }
}

/** Bytes of a field, and its value. */
type Field = readonly [2 | 4 | 8, number];

function fields(...list: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(list.reduce((n, [width]) => n + width, 0));
  let at = 0;
  for (const [width, value] of list) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, width);
    at += width;
  }
  return bytes;
}

/** The fields of both kinds of header, from `version needed` on; names are UTF-8, the date is the first that there is. */
function common({ name, checksum, size, held, deflated, wide }: Entry, extra: number): Field[] {
  const [h, s] = wide ? [MOST_32, MOST_32] : [held, size];
  const lengths: Field[] = [
    [2, name.length],
    [2, extra],
  ];
  return [[2, wide ? 45 : 20], [2, 0x0800], [2, deflated ? 8 : 0], [2, 0], [2, 0x21], [4, checksum], [4, h], [4, s], ...lengths];
}

/** The sizes in 64 bits, and in the directory the place. */
function extension({ wide, size, held, at }: Entry, inDirectory: boolean): Buffer {
  if (!wide) return Buffer.alloc(0);
  const place: Field[] = inDirectory ? [[8, at]] : [];
  return fields([2, 1], [2, inDirectory ? 24 : 16], [8, size], [8, held], ...place);
}

function bytesOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((n, part) => n + part.byteLength, 0);
}

async function deflated(parts: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const out: Uint8Array[] = [];
  for await (const piece of Readable.from(pieces(parts)).pipe(zlib.createDeflateRaw({ chunkSize: 2 ** 20 }))) out.push(piece);
  return out;
}

/** Parts in pieces of no more than that. */
function* pieces(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const part of parts) for (let at = 0; at < part.length; at += PIECE) yield part.subarray(at, at + PIECE);
}

/** Continues the checksum `before` with these bytes (CRC-32). */
export function checksum(bytes: Uint8Array, before: number): number {
  if (bytes.length === 0) return before; // zlib takes no bytes for a start
  return (zlib.crc32 ?? tabled)(bytes, before);
}

let table: Int32Array | null = null;

/** The checksum of each byte. */
function tableOfBytes(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = (c & 1) === 0 ? c >>> 1 : (c >>> 1) ^ 0xedb88320;
    return c;
  });
}

/** As `checksum`, where Node has no `crc32`: before 20.15 and 22.2. */
export function tabled(bytes: Uint8Array, before: number): number {
  const sums = (table ??= tableOfBytes());
  let c = ~before;
  for (let i = 0; i < bytes.length; i++) c = sums[(c ^ bytes[i]) & 255] ^ (c >>> 8);
  return ~c >>> 0;
}
