/** The README's program runs as it stands, smaller; its commands and files exist. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import t from 'tap';

const run = promisify(execFile);
const text = readFileSync('README.md', 'utf8');

t.test('the program', async (t) => {
  const program = /```js\n(.*?)```/s.exec(text)?.[1] ?? '';
  const small = program.replace('10_000_000', '10_000').replace('poisson2d(300)', 'poisson2d(20)').replace('90_000', '400');
  t.not(small, program, 'its sizes were found');
  // Beside dist/, so that the package finds itself by name.
  const file = `dist/readme-${process.pid}.mjs`;
  writeFileSync(file, small);
  t.teardown(() => rmSync(file));
  const { stdout } = await run(process.execPath, [file], { timeout: 300_000 });
  const [mean, solved] = stdout.split('\n');
  const x = Float64Array.from({ length: 10_000 }, (_, i) => i / 9999);
  const expected = x.reduce((s, v) => s + Math.exp(-v / 2) * Math.sin(v) + 1, 0) / 10_000;
  t.ok(Math.abs(Number(mean) - expected) < 1e-12, `mean ${mean}`);
  t.match(solved, /^\d+ true /);
});

t.test('what it names exists', async (t) => {
  const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
  t.ok(scripts.start && scripts.test && scripts.bench);
  for (const [, path] of text.matchAll(/`((?:lib|test|bench)\/[^`]*)`/g)) t.ok(existsSync(path), path);
});
