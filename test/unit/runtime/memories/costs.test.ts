/** Windows placed by costs, on played GPUs of given figures: what goes, what stays, loops that settle, orders, and the bits. */
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { formatStats } from '../../../../lib/cli/stats.js';
import { JsDevice, PlayedAccelerator } from '../../../../lib/device/index.js';
import type { Figures } from '../../../../lib/placement/index.js';
import { type Config, createRuntime, defaults, Runtime } from '../../../../lib/runtime/index.js';
import { readLog, verify } from '../../../../lib/spy/index.js';
import { onRuntime } from '../../../support/on-runtime.js';

const CONFIG = {
  ...defaults(),
  device: 'js',
  procs: 1,
  tracing: 'off',
  plans: 'kept',
  graphs: 'on',
  placement: 'measured',
} as const;

/** A GPU 100 times as fast as the host, behind a link as fast as a quarter of the host's memory. */
const GPU: Figures = {
  host: { launch: 1000, memory: 8, operations: 1 },
  own: { launch: 1000, memory: 800, operations: 100 },
  window: 10_000,
  up: { start: 5000, bytes: 2 },
  down: { start: 5000, bytes: 2 },
  isMeasured: true,
};

const machine = (figures: Figures = GPU, config: Partial<Config> = {}): Runtime =>
  new Runtime({ ...CONFIG, ...config }, new JsDevice(), null, {
    accelerators: [new PlayedAccelerator(0, new JsDevice(), { figures })],
  });

const floats = (n: number): np.NDArray => np.asarray(Float32Array.from({ length: n }, (_, i) => (i % 13) / 4));
const LARGE = 50_000;

/** So many operations, one on the result of the other. */
const chained = (x: np.NDArray, operations: number): np.NDArray => {
  let y = x;
  for (let i = 0; i < operations; i++) y = y.multiply(x).add(0.5).minimum(2);
  return y;
};

t.test('large work goes where it is fast, and small work stays with its arrays', async (t) => {
  await onRuntime(machine(), async (rt) => {
    t.equal(chained(floats(LARGE), 10).device, 'gpu0');
    t.match(rt.stats().devices, { cpu: 0, gpu0: 30 });
    const few = chained(floats(50), 10);
    t.equal(few.device, 'cpu');
    t.match(rt.stats(), { stayed: { cost: 30 }, links: { 'cpu to gpu0': { copies: 1 } } });
    t.match(formatStats(rt.stats()), /tasks that stayed on the cpu: cost +│ 30 /);
    t.equal(floats(LARGE).add(1).device, 'cpu', 'an operation costs less than the way there');
    const dear = { ...GPU, up: { start: 5000, bytes: 0.01 } };
    await onRuntime(machine(dear), async () => t.equal(chained(floats(LARGE), 10).device, 'cpu'));
  });
});

t.test('arrays that are there keep work there, and copies count as well as originals', async (t) => {
  await onRuntime(machine(), async (rt) => {
    const x = floats(LARGE).to('gpu0');
    t.equal(x.add(1).device, 'gpu0', 'written there');
    const y = floats(LARGE);
    t.equal(chained(y, 20).device, 'gpu0');
    t.match(rt.stats().links?.['cpu to gpu0'], { copies: 2 });
    t.equal(y.device, 'cpu');
    t.equal(y.add(1).multiply(2).device, 'gpu0', 'copied there');
    y.addAssign(1);
    np.device('cpu', () => y.multiplyAssign(2));
    np.runtime.flush();
    t.equal(y.add(1).multiply(2).device, 'cpu', 'the copy is outdated');
    t.equal(floats(LARGE).add(1).multiply(2).device, 'cpu', 'there is no copy');
  });
});

t.test('a window is weighed as a whole', async (t) => {
  await onRuntime(machine(), async (rt) => {
    const x = floats(LARGE);
    // float64 runs on the host alone, and the work between such tasks is not worth two ways.
    const y = x.astype('float64').multiply(0.5).astype('float32').add(1).astype('float64').add(x);
    await y.data();
    t.match(rt.stats().devices, { gpu0: 0 });
    t.match(rt.stats().stayed, { cost: 1 });
  });
});

/** Rounds of a loop that keeps an array, with an operand that stays as it is; what it read. */
async function loop(rounds: number, n: number): Promise<number[]> {
  const a = floats(n);
  let x = floats(n);
  const seen: number[] = [];
  for (let i = 0; i < rounds; i++) {
    x = chained(x.multiply(a), 3).maximum(x.sum().multiply(1 / 65536));
    np.runtime.flush();
    if (i % 5 === 4) seen.push(Number(await x.sum().item()));
  }
  return [...seen, ...(await x.data())].map(Number);
}

t.test('loops replay, their placements settle, and the bits are those of the host', async (t) => {
  for (const n of [100, 3000, 12_000, LARGE]) {
    const want = await onRuntime(new Runtime(CONFIG, new JsDevice(), null, {}), () => loop(60, n));
    await onRuntime(machine(), async (rt) => {
      const plans = (): number => rt.stats().windows - rt.stats().planHits;
      const copies = (): number => Object.values(rt.stats().links ?? {}).reduce((sum, link) => sum + link.copies, 0);
      await loop(20, n);
      const [planned, replays] = [plans(), rt.stats().graphs?.replays ?? 0];
      t.ok(planned <= 12, `${planned} plans`);
      const before = copies();
      t.same(await loop(60, n), want, `${n} elements`);
      t.ok(plans() - planned <= 4, `${plans() - planned} plans more`);
      // Both arrays go there once, and sums come home.
      t.ok(copies() - before <= 2 + 2 * 13, `${copies() - before} copies`);
      t.ok((rt.stats().graphs?.replays ?? 0) - replays >= 50, 'the loop is replayed');
    });
  }
});

t.test('orders are orders, and a part of a program can be weighed', async (t) => {
  await onRuntime(machine(), async (rt) => {
    const few = floats(10);
    t.equal(np.device('gpu0', () => few.add(1)).device, 'gpu0');
    t.equal(few.to('gpu0').device, 'gpu0');
    t.equal(np.device('cpu', () => chained(floats(LARGE), 10)).device, 'cpu');
    t.equal(np.device('gpu0', () => np.device('auto', () => few.add(2))).device, 'cpu');
    t.notOk(rt.stats().stayed?.small);
  });
  await onRuntime(machine(GPU, { placement: 'size' }), async () => {
    const few = floats(10);
    t.equal(few.add(1).device, 'gpu0', 'a played GPU takes every size');
    t.equal(np.device('auto', () => few.add(2)).device, 'cpu');
    const many = np.device('auto', () => chained(floats(LARGE), 10));
    t.equal(many.device, 'gpu0');
    t.throws(() => many.to('auto'), { code: 'ERR_ARGUMENT' });
  });
  await onRuntime(createRuntime({ device: 'js', procs: 1 }), async (rt) => {
    t.equal(np.device('auto', () => floats(10).add(1)).device, 'cpu', 'a machine with the host alone');
    t.equal(rt.figures().size, 0);
  });
});

t.test('of two GPUs the one that can, and that costs less', async (t) => {
  const slow = { ...GPU, own: { ...GPU.own, operations: 10 }, window: 20_000 };
  const accelerators = [
    new PlayedAccelerator(0, new JsDevice(), { figures: GPU }),
    new PlayedAccelerator(1, new JsDevice(), { figures: slow, wide: true }),
  ];
  await onRuntime(new Runtime(CONFIG, new JsDevice(), null, { accelerators }), async (rt) => {
    t.equal(chained(floats(LARGE), 10).device, 'gpu0');
    t.equal(chained(floats(LARGE).astype('float64'), 30).device, 'gpu1', 'gpu0 has no float64');
    t.same([...rt.figures().keys()], ['gpu0', 'gpu1']);
    t.equal(rt.figures().get('gpu1')?.window, 20_000);
  });
});

t.test('stated figures stand in for those of the device', async (t) => {
  await onRuntime(machine({ ...GPU, window: 1e9 }, { placement: 'stated' }), async (rt) => {
    t.equal(rt.figures().get('gpu0')?.isMeasured, false);
    t.equal(chained(floats(400_000), 40).device, 'gpu0');
    t.equal(floats(1000).add(1).device, 'cpu');
  });
});

t.test('what the runtime decides for windows placed by costs is right', async (t) => {
  const spy = join(t.testdir(), 'log');
  await onRuntime(machine(GPU, { spy, small: 64 }), async () => {
    for (const n of [100, 12_000]) await loop(8, n);
  });
  const { problems } = verify(await readLog(spy));
  t.same(problems, []);
});
