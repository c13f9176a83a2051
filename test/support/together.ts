/**
 * Runs test files one after another in this process, as starting one takes longer than most of them: each begins when the tests of the one
 * before have ended, in the folder and environment that the process began with. A line that passes, named as the file, stands behind each. Where one
 * of them configures the runtime, by `arrays.js`, all run so: a runtime in use cannot be configured.
 *
 *     node dist/test/support/together.js dist/test/unit/a.test.js dist/test/unit/b.test.js
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';

// Names of tap's folders for fixtures are made of the arguments: one is left, as groups run side by side.
const files = process.argv.slice(2);
process.argv.splice(3);
const { default: t } = await import('tap');
// A file's teardown is done behind its tests: at the first one tap would end the process's tests while the next file is loaded.
const teardowns: (() => unknown)[] = [];
Object.defineProperty(t, 'teardown', { value: (f: () => unknown) => void teardowns.push(f) });
const folder = process.cwd();
const names = files.map((file) => relative(folder, file));
const environment = { ...process.env };

function restore(): void {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

if (files.some((file) => readFileSync(file, 'utf8').includes('/support/arrays.js'))) await import('./arrays.js');
for (const [i, file] of files.entries()) {
  await import(pathToFileURL(file).href);
  await t.test(`end of ${names[i]}`, async () => {
    for (let f = teardowns.pop(); f !== undefined; f = teardowns.pop()) await f();
    restore();
  });
}
