/**
 * The libraries' own tests on machines with accelerators: one that lacks dtypes of 8 bytes and of fewer than 4, one with all of them, so that
 * arrays move to and fro, and both. Each file runs in a process of its own, whose configuration comes from the environment; what ran on the cpu for its
 * dtype is counted. MANIPLE_TEST_MACHINES=all runs every file on every machine, software drivers of GPUs among them, and MANIPLE_TEST_MACHINES=lavapipe
 * on that driver alone: minutes to an hour.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { loadAddon } from '../../lib/native/index.js';
import { drivers } from '../support/vulkan.js';

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

/** Runs a file on a machine; gives how many tasks ran where, and why others stayed on the cpu. */
async function runOn(file: string, { config, env }: Machine): Promise<{ devices: Counts; stayed: Counts }> {
  const [path, counting] = [`../unit/${file}.test.js`, '../support/count-devices.js'].map(
    (name) => new URL(name, import.meta.url),
  );
  const { stderr } = await run(process.execPath, ['--import', counting.href, fileURLToPath(path)], {
    env: { ...process.env, ...env, MANIPLE_CONFIG: config },
    timeout: 600_000,
    maxBuffer: 1 << 26,
  });
  const counts = /^devices (.*)$/m.exec(stderr);
  if (counts === null) throw new Error(`no counts of devices: ${stderr.slice(-300)}`);
  return JSON.parse(counts[1]);
}

const totals = new Map<string, { gpu: number; cpu: number; dtype: number }>();

(asked === '' ? FILES : allFiles()).forEach((file, i) => {
  for (const machine of asked === '' ? [machines[i % machines.length]] : machines) {
    t.test(`${file} on ${machine.name}`, { timeout: 660_000 }, async (t) => {
      const { devices, stayed } = await runOn(file, machine);
      t.comment(`${file}: tasks by device ${JSON.stringify(devices)}, on the cpu for ${JSON.stringify(stayed)}`);
      const total = totals.get(machine.name) ?? { gpu: 0, cpu: 0, dtype: 0 };
      for (const [name, count] of Object.entries(devices)) total[name === 'cpu' ? 'cpu' : 'gpu'] += count;
      for (const [why, count] of Object.entries(stayed)) if (/^(u?int|float|bool)/.test(why)) total.dtype += count;
      totals.set(machine.name, total);
      t.pass('the file passed');
    });
  }
});

t.test("tasks ran on every machine's accelerators", async (t) => {
  for (const [name, { gpu, cpu, dtype }] of totals) {
    t.comment(`${name}: ${gpu} tasks on accelerators, ${cpu} on the cpu, ${dtype} of these for their dtype`);
    t.ok(gpu > 0, name);
  }
});
