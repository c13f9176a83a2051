/**
 * npm's install script: sees that there is an addon. Nothing is done where a prebuilt one of these sources loads, or where the build is
 * newer than its sources; else it is built (`build.mjs`). Where it cannot be built maniple runs on its JavaScript device, so the
 * failure is one line and exit status 0, unless --strict.
 *
 *     node native/install.mjs [--force] [--strict] [--node-gyp]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { binary, build, log } from './build.mjs';
import { inputs, prebuiltHere } from './edition.mjs';

/** A process of its own loads it: an addon for a different C library may take the process along. */
function loads(path) {
  return spawnSync(process.execPath, ['-e', `require(${JSON.stringify(path)})`], { stdio: 'ignore' }).status === 0;
}

function upToDate() {
  if (!existsSync(binary)) return prebuiltHere().some(loads);
  const built = statSync(binary).mtimeMs;
  return inputs().every((path) => statSync(path).mtimeMs <= built);
}

function main(args) {
  const strict = args.includes('--strict');
  if (!args.includes('--force') && upToDate()) return 0;
  const problem = build(args.includes('--node-gyp') ? 'node-gyp' : 'cmake');
  if (problem === null) return 0;
  console.log(`maniple: the native addon was not built, JavaScript will be used instead: ${problem} (build/install.log)`);
  if (strict && existsSync(log)) console.log(readFileSync(log, 'utf8').slice(-6000));
  return strict ? 1 : 0;
}

process.exitCode = main(process.argv.slice(2));
