/**
 * Room `boot`: runs the library that is packed into three files (`.ci/bundle.mjs`): the core, which every program needs, modules that some
 * programs come to, and an annex, each when a name of it is used. Doors of the package begin here; nothing in the library imports this room.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vm from 'node:vm';
import { CodeCache, type Running } from './code-cache.js';
import { standIn } from './stand-in.js';

type Names = Readonly<Record<string, unknown>>;
/** Makes a door, or the part of a module that a different file takes. */
type Makers = Readonly<Record<string, () => Names>>;

/** The library's doors, by name: `array/index`, `sparse/index`, … */
export type Doors = Readonly<Record<string, Names>>;

interface Packed {
  readonly doors: Makers;
  readonly modules: Makers;
}

type Core = Packed & Running;

/** Modules of a different file: as they are, or by a call that gives a stand-in for one until it is used. */
type Taken = Makers | ((module: string) => object);

/** The value of a file. */
type Text = (
  require: NodeJS.Require,
  file: string,
  load: (specifier: string) => Promise<unknown>,
  one: Taken,
  other: Taken,
) => Packed;

/** Digests of the files' texts, to which their compiled code belongs, and the doors of the annex. */
interface About {
  readonly core: string;
  readonly work: string;
  readonly annex: string;
  readonly later: readonly string[];
}

interface File {
  readonly packed: Packed;
  readonly cache: CodeCache;
  readonly script: vm.Script;
}

interface Booted {
  readonly doors: Doors;
  /** How V8 took the code that was kept of the core. */
  readonly codeCache: CodeCache['state'];
  /** The files that are loaded so far: `core`, `work`, `annex`. */
  readonly files: () => readonly string[];
  /** Keeps the code that this process compiled so far beside the library, for those to come. Throws where that cannot be written. */
  readonly installCode: () => void;
}

/** Milliseconds until a process that waits, such as a server, loads `work.js`: none of its requests waits for that then. */
const AHEAD = 300;

/** Runs `core.js` of a folder, and the other files later. Errors of the library's loading pass through. */
export function boot(folder: string, about: About): Booted {
  const running: Running = {
    kernelsMade: () => core.kernelsMade(),
    underEngineDefaults: (make) => core.underEngineDefaults(make),
  };
  const files = new Map<string, File>();
  const load = (name: 'core' | 'work' | 'annex', one: Taken, other: Taken): Packed => {
    const file = run(join(folder, `${name}.js`), about[name], [one, other], running);
    files.set(name, file);
    return file.packed;
  };
  // The runtime may have set flags of V8 by the time that these are loaded.
  const later = (name: 'work' | 'annex', one: () => Taken, other: () => Taken): Packed =>
    files.get(name)?.packed ?? core.underEngineDefaults(() => load(name, one(), other()));
  const modulesOfCore = (): Makers => core.modules;
  const work = (): Packed => later('work', modulesOfCore, () => fromAnnex);
  const annex = (): Packed => later('annex', modulesOfCore, () => work().modules);
  const fromWork = (module: string): object => standIn(() => work().modules[module]());
  const fromAnnex = (module: string): object => standIn(() => annex().modules[module]());
  const core = load('core', fromWork, fromAnnex) as Core;
  loadAhead(work);
  const doors: Record<string, Names> = {};
  for (const [name, make] of Object.entries(core.doors)) define(doors, name, make);
  for (const name of about.later) define(doors, name, () => annex().doors[name]());
  return {
    doors,
    codeCache: files.get('core')?.cache.state ?? 'off',
    files: () => [...files.keys()],
    installCode: () => {
      for (const { cache, script } of files.values()) cache.install(script, running);
    },
  };
}

/** Loads a file while the process waits. Where that fails, the one that uses it is told. */
function loadAhead(load: () => void): void {
  const ahead = (): void => {
    try {
      load();
    } catch {
      return;
    }
  };
  setTimeout(ahead, AHEAD).unref();
}

/** Runs a file, with compiled code where that is kept. */
function run(file: string, digest: string, [one, other]: readonly [Taken, Taken], running: Running): File {
  const cache = new CodeCache(digest, file);
  const cachedData = cache.read();
  const script = new vm.Script(readFileSync(file, 'latin1'), { filename: file, cachedData });
  cache.keep(script, running);
  const text = script.runInThisContext() as Text;
  // This file's own import(): in a script from cached code V8 loses the callback of import().
  const packed = text(createRequire(file), file, (specifier) => import(specifier), one, other);
  return { packed, cache, script };
}

/** A door is made when it is asked for, once. */
function define(doors: Record<string, Names>, name: string, make: () => Names): void {
  let door: Names | null = null;
  Object.defineProperty(doors, name, { get: () => (door ??= make()), enumerable: true });
}
