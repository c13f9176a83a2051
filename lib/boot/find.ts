/**
 * The library for programs that were bundled (esbuild, webpack, Next.js). A bundle takes this file along, and neither the addon nor the
 * C headers, threads' modules and compiled code: these stay in the package, which is looked for when the bundle runs.
 */
import { existsSync } from 'node:fs';
import Module from 'node:module';
import { join } from 'node:path';
import { ConfigError } from '../base/index.js';
import type { Doors } from './index.js';

/** Not imported by its name: webpack takes calls of that for its own, and answers with paths in the bundle. */
const { createRequire } = Module;

/** The doors of package `maniple` as it lies beside the running bundle. Throws ConfigError where there is none, or a different version. */
export function findDoors(version: string): Doors {
  const folder = findPackage();
  if (folder === null) throw new ConfigError(`maniple: the package is not there for a bundle that was made with it; ${REMEDY}`);
  const require = createRequire(join(folder, 'package.json'));
  const found = (require('./package.json') as { version: string }).version;
  if (found !== version) {
    throw new ConfigError(
      `maniple: a bundle made with version ${version} found version ${found} in ${folder}; bundle it anew, or ${REMEDY}`,
    );
  }
  return (require('./dist/pack/core/boot.cjs') as { doors: Doors }).doors;
}

const REMEDY =
  'exclude maniple from the bundle (esbuild --external:maniple, webpack externals, serverExternalPackages of Next.js) and install it ' +
  'where the bundle runs, or name its folder in MANIPLE_PACKAGE';

/** The package's folder: the one that MANIPLE_PACKAGE names, else as Node finds it from the bundle, the program or the working folder. */
function findPackage(): string | null {
  const named = process.env.MANIPLE_PACKAGE;
  if (named !== undefined && named !== '') return existsSync(join(named, 'package.json')) ? named : null;
  const bundle = typeof __filename === 'undefined' ? undefined : __filename;
  for (const place of [bundle, process.argv[1], join(process.cwd(), 'program.js')]) {
    const folder = place === undefined ? null : packageFrom(place);
    if (folder !== null) return folder;
  }
  return null;
}

function packageFrom(file: string): string | null {
  try {
    return join(createRequire(file).resolve('maniple/package.json'), '..');
  } catch {
    return null;
  }
}
