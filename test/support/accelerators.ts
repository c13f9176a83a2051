/** What every accelerator promises, for the suites of each: the bits of kernels, order, transfers, failures. */
import type { Test } from 'tap';
import { type Accelerator, type Executable, JsDevice } from '../../lib/device/index.js';
import { type DType, float32, int32, int64 } from '../../lib/dtype/index.js';
import { type Kernel, kernel, STATUS, structureOf, unitsOf } from '../../lib/ir/index.js';
import { RECORD } from '../../lib/native/index.js';
import { dense } from './interpret.js';
import { launch } from './launch.js';

/** out = a * a + a */
const square = (dtype: DType): Kernel =>
  kernel(
    1,
    [
      { dtype, access: 'elementwise', privilege: 'read', rank: 1 },
      { dtype, access: 'elementwise', privilege: 'write', rank: 1 },
    ],
    [],
    (b) => {
      const a = b.load(0);
      b.store(1, b.add(b.mul(a, a), a));
    },
  );

/** out[i] = a[b[i]] */
const gather = kernel(
  1,
  [
    { dtype: float32, access: 'whole', privilege: 'read', rank: 1 },
    { dtype: int32, access: 'elementwise', privilege: 'read', rank: 1 },
    { dtype: float32, access: 'elementwise', privilege: 'write', rank: 1 },
  ],
  [],
  (b) => b.store(2, b.gather(0, b.cast(b.load(1), int64))),
);

/** Puts a launch over dense arrays of `n` elements at `addresses` into the buffer; the slots that it takes. */
function put(device: Accelerator, executable: Executable, n: number, addresses: readonly number[], at = 0): number {
  const { layout, kernel: of } = executable;
  const { records } = device;
  const length = RECORD.PARAMS + layout.length;
  const units = unitsOf([n], of.rowRank, structureOf(of)).count;
  records.fill(0, at, at + length);
  records.set([length, executable.number(n), units, 1, 0, 0], at);
  const p = at + RECORD.PARAMS;
  records[p + layout.domain] = n;
  layout.args.forEach(({ pointer, sizes, strides }, k) => {
    records[p + pointer] = addresses[k];
    records[p + strides] = 1;
    if (sizes >= 0) records[p + sizes] = n;
  });
  return at + length;
}

function bytesOf(array: Float32Array | Int32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

const randoms = (n: number): Float32Array => Float32Array.from({ length: n }, (_, i) => Math.sin(i * 12.9898) * 10);

/** Runs the suite on accelerators that `make` makes. */
export function conforms(t: Test, make: () => Accelerator): void {
  t.test('a window of kernels and transfers gives the bits of the host', async (t) => {
    const device = make();
    for (const n of [1, 1000, 5000]) {
      const [a, out] = [device.alloc(4 * n), device.alloc(4 * n)];
      t.ok(a > 0 && out > 0 && a % 64 === 0 && out % 64 === 0);
      const data = randoms(n);
      const given = data.slice();
      device.upload(a, bytesOf(given));
      given.fill(-1);
      const executable = device.compile(square(float32));
      const last = device.completed();
      put(device, executable, n, [out, a], put(device, executable, n, [a, out]));
      const second = device.submit(2);
      t.ok(second > last, 'launches are numbered behind the transfer');
      const found = new Float32Array(n);
      const number = device.download(bytesOf(found), a);
      t.equal(number, second + 1);
      device.wait(number);
      t.ok(device.completed() >= number && device.help(number));
      const want = data.slice();
      for (let i = 0; i < 2; i++) {
        const next = new Float32Array(n);
        launch(new JsDevice(), square(float32), [n], [dense(want), dense(next)]);
        want.set(next);
      }
      t.same(found, want);
      device.free(a, 4 * n);
      device.free(out, 4 * n);
    }
    t.same(device.failures(), []);
    await device.close();
  });

  t.test('a launch that fails is told by its number, once, and those behind it run', async (t) => {
    const device = make();
    const n = 4;
    const [a, at, out] = [device.alloc(16), device.alloc(16), device.alloc(16)];
    device.upload(a, bytesOf(Float32Array.of(1, 2, 3, 4)));
    device.upload(at, bytesOf(Int32Array.of(0, 1, 9, 3)));
    const executable = device.compile(gather);
    put(device, executable, n, [a, at, out]);
    const failing = device.submit(1);
    device.upload(at, bytesOf(Int32Array.of(3, 2, 1, 0)));
    put(device, executable, n, [a, at, out]);
    device.submit(1);
    const found = new Float32Array(n);
    const last = device.download(bytesOf(found), out);
    await new Promise<void>((done) => device.notify(last, done));
    t.same(device.failures(), [failing, STATUS.INDEX]);
    t.same(device.failures(), []);
    t.same([...found], [4, 3, 2, 1]);
    await device.close();
  });

  t.test('what it cannot do it says', async (t) => {
    const device = make();
    t.equal(device.cannotRun(square(float32)), null);
    t.equal(device.itemSize(float32), 4);
    t.throws(() => device.wait(device.completed() + 1), { code: 'ERR_DEVICE' });
    if (Number.isFinite(device.largest)) t.equal(device.alloc(2 * device.largest), 0);
    await device.close();
  });
}
