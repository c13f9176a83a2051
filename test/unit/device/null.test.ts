import t from 'tap';
import { NullDevice } from '../../../lib/device/index.js';
import { dense } from '../../support/interpret.js';
import { axpy } from '../../support/kernels.js';
import { launch } from '../../support/launch.js';

t.test('any number of processors; nothing is run, everything is counted', async (t) => {
  const device = new NullDevice(1_000_000);
  t.equal(device.procs, 1_000_000);
  const out = new Float64Array(5000).fill(3);
  t.equal(
    launch(device, axpy(1), [5000], [dense(new Float64Array(5000)), dense(new Float64Array(5000)), dense(out)], [1], { tile: 2 }),
    0,
  );
  t.equal(device.points, 3, '5 units, 2 at a time');
  t.equal(device.completed(), 1);
  t.ok(
    out.every((v) => v === 0),
    'reads give zeros',
  );
  t.equal(device.allocated, 0, 'what was allocated was freed');
});

t.test('addresses are distinct and aligned', async (t) => {
  const device = new NullDevice();
  const [a, b] = [device.alloc(100), device.alloc(1)];
  t.ok(a > 0 && a % 64 === 0 && b >= a + 100 && b % 64 === 0);
});

t.test('mistakes', async (t) => {
  const device = new NullDevice();
  t.throws(() => new NullDevice(0.5), { code: 'ERR_ARGUMENT' });
  t.throws(() => device.wait(1), { code: 'ERR_DEVICE' });
  t.throws(() => device.compileC('', 'f'), { code: 'ERR_DEVICE' });
  t.same(device.failures(), []);
  t.strictSame(device.window(64, BigInt64Array, 2), new BigInt64Array(2));
  await new Promise<void>((resolve) => device.notify(0, resolve));
  await device.close();
});
