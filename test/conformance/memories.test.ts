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

/**
 * Files that differ in what they ask of several memories, `docs` among them: the examples of all functions. MANIPLE_TEST_MEMORIES=all runs every
 * file of the libraries.
 */
const FILES = [
  'array/combine',
  'array/composed',
  'array/docs',
  'array/einsum',
  'array/indexing',
  'array/lazy',
  'array/masks',
  'array/ported',
  'array/products',
  'array/quantiles',
  'array/reductions',
  'array/scatter',
  'array/search',
  'array/views',
  'sparse/csr',
  'sparse/krylov',
  'sparse/runs',
];

/** On the js device: what they do is cut into many points. The others run on the cpu device. */
const PORTABLE = ['array/views', 'sparse/csr'];

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

const RUNS = (process.env.MANIPLE_TEST_MEMORIES === 'all' ? files.filter((file) => LEFT_OUT[file] === undefined) : FILES).map(
  (file) => ({ file, device: PORTABLE.includes(file) ? '--device js --procs 1' : '--procs 2 --tier block' }),
);

t.test('files that are named are there', async (t) => {
  for (const file of [...FILES, ...Object.keys(LEFT_OUT)]) t.ok(files.includes(file), file);
});

RUNS.forEach(({ file, device }) => {
  t.test(file, async (t) => {
    const path = unit(`${file}.test.js`);
    const config = `--memories 3 --grain 1 ${device}`;
    const env = { ...process.env, MANIPLE_CONFIG: config };
    await t.resolves(run(process.execPath, [path], { env, timeout: 600_000, maxBuffer: 1 << 26 }), config);
  });
});
