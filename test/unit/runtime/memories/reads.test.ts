/** Reads of arrays whose elements are in several memories: issuing is not held up, and later writes change nothing of what is read. */
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { DeviceError } from '../../../../lib/base/index.js';
import { JsDevice, PlayedAccelerator } from '../../../../lib/device/index.js';
import { type Config, defaults, Runtime } from '../../../../lib/runtime/index.js';
import { onRuntime } from '../../../support/on-runtime.js';

/** An accelerator that is late, and counts how often it was waited for before it was done. */
class Late extends PlayedAccelerator {
  waits = 0;
  downloads = 0;

  override wait(n: number): void {
    if (n > this.completed()) this.waits++;
    super.wait(n);
  }

  override download(into: Uint8Array, address: number): number {
    this.downloads++;
    return super.download(into, address);
  }
}

function over(accelerators: readonly PlayedAccelerator[], settings: Partial<Config> = {}): Runtime {
  const config = { ...defaults(), device: 'js', procs: 1, tracing: 'off', plans: 'kept', ...settings } as const;
  return new Runtime(config, new JsDevice(), null, { accelerators });
}

const floats = (n: number): np.NDArray => np.asarray(Float32Array.from({ length: n }, (_, i) => i % 13));
const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i % 13);

/** 100 elements of which the accelerator alone has the first 60, and the host alone the others, doubled. */
function inTwoParts(): np.NDArray {
  const x = np.device('gpu0', () => floats(100).add(0));
  np.device('cpu', () => x.slice('60:').multiplyAssign(2));
  return x;
}

const WANT = numbers(100).map((value, i) => (i < 60 ? value : 2 * value));

/** Gives an accelerator work that takes a while. */
function occupy(x: np.NDArray): np.NDArray {
  return np.device('gpu0', () => {
    let y = x.add(1);
    for (let i = 0; i < 5; i++) {
      y = y.multiply(0.5).add(x);
      np.runtime.flush();
    }
    return y;
  });
}

t.test('a read of an array in two parts begins one transfer, and waits for nothing', async (t) => {
  const gpu = new Late(0, new JsDevice());
  await onRuntime(over([gpu]), async (rt) => {
    const other = floats(500).to('gpu0');
    const x = inTwoParts();
    rt.flush();
    t.same([...(await x.data())], WANT);
    const busy = occupy(other);
    [gpu.waits, gpu.downloads] = [0, 0];
    const [reading, part] = [x.data(), x.slice('50:70').data()];
    rt.flush();
    t.same([gpu.waits, gpu.downloads], [0, 2]);
    t.same([...(await reading)], WANT);
    t.same([...(await part)], WANT.slice(50, 70));
    t.same([...x.dataSync()], WANT);
    t.equal((await busy.data()).length, 500);
  });
});

t.test('contents that are complete on a busy accelerator are not waited for either', async (t) => {
  const gpu = new Late(0, new JsDevice());
  await onRuntime(over([gpu]), async (rt) => {
    const x = np.device('gpu0', () => floats(500).add(1));
    await x.data();
    occupy(x);
    gpu.waits = 0;
    const reading = x.data();
    np.device('gpu0', () => x.multiplyAssign(0));
    rt.flush();
    t.equal(gpu.waits, 0);
    t.equal((await reading)[3], 4);
    t.equal((await x.data())[3], 0);
  });
});

t.test('writes behind a read of two parts change nothing of it', async (t) => {
  for (const device of ['cpu', 'gpu0'])
    await onRuntime(over([new Late(0, new JsDevice())]), async (rt) => {
      const x = inTwoParts();
      const reading = x.data();
      np.device(device, () => x.addAssign(100));
      rt.flush();
      t.same([...(await reading)], WANT, device);
      const again = x.slice('::3').data();
      x.assign(0);
      t.same(
        [...(await again)],
        WANT.filter((_, i) => i % 3 === 0).map((value) => value + 100),
        device,
      );
      x.dispose();
    });
});

t.test('an array in the memories of two accelerators comes by both', async (t) => {
  const gpus = [new Late(0, new JsDevice()), new Late(1, new JsDevice())];
  await onRuntime(over(gpus), async (rt) => {
    const x = np.device('gpu0', () => floats(100).reshape([10, 10]).add(0));
    np.device('gpu1', () => x.slice('6:').multiplyAssign(2));
    rt.flush();
    const waits = gpus.map((gpu) => gpu.waits);
    const reading = x.data();
    const column = x.slice(':', 3).data();
    np.device('gpu1', () => x.multiplyAssign(0));
    rt.flush();
    t.same(
      gpus.map((gpu) => gpu.waits),
      waits,
    );
    t.same(
      gpus.map((gpu) => gpu.downloads > 0),
      [true, true],
    );
    t.same([...(await reading)], WANT);
    t.same(
      [...(await column)],
      WANT.filter((_, i) => i % 10 === 3),
    );
    t.same(
      [...x.dataSync()],
      WANT.map(() => 0),
    );
  });
});

t.test('parts for which a full memory has no room in one piece are begun in several', async (t) => {
  const gpu = new Late(0, new JsDevice(), { capacity: 24_000 });
  await onRuntime(over([gpu], { small: 64 }), async (rt) => {
    const table = floats(4800).reshape([80, 60]).to('gpu0');
    np.device('gpu0', () => table.addAssign(1));
    rt.flush();
    const want = Array.from({ length: 80 * 30 }, (_, i) => ((Math.floor(i / 30) * 60 + (i % 30)) % 13) + 1);
    const reading = table.slice(':', '0:30').data();
    np.device('gpu0', () => table.multiplyAssign(0));
    rt.flush();
    t.ok(gpu.downloads > 1);
    t.same([...(await reading)], want);
  });
});

t.test('a read of two parts fails with the device that has one of them; a read of the other does not', async (t) => {
  const gpu = new Late(0, new JsDevice());
  await onRuntime(over([gpu]), async (rt) => {
    const x = inTwoParts();
    rt.flush();
    gpu.lose();
    const [reading, near] = [x.data(), x.slice('60:').data()];
    await t.rejects(async () => reading, DeviceError);
    t.same([...(await near)], WANT.slice(60));
  });
});
