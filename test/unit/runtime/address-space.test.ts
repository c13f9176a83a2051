/** Threads under a limit of the address space: the engine ends the process where one finds no room, so none is started. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { hasSpaceForThreads } from '../../../lib/base/index.js';
import { loadAddon } from '../../../lib/native/index.js';

const lib = fileURLToPath(new URL('../../../lib', import.meta.url));
const skip = process.platform !== 'linux' && 'limits of the address space are read on Linux';

/** What a module prints that runs with 3 GB of address space; how it ended, where it did not end well. */
function limited(text: string, config: string): string {
  const command = `ulimit -v 3000000; exec "${process.execPath}" --input-type=module -e '${text}'`;
  const env = { ...process.env, MANIPLE_CONFIG: config };
  const { stdout, stderr, status, signal } = spawnSync('sh', ['-c', command], { encoding: 'utf8', env });
  return status === 0 ? stdout.trim() : `${status} ${signal}: ${stderr}`;
}

t.test('there is room without a limit', async (t) => t.ok(hasSpaceForThreads(1)));

t.test('the JavaScript device does without helpers', { skip }, async (t) => {
  const text = `
    import * as np from "${lib}/array/index.js";
    const x = np.ones([400000]);
    for (let k = 0; k < 10; k++) await x.add(k).sum().item();
    await new Promise((resolve) => setTimeout(resolve, 500));
    console.log(await x.sum().item());`;
  t.equal(limited(text, '--device js --procs 8'), '400000');
});

t.test(
  'the pool starts none, and native threads go on',
  { skip: skip || (loadAddon() === null && 'needs the addon') },
  async (t) => {
    const text = `
    import { CpuDevice } from "${lib}/device/index.js";
    const device = new CpuDevice({ procs: 8 });
    device.pool.start();
    await new Promise((resolve) => setTimeout(resolve, 500));
    console.log(device.pool.threads.length, device.pool.problem);
    await device.close();`;
    t.match(limited(text, ''), /^0 the address space/);
  },
);
