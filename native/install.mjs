/**
 * npm's install script: sees that there is an addon. Nothing is done where a prebuilt one of these sources loads, or where the build is
 * newer than its sources; else it is built (`build.mjs`). Where it cannot be built maniple runs on its JavaScript device, so the
 * failure is one line and exit status 0, unless --strict. Then V8's compiled code of the library is made for this Node (`code.mjs`).
 *
 *     node native/install.mjs [--force] [--strict] [--node-gyp]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { binary, build, isBuilt, log } from './build.mjs';
import { makeCode } from './code.mjs';
import { prebuiltHere } from './edition.mjs';

/** A process of its own loads it: an addon for a different C library may take the process along. */
function loads(path) {
  return spawnSync(process.execPath, ['-e', `require(${JSON.stringify(path)})`], { stdio: 'ignore' }).status === 0;
}

function upToDate() {
  return existsSync(binary) ? isBuilt() : prebuiltHere().some(loads);
}

function seeToAddon(args) {
  const strict = args.includes('--strict');
  if (!args.includes('--force') && upToDate()) return 0;
  const problem = build(args.includes('--node-gyp') ? 'node-gyp' : 'cmake');
  if (problem === null) return 0;
  console.log(`maniple: the native addon was not built, JavaScript will be used instead: ${problem} (build/install.log)`);
  if (strict && existsSync(log)) console.log(readFileSync(log, 'utf8').slice(-6000));
  return strict ? 1 : 0;
}

process.exitCode = seeToAddon(process.argv.slice(2));
const missing = makeCode();
if (missing !== null) console.log(`maniple: first programs start slower, no compiled code could be made: ${missing}`);
