/**
 * Builds the addon, if it is older than its sources: with cmake-js, or with node-gyp where cmake is missing. Nothing is
 * downloaded: Node-API headers come with cmake-js's own dependency or lie beside the running node. Where the addon
 * cannot be built maniple runs on its JavaScript device, so the failure is one line and exit status 0, unless --strict.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const binary = join(root, 'build', 'Release', 'maniple.node');
const log = join(root, 'build', 'install.log');
const require = createRequire(import.meta.url);

/** Every file under native/ that a build reads, and the build files themselves. */
function inputs(folder = join(root, 'native')) {
  const found = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'test' ? [] : inputs(path);
    return /\.(c|cpp|h|inl|txt)$/.test(entry.name) ? [path] : [];
  });
  return folder.endsWith('native') ? [...found, join(root, 'CMakeLists.txt'), join(root, 'binding.gyp')] : found;
}

function upToDate() {
  if (!existsSync(binary)) return false;
  const built = statSync(binary).mtimeMs;
  return inputs().every((path) => statSync(path).mtimeMs <= built);
}

function has(command) {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** Where include/node lies: what npm was told, or the running node's own prefix; null when neither has headers. */
function nodeFolder() {
  const places = [process.env.npm_config_nodedir, dirname(dirname(process.execPath))];
  return places.find((place) => place && existsSync(join(place, 'include', 'node', 'node_api.h'))) ?? null;
}

/** node-gyp as this project finds it, else the one that npm brings. */
function nodeGyp() {
  const places = [
    'node-gyp/bin/node-gyp.js',
    join(dirname(process.execPath), '../lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js'),
  ];
  for (const place of places) {
    try {
      return require.resolve(place);
    } catch {}
  }
  return null;
}

/** The command that builds, as arguments of node; or why there is none. */
function builder(wish) {
  if (wish !== 'node-gyp' && has('cmake')) {
    return { args: [require.resolve('cmake-js/bin/cmake-js'), 'compile', '--directory', root] };
  }
  const gyp = nodeGyp();
  if (gyp === null) return { problem: 'neither cmake nor node-gyp is installed' };
  const headers = nodeFolder();
  return { args: [gyp, 'rebuild', '--directory', root, ...(headers === null ? [] : ['--nodedir', headers])] };
}

/** What a build's output says went wrong, in one line: a compiler's error, else the sentence of a CMake error. */
function reasonIn(output) {
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

function build(wish) {
  if (process.platform === 'win32') return 'Windows is not supported yet';
  let chosen;
  try {
    chosen = builder(wish);
  } catch (error) {
    return `cmake-js is not installed (${error.code})`;
  }
  if (chosen.problem !== undefined) return chosen.problem;
  dropMoved();
  const result = spawnSync(process.execPath, chosen.args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`;
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, output);
  return result.status === 0 && existsSync(binary) ? null : reasonIn(output);
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
