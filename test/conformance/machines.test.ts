/**
 * The libraries' own tests on machines with accelerators: one that lacks dtypes of 8 bytes and of fewer than 4, and one with all of them, so that
 * arrays move to and fro. Each file runs in a process of its own, whose configuration comes from the environment.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { loadAddon } from '../../lib/native/index.js';

const run = promisify(execFile);

const FILES = [
  'array/arithmetic',
  'array/assign',
  'array/combine',
  'array/complex',
  'array/composed',
  'array/edges',
  'array/einsum',
  'array/products',
  'array/reductions',
  'array/rows',
  'array/scatter',
  'array/search',
  'array/types',
  'array/views',
  'sparse/csr',
  'sparse/krylov',
  'sparse/runs',
];
const JS = '--device js --procs 1';
const MACHINES = [
  '--played 2 --procs 2 --tier block',
  `--played 2 ${JS}`,
  '--played 2 --memories 2 --grain 1 --procs 2 --tier block',
];

FILES.forEach((file, i) => {
  t.test(file, async (t) => {
    const machine = loadAddon() === null ? `--played 2 ${JS}` : MACHINES[i % MACHINES.length];
    const path = fileURLToPath(new URL(`../unit/${file}.test.js`, import.meta.url));
    const env = { ...process.env, MANIPLE_CONFIG: machine };
    await t.resolves(
      run(process.execPath, ['--enable-source-maps', path], { env, timeout: 600_000, maxBuffer: 1 << 26 }),
      machine,
    );
  });
});
