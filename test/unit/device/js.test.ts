import t from 'tap';
import { JsDevice } from '../../../lib/device/index.js';
import { JsMemory, sizeClass } from '../../../lib/device/js/memory.js';
import { dense } from '../../support/interpret.js';
import { axpy, samples } from '../../support/kernels.js';
import { launch } from '../../support/launch.js';

t.test('size classes hold what was asked for, and little more', async (t) => {
  for (const bytes of [0, 1, 63, 64, 65, 256, 257, 1000, 4096, 4097, 1e6, 2 ** 24 + 1, 3e9]) {
    const size = sizeClass(bytes);
    t.ok(size >= bytes && size >= 64 && size % 64 === 0, `${bytes} in ${size}`);
    t.ok(size <= Math.max(64, bytes * 1.25 + 64), `${size} for ${bytes}`);
    t.equal(sizeClass(size), size);
  }
});

t.test('blocks are aligned, apart, and used again', async (t) => {
  const memory = new JsMemory();
  const blocks = [10, 100, 1000, 100_000, 20_000_000].map((bytes) => ({ bytes, address: memory.alloc(bytes) }));
  for (const { bytes, address } of blocks) {
    t.ok(address > 0 && memory.offset(address) % 64 === 0);
    t.ok(memory.offset(address) + bytes <= memory.view(1, address).byteLength);
  }
  t.equal(new Set(blocks.map((b) => b.address)).size, blocks.length);
  for (const { bytes, address } of blocks) {
    memory.free(address, bytes);
    t.equal(memory.alloc(bytes), address, `${bytes} bytes`);
  }
});

t.test('large blocks that are not wanted again are dropped, and everyone is told', async (t) => {
  const memory = new JsMemory();
  const told: [number, boolean][] = [];
  memory.onBuffer = (number, buffer) => told.push([number, buffer !== undefined]);
  const size = 2 ** 27;
  const blocks = [memory.alloc(size), memory.alloc(size), memory.alloc(size)];
  for (const address of blocks) memory.free(address, size);
  t.same(told, [
    [1, true],
    [2, true],
    [3, true],
    [3, false],
  ]);
  t.throws(() => memory.view(1, blocks[2]), /in no buffer/);
  t.equal(memory.alloc(size), blocks[1]);
});

t.test('memory that cannot be had has address 0', async (t) => {
  t.equal(new JsMemory().alloc(2 ** 33), 0);
});

t.test('copies and windows see the same bytes', async (t) => {
  const device = new JsDevice();
  const address = device.alloc(32);
  device.copyIn(address, Float64Array.of(1, 2, 3, 4));
  const window = device.window(address + 8, Float64Array, 2);
  t.strictSame([...window], [2, 3]);
  window[0] = 9;
  const out = new Float64Array(4);
  device.copyOut(out, address);
  t.strictSame([...out], [1, 9, 3, 4]);
  await device.close();
});

t.test('launches are numbered, complete at once, and report failures once', async (t) => {
  const device = new JsDevice();
  const before = device.completed();
  const views = [dense(new Float64Array(3)), dense(BigInt64Array.of(7n)), dense(new Float64Array(1))];
  t.equal(launch(device, samples.take, [1], views), 1);
  t.equal(device.completed(), before + 1);
  t.same(device.failures(), []);
  await new Promise<void>((resolve) => device.notify(device.completed(), resolve));
  t.throws(() => device.wait(device.completed() + 1), { code: 'ERR_DEVICE', message: /wait: launch 2 was never submitted/ });
  await device.close();
});

t.test('a kernel is compiled once', async (t) => {
  const device = new JsDevice();
  const kernel = axpy(1);
  t.equal(device.compile(kernel), device.compile(kernel));
  t.equal(device.compile(kernel).tier(), 'js');
  t.not(device.compile(kernel).number(1), device.compile(axpy(2)).number(1));
  await device.close();
});

t.test('what the device has not, it says', async (t) => {
  const device = new JsDevice();
  t.equal(device.routine(), -1);
  t.throws(() => device.compileC('', 'gemm'), { code: 'ERR_DEVICE', message: /gemm needs a C compiler/ });
  t.throws(() => new JsDevice(0), { code: 'ERR_ARGUMENT', message: /at least 1, got 0/ });
  await device.close();
});
