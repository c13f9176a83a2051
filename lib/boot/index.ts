/**
 * Room `boot`: runs the library that is packed into two files (`.ci/bundle.mjs`): the core, which every program needs, and its annex, when a
 * door or a module of it is asked for. Doors of the package begin here; nothing in the library imports this room.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vm from 'node:vm';
import type { optimizeLater } from '../base/index.js';
import { CodeCache, type Running } from './code-cache.js';

type Names = Readonly<Record<string, unknown>>;
/** What makes a door, or the part of a module that the other file takes. */
type Makers = Readonly<Record<string, () => Names>>;

/** The library's doors, by name: `array/index`, `sparse/index`, … */
export type Doors = Readonly<Record<string, Names>>;

interface Packed {
  readonly doors: Makers;
  readonly modules: Makers;
}

interface Core extends Packed, Running {
  readonly optimizeLater: typeof optimizeLater;
}

/** The value of `core.js`, which takes modules of the annex by a call, and of `annex.js`, which takes modules of the core as they are. */
type Text<Other, Found> = (
  require: NodeJS.Require,
  file: string,
  load: (specifier: string) => Promise<unknown>,
  other: Other,
) => Found;

/** Digests of the files' texts, to which their compiled code belongs, and the doors of the annex. */
interface About {
  readonly core: string;
  readonly annex: string;
  readonly later: readonly string[];
}

interface Booted {
  readonly doors: Doors;
  readonly codeCache: CodeCache['state'];
  /** Keeps the code that this process compiled so far beside the library, for those to come. Throws where that cannot be written. */
  readonly installCode: () => void;
}

/** Runs `core.js` of a folder. Errors of the library's loading pass through. */
export function boot(folder: string, about: About): Booted {
  const running: Running = {
    kernelsMade: () => core.kernelsMade(),
    underEngineDefaults: (make) => core.underEngineDefaults(make),
  };
  let there: Packed | null = null;
  const annex = (): Packed => (there ??= runAnnex(join(folder, 'annex.js'), about.annex, core));
  const takeOfAnnex = (module: string): Names => annex().modules[module]();
  const {
    packed: core,
    state,
    install,
  } = run<typeof takeOfAnnex, Core>(join(folder, 'core.js'), about.core, takeOfAnnex, running);
  core.optimizeLater();
  const doors: Record<string, Names> = {};
  for (const [name, make] of Object.entries(core.doors)) define(doors, name, make);
  for (const name of about.later) define(doors, name, () => annex().doors[name]());
  return { doors, codeCache: state, installCode: install };
}

/** The annex is loaded later, when the runtime may have set flags of V8. */
function runAnnex(file: string, digest: string, core: Core): Packed {
  return core.underEngineDefaults(() => run<Makers, Packed>(file, digest, core.modules, core).packed);
}

function run<Other, Found>(
  file: string,
  digest: string,
  other: Other,
  running: Running,
): { packed: Found; state: CodeCache['state']; install: () => void } {
  const cache = new CodeCache(digest, file);
  const cachedData = cache.read();
  const script = new vm.Script(readFileSync(file, 'latin1'), { filename: file, cachedData });
  cache.keep(script, running);
  const text = script.runInThisContext() as Text<Other, Found>;
  // This file's own import(): in a script from cached code V8 loses the callback of import().
  const packed = text(createRequire(file), file, (specifier) => import(specifier), other);
  return { packed, state: cache.state, install: () => cache.install(script, running) };
}

/** A door is made when it is asked for, once. */
function define(doors: Record<string, Names>, name: string, make: () => Names): void {
  let door: Names | null = null;
  Object.defineProperty(doors, name, { get: () => (door ??= make()), enumerable: true });
}
