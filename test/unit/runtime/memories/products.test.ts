/** Products of matrices on an accelerator that has their routines: what comes before and behind them stays there, and windows replay. */
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { loadAddon } from '../../../../lib/native/index.js';
import { createRuntime, type Runtime } from '../../../../lib/runtime/index.js';
import { onRuntime } from '../../../support/on-runtime.js';

const skip = loadAddon() === null ? 'there are no routines without the addon' : false;

const drawn = (rows: number, columns: number): np.NDArray =>
  np.asarray(Float32Array.from({ length: rows * columns }, (_, i) => ((i * 37) % 101) / 16 - 3)).reshape([rows, columns]);

/** A step of a small network, its results read now and then. */
async function program(steps: number): Promise<number[]> {
  const [x, w] = [drawn(60, 40), drawn(40, 40)];
  let y = x;
  const seen: number[] = [];
  for (let i = 0; i < steps; i++) {
    y = np.maximum(y.matmul(w).multiply(1 / 64), 0).add(x);
    const back = y.T.matmul(y).sum();
    const column = y.matmul(w.slice(':', 0));
    if (i % 3 === 2) seen.push(Number(await back.item()), Number(await column.slice(5).item()));
  }
  return [...seen, ...(await y.data())].map(Number);
}

t.test("results are the host's, and products run where their operands are", { skip }, async (t) => {
  const config = { device: 'cpu', procs: 1, tracing: 'off', plans: 'kept', graphs: 'on' } as const;
  const want = await onRuntime(createRuntime(config), () => program(9));
  await onRuntime(createRuntime({ ...config, played: 1 }), async (rt: Runtime) => {
    t.same(await program(9), want);
    const { devices, stayed, links, graphs } = rt.stats();
    t.equal(stayed?.routine, undefined, 'no product stays at home');
    t.ok((devices?.gpu0 ?? 0) > 27, `${devices?.gpu0} tasks on the accelerator`);
    t.ok((links?.['cpu to gpu0'].bytes ?? 0) <= 4 * (60 * 40 + 40 * 40) + 4 * 9, 'the operands are moved once');
    t.ok((graphs?.replays ?? 0) > 0, `${graphs?.replays} windows were replayed`);
  });
});

t.test('routines that an accelerator has not, and dtypes, stay at home', { skip }, async (t) => {
  await onRuntime(createRuntime({ device: 'cpu', procs: 1, played: 1 }), async (rt) => {
    await np.linalg.solve(drawn(5, 5).add(np.eye(5, { dtype: 'float32' }).multiply(90)), drawn(5, 1)).data();
    const product = drawn(20, 20).astype('float64').matmul(drawn(20, 20).astype('float64'));
    await product.data();
    t.ok((rt.stats().stayed?.float64 ?? 0) > 0, JSON.stringify(rt.stats().stayed));
  });
});

t.test('a product on a lost accelerator fails at its reader', { skip }, async (t) => {
  const { CpuDevice, PlayedAccelerator } = await import('../../../../lib/device/index.js');
  const { defaults, Runtime } = await import('../../../../lib/runtime/index.js');
  const gpu = new PlayedAccelerator(0, new CpuDevice({ procs: 1 }));
  const config = { ...defaults(), device: 'cpu', procs: 1 } as const;
  await onRuntime(new Runtime(config, new CpuDevice({ procs: 1 }), null, { accelerators: [gpu] }), async (rt) => {
    const y = drawn(20, 20).matmul(drawn(20, 20));
    rt.flush();
    gpu.lose();
    await t.rejects(Promise.resolve(y.data()), { name: 'DeviceError' });
  });
});
