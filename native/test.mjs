/**
 * Builds the native test programs with cmake and runs them.
 *
 *     node native/test.mjs                       plain
 *     node native/test.mjs thread                under ThreadSanitizer
 *     node native/test.mjs address,undefined     under both
 *     node native/test.mjs thread executor       only the programs whose names follow
 */
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSources } from './sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function run(command, args, quiet) {
  const result = spawnSync(command, args, { cwd: root, stdio: quiet ? 'pipe' : 'inherit', encoding: 'utf8' });
  if (result.status !== 0 && quiet) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  return result;
}

function build(sanitize) {
  const folder = join('build', `test-${sanitize === '' ? 'plain' : sanitize.replace(',', '-')}`);
  const configure = ['-S', '.', '-B', folder, '-DMANIPLE_TESTS=ON', `-DMANIPLE_SANITIZE=${sanitize}`];
  if (run('cmake', configure, true).status !== 0) return null;
  if (run('cmake', ['--build', folder, '--parallel', '2'], true).status !== 0) return null;
  return folder;
}

function main([sanitize = '', ...only]) {
  if (spawnSync('cmake', ['--version']).error !== undefined) {
    console.log('native tests skipped: cmake is not installed');
    return 0;
  }
  const folder = build(sanitize === 'plain' ? '' : sanitize);
  if (folder === null) return 1;
  const names = readSources().tests.map((path) => basename(path, '.cpp'));
  const chosen = only.length > 0 ? names.filter((name) => only.includes(name)) : names;
  const failed = chosen.filter((name) => run(join(root, folder, `test_${name}`), [], false).status !== 0);
  if (failed.length > 0) console.error(`native tests failed: ${failed.join(', ')}`);
  return failed.length > 0 ? 1 : 0;
}

process.exitCode = main(process.argv.slice(2));
