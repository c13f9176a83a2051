/**
 * The libraries' own tests on separate memories: whatever they show with one memory holds with several. Each file runs in a
 * process of its own, whose configuration comes from the environment.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';

const run = promisify(execFile);

/** On both devices by turns; what is in the other files is cut into fewer points, and runs on the cpu device alone. */
const MANY_POINTS = [
  'array/assign',
  'array/combine',
  'array/views',
  'array/reductions',
  'array/products',
  'sparse/csr',
  'sparse/krylov',
];

/** Files that would show nothing here, and why. */
const EACH = 'what one element becomes does not depend on its memory';
const NO_TASKS = 'tasks are not what it is about';
const LEFT_OUT: Readonly<Record<string, string>> = {
  'array/spectra': 'makes runtimes of its own, also one of three memories',
  'array/float-bits': EACH,
  'array/elementary': EACH,
  'array/types': EACH,
  'array/numpy-stream': EACH,
  'array/typed': NO_TASKS,
  'array/contraction-path': NO_TASKS,
  'array/help': NO_TASKS,
  'array/deep-equal': NO_TASKS,
};

const unit = (file: string): string => fileURLToPath(new URL(`../unit/${file}`, import.meta.url));
const files = ['array', 'sparse'].flatMap((room) =>
  readdirSync(unit(room)).flatMap((name) => (name.endsWith('.test.js') ? [`${room}/${name.slice(0, -'.test.js'.length)}`] : [])),
);

const NATIVE = '--procs 2 --tier block';
const RUNS = files
  .filter((file) => LEFT_OUT[file] === undefined)
  .map((file) => ({ file, device: MANY_POINTS.indexOf(file) % 2 === 0 ? '--device js --procs 1' : NATIVE }));

t.test('files that are left out are there', async (t) => {
  for (const file of [...Object.keys(LEFT_OUT), ...MANY_POINTS])
    t.ok(files.includes(file), `${file}: ${LEFT_OUT[file] ?? 'runs'}`);
  t.ok(files.length > 25, `${files.length} files`);
});

RUNS.forEach(({ file, device }) => {
  t.test(file, async (t) => {
    const path = unit(`${file}.test.js`);
    const config = `--memories 3 --grain 1 ${device}`;
    const env = { ...process.env, MANIPLE_CONFIG: config };
    await t.resolves(
      run(process.execPath, ['--enable-source-maps', path], { env, timeout: 600_000, maxBuffer: 1 << 26 }),
      config,
    );
  });
});
