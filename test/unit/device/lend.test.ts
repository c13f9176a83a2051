/** Memory that typed arrays of the user's borrow: it comes back once they are forgotten, and there is an end to it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { lend } from '../../../lib/device/cpu/lend.js';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';

const MB = 1 << 20;
const addon = loadAddon();
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

if (addon === null) {
  t.pass('skipped', { skip: addonProblem() ?? true });
} else {
  t.test('a buffer shows the memory at its address', async (t) => {
    const lent = lend(addon, 8 * MB);
    if (lent === null) throw new Error('nothing was lent');
    t.equal(lent.buffer.byteLength, 8 * MB);
    const values = new Float64Array(lent.buffer).fill(2.5);
    addon.copyIn(lent.address + 8, new Float64Array([7]));
    t.equal(values[1], 7);
    t.equal(values[MB - 1], 2.5);
  });

  t.test('who transfers one has its contents', async (t) => {
    const lent = lend(addon, 2 * MB);
    if (lent === null) throw new Error('nothing was lent');
    new Int32Array(lent.buffer).fill(9);
    const sent = structuredClone(lent.buffer, { transfer: [lent.buffer] });
    t.equal(new Int32Array(sent)[MB / 2 - 1], 9);
  });

  t.test('not more than 256 MB are out, and they come back', async (t) => {
    const all = (): number => {
      const buffers: ArrayBuffer[] = [];
      for (;;) {
        const lent = lend(addon, 32 * MB);
        if (lent === null || buffers.length > 8) return buffers.length;
        buffers.push(lent.buffer);
      }
    };
    t.equal(lend(addon, 257 * MB), null);
    t.equal(lend(addon, 0), null);
    let first = 0;
    for (let tries = 0; tries < 1000 && first < 7; tries++) {
      first = all();
      collect();
      await turn();
    }
    t.ok(first >= 7 && first <= 8, `${first} at first`);
    let again = 0;
    for (let tries = 0; tries < 1000 && again < 7; tries++) {
      collect();
      await turn();
      again = all();
    }
    t.ok(again >= 7, `${again} again`);
  });

  t.test('threads that may end before their buffers do get none', async (t) => {
    const url = new URL('../../../lib/', import.meta.url);
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      (async () => {
        const { lend } = await import(workerData + 'device/cpu/lend.js');
        const { loadAddon } = await import(workerData + 'native/index.js');
        parentPort.postMessage(lend(loadAddon(), 8388608));
      })();`;
    const worker = new Worker(code, { eval: true, workerData: url.href });
    t.equal(await new Promise((resolve) => worker.once('message', resolve)), null);
    await worker.terminate();
  });
}
