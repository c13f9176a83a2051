/**
 * Decisions alone, on hosts and GPUs of any size that run nothing: without dtypes, with few bindings, with little memory, large and small. What
 * the runtime decides for them is right by the verifier.
 */
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { NullDevice, PlayedAccelerator } from '../../../../lib/device/index.js';
import { defaults, Runtime } from '../../../../lib/runtime/index.js';
import { type LogEvent, readLog, verify } from '../../../../lib/spy/index.js';
import { onRuntime } from '../../../support/on-runtime.js';

const folder = t.testdir();
/** The GPUs by number: few bindings, little memory, every dtype, small allocations. */
const LIMITS = [{ bindings: 3 }, { capacity: 50_000 }, { wide: true }, { largest: 10_000 }];
const BINDINGS = LIMITS[0].bindings ?? 0;

/** Arrays of both dtypes on all devices by turns; some operations read what others wrote in place. */
async function program(gpus: number): Promise<void> {
  const on = <T>(i: number, fn: () => T): T => np.device(i % (gpus + 1) === 0 ? 'cpu' : `gpu${(i % (gpus + 1)) - 1}`, fn);
  const shape = [40, 60];
  let x = np.ones(shape, { dtype: 'float32' });
  const y = np.ones(shape, { dtype: 'float32' });
  const wide = np.ones(shape);
  for (let i = 0; i < 24; i++) {
    x = on(i, () => x.add(y).multiply(x.subtract(y)).add(x.maximum(y)));
    on(i + 1, () => y.slice('3:20').assign(x.slice('4:21').add(y.slice('3:20'))));
    on(i + 2, () => wide.addAssign(wide.sum({ axis: 0 })));
    if (i % 5 === 0) await on(i, () => x.sum()).data();
    if (i % 7 === 0) await y.slice('2:9, 3:5').data();
  }
  await wide.data();
}

for (const gpus of [1, 2, 3, 4]) {
  t.test(`a host and ${gpus} GPUs`, async (t) => {
    const spy = join(folder, String(gpus));
    const accelerators = LIMITS.slice(0, gpus).map((limits, i) => new PlayedAccelerator(i, new NullDevice(), limits));
    const config = { ...defaults(), device: 'null', small: 256, plans: 'kept', tracing: 'off', spy } as const;
    const rt = new Runtime(config, new NullDevice(8), null, { accelerators });
    const stats = await onRuntime(rt, async () => {
      await program(gpus);
      return rt.stats();
    });
    const log: readonly LogEvent[] = await readLog(spy);
    t.same(verify(log).problems, []);
    t.ok((stats.stayed?.float64 ?? 0) > 0);
    for (const [name, tasks] of Object.entries(stats.devices ?? {})) t.ok(tasks > 0, `${tasks} tasks on ${name}`);
    if (gpus > 1) t.ok((stats.evicted?.arrays ?? 0) > 0, 'arrays left the small memory');
    const points = log.filter((event) => event.event === 'point' && Math.floor(event.launch / 2 ** 44) === 1);
    t.ok(points.length > 0);
    for (const event of points)
      if (event.event === 'point') t.ok(new Set(event.uses.map(({ root }) => root)).size <= BINDINGS, 'few bindings');
  });
}
