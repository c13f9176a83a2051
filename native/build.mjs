/**
 * Builds `build/Release/maniple.node`: with cmake-js in a clone, with cmake alone where that is not installed, with node-gyp where
 * cmake is missing. Nothing is downloaded by the first two: headers of Node-API come from packages that cmake-js depends on, or
 * lie in the package (`prebuilds/include`).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { carriedHeaders, inputs, root } from './edition.mjs';

export const binary = join(root, 'build', 'Release', 'maniple.node');
export const log = join(root, 'build', 'install.log');
const require = createRequire(import.meta.url);

/** Whether the clone's addon is there, and newer than its sources. */
export function isBuilt() {
  if (!existsSync(binary)) return false;
  const built = statSync(binary).mtimeMs;
  return inputs().every((path) => statSync(path).mtimeMs <= built);
}

function has(command) {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}

function resolved(name) {
  try {
    return require.resolve(name);
  } catch {
    return null;
  }
}

/** The folder of Node-API's headers; null where there are none. */
export function headerFolder() {
  const installed = resolved('node-api-headers');
  if (installed !== null) return require(installed).include_dir;
  return existsSync(join(carriedHeaders, 'node_api.h')) ? carriedHeaders : null;
}

/** Where include/node lies: what npm was told, or the running node's own prefix; null when neither has headers. */
function nodeFolder() {
  const places = [process.env.npm_config_nodedir, dirname(dirname(process.execPath))];
  return places.find((place) => place && existsSync(join(place, 'include', 'node', 'node_api.h'))) ?? null;
}

/** node-gyp as this project finds it, else the one that npm brings. */
function nodeGyp() {
  return (
    resolved('node-gyp/bin/node-gyp.js') ??
    resolved(join(dirname(process.execPath), '../lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js'))
  );
}

/** Commands that configure and build with cmake alone, below `folder`; `options` are CMake's. */
export function cmakeCommands(folder, headers, options = []) {
  const configure = ['-S', root, '-B', folder, '-DCMAKE_BUILD_TYPE=Release', `-DCMAKE_JS_INC=${headers}`, ...options];
  return [
    ['cmake', ...configure, `-DCMAKE_LIBRARY_OUTPUT_DIRECTORY=${join(folder, 'Release')}`],
    ['cmake', '--build', folder, '--target', 'maniple', '--parallel', String(availableParallelism())],
  ];
}

/** The commands that build; or why there are none. */
function builder(wish) {
  if (wish !== 'node-gyp' && has('cmake')) {
    const cmakeJs = resolved('cmake-js/bin/cmake-js');
    if (cmakeJs !== null) return { commands: [[process.execPath, cmakeJs, 'compile', '--directory', root]] };
    const headers = headerFolder();
    if (headers === null) return { problem: 'cmake-js is not installed, and this copy has no headers of Node-API' };
    return { commands: cmakeCommands(join(root, 'build'), headers) };
  }
  const gyp = nodeGyp();
  if (gyp === null) return { problem: 'neither cmake nor node-gyp is installed' };
  const headers = nodeFolder();
  const nodedir = headers === null ? [] : ['--nodedir', headers];
  return { commands: [[process.execPath, gyp, 'rebuild', '--directory', root, ...nodedir]] };
}

/** What a build's output says went wrong, in one line: a compiler's error, else the sentence of a CMake error. */
export function reasonIn(output) {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const compiler = lines.find((line) => /\b(fatal )?error: /.test(line));
  if (compiler !== undefined) return compiler;
  const cmake = lines.findIndex((line) => line.startsWith('CMake Error'));
  if (cmake === -1) return lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? 'no output';
  const sentence = lines.slice(cmake + 1, cmake + 6);
  const end = sentence.findIndex((line) => line.endsWith('.'));
  return sentence.slice(0, end + 1 || 1).join(' ');
}

/** CMake refuses a folder that it made elsewhere, and cmake-js then takes what lies there for built: the folder was moved or copied. */
function dropMoved() {
  const cache = join(root, 'build', 'CMakeCache.txt');
  const home = existsSync(cache) ? /^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$/m.exec(readFileSync(cache, 'utf8')) : null;
  if (home === null) return;
  const here = existsSync(home[1]) && realpathSync(home[1]) === realpathSync(root);
  if (!here) rmSync(join(root, 'build'), { recursive: true, force: true });
}

/** Runs commands until one fails: `ok`, and their output. */
export function runAll(commands) {
  let output = '';
  for (const [command, ...args] of commands) {
    const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
    output += `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`;
    if (result.status !== 0) return { ok: false, output };
  }
  return { ok: true, output };
}

/** Builds; null when it did, else why it did not, in one line. `wish`: `node-gyp` takes that though cmake is there. */
export function build(wish) {
  if (process.platform === 'win32') return 'Windows is not supported yet';
  const { problem, commands } = builder(wish);
  if (problem !== undefined) return problem;
  dropMoved();
  const { ok, output } = runAll(commands);
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, output);
  return ok && existsSync(binary) ? null : reasonIn(output);
}
