/**
 * Room `boot`: runs the library that is packed into a few files (`.ci/bundle.mjs`): the core, which every program needs, and further ones, each
 * when a name of it is used. Doors of the package begin here; nothing in the library imports this room.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vm from 'node:vm';
import type { stubs } from '../base/index.js';
import { CodeCache, type Running } from './code-cache.js';
import { functionBehind, type Later, laterThrough, type Names } from './stand-in.js';

/** Makes a door, or the part of a module that a different file takes. */
type Makers = Readonly<Record<string, () => Names>>;

/** The library's doors, by name: `array/index`, `sparse/index`, … */
export type Doors = Readonly<Record<string, Names>>;

interface Packed {
  readonly doors: Makers;
  readonly modules: Makers;
}

/** The core, whose declarations find the functions that stubs stand for. */
type Core = Packed & Running & { readonly stubs: typeof stubs };

/** The value of a file; the core has no `core`. */
type Text = (
  require: NodeJS.Require,
  file: string,
  load: (specifier: string) => Promise<unknown>,
  later: Later,
  core?: Makers,
) => Packed;

/** Facts of the files that `.ci/bundle.mjs` made. */
interface About {
  /** Digests of the files' texts, to which their compiled code belongs, by name: `core` and the further ones. */
  readonly digests: Readonly<Record<string, string>>;
  /** The further file of each door that is not the core's. */
  readonly later: Readonly<Record<string, string>>;
  /** Files that a process which waits loads ahead. */
  readonly ahead: readonly string[];
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
  /** The files that are loaded so far, in the order of their first use: `core`, `random`, … */
  readonly files: () => readonly string[];
  /** Keeps the code that this process compiled so far beside the library, for those to come. Throws where that cannot be written. */
  readonly installCode: () => void;
}

/** Milliseconds until a process that waits, such as a server, loads further files: none of its requests waits for them then. */
const AHEAD = 300;

/** Runs `core.js` of a folder, and the other files later. Errors of the library's loading pass through. */
export function boot(folder: string, about: About): Booted {
  const running: Running = {
    kernelsMade: () => core.kernelsMade(),
    underEngineDefaults: (make) => core.underEngineDefaults(make),
  };
  const files = new Map<string, File>();
  const load = (name: string, modulesOfCore?: Makers): Packed => {
    const file = run(join(folder, `${name}.js`), about.digests[name], [later, modulesOfCore]);
    files.set(name, file);
    return file.packed;
  };
  // The runtime may have set flags of V8 by the time that these are loaded.
  const further = (name: string): Packed => files.get(name)?.packed ?? core.underEngineDefaults(() => load(name, core.modules));
  const later = laterThrough((name, module) => () => further(name).modules[module]());
  const core = load('core') as Core;
  core.stubs.behind = functionBehind;
  process.once('exit', () => {
    for (const { cache, script } of files.values()) cache.keep(script, running);
  });
  loadAhead(about.ahead, further);
  const doors: Record<string, Names> = {};
  for (const [name, make] of Object.entries(core.doors)) define(doors, name, make);
  for (const [name, file] of Object.entries(about.later)) define(doors, name, () => further(file).doors[name]());
  return {
    doors,
    codeCache: files.get('core')?.cache.state ?? 'off',
    files: () => [...files.keys()],
    installCode: () => {
      for (const { cache, script } of files.values()) cache.install(script, running);
    },
  };
}

/** Loads files while the process waits, one in each turn of its event loop. Where that fails, the one that uses the file is told. */
function loadAhead(files: readonly string[], load: (file: string) => void): void {
  const ahead = (at: number): void => {
    try {
      load(files[at]);
    } catch {
      return;
    }
    if (at + 1 < files.length) setTimeout(ahead, 0, at + 1).unref();
  };
  setTimeout(ahead, AHEAD, 0).unref();
}

/** Runs a file, with compiled code where that is kept. */
function run(file: string, digest: string, [later, core]: readonly [Later, Makers | undefined]): File {
  const cache = new CodeCache(digest, file);
  const cachedData = cache.read();
  const script = new vm.Script(readFileSync(file, 'latin1'), { filename: file, cachedData });
  cache.note(script);
  const text = script.runInThisContext() as Text;
  // This file's own import(): in a script from cached code V8 loses the callback of import().
  const packed = text(createRequire(file), file, (specifier) => import(specifier), later, core);
  return { packed, cache, script };
}

/** A door is made when it is asked for, once. */
function define(doors: Record<string, Names>, name: string, make: () => Names): void {
  let door: Names | null = null;
  Object.defineProperty(doors, name, { get: () => (door ??= make()), enumerable: true });
}
