/** While a kernel is compiled for an accelerator, its tasks run on the host, where their arrays are there; afterwards loops stay on the accelerator. */
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { JsDevice, PlayedAccelerator } from '../../../../lib/device/index.js';
import { type Config, defaults, Runtime } from '../../../../lib/runtime/index.js';
import type { Policies } from '../../../../lib/runtime/public.js';
import { onRuntime } from '../../../support/on-runtime.js';

const CONFIG: Config = { ...defaults(), device: 'js', procs: 1, tracing: 'off', plans: 'kept', graphs: 'on' };

const machine = (compiling: number, place?: Policies['place']): Runtime =>
  new Runtime(CONFIG, new JsDevice(), null, {
    accelerators: [new PlayedAccelerator(0, new JsDevice(), { compiling })],
    ...(place === undefined ? {} : { place }),
  });

const floats = (n: number): np.NDArray => np.asarray(Float32Array.from({ length: n }, (_, i) => (i % 13) / 4));

/** Rounds of a loop that keeps an array; the sums that it read, and the last array. */
async function loop(rounds: number): Promise<number[]> {
  let x = floats(3000);
  const seen: number[] = [];
  for (let i = 0; i < rounds; i++) {
    x = x.multiply(0.5).add(
      np
        .maximum(x, 1)
        .sum()
        .multiply(1 / 4096),
    );
    x.slice('10:20').assign(x.slice('20:30'));
    np.runtime.flush();
    if (i % 4 === 3) seen.push(Number(await x.sum().item()));
  }
  return [...seen, ...(await x.data())].map(Number);
}

t.test('results are those of the host, and the loop settles on the accelerator', async (t) => {
  const want = await onRuntime(new Runtime(CONFIG, new JsDevice(), null, {}), () => loop(20));
  for (const compiling of [0, 1, 3, 7]) {
    await onRuntime(machine(compiling), async (rt) => {
      t.same(await loop(20), want, `asked ${compiling} times before it is compiled`);
      const { compiling: early = 0, links, graphs } = rt.stats();
      t.equal(early > 0, compiling > 0, `${early} kernels ran on the host`);
      t.ok((graphs?.replays ?? 0) > 0, 'later rounds replay');
      t.ok((links?.['cpu to gpu0'].copies ?? 0) < 60, `${links?.['cpu to gpu0'].copies} copies`);
    });
  }
});

t.test('a program that names the device waits for it', async (t) => {
  await onRuntime(machine(5), async (rt) => {
    const x = floats(100);
    const y = np.device('gpu0', () => x.add(1));
    t.equal(y.device, 'gpu0');
    await y.data();
    t.equal(rt.stats().compiling, 0);
  });
  await onRuntime(
    machine(5, () => 1),
    async (rt) => {
      await floats(100).add(1).data();
      t.equal(rt.stats().compiling, 0, 'and so does a policy');
    },
  );
});

t.test('arrays that are on the accelerator do not come home for it', async (t) => {
  await onRuntime(machine(5), async (rt) => {
    const x = np.device('gpu0', () => floats(5000).add(1));
    await x.multiply(3).slice(':2').data();
    const { compiling, links } = rt.stats();
    t.equal(compiling, 0);
    t.ok((links?.['gpu0 to cpu']?.bytes ?? 0) < 100, 'only the result comes');
  });
});

t.test('a device that is lost is not used again: recorded windows and new ones run on the host', async (t) => {
  const gpu = new PlayedAccelerator(0, new JsDevice());
  const rt = new Runtime(CONFIG, new JsDevice(), null, { accelerators: [gpu], place: () => 1 });
  await onRuntime(rt, async () => {
    const given = floats(3000);
    const seen: number[] = [];
    for (let i = 0; i < 12; i++) {
      if (i === 8) gpu.lose();
      const x = np.device('gpu0', () => given.multiply(2).add(i));
      seen.push(Number(await x.slice(1).item()));
    }
    t.same(
      seen,
      Array.from({ length: 12 }, (_, i) => 0.5 + i),
      'in a loop whose windows were recorded',
    );
    t.ok((rt.stats().graphs?.replays ?? 0) > 0);
    const other = np.device('gpu0', () => floats(70).minimum(1).sum());
    t.equal(Number(await other.item()), 55, 'in a window that is new');
    t.ok((rt.stats().stayed?.lost ?? 0) > 0, 'where it is counted');
  });
});
