/**
 * Room `boot`: runs the library that is packed into one file (`.ci/bundle.mjs`). Doors of the package begin here; nothing in the library
 * imports this room.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vm from 'node:vm';
import { CodeCache } from './code-cache.js';

/** The library's doors, by name: `array/index`, `sparse/index`, … */
export type Doors = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The value of `core.js`. */
type Core = (require: NodeJS.Require, file: string, load: (specifier: string) => Promise<unknown>) => Doors;

/**
 * Runs `core.js` of a folder. `digest`: of its text, to which its compiled code belongs. Errors of the library's loading pass through.
 */
export function boot(folder: string, digest: string): { readonly doors: Doors; readonly codeCache: CodeCache['state'] } {
  const file = join(folder, 'core.js');
  const cache = new CodeCache(digest, file);
  const cachedData = cache.read();
  const script = new vm.Script(readFileSync(file, 'latin1'), {
    filename: file,
    cachedData,
  });
  cache.keep(script);
  const core = script.runInThisContext() as Core;
  // This file's own import(): in a script from cached code V8 loses the callback of import().
  return { doors: core(createRequire(file), file, (specifier) => import(specifier)), codeCache: cache.state };
}
