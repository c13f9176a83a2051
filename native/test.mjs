/**
 * Builds the native test programs with cmake and runs them.
 *
 *     node native/test.mjs                       plain
 *     node native/test.mjs thread                under ThreadSanitizer: the programs that start threads
 *     node native/test.mjs address,undefined     under both
 *     node native/test.mjs thread executor       only the programs whose names follow; without a sanitizer `node native/test.mjs executor`
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSources } from './sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Programs that run side by side: most have one busy thread. */
const LANES = 2;
/** Characters that a program may print. */
const MOST = 2 ** 26;

function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'pipe', encoding: 'utf8' });
  if (result.status !== 0) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  return result;
}

/** Runs a program, and prints what it printed when it has ended; whether it passed. */
function passes(program) {
  return new Promise((resolve) => {
    const began = performance.now();
    execFile(program, { cwd: root, maxBuffer: MOST }, (error, stdout, stderr) => {
      process.stdout.write(`${basename(program)}: ${((performance.now() - began) / 1000).toFixed(1)} s\n${stdout}`);
      process.stderr.write(stderr);
      resolve(error === null);
    });
  });
}

/** Names of programs that fail. */
async function failing(names, folder) {
  const left = [...names];
  const failed = [];
  const lane = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift())
      if (!(await passes(join(root, folder, 'tests', `test_${name}`)))) failed.push(name);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return failed;
}

/** Builds the programs; where: beside the addon, of the same objects, unless a sanitizer looks at them. */
function build(sanitize, names) {
  const apart = sanitize !== '' || !existsSync(join(root, 'build', 'CMakeCache.txt'));
  const folder = apart ? join('build', `test-${sanitize === '' ? 'plain' : sanitize.replace(',', '-')}`) : 'build';
  const configure = ['-S', '.', '-B', folder, '-DMANIPLE_TESTS=ON', `-DMANIPLE_SANITIZE=${sanitize}`];
  if (run('cmake', configure).status !== 0) return null;
  const targets = names.map((name) => `test_${name}`);
  if (run('cmake', ['--build', folder, '--parallel', '2', '--target', ...targets]).status !== 0) return null;
  return folder;
}

const SANITIZERS = ['thread', 'address', 'undefined'];

/** The sanitizers, and the programs' names, which may stand alone. */
function read([first = 'plain', ...rest]) {
  if (first === 'plain') return ['', rest];
  return first.split(',').every((name) => SANITIZERS.includes(name)) ? [first, rest] : ['', [first, ...rest]];
}

async function main(given) {
  const [sanitize, only] = read(given);
  if (spawnSync('cmake', ['--version']).error !== undefined) {
    console.log('native tests skipped: cmake is not installed');
    return 0;
  }
  const { tests, threaded } = readSources();
  const names = (sanitize === 'thread' ? threaded : tests).map((path) => basename(path, '.cpp'));
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`native tests: no ${unknown.join(', ')} among ${names.join(', ')}`);
    return 2;
  }
  const chosen = only.length > 0 ? names.filter((name) => only.includes(name)) : names;
  const folder = build(sanitize, chosen);
  if (folder === null) return 1;
  const failed = await failing(chosen, folder);
  if (failed.length > 0) console.error(`native tests failed: ${failed.join(', ')}`);
  return failed.length > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
