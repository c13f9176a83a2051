/**
 * The libraries' own tests on machines with accelerators: one that lacks dtypes of 8 bytes and of fewer than 4, one with all of them, so that
 * arrays move to and fro, and both. A process for each machine, whose configuration comes from the environment, runs its files; what ran on the cpu for
 * its dtype is counted. MANIPLE_TEST_MACHINES=all runs every file on every machine, software drivers of GPUs among them, and MANIPLE_TEST_MACHINES=lavapipe
 * on that driver alone: minutes to an hour.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { loadAddon } from '../../lib/native/index.js';
import { runTogether } from '../support/run-together.js';
import { drivers } from '../support/vulkan.js';

const LIMIT_MS = 60 * 60_000;

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
  '--played 1 --procs 2 --tier block',
  '--played 2 --procs 2 --tier block',
  `--played 2 ${JS}`,
  '--played 2 --memories 2 --grain 1 --procs 2 --tier block',
];

interface Machine {
  readonly name: string;
  readonly config: string;
  readonly env: Readonly<Record<string, string>>;
}

const played: readonly Machine[] = (loadAddon() === null ? [`--played 1 ${JS}`, `--played 2 ${JS}`] : MACHINES).map((config) => ({
  name: config,
  config,
  env: {},
}));
const gpus: readonly Machine[] = drivers.map(({ name, env }) => ({
  name,
  config: '--device webgpu --deviceLeast 1 --procs 1',
  env,
}));

const asked = process.env.MANIPLE_TEST_MACHINES ?? '';
const machines = asked === '' ? played : [...played, ...gpus].filter(({ name }) => asked === 'all' || name === asked);

/** Every file of tests of arrays and of sparse matrices. */
const allFiles = (): string[] =>
  ['array', 'sparse'].flatMap((room) =>
    readdirSync(fileURLToPath(new URL(`../unit/${room}`, import.meta.url)))
      .filter((name) => name.endsWith('.test.js'))
      .map((name) => `${room}/${name.slice(0, -'.test.js'.length)}`),
  );

type Counts = Readonly<Record<string, number>>;

const sum = (counts: Counts, counted: (name: string) => boolean): number =>
  Object.entries(counts).reduce((total, [name, count]) => (counted(name) ? total + count : total), 0);

machines.forEach((machine, i) => {
  const here = asked === '' ? FILES.filter((_, k) => k % machines.length === i) : allFiles();
  t.test(`${here.length} files on ${machine.name}`, { timeout: LIMIT_MS }, async (t) => {
    const { config, env } = machine;
    const { code, out, err, files } = await runTogether(here, { config, env, limitMs: LIMIT_MS, before: 'count-devices.js' });
    t.equal(code, 0, 'the files pass') || t.comment(out.slice(-4000), err.slice(-4000));
    t.same(files, here);
    const counts = /^devices (.*)$/m.exec(err);
    if (counts === null) throw new Error(`no counts of devices: ${err.slice(-300)}`);
    const { devices, stayed } = JSON.parse(counts[1]) as { devices: Counts; stayed: Counts };
    const [gpu, cpu] = [true, false].map((wanted) => sum(devices, (name) => (name !== 'cpu') === wanted));
    const dtype = sum(stayed, (why) => /^(u?int|float|bool)/.test(why));
    t.comment(`${here.join(', ')}: tasks by device ${JSON.stringify(devices)}, on the cpu for ${JSON.stringify(stayed)}`);
    t.ok(gpu > 0, `${gpu} tasks on accelerators, ${cpu} on the cpu, ${dtype} of these for their dtype`);
  });
});
