import t from 'tap';
import { nextTurn } from '../../../lib/base/index.js';
import { CpuDevice, JsDevice, PlayedAccelerator } from '../../../lib/device/index.js';
import { bool, float32, float64, int64 } from '../../../lib/dtype/index.js';
import { STATUS } from '../../../lib/ir/index.js';
import { conforms } from '../../support/accelerators.js';
import { axpy } from '../../support/kernels.js';

t.test('played by the cpu device', async (t) =>
  conforms(t, () => new PlayedAccelerator(0, new CpuDevice({ procs: 1 }), { largest: 1 << 20 })),
);
t.test('played by the js device', async (t) => conforms(t, () => new PlayedAccelerator(1, new JsDevice())));

t.test('sizes and dtypes are missing', async (t) => {
  const device = new PlayedAccelerator(0, new JsDevice(), { largest: 1024, capacity: 1500 });
  t.equal(device.alloc(1025), 0);
  const first = device.alloc(1024);
  t.ok(first > 0);
  t.equal(device.alloc(1024), 0, 'it is full');
  device.free(first, 1024);
  t.ok(device.alloc(1024) > 0);
  t.equal(device.itemSize(float32), 4);
  t.equal(device.itemSize(float64) + device.itemSize(int64) + device.itemSize(bool), 0);
  t.equal(device.cannotRun(axpy(1)), 'float64');
});

t.test('it is late, and runs no further than is waited for', async (t) => {
  const device = new PlayedAccelerator(0, new JsDevice());
  const a = device.alloc(4);
  const [one, two] = [new Uint8Array(4), new Uint8Array(4)];
  device.upload(a, Uint8Array.of(1, 2, 3, 4));
  const first = device.download(one, a);
  device.upload(a, Uint8Array.of(5, 6, 7, 8));
  const last = device.download(two, a);
  t.equal(device.completed(), 0);
  t.notOk(device.help(first) || device.isOver());
  device.wait(first);
  t.same([...one, ...two], [1, 2, 3, 4, 0, 0, 0, 0]);
  t.equal(device.completed(), first);
  await nextTurn();
  t.equal(device.completed(), last, 'the event loop turned');
  t.same([...two], [5, 6, 7, 8]);
});

t.test('addresses of other memories are refused', async (t) => {
  const [device, other] = [new PlayedAccelerator(0, new JsDevice()), new PlayedAccelerator(1, new JsDevice())];
  const foreign = other.alloc(4);
  t.throws(() => device.upload(foreign, new Uint8Array(4)), /an address in the memory of gpu0/);
  t.throws(() => device.download(new Uint8Array(4), foreign), /an address in the memory of gpu0/);
});

t.test('a lost device completes what it did not run as failed', async (t) => {
  const device = new PlayedAccelerator(0, new JsDevice());
  const a = device.alloc(4);
  device.wait(device.upload(a, Uint8Array.of(1, 2, 3, 4)));
  const into = new Uint8Array(4);
  device.download(into, a);
  device.lose();
  const last = device.download(into, a);
  device.wait(last);
  t.same(device.failures(), [2, STATUS.DEVICE_LOST, 3, STATUS.DEVICE_LOST]);
  t.same([...into], [0, 0, 0, 0]);
  t.equal(device.recover(10), 10);
});
