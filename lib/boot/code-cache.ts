/**
 * V8's compiled code of the library, kept in the cache folder: a process compiles it in 30 to 40 ms, and takes it from there in 5. It is
 * made at the exit of a process, so that it has the functions compiled meanwhile; the first few processes add theirs, and later ones that
 * used much of the library that none before them did, by the kernels that they made. Making it takes a process 20 to 30 ms.
 *
 *     code-<library, file, Node, flags>.bin      code, what is noted of it as JSON, the length of that, all again, the file's name
 *
 * An installation that may run scripts makes such a file beside the library (`native/code.mjs`), for the Node that installs: the first
 * process of a user takes it from there. V8 checks that the code is its own version's, and trusts the rest: so it is read only from folders that kernels may be loaded from, and
 * a damaged one is noticed. Where anything is wrong with the user's, the installed one is taken, and where there is none that is sound, the
 * library is compiled. `MANIPLE_CODE_CACHE=off` leaves
 * it alone.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Script } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import type { kernelsMade, underEngineDefaults } from '../base/index.js';
import { makeFolder, readOwn, seal, temporaryIn, unseal, wantedFolder, whyUntrusted, writeWhole } from '../cache/index.js';

/** Processes that write the code at first, and the ones that do once much is new: the process itself, and the next one. */
const [PROCESSES, LATER] = [4, 2];
/** The share of new kernels among the known ones that is much. */
const MUCH = 1 / 4;
const MOST_BYTES = 32 << 20;
/** The library's users may be different from the one that installs it. */
const READABLE = 0o644;
/** Files that are kept, of all versions and flags. */
const FILES = 48;
/** Flags of Node's own that are often given, and say nothing of V8. */
const NODE_FLAGS =
  /^--(eval|print|import|require|loader|experimental-loader|input-type|env-file|test|inspect|enable-source-maps|conditions|title|no-warnings|trace-(deprecation|event|exit|promises|sigint|sync-io|tls|uncaught|warnings))/;

/** A note on the code. */
interface Noted {
  /** Processes that may still write it, regardless of the parts that they used. */
  readonly left: number;
  /** Names of kernels that the processes made which wrote it. */
  readonly kernels: readonly string[];
}

/** Names of the kernels that the process made, and V8's default flags, for which code is kept: the running library has them. */
export interface Running {
  readonly kernelsMade: typeof kernelsMade;
  readonly underEngineDefaults: typeof underEngineDefaults;
}

const NOTHING: Noted = { left: PROCESSES, kernels: [] };

export class CodeCache {
  /** `used` or not; `rejected` by V8, `refused` as it is damaged. */
  state: 'off' | 'absent' | 'refused' | 'rejected' | 'used' = 'off';
  readonly #name: string;
  /** Code that an installation made, once and with the file's name behind: as sound, and as trustworthy, as the library beside it. */
  readonly #installed: string;
  #folder: string | null = null;
  /** Whether the user's folder has a file that is not to be used: it is written anew. */
  #isRefused = false;
  /** The code as it was read, and its note behind it; null where there is none. */
  #contents: Buffer | null = null;

  /** Code of the text with this digest in `file`, whose name V8 keeps with it, for stack traces. */
  constructor(digest: string, file: string) {
    this.#name = `code-${digest}-${nameOf([file, process.version, process.arch, ...flags()])}.bin`;
    this.#installed = join(dirname(file), this.#name);
  }

  /** The code; undefined where there is none. */
  read(): Buffer | undefined {
    try {
      if (process.env.MANIPLE_CODE_CACHE === 'off') return undefined;
      this.state = 'absent';
      this.#folder = wantedFolder(process.env);
      const contents = this.#readKept(this.#folder) ?? this.#readInstalled();
      if (contents === null) return undefined;
      this.#contents = contents;
      return contents.subarray(0, endOf(contents));
    } catch {
      return undefined;
    }
  }

  /** The code that earlier processes of this user kept in their folder; null where no sound code is there. */
  #readKept(folder: string): Buffer | null {
    const file = readOwn(join(folder, this.#name), MOST_BYTES);
    if (file === undefined) return null;
    const kept = file === null || whyUntrusted(folder) !== null ? null : unseal(this.#name, file.bytes);
    if (kept === null) this.state = 'refused';
    this.#isRefused = kept === null;
    return kept;
  }

  /** The files of an installation, if all are there. */
  #readInstalled(): Buffer | null {
    if (!existsSync(this.#installed)) return null;
    this.state = 'refused';
    const bytes = readFileSync(this.#installed);
    const end = bytes.length - this.#name.length;
    return end > 0 && bytes.toString('latin1', end) === this.#name ? bytes.subarray(0, end) : null;
  }

  /** Notes how V8 took the code. */
  note(script: Script): void {
    if (script.cachedDataRejected !== undefined) this.state = script.cachedDataRejected ? 'rejected' : 'used';
  }

  /** Looks at the process's end whether to write the code, and does. A failure only costs the next process time. */
  keep(script: Script, running: Running): void {
    if (this.state === 'off') return;
    try {
      const before = this.#contents !== null && this.state === 'used' ? notedIn(this.#contents) : NOTHING;
      const known = new Set(before.kernels);
      const added = running.kernelsMade().filter((name) => !known.has(name));
      const isMuch = added.length > MUCH * known.size;
      const left = Math.max(before.left, isMuch ? LATER : 0, this.#isRefused ? 1 : 0);
      // `isMainThread` comes last: its module takes two milliseconds to load.
      if (left > 0 && isMainThread) this.#write(() => code(script, running, { left: left - 1, kernels: [...known, ...added] }));
    } catch {
      return;
    }
  }

  /** Making the contents takes longer than to find out that no folder takes them. */
  #write(make: () => Buffer): void {
    const folder = this.#folder;
    if (folder === null) return;
    makeFolder(folder);
    if (whyUntrusted(folder) !== null) return;
    writeWhole(join(folder, this.#name), temporaryIn(folder, 'code', '.bin'), seal(this.#name, make()));
    sweep(folder);
  }

  /** Writes the code beside the library, for processes to come: they write their own only once they use much that this one did not. */
  install(script: Script, running: Running): void {
    const temporary = temporaryIn(dirname(this.#installed), 'code', '.bin');
    const contents = Buffer.concat([code(script, running, { left: 0, kernels: running.kernelsMade() }), Buffer.from(this.#name)]);
    writeWhole(this.#installed, temporary, contents, READABLE);
  }
}

/** The code that V8 compiled so far, and its note behind it. */
function code(script: Script, running: Running, noted: Noted): Buffer {
  const text = Buffer.from(JSON.stringify(noted));
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(text.length);
  return Buffer.concat([running.underEngineDefaults(() => script.createCachedData()), text, length]);
}

/** Bytes of the note's length. */
const LENGTH = 4;

/** Where the code ends. */
function endOf(contents: Buffer): number {
  return contents.length - LENGTH - contents.readUInt32LE(contents.length - LENGTH);
}

function notedIn(contents: Buffer): Noted {
  return JSON.parse(contents.toString('utf8', endOf(contents), contents.length - LENGTH)) as Noted;
}

/** The options of this process that may be V8's: all but the ones known as Node's alone. */
function flags(): string[] {
  const words = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(' ')];
  return words.filter((word) => word.startsWith('--') && !NODE_FLAGS.test(word)).sort();
}

/** Removes the code of other versions, and for other flags, that was written longest ago. */
function sweep(folder: string): void {
  const paths = readdirSync(folder).flatMap((name) => (/^code-[0-9a-f-]+\.bin$/.test(name) ? [join(folder, name)] : []));
  const times = new Map(paths.map((path) => [path, lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0]));
  const oldestFirst = paths.sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0));
  for (const path of oldestFirst.slice(0, -FILES)) rmSync(path, { force: true });
}

/** A short name for words: FNV-1a. */
function nameOf(words: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const c of words.join(' ')) hash = Math.imul(hash ^ (c.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
