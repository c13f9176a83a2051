/** NumPy's `.npz` files: ZIP archives of `.npy` files, stored or deflated, of any size; arrays are read when they are asked for. */
import { stat } from 'node:fs/promises';
import {
  ArgumentError,
  declareMethods,
  FileFormatError,
  isPlain,
  type Kind,
  kind,
  listOf,
  type OptionKinds,
  options,
  PATH,
  TEXT,
  takes,
} from '../../base/index.js';
import { FileSource, failed, pathOf, replaceFile } from '../../files/index.js';
import { isComplex } from '../complex/calls.js';
import { toArray } from '../convert.js';
import type { NDArray } from '../ndarray.js';
import { describe } from '../operand.js';
import { npyParts, readArray } from './npy.js';
import { readText, textParts } from './npy-header.js';
import { type Member, MemberSource, membersOf } from './unzip.js';
import { ZipWriter } from './zip.js';

const SUFFIX = '.npy';
/** Bytes of a member's name. */
const LONGEST_NAME = 2 ** 16 - 1;

/** When a file was written, and which it is. */
type Version = readonly [device: number, file: number, size: number, time: number];

/** A file and its directory. */
interface Opened {
  readonly operation: string;
  readonly path: string;
  readonly version: Version;
  readonly members: ReadonlyMap<string, Member>;
}

let makeFile: (opened: Opened) => NpzFile;

/**
 * The arrays of a `.npz` file, none of which is read before it is asked for. Made by `openz`. The file is opened for each array and
 * has to be the one that it was: nothing has to be closed.
 *
 * @example
 * await np.savez('three.npz', { a: np.arange(3), b: np.zeros(9), c: np.ones(2) });
 * const file = await np.openz('three.npz');
 * file.names;                            // ['a', 'b', 'c']
 * await (await file.get('c')).tolist();  // [1, 1]
 */
export class NpzFile {
  readonly #operation: string;
  readonly #path: string;
  readonly #version: Version;
  readonly #members: ReadonlyMap<string, Member>;

  private constructor(opened: Opened | undefined) {
    if (opened?.members === undefined) throw new ArgumentError('NpzFile: made by openz: await np.openz(path)');
    this.#operation = opened.operation;
    this.#path = opened.path;
    this.#version = opened.version;
    this.#members = opened.members;
  }

  static {
    makeFile = (opened) => new NpzFile(opened);
  }

  /** The names of the arrays, in the file's order. */
  get names(): string[] {
    return [...this.#members.keys()];
  }

  /**
   * Reads the array of this name. Rejects with `ArgumentError` for a name that the file has not, with `FileFormatError` when it is
   * damaged or has changed since, and with `OutOfMemoryError` when the array does not fit.
   */
  async get(name: string): Promise<NDArray> {
    return this.#read(name, (file, member) => readMember(this.#operation, this.#path, file, member));
  }

  /**
   * Reads the text of this name: an array of no axes of bytes or characters, as NumPy writes a text. Rejects as `get`, and with `FileFormatError`
   * for an array of numbers.
   */
  async text(name: string): Promise<string> {
    return this.#read(name, (file, member) => textIn(this.#operation, this.#path, file, member));
  }

  async #read<T>(name: string, from: (file: FileSource, member: Member) => Promise<T>): Promise<T> {
    const member = this.#members.get(name);
    if (member === undefined)
      throw new ArgumentError(
        `${this.#operation}: ${this.#path} has no array ${describe(name)}; it has ${this.names.slice(0, 20).join(', ') || 'none'}`,
      );
    const file = await FileSource.open(this.#operation, this.#path);
    try {
      const now = await versionOf(this.#operation, this.#path);
      if (now.some((value, i) => value !== this.#version[i]))
        throw new FileFormatError(`${this.#operation}: ${this.#path} has changed since it was opened; open it again`);
      return await from(file, member);
    } finally {
      await file.close();
    }
  }
}

declareMethods<Pick<NpzFile, 'get' | 'text'>>(NpzFile, { get: [TEXT], text: [TEXT] });

async function versionOf(operation: string, path: string): Promise<Version> {
  try {
    const { dev, ino, size, mtimeMs } = await stat(path);
    return [dev, ino, size, mtimeMs];
  } catch (cause) {
    throw failed(operation, path, 'read', cause);
  }
}

async function textIn(operation: string, path: string, file: FileSource, member: Member): Promise<string> {
  const source = await MemberSource.open(file, member);
  try {
    const text = await readText(
      source,
      (problem, cause) => new FileFormatError(`${operation}: ${path}: ${member.name} ${problem}`, { cause }),
    );
    await source.end();
    return text;
  } finally {
    source.close();
  }
}

async function readMember(operation: string, path: string, file: FileSource, member: Member): Promise<NDArray> {
  const source = await MemberSource.open(file, member);
  try {
    const array = await readArray(operation, `${path}: ${member.name}`, source);
    await source.end();
    return array;
  } finally {
    source.close();
  }
}

async function opened(operation: string, given: string): Promise<NpzFile> {
  const path = pathOf(operation, given);
  const version = await versionOf(operation, path);
  const file = await FileSource.open(operation, path);
  try {
    const first = new Uint8Array(4);
    const bytes = file.size === null ? 0 : await file.readAt(first, 0);
    const start = Buffer.from(first).toString('latin1', 0, bytes);
    if (start !== 'PK\x03\x04' && start !== 'PK\x05\x06')
      throw new FileFormatError(`${operation}: ${path} is no archive of arrays (.npz); read a single array (.npy) with load`);
    const members = [...(await membersOf(file))].filter(([name]) => name.endsWith(SUFFIX));
    const named = new Map(members.map(([name, member]) => [name.slice(0, -SUFFIX.length), member]));
    return makeFile({ operation, path, version, members: named });
  } finally {
    await file.close();
  }
}

/**
 * Opens a `.npz` file: its directory is read, and each array when `get` asks for it. Rejects with `FileFormatError` for a file that is no
 * such archive, or has members that overlap; with `FileError` where the system refuses.
 *
 * @example
 * await np.savez('many.npz', { first: np.arange(3), second: np.zeros(1_000_000) });
 * const { shape } = await (await np.openz('many.npz')).get('first');
 */
export const openz = takes(
  'openz',
  PATH,
)(async (path: string | URL): Promise<NpzFile> => {
  return opened('openz', pathOf('openz', path));
});

/** Options of `loadz`. */
export interface LoadzOptions {
  /** The arrays to read; default all. */
  readonly names?: readonly string[];
}
const LOADZ_OPTIONS: OptionKinds<LoadzOptions> = { names: listOf(TEXT) };

/**
 * The arrays of a `.npz` file by name, all or the ones in `names`, read in order; `openz` reads them when they are asked for. Rejects with
 * `FileFormatError` for a file that is no such archive, and as `load` does.
 *
 * @example
 * await np.savez('one.npz', { a: np.arange(3) });
 * const { a } = await np.loadz('one.npz', { names: ['a'] });
 * await a.tolist(); // [0, 1, 2]
 */
export const loadz = takes(
  'loadz',
  PATH,
  options(LOADZ_OPTIONS),
)(async (path: string | URL, options?: LoadzOptions): Promise<Record<string, NDArray>> => {
  const file = await opened('loadz', pathOf('loadz', path));
  const names = options?.names ?? file.names;
  if (!Array.isArray(names)) throw new ArgumentError(`loadz: names: expected an Array of names, got ${describe(names)}`);
  const arrays: [string, NDArray][] = [];
  for (const name of names) arrays.push([name, await file.get(name)]);
  return Object.fromEntries(arrays);
});

/** Throws `ArgumentError` for names that a reader would refuse, or confuse. */
function checkName(operation: string, name: string): void {
  const problem = name.includes('\0')
    ? 'a zero byte'
    : /\p{Surrogate}/u.test(name)
      ? 'half a character'
      : Buffer.byteLength(name) > LONGEST_NAME - SUFFIX.length
        ? `${Buffer.byteLength(name)} bytes`
        : null;
  if (problem !== null)
    throw new ArgumentError(
      `${operation}: expected names of at most ${LONGEST_NAME - SUFFIX.length} bytes of text, got ${JSON.stringify(name.slice(0, 40))} with ${problem}`,
    );
}

/** Throws `ArgumentError` for a text that is not of ASCII, which NumPy's bytes hold. */
function checkedText(operation: string, name: string, text: string): string {
  if (!/^\p{ASCII}*$/u.test(text) || text.includes('\0'))
    throw new ArgumentError(`${operation}: ${name}: expected a text of ASCII, got ${JSON.stringify(text)}`);
  return text;
}

async function saveAll(
  operation: string,
  path: string,
  given: Readonly<Record<string, NDArray | string>>,
  deflate: boolean,
): Promise<void> {
  if (typeof given !== 'object' || given === null)
    throw new ArgumentError(`${operation}: expected arrays by name, such as { a, b }, got ${describe(given)}`);
  const arrays = Object.entries(given).map(([name, x]) => {
    if (typeof x === 'string') return [name, checkedText(operation, name, x)] as const;
    return [name, isComplex(x) ? x : toArray(x, operation)] as const;
  });
  for (const [name] of arrays) checkName(operation, name);
  await replaceFile(operation, path, async (sink) => {
    const archive = new ZipWriter(sink);
    for (const [name, x] of arrays)
      await archive.add(`${name}${SUFFIX}`, typeof x === 'string' ? textParts(x) : await npyParts(x), deflate);
    await archive.end();
  });
}

const ARCHIVE: Kind<Readonly<Record<string, NDArray | string>>> = kind('an object of arrays by name', isPlain);

/**
 * Writes arrays, and texts of ASCII as NumPy's bytes, by name to a `.npz` file that NumPy reads. Arrays are read in order: they are not to be written to until the promise
 * settles. Rejects with `ArgumentError` for names that no reader would give back, and as `save` does.
 *
 * @example
 * await np.savez('both.npz', { a: np.arange(3), b: np.ones([2, 2]) });
 */
export const savez = takes(
  'savez',
  PATH,
  ARCHIVE,
)(async (path: string | URL, arrays: Readonly<Record<string, NDArray | string>>): Promise<void> => {
  return saveAll('savez', pathOf('savez', path), arrays, false);
});

/**
 * As `savez`, with compression.
 *
 * @example
 * await np.savezCompressed('zeros.npz', { zeros: np.zeros(1000) });
 */
export const savezCompressed = takes(
  'savezCompressed',
  PATH,
  ARCHIVE,
)(async (path: string | URL, arrays: Readonly<Record<string, NDArray | string>>): Promise<void> => {
  return saveAll('savezCompressed', pathOf('savezCompressed', path), arrays, true);
});
