/**
 * The libraries' own tests on separate memories: all that they show with one memory holds with several. They run in a process a device, whose
 * configuration comes from the environment.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { runTogether } from '../support/run-together.js';

const LIMIT_MS = 20 * 60_000;

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

const chosen = process.env.MANIPLE_TEST_MEMORIES === 'all' ? files.filter((file) => LEFT_OUT[file] === undefined) : FILES;

t.test('files that are named are there', async (t) => {
  for (const file of [...FILES, ...Object.keys(LEFT_OUT)]) t.ok(files.includes(file), file);
});

for (const [device, here] of [
  ['--device js --procs 1', chosen.filter((file) => PORTABLE.includes(file))],
  ['--procs 2 --tier block', chosen.filter((file) => !PORTABLE.includes(file))],
] as const) {
  t.test(device, { timeout: LIMIT_MS }, async (t) => {
    const { code, out, err, files } = await runTogether(here, { config: `--memories 3 --grain 1 ${device}`, limitMs: LIMIT_MS });
    t.equal(code, 0, 'the files pass') || t.comment(out.slice(-4000), err.slice(-4000));
    t.same(files, here);
  });
}
