/**
 * Differential fuzz of machines with a GPU through WebGPU, beside played ones: tasks on all devices by turns. Each driver has a process of its
 * own, which finds it by its environment.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { drivers, whyNoDriver } from '../support/vulkan.js';
import { fuzz } from './fuzz.js';

const driver = process.env.MANIPLE_TEST_DRIVER;

function runDriver({ name, env }: (typeof drivers)[number]): { readonly code: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
    env: { ...process.env, ...env, MANIPLE_TEST_DRIVER: name, MANIPLE_CONFIG: '', NODE_NO_WARNINGS: '1' },
    encoding: 'utf8',
    timeout: 3_000_000,
  });
  return { code: status, output: `${stdout}${stderr.slice(-2000)}` };
}

if (driver === undefined) {
  t.test('the drivers are there', { skip: whyNoDriver }, async (t) => {
    for (const one of drivers) {
      const { code, output } = runDriver(one);
      t.equal(code, 0, `${one.name}: ${code === 0 ? (/seeds.*/.exec(output)?.[0] ?? '') : output}`);
    }
  });
} else
  fuzz({
    name: `programs on ${driver}`,
    seed: 90_000,
    programs: driver === 'lavapipe' ? 28 : 11,
    each: 1,
    repeat: 3,
    configs: [
      // Values are integers and halves, which pairs of float32 hold exactly.
      { device: 'webgpu', procs: 2, tracing: 'off', graphs: 'on', float64: 'emulate' },
      { device: 'webgpu', procs: 2, tracing: 'off', graphs: 'on' },
      { device: 'webgpu', procs: 1, played: 1, tracing: 'off', small: 0, graphs: 'on' },
    ],
  });
