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
const DEVICES = ['--device js --procs 1', '--procs 2 --tier block'];

FILES.forEach((file, i) => {
  t.test(file, async (t) => {
    const path = fileURLToPath(new URL(`../unit/${file}.test.js`, import.meta.url));
    const config = `--memories 3 --grain 1 ${DEVICES[i % DEVICES.length]}`;
    const env = { ...process.env, MANIPLE_CONFIG: config };
    await t.resolves(
      run(process.execPath, ['--enable-source-maps', path], { env, timeout: 600_000, maxBuffer: 1 << 26 }),
      config,
    );
  });
});
