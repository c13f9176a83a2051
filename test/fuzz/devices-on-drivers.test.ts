/**
 * The random programs of `devices.test.ts` on software drivers of GPUs, under the spy: a few, in a process with the driver's environment.
 *
 *     FUZZ_PROGRAMS=1000 MANIPLE_TEST_DRIVER=lavapipe node dist/test/fuzz/devices-on-drivers.test.js
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { drivers, whyNoDriver } from '../support/vulkan.js';

const wanted = process.env.MANIPLE_TEST_DRIVER ?? 'lavapipe';
const HOURS = 4 * 3_600_000;

t.test(`random programs on ${wanted}`, { skip: whyNoDriver, timeout: HOURS }, async (t) => {
  const driver = drivers.find(({ name }) => name === wanted);
  t.ok(driver, `${wanted} is one of the drivers`);
  const program = fileURLToPath(new URL('devices.test.js', import.meta.url));
  const { stdout, status } = spawnSync(process.execPath, [program], {
    env: { ...process.env, FUZZ_PROGRAMS: process.env.FUZZ_PROGRAMS ?? '2', ...driver?.env, MANIPLE_TEST_DRIVER: wanted },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  t.equal(
    status,
    0,
    stdout
      .split('\n')
      .filter((line) => /not ok/.test(line))
      .join('\n'),
  );
  t.match(stdout, /ok \d+ - the GPU of /, 'it ran');
});
