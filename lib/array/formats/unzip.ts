/**
 * Reads ZIP archives: the library yauzl reads the directory; members are read here, piece by piece, with their checksums. Members that
 * overlap (a small archive that is large when it is read), lengths that no compression reaches and names that come twice are refused.
 */
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw, type InflateRaw } from 'node:zlib';
import type { Entry } from 'yauzl';
import { FileFormatError } from '../../base/index.js';
import { type FileSource, PIECE, type Source } from '../../files/index.js';
import { checksum } from './zip.js';

const STORED = 0;
const DEFLATED = 8;
/** Deflated data is at most so many times as long as its compressed form. */
const MOST_INFLATED = 1032;
/** Bytes of a local header besides its name and its extra fields. */
const LOCAL_HEADER = 30;

/** A member of an archive, as the directory has it. */
export interface Member {
  readonly name: string;
  readonly entry: Entry;
  /** Where the member has to be over at the latest. */
  readonly end: number;
}

/** Where the directory of an archive begins, and its entries. Throws yauzl's errors. */
async function directoryOf(source: FileSource): Promise<{ start: number; entries: Entry[] }> {
  const { fromRandomAccessReaderPromise, RandomAccessReader } = (await import('yauzl')).default;
  class Reader extends RandomAccessReader {
    override _readStreamForRange(): Readable {
      return Readable.from([]);
    }
    override read(into: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void): void {
      source.readAt(into.subarray(offset, offset + length), position).then(
        (count) => done(count === length ? null : new Error('unexpected EOF')),
        (error: Error) => done(error),
      );
    }
  }
  const options = { decodeStrings: false, validateEntrySizes: true, autoClose: false };
  const archive = await fromRandomAccessReaderPromise(new Reader(), source.size ?? 0, options);
  // Before the first entry the cursor is where the directory begins.
  const start = Number(archive.readEntryCursor);
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) entries.push(entry);
  return { start, entries };
}

/** The members of an archive by name, in the directory's order. Rejects with `FileFormatError`. */
export async function membersOf(source: FileSource): Promise<ReadonlyMap<string, Member>> {
  try {
    const { getFileNameLowLevel } = (await import('yauzl')).default;
    const { start, entries } = await directoryOf(source);
    const ends = endsOf(entries, start);
    const members = new Map<string, Member>();
    for (const entry of entries) {
      const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
      if (members.has(name)) throw new Error(`two members have the name ${name}`);
      members.set(name, { name, entry, end: ends.get(entry) ?? 0 });
    }
    return members;
  } catch (cause) {
    throw damaged(source, cause);
  }
}

/** For each entry, where the next begins. Throws when they overlap. */
function endsOf(entries: readonly Entry[], directory: number): ReadonlyMap<Entry, number> {
  const order = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  const ends = new Map<Entry, number>();
  for (const [i, entry] of order.entries()) {
    const { relativeOffsetOfLocalHeader: start, compressedSize, fileNameRaw } = entry;
    const end = order[i + 1]?.relativeOffsetOfLocalHeader ?? directory;
    if (start + LOCAL_HEADER + fileNameRaw.length + compressedSize > Math.min(end, directory))
      throw new Error(`members overlap: ${fileNameRaw.toString()} and the next share bytes`);
    ends.set(entry, end);
  }
  return ends;
}

function damaged(source: FileSource, cause: unknown): Error {
  if (cause instanceof FileFormatError || !(cause instanceof Error) || 'system' in cause) return cause as Error;
  return new FileFormatError(`${source.operation}: ${source.path} is damaged or cut short: ${cause.message}`, { cause });
}

/** The contents of a member, which `end` compares with their length and checksum. */
export class MemberSource implements Source {
  readonly #file: FileSource;
  readonly #member: Member;
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #close: () => void;
  #piece: Uint8Array = new Uint8Array(0);
  #sum = 0;
  #at = 0;

  private constructor(file: FileSource, member: Member, pieces: AsyncIterable<Uint8Array>, close: () => void) {
    this.#file = file;
    this.#member = member;
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.#close = close;
  }

  /** Opens a member. Rejects with `FileFormatError`. */
  static async open(file: FileSource, member: Member): Promise<MemberSource> {
    try {
      const start = await startOf(file, member);
      const held = heldPieces(file, start, member.entry.compressedSize);
      if (member.entry.compressionMethod === STORED) return new MemberSource(file, member, held, () => undefined);
      const inflated = inflate(held);
      return new MemberSource(file, member, inflated, () => inflated.destroy());
    } catch (cause) {
      throw damaged(file, cause);
    }
  }

  get left(): number {
    return this.#member.entry.uncompressedSize - this.#at;
  }

  async read(into: Uint8Array): Promise<number> {
    let count = 0;
    try {
      while (count < into.length) {
        if (this.#piece.length === 0) {
          const next = await this.#pieces.next();
          if (next.done === true) break;
          this.#take(next.value);
        }
        const part = this.#piece.subarray(0, into.length - count);
        into.set(part, count);
        count += part.length;
        this.#piece = this.#piece.subarray(part.length);
      }
    } catch (cause) {
      throw damaged(this.#file, cause);
    }
    this.#at += count;
    return count;
  }

  #take(piece: Uint8Array): void {
    const { name, entry } = this.#member;
    if (this.#at + piece.length > entry.uncompressedSize + PIECE) throw new Error(`${name} is longer than its directory says`);
    this.#sum = checksum(piece, this.#sum);
    this.#piece = piece;
  }

  /** Reads the remaining bytes, and compares length and checksum. Rejects with `FileFormatError`. */
  async end(): Promise<void> {
    const rest = new Uint8Array(2 ** 16);
    while ((await this.read(rest)) === rest.length) if (this.left < 0) break;
    const { name, entry } = this.#member;
    if (this.left !== 0) throw damaged(this.#file, new Error(`${name} differs in length from its directory entry`));
    if (this.#sum !== entry.crc32) throw damaged(this.#file, new Error(`the checksum of ${name} does not match`));
  }

  close(): void {
    this.#close();
  }
}

/** Where the member's bytes begin. Throws for a member that cannot be read. */
async function startOf(file: FileSource, { name, entry, end }: Member): Promise<number> {
  const { compressionMethod, compressedSize, uncompressedSize, relativeOffsetOfLocalHeader } = entry;
  if (entry.isEncrypted()) throw new Error(`${name} is encrypted`);
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw new Error(`${name} is compressed in a way (${compressionMethod}) that is not known; expected stored or deflated`);
  if (uncompressedSize > MOST_INFLATED * (compressedSize + 1)) throw new Error(`${name} has impossible lengths`);
  const header = Buffer.alloc(LOCAL_HEADER + entry.fileNameRaw.length);
  const found = await file.readAt(header, relativeOffsetOfLocalHeader);
  if (found < header.length || header.readUInt32LE(0) !== 0x04034b50) throw new Error(`${name} has no header of its own`);
  const nameLength = header.readUInt16LE(26);
  if (nameLength !== entry.fileNameRaw.length || !header.subarray(LOCAL_HEADER).equals(entry.fileNameRaw))
    throw new Error(`${name} has a different name in its own header`);
  const start = relativeOffsetOfLocalHeader + LOCAL_HEADER + nameLength + header.readUInt16LE(28);
  if (start + compressedSize > end) throw new Error(`members overlap: ${name} and the next share bytes`);
  return start;
}

/** Bytes of the file, piece by piece. */
async function* heldPieces(file: FileSource, start: number, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += PIECE) {
    const piece = new Uint8Array(Math.min(PIECE, size - at));
    if ((await file.readAt(piece, start + at)) < piece.length) throw new Error('it ends before its members do');
    yield piece;
  }
}

function inflate(held: AsyncIterable<Uint8Array>): InflateRaw {
  const inflated = createInflateRaw({ chunkSize: 2 ** 18 });
  pipeline(Readable.from(held), inflated, () => undefined);
  return inflated;
}
