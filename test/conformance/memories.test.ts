/**
 * The libraries' own tests on separate memories: whatever they show with one memory holds with several. Each file runs in a
 * process of its own, whose configuration comes from the environment.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';

const run = promisify(execFile);

const FILES = [
  'array/assign',
  'array/combine',
  'array/views',
  'array/reductions',
  'array/products',
  'sparse/csr',
  'sparse/krylov',
];
/** Those in which less is cut into points: on the cpu device alone. */
const SMALLER = [
  'array/arithmetic',
  'array/creation',
  'array/elementary',
  'array/lines',
  'array/npy',
  'array/print',
  'array/random',
  'array/scope',
  'array/slice',
  'array/solve',
  'sparse/coordinates',
];
const NATIVE = '--procs 2 --tier block';
const RUNS = [
  ...FILES.map((file, i) => ({ file, device: i % 2 === 0 ? '--device js --procs 1' : NATIVE })),
  ...SMALLER.map((file) => ({ file, device: NATIVE })),
];

RUNS.forEach(({ file, device }) => {
  t.test(file, async (t) => {
    const path = fileURLToPath(new URL(`../unit/${file}.test.js`, import.meta.url));
    const config = `--memories 3 --grain 1 ${device}`;
    const env = { ...process.env, MANIPLE_CONFIG: config };
    await t.resolves(
      run(process.execPath, ['--enable-source-maps', path], { env, timeout: 600_000, maxBuffer: 1 << 26 }),
      config,
    );
  });
});
