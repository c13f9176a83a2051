/** What goes wrong at run time ends in one typed error at the reader, and the runtime stays well. */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { STATUS } from '../../lib/ir/index.js';
import { loadAddon, makeExecutor } from '../../lib/native/index.js';
import { deviceOf } from '../../lib/runtime/current.js';
import {
  ArgumentError,
  createRuntime,
  defineKind,
  float64,
  parseConfig,
  parseSetting,
  type Runtime,
  type Store,
  useRuntime,
} from '../../lib/runtime/public.js';
import { FROM_X_TO_Y } from '../support/kinds.js';

const devices = loadAddon() === null ? (['js'] as const) : (['js', 'cpu'] as const);

const THROWS = defineKind({
  name: 'throws',
  args: FROM_X_TO_Y,
  body: {
    kind: 'js',
    run: () => {
      throw new Error('out of ideas');
    },
  },
});

/** An error of the library whose message has the words of one that names its line. */
const SAYS_SO = defineKind({
  name: 'says so',
  args: FROM_X_TO_Y,
  body: {
    kind: 'js',
    run: () => {
      throw new ArgumentError('the order; issued at noon, does not fit');
    },
  },
});

function throwing(rt: Runtime, x: Store): np.NDArray {
  const y = rt.create(float64, x.shape);
  rt.launch(THROWS, x.shape, [x, y]);
  return new np.NDArray(y.root, y.view, y.token);
}

for (const device of devices) {
  t.test(`device ${device}`, async (t) => {
    const rt = createRuntime({ device, procs: 2, tier: 'block' });
    const before = useRuntime(rt);
    t.teardown(async () => {
      useRuntime(before);
      await rt.close();
    });
    const x = np.linspace(0, 1, 3000);
    const well = (): boolean => x.add(1).sum().itemSync() === 4500;

    await t.test("a body's error names its line, whatever words it has; one that names it already does so once", async (t) => {
      const y = rt.create(float64, x.shape);
      rt.launch(SAYS_SO, x.shape, [x, y]);
      const { message } = await rt.read(y).then(
        () => t.fail() as never,
        (error: Error) => error,
      );
      t.match(message, /^the order; issued at noon, does not fit; issued at .*runtime\.test/);
      const again = defineKind({ name: 'again', args: FROM_X_TO_Y, body: { kind: 'js', run: () => void rt.readSync(y) } });
      const z = rt.create(float64, x.shape);
      rt.launch(again, x.shape, [x, z]);
      const told = await rt.read(z).then(
        () => t.fail() as never,
        (error: Error) => error,
      );
      t.equal(told.message, message);
    });

    await t.test('a task that throws', async (t) => {
      const bad = throwing(rt, x);
      const after = bad.multiply(2).sum();
      const other = x.multiply(2);
      await t.rejects(after.item(), { code: 'ERR_TASK', message: /throws.*out of ideas/ });
      t.throws(() => bad.dataSync(), { code: 'ERR_TASK' });
      t.equal(other.sum().itemSync(), 3000);
      t.ok(well());
    });

    await t.test('an index outside, found while others run', async (t) => {
      const picked = np.take(x, np.asarray([0, 3000], { dtype: 'int64' }));
      const after = picked.add(1);
      await t.rejects(after.data(), { code: 'ERR_INDEX' });
      await t.rejects(picked.data(), { code: 'ERR_INDEX' });
      picked.assign(1);
      t.same(picked.dataSync(), Float64Array.of(1, 1), 'overwritten, it is well again');
      t.ok(well());
    });

    await t.test('more memory than there is', async (t) => {
      const huge = np.ones([2 ** 47]);
      const sum = huge.add(1);
      await t.rejects(sum.data(), { code: /ERR_OUT_OF_MEMORY|ERR_TASK/ });
      huge.dispose();
      sum.dispose();
      t.ok(well());
    });

    await t.test('disposed arrays', async (t) => {
      const y = x.add(1);
      const z = y.add(1);
      y.dispose();
      t.throws(() => y.add(1), { code: 'ERR_DISPOSED' });
      t.throws(() => y.dataSync(), { code: 'ERR_DISPOSED' });
      t.equal(z.sum().itemSync(), 7500, 'what was issued before still sees it');
      y.dispose();
    });
  });
}

t.test('settings', async (t) => {
  t.same(parseConfig('--procs 3 --fusion off'), { procs: 3, fusion: false });
  for (const [text, says] of [
    ['--procs 0', /--procs: expected an integer from 1 to 1024, got "0"/],
    ['--procs 1e9', /--procs: expected an integer from 1 to 1024/],
    ['--memories 1e9', /--memories: expected an integer from 1 to 1000000/],
    ['--played 31', /--played: expected an integer from 0 to 30/],
    ['--procs many', /--procs/],
    ['--device abacus', /--device: expected auto\|cpu\|js\|webgpu\|null/],
    ['--colour red', /known settings are/],
    ['procs 3', /known settings are/],
  ] as const) {
    t.throws(() => parseConfig(text), { code: 'ERR_CONFIG', message: says });
  }
  t.throws(() => parseSetting('nothing', '1'), { code: 'ERR_CONFIG' });
});

for (const device of devices) {
  for (const memories of [1, 3]) {
    t.test(`a closed runtime, device ${device}, memories ${memories}`, async (t) => {
      const rt = createRuntime({ device, procs: 2, tier: 'block', memories });
      const held = countBytes(deviceOf(rt));
      const before = useRuntime(rt);
      const large = np.arange(40_000).add(1);
      const small = np.arange(10).add(1);
      const awaited = [large.multiply(2).slice(39_999).item(), small.sum().item()];
      useRuntime(before);
      await rt.close();
      await rt.close();
      t.same(await Promise.all(awaited), [80_000, 55], 'who awaited something has it');
      t.equal(held(), 0, 'the device has all of its memory back');

      const closed = {
        name: 'DisposedError',
        code: 'ERR_DISPOSED',
        message: /the runtime .* was closed; read what is needed before/,
      };
      await t.rejects(rt.read(small), closed);
      await t.rejects(rt.read(large), closed);
      t.throws(() => rt.readSync(large), closed);
      t.throws(() => rt.upload(Float64Array.of(1), float64, [1]), closed);
      t.throws(() => rt.launch(THROWS, [10], [small, small]), closed);
      t.throws(() => rt.trace('late', () => rt.launch(THROWS, [10], [small, small])), closed);
      rt.dispose(large);
      rt.flush();
      t.equal(held(), 0);
    });
  }
}

/** Bytes that a device has given and not taken back. */
function countBytes(device: ReturnType<typeof deviceOf>): () => number {
  let held = 0;
  const alloc = device.alloc.bind(device);
  const free = device.free.bind(device);
  device.alloc = (bytes) => {
    const address = alloc(bytes);
    if (address !== 0) held += bytes;
    return address;
  };
  device.free = (address, bytes) => {
    held -= bytes;
    free(address, bytes);
  };
  return () => held;
}

t.test(
  'launch records that nothing vouches for are refused',
  { skip: loadAddon() === null && 'the addon did not load' },
  async (t) => {
    const addon = loadAddon();
    if (addon === null) return;
    const executor = makeExecutor(addon, 1 << 12, 1);
    const { records } = executor;
    const write = (...slots: number[]): void => records.set(slots);
    const refused = /complete launch records/;
    for (const slots of [
      [0, 1, 1, 1, 0, 0, 0],
      [6, 1, 1, 1, 0, 0, 0],
      [7.5, 1, 1, 1, 0, 0, 0],
      [1e9, 1, 1, 1, 0, 0, 0],
      [7, Number.NaN, 1, 1, 0, 0, 0],
      [7, 1, -1, 1, 0, 0, 0],
      [7, 1, Number.POSITIVE_INFINITY, 1, 0, 0, 0],
      [7, 1, 1, 1, Number.NaN, 0, 0],
    ]) {
      write(...slots);
      t.throws(() => executor.submit(1), refused, slots.join());
    }
    t.equal(executor.completed(), 0, 'none was launched');
    for (const [n, kernel] of [0, -1, 2 ** 30].entries()) {
      write(7, kernel, 1, 1, 0, 1, 0);
      t.equal(executor.submit(1), n + 1);
      executor.wait(n + 1);
      t.same(executor.failures(), [n + 1, STATUS.REFUSED], `kernel ${kernel}`);
    }
    records.fill(0);
    t.throws(() => executor.submit(1), refused, 'a record that nobody wrote');
    executor.stop();
  },
);

t.test('tier c without a compiler', { skip: loadAddon() === null && 'the addon did not load' }, async (t) => {
  const folder = t.testdir();
  const script = `import { createRuntime, useRuntime } from ${JSON.stringify(new URL('../../pack/runtime/index.js', import.meta.url).href)};
    import * as np from ${JSON.stringify(new URL('../../pack/array/index.js', import.meta.url).href)};
    for (const graphs of ['auto', 'on', 'off']) for (const memories of [1, 2]) {
      useRuntime(createRuntime({ device: 'cpu', tier: 'c', graphs, memories }));
      for (let k = 0; k < 3; k++) {
        try { np.ones([1000]).add(k).sum().itemSync(); console.log('computed'); } catch (error) { console.log(error.name); }
      }
      console.log(np.sort(np.asarray([3, 1, 2])).dataSync().join());
    }`;
  const env = { PATH: folder, CC: `${folder}/nothing`, CXX: `${folder}/nothing`, MANIPLE_CACHE: `${folder}/cache` };
  const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env });
  t.equal(signal, null, 'the process lives');
  const each = `${'DeviceError\n'.repeat(3)}1,2,3\n`;
  t.equal(stdout, each.repeat(6), 'an error for each, and what needs no kernel is right');
});

t.test('a setting that is undefined is as if it were left out', async (t) => {
  const config = { procs: undefined, device: undefined, spy: undefined, memories: undefined, fusion: undefined };
  const rt = createRuntime(config as never);
  t.equal(rt.device.procs, availableParallelism());
  await rt.close();
});
