/**
 * V8's compiled code of the library, kept in the cache folder: a process compiles it in 30 to 40 ms, and takes it from there in 5. It is
 * made at the exit of a process, so that it has the functions compiled meanwhile; the first few processes add theirs.
 *
 *     code-<library, file, Node, flags>.bin      code and number of processes that wrote it, both again, the file's name
 *
 * V8 checks that the code is its own version's, and trusts the rest: so it is read only from folders that kernels may be loaded from, and
 * a damaged one is noticed. Where anything is wrong with it, the library is compiled as if it were not there. `MANIPLE_CODE_CACHE=off` leaves
 * it alone.
 */
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Script } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { doubled, readOwn, temporaryIn, undoubled, wantedFolder, whyUntrusted, writeWhole } from '../cache/index.js';

/** Processes that write the code. */
const PROCESSES = 4;
const MOST_BYTES = 32 << 20;
/** Files that are kept, of all versions and flags. */
const FILES = 16;
/** Flags of Node's own that are often given, and say nothing of V8. */
const NODE_FLAGS =
  /^--(eval|print|import|require|loader|experimental-loader|input-type|env-file|test|inspect|enable-source-maps|conditions|title|no-warnings|trace)/;

export class CodeCache {
  /** `used` or not; `rejected` by V8, `refused` as it is damaged. */
  state: 'off' | 'absent' | 'refused' | 'rejected' | 'used' = 'off';
  readonly #name: string;
  #folder: string | null = null;
  #processes = 0;

  /** Code of the text with this digest in `file`, whose name V8 keeps with it, for stack traces. */
  constructor(digest: string, file: string) {
    this.#name = `code-${digest}-${nameOf([file, process.version, process.arch, ...flags()])}.bin`;
  }

  /** The code; undefined where there is none. */
  read(): Buffer | undefined {
    try {
      if (process.env.MANIPLE_CODE_CACHE === 'off') return undefined;
      this.state = 'absent';
      this.#folder = wantedFolder(process.env);
      const file = readOwn(join(this.#folder, this.#name), MOST_BYTES);
      if (file === undefined) return undefined;
      this.state = 'refused';
      const contents = file === null || whyUntrusted(this.#folder) !== null ? null : undoubled(this.#name, file.bytes);
      if (contents === null) return undefined;
      this.#processes = contents[contents.length - 1];
      return contents.subarray(0, -1);
    } catch {
      return undefined;
    }
  }

  /** Notes how V8 took the code, and writes it at this process's end, if that is one of the first. */
  keep(script: Script): void {
    if (script.cachedDataRejected !== undefined) this.state = script.cachedDataRejected ? 'rejected' : 'used';
    // `isMainThread` comes last: its module takes two milliseconds to load.
    if (this.state === 'off' || this.#processes >= PROCESSES || !isMainThread) return;
    process.once('exit', () => this.#write(script));
  }

  /** Writes the code; a failure only costs the next process time. */
  #write(script: Script): void {
    try {
      const folder = this.#folder;
      if (folder === null) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (whyUntrusted(folder) !== null) return;
      restoreFlags();
      const code = Buffer.concat([script.createCachedData(), Buffer.of(this.#processes + 1)]);
      writeWhole(join(folder, this.#name), temporaryIn(folder, 'code', '.bin'), doubled(this.#name, code));
      sweep(folder);
    } catch {
      return;
    }
  }
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

/** Undoes the flags that the runtime sets while it runs (liveness): V8 keeps code for the flags at the time that it is made. */
function restoreFlags(): void {
  const chosen = `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`;
  if (!/expose[-_]gc/.test(chosen)) setFlagsFromString('--no-expose-gc');
  if (!/allocation[-_]site[-_]pretenuring/.test(chosen)) setFlagsFromString('--allocation-site-pretenuring');
}

/** A short name for words: FNV-1a. */
function nameOf(words: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const c of words.join(' ')) hash = Math.imul(hash ^ (c.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
