/** Machines with accelerators: what runs where and what is moved, failures in the order of the program, and devices that are lost. */
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { DeviceError, IndexError } from '../../../../lib/base/index.js';
import { CpuDevice, type Device, JsDevice, PlayedAccelerator } from '../../../../lib/device/index.js';
import { loadAddon } from '../../../../lib/native/index.js';
import { type Config, createRuntime, defaults, Runtime } from '../../../../lib/runtime/index.js';
import { onRuntime } from '../../../support/on-runtime.js';

const ONE: Partial<Config> = { device: 'js', procs: 1, played: 1, tracing: 'off', plans: 'kept' };
const on = <T>(config: Partial<Config>, body: (rt: Runtime) => T | Promise<T>): Promise<T> =>
  onRuntime(createRuntime(config), body);

/** A runtime over this accelerator. */
function over(accelerator: PlayedAccelerator, host: Device = new JsDevice()): Runtime {
  const config = { ...defaults(), ...ONE, played: 0, device: 'js' } as const;
  return new Runtime(config, host, null, { accelerators: [accelerator] });
}

const floats = (n: number): np.NDArray => np.asarray(Float32Array.from({ length: n }, (_, i) => i % 13));

t.test('float64 without a device for it is told once', async (t) => {
  const told: unknown[] = [];
  const note = (warning: Error & { code?: string }): void =>
    void (warning.code === 'MANIPLE_FLOAT64' && told.push(warning.message));
  process.on('warning', note);
  await on(ONE, async () => {
    await floats(50).add(1).data();
    await new Promise((turn) => setImmediate(turn));
    t.same(told, [], 'float32 says nothing');
    for (let i = 1; i < 4; i++)
      await np
        .arange(10 * i)
        .add(0.5)
        .data();
  });
  await new Promise((turn) => setImmediate(turn));
  process.off('warning', note);
  t.equal(told.length, 1);
  t.match(told[0], /gpu0 has no float64/);
});

t.test('tasks run where they can, arrays move there once, and reasons are counted', async (t) => {
  await on(ONE, async (rt) => {
    const x = floats(5000);
    let y = x;
    for (let i = 0; i < 3; i++) {
      y = y.add(x).multiply(np.asarray(Float32Array.of(0.5)));
      rt.flush();
    }
    t.same(
      (await y.data()).slice(0, 4),
      [0, 1, 2, 3].map((n) => n),
    );
    const { devices, links } = rt.stats();
    t.match(devices, { cpu: 0, gpu0: 6 });
    t.match(links, { 'cpu to gpu0': { copies: 4, bytes: 20_000 + 3 * 4 } }, 'x moves once');
    const z = y.astype('float64').add(1);
    t.equal((await z.data())[1], 2);
    t.match(rt.stats().stayed, { float64: 2 });
    t.match(rt.stats().barriers, {});
  });
});

t.test('tasks that a device refuses in one kernel run on the host, counted with its reason', async (t) => {
  const gpu = new PlayedAccelerator(0, new JsDevice());
  const { cannotRun } = gpu;
  gpu.cannotRun = (kernel) =>
    kernel.loops.flatMap(({ nodes }) => nodes).length > 6 ? 'compile time' : cannotRun.call(gpu, kernel);
  await onRuntime(over(gpu), async (rt) => {
    const x = floats(500);
    const y = x.add(1).multiply(x).subtract(2).maximum(x).minimum(9);
    t.equal((await y.data())[3], 9);
    t.match(rt.stats(), { devices: { cpu: 5, gpu0: 0 }, stayed: { 'compile time': 5 } });
    t.equal((await x.add(1).data())[3], 4);
    t.match(rt.stats(), { devices: { cpu: 5, gpu0: 1 }, stayed: { 'compile time': 5 } });
  });
});

t.test('a read that blocks is submitted behind the launches of its contents, not after them', async (t) => {
  const gpu = new PlayedAccelerator(0, new JsDevice());
  const { submit, download } = gpu;
  const late: boolean[] = [];
  let last = 0;
  gpu.submit = (count) => (last = submit.call(gpu, count));
  gpu.download = (into, address) => {
    late.push(gpu.completed() < last);
    return download.call(gpu, into, address);
  };
  await onRuntime(over(gpu), () => {
    t.equal(floats(500).add(1).dataSync()[3], 4);
    t.same(late, [true]);
  });
});

t.test('a device is a constraint on fusion, and its boundary is no change of values', async (t) => {
  const program = async (): Promise<number[]> => {
    const x = floats(3000);
    const y = x.add(x);
    const z = y.astype('float64').multiply(0.1);
    return [...(await z.astype('float32').add(y).slice('::7').data())].map(Number);
  };
  const want = await on({ ...ONE, played: 0 }, program);
  await on(ONE, async (rt) => {
    t.same(await program(), want);
    t.ok((rt.stats().barriers.device ?? 0) > 0);
  });
});

t.test('boxes that do not lie in one piece are packed and unpacked', async (t) => {
  const program = async (): Promise<number[]> => {
    const x = floats(40 * 50).reshape([40, 50]);
    const inner = x.slice('3:-4, 5:-6').add(1);
    const y = inner.astype('float64');
    y.slice('2:9, 4:11').assign(y.slice('3:10, 1:8').add(0.5));
    const back = y.slice('1:-1, 2:-3').astype('float32').add(1);
    return [...(await back.data()), ...(await y.data())].map(Number);
  };
  const want = await on({ ...ONE, played: 0 }, program);
  for (const memories of [1, 3]) t.same(await on({ ...ONE, memories, grain: 1 }, program), want);
});

t.test('copies between accelerators are direct where one reaches the other, and go through the host elsewhere', async (t) => {
  await on({ ...ONE, played: 3 }, async (rt) => {
    const x = floats(1000).to('gpu0');
    const near = np.device('gpu1', () => x.add(1));
    t.equal((await near.data())[3], 4);
    t.match(rt.stats().links, { 'gpu0 to gpu1': { copies: 1, bytes: 4000 } });
    const y = np.device('gpu0', () => near.add(1)).to('gpu2');
    t.equal((await y.data())[3], 5);
    const { links } = rt.stats();
    t.match(links, { 'gpu1 to gpu0': { copies: 1 }, 'gpu0 to cpu': { copies: 1 }, 'cpu to gpu2': { copies: 1 } });
    t.notOk(links?.['gpu0 to gpu2'], 'which do not reach each other');
    const both = floats(500);
    np.device('gpu0', () => both.add(1));
    np.device('gpu2', () => both.add(1));
    rt.flush();
    t.match(rt.stats().links, { 'cpu to gpu2': { copies: 2 } }, 'from where that costs least');
  });
});

t.test('a transfer does not block the thread that issues', async (t) => {
  if (loadAddon() === null) return;
  const gpu = new PlayedAccelerator(0, new JsDevice());
  const host = new CpuDevice({ procs: 2, tier: 'block' });
  await onRuntime(over(gpu, host), async (rt) => {
    const x = floats(3000).to('gpu0');
    const y = np.device('cpu', () => x.add(1));
    const z = np.device('gpu0', () => y.add(1));
    const w = np.device('cpu', () => z.multiply(y));
    rt.flush();
    t.equal(gpu.completed(), 0, 'the device ran nothing');
    t.equal(host.completed(), 0, 'and so did the host, which follows it');
    t.equal((await w.data())[3], 20);
  });
});

t.test('a read is a launch of its own: what comes later waits for nothing, and changes nothing of it', async (t) => {
  const order: string[] = [];
  class Ordered extends PlayedAccelerator {
    override submit(count: number): number {
      order.push('kernels');
      return super.submit(count);
    }
    override download(into: Uint8Array, address: number): number {
      order.push('download');
      return super.download(into, address);
    }
    override wait(n: number): void {
      if (n > this.completed()) order.push('wait');
      super.wait(n);
    }
  }
  await onRuntime(over(new Ordered(0, new JsDevice())), async (rt) => {
    const x = floats(40).reshape([5, 8]).to('gpu0');
    const one = floats(40).reshape([5, 8]).to('gpu0');
    rt.flush();
    order.length = 0;
    const reading = x.data();
    np.device('gpu0', () => x.addAssign(one));
    rt.flush();
    const column = x.slice(':, 3').data();
    np.device('gpu0', () => x.assign(one.multiply(0)));
    rt.flush();
    t.same(order, ['download', 'kernels', 'kernels', 'download', 'kernels']);
    t.same([...(await reading)].slice(0, 5), [0, 1, 2, 3, 4]);
    t.same(
      [...(await column)],
      [3, 11, 19, 27, 35].map((i) => 2 * (i % 13)),
    );
    t.same([...(await x.data())].slice(0, 3), [0, 0, 0]);
  });
});

t.test("an error of the contents at the time of a read is the reader's", async (t) => {
  await on(ONE, async (rt) => {
    const x = floats(10).to('gpu0');
    const bad = np.device('gpu0', () => x.take(np.asarray(Int32Array.of(3, 99))));
    rt.flush();
    const reading = bad.data();
    np.device('gpu0', () => bad.assign(x.slice(':2')));
    rt.flush();
    const well = bad.data();
    await t.rejects(async () => reading, IndexError);
    t.same([...(await well)], [0, 1]);
  });
});

t.test('what fails on an accelerator poisons what is computed from it on the host, and nothing else', async (t) => {
  await on(ONE, async () => {
    const x = floats(10);
    const bad = x.take(np.asarray(Int32Array.of(3, 99)));
    const after = bad.astype('float64').add(1);
    const well = x.astype('float64').add(1);
    await t.rejects(async () => after.data(), IndexError);
    t.equal((await well.data())[3], 4);
    await t.rejects(async () => bad.data(), IndexError);
  });
});

t.test('arrays of a lost device fail; those elsewhere go on', async (t) => {
  const gpu = new PlayedAccelerator(0, new JsDevice());
  await onRuntime(over(gpu), async () => {
    const x = floats(100);
    const y = x.add(1);
    t.equal((await y.data())[1], 2);
    const wide = y.astype('float64');
    await wide.data();
    const away = x.multiply(3);
    np.runtime.flush();
    gpu.lose();
    await t.rejects(async () => away.add(1).data(), DeviceError);
    t.equal((await y.add(1).data())[1], 3, 'an array with a copy on the host');
    t.equal((await wide.add(1).data())[1], 3, 'a copy is on the host');
  });
});

t.test('a read from a lost device fails by itself: arrays on the host stay', async (t) => {
  for (const slice of [':', ':, ::3']) {
    const gpu = new PlayedAccelerator(0, new JsDevice());
    await onRuntime(over(gpu), async () => {
      const y = floats(120).reshape([10, 12]).multiply(2);
      const held = np.device('cpu', () => floats(10).add(1));
      await floats(3).add(1).data();
      gpu.lose();
      await t.rejects(async () => y.slice(slice).data(), DeviceError, slice);
      t.same([...(await held.data()).slice(0, 2)], [1, 2], slice);
      t.same([...(await floats(3).add(1).data())], [1, 2, 3], slice);
    });
  }
});

t.test('what has no room in a memory stays on the host, and says so', async (t) => {
  const gpu = new PlayedAccelerator(0, new JsDevice(), { capacity: 4 << 20 });
  await onRuntime(over(gpu), async (rt) => {
    const x = floats(1 << 20);
    t.equal((await x.add(1).data())[1], 2);
    t.match(rt.stats().stayed, { memory: 1 });
    t.equal((await floats(100).add(1).data())[1], 2);
  });
});

t.test('an accelerator that refuses memory which it should have', async (t) => {
  class Stingy extends PlayedAccelerator {
    override alloc(bytes: number): number {
      return bytes > 1000 ? 0 : super.alloc(bytes);
    }
  }
  await onRuntime(over(new Stingy(0, new JsDevice())), async (rt) => {
    t.equal(
      (
        await floats(1 << 20)
          .add(1)
          .data()
      )[3],
      4,
      'the host runs what has no room',
    );
    t.match(rt.stats().evicted, { kernels: 1 });
  });
});

t.test('arrays leave a memory that is full: first what is elsewhere, too, then what was unused longest', async (t) => {
  await on({ ...ONE, small: 64, deviceMemory: 42_000 }, async (rt) => {
    const there = Array.from({ length: 2 }, (_, i) => floats(2500).add(i).to('gpu0'));
    rt.flush();
    const both = floats(2500);
    const sum = np.device('gpu0', () => both.add(1));
    rt.flush();
    t.match(rt.stats().evicted, { arrays: 0 }, 'four arrays have room');
    const next = np.device('gpu0', () => there[1].add(1));
    rt.flush();
    t.match(rt.stats().evicted, { arrays: 1, bytes: 10_000 }, 'the array that is on the host, too');
    t.notOk(rt.stats().links?.['gpu0 to cpu'], 'it moves nothing');
    const last = np.device('gpu0', () => next.add(1));
    rt.flush();
    t.match(rt.stats().links, { 'gpu0 to cpu': { copies: 1, bytes: 10_000 } }, 'one comes home');
    t.equal((await there[0].data())[3], 3, 'which was unused longest');
    t.match(rt.stats().links, { 'gpu0 to cpu': { copies: 1 } });
    const rest = await Promise.all([sum, last, there[1], both].map((x) => x.data()));
    t.same(
      rest.map((data) => data[3]),
      [4, 6, 4, 3],
    );
  });
});

t.test('kernels are no larger than a memory, and tasks that are stay on the host', async (t) => {
  await on({ ...ONE, small: 64, deviceMemory: 35_000 }, async (rt) => {
    const [x, y, z] = [floats(2500), floats(2500), floats(2500)];
    const sums = [x.add(y), y.add(z), z.add(x)];
    const all = await Promise.all(sums.map((sum) => sum.data()));
    t.same(
      all.map((data) => data[5]),
      [10, 10, 10],
    );
    t.ok((rt.stats().barriers.memory ?? 0) >= 2);
    t.match(rt.stats().devices, { cpu: 0, gpu0: 3 });
    const chosen = np.where(x.greater(3), y, z);
    t.equal((await chosen.data())[5], 5);
    t.ok((rt.stats().stayed?.memory ?? 0) + (rt.stats().stayed?.bool ?? 0) > 0);
  });
});

t.test('a kernel for whose scratch memory there is no room beside its arrays runs on the host', async (t) => {
  await on({ ...ONE, small: 64, deviceMemory: 60_000 }, async (rt) => {
    const table = floats(6600).reshape([3, 2200]).to('gpu0');
    rt.flush();
    const least = np.device('gpu0', () => table.min(0));
    const data = await least.data();
    t.equal(data[2195], Math.min(...[0, 1, 2].map((row) => (row * 2200 + 2195) % 13)));
    t.match(rt.stats().evicted, { kernels: 1 });
    t.equal((await table.add(1).data())[5], 6);
  });
});

t.test('a part for which a full memory has no room in one piece is brought in several', async (t) => {
  const expected = Array.from({ length: 80 * 30 }, (_, i) => ((Math.floor(i / 30) * 60 + (i % 30)) % 13) + 1);
  for (const deviceMemory of [22_000, 24_000, 27_000])
    await on({ ...ONE, small: 64, deviceMemory }, async (rt) => {
      const table = floats(4800).reshape([80, 60]).to('gpu0');
      np.device('gpu0', () => table.addAssign(1));
      rt.flush();
      t.same([...(await table.slice(':', '0:30').data())], expected, `read, ${deviceMemory} bytes`);
      const half = np.device('cpu', () => table.slice(':', '0:30').multiply(2));
      t.same(
        [...(await half.data())],
        expected.map((x) => 2 * x),
        `used by the host, ${deviceMemory} bytes`,
      );
      np.device('cpu', () => table.slice(':', '10:40').assign(np.full([80, 30], 3, { dtype: 'float32' })));
      const sums = np.device('gpu0', () => table.add(1));
      const want = Array.from({ length: 4800 }, (_, i) => (i % 60 >= 10 && i % 60 < 40 ? 4 : (i % 13) + 2));
      t.same([...(await sums.data())], want, `written by the host, ${deviceMemory} bytes`);
    });
});

t.test('a loop over more arrays than a memory has room for', async (t) => {
  const program = async (): Promise<number[]> => {
    const arrays = Array.from({ length: 9 }, (_, i) => floats(1000).add(i));
    for (let i = 0; i < 40; i++) {
      const k = (i * 7) % 9;
      arrays[k] = np.device(i % 4 === 0 ? 'cpu' : 'gpu0', () => arrays[k].add(arrays[(k + 4) % 9]).minimum(50));
      if (i % 5 === 0) np.runtime.flush();
    }
    return (await Promise.all(arrays.map((x) => x.data()))).flatMap((x) => [...x].map(Number));
  };
  const want = await on({ ...ONE, played: 1 }, program);
  await on({ ...ONE, small: 64, deviceMemory: 20_000 }, async (rt) => {
    t.same(await program(), want);
    t.ok((rt.stats().evicted?.arrays ?? 0) > 10);
  });
});

t.test('what is larger than an allocation stays on the host', async (t) => {
  const gpu = new PlayedAccelerator(0, new JsDevice(), { largest: 1000 });
  await onRuntime(over(gpu), async (rt) => {
    t.equal((await floats(1000).add(1).data())[1], 2);
    t.match(rt.stats().stayed, { size: 1 });
  });
});

t.test('arrays of more elements than a device counts stay on the host, repeated ones too', async (t) => {
  await on({ ...ONE, played: 2 }, async (rt) => {
    const x = floats(4).to('gpu1');
    const many = np.broadcastTo(x.slice(':1'), [2 ** 31 + 8]);
    const at = np.asarray(BigInt64Array.of(0n, 2n ** 31n + 7n));
    const found = np.device('gpu1', () => np.take(many, at));
    t.same([...(await found.data())].map(Number), [Number(await x.slice(0).item()), Number(await x.slice(0).item())]);
    t.match(rt.stats().stayed, { size: 1 });
  });
});

t.test('a read lets later writes wait for it', async (t) => {
  await on(ONE, async () => {
    const x = floats(10);
    x.addAssign(np.asarray(Float32Array.of(1)));
    const reading = x.data();
    x.assign(7);
    t.equal((await reading)[3], 4);
    t.equal((await x.data())[3], 7);
    t.equal(x.sum().itemSync(), 70, 'without giving up the thread');
  });
});

t.test('np.device says where operations run, `to` where an array is', async (t) => {
  await on({ ...ONE, played: 2 }, async (rt) => {
    const x = floats(500);
    t.equal(x.device, 'cpu');
    const here = np.device('cpu', () => x.add(1));
    t.equal(here.device, 'cpu');
    t.equal(x.add(1).device, 'gpu0', 'left to the runtime');
    const there = np.device('gpu1', () => x.add(here));
    t.equal(there.device, 'gpu1');
    t.equal(there.to('gpu0').device, 'gpu0');
    t.equal(there.to('cpu').device, 'cpu');
    t.equal((await there.data())[2], 5);
    const nested = np.device('cpu', () => [np.device('gpu1', () => x.multiply(2)), x.multiply(3)]);
    t.same(
      nested.map((y) => y.device),
      ['gpu1', 'cpu'],
    );
    const wide = np.asarray(Float64Array.of(1, 2));
    t.throws(() => wide.to('gpu0'), DeviceError);
    t.equal(wide.to('gpu1').device, 'gpu1');
    const stayed = np.device('gpu0', () => wide.add(1));
    t.equal(stayed.device, 'cpu');
    t.ok((rt.stats().stayed?.float64 ?? 0) > 0);
    t.equal(np.device('played', () => x.add(2)).device, np.device('gpu0', () => x.add(2)).device, 'the first of a kind');
    t.throws(() => np.device('webgpu', () => x), { code: 'ERR_ARGUMENT', message: /started with --device webgpu/ });
    t.throws(() => np.device('gpu7', () => x), { code: 'ERR_ARGUMENT', message: /'cpu' or 'gpu0' or 'gpu1', got 'gpu7'/ });
    t.throws(() => np.device('gpu0', async () => x.add(1)), { code: 'ERR_ARGUMENT', message: /async/ });
    t.equal(x.add(2).device, 'gpu0', 'scopes that threw are over');
  });
});

t.test('a loop over a device settles to known windows', async (t) => {
  await on(ONE, async (rt) => {
    let x = floats(400);
    const half = np.asarray(Float32Array.of(0.5)).to('gpu0');
    for (let i = 0; i < 30; i++) {
      x = np.device('gpu0', () => x.multiply(half).add(half).add(x));
      await x.slice(':3').data();
    }
    const { windows, planHits, links } = rt.stats();
    t.ok(planHits > windows / 2, `${planHits} of ${windows} windows were known`);
    t.match(links, { 'cpu to gpu0': { copies: 2 } }, 'nothing moves in between');
  });
});

t.test('a machine without accelerators takes the words, too', async (t) => {
  await on({ ...ONE, played: 0 }, async () => {
    const x = np.device('cpu', () => np.arange(4).add(1));
    t.equal(x.device, 'cpu');
    t.equal(x.to('cpu').sum().itemSync(), 10);
    t.throws(() => x.to('gpu0'), { code: 'ERR_ARGUMENT', message: /expected a device of this machine, 'cpu', got 'gpu0'/ });
  });
});
