/**
 * What one task costs on the issue path (DESIGN 4.3), on a device that runs nothing: recording, canonical form and plan
 * look-up, writing and submitting records. Prints nanoseconds a task, best of several.
 */
import { float64 } from '../../lib/dtype/index.js';
import { createRuntime, elementwise } from '../../lib/runtime/public.js';
import type { Store } from '../../lib/store/index.js';
import { defineKind } from '../../lib/task/index.js';

const ADD = defineKind({
  name: 'bench_add',
  args: [
    { privilege: 'read', access: 'elementwise' },
    { privilege: 'read', access: 'elementwise' },
    { privilege: 'write', access: 'elementwise' },
  ],
  body: { kind: 'kernel', kernel: (rank) => elementwise(rank, [float64, float64], float64, (b, x, y) => b.add(x, y)) },
});

function time(tasks: number, n: number): { record: number; flush: number } {
  const rt = createRuntime({ device: 'null', procs: 4, window: tasks + 1, scavenge: false });
  const a = rt.create(float64, [n]);
  const best = { record: Number.POSITIVE_INFINITY, flush: Number.POSITIVE_INFINITY };
  const repeats = Math.max(20, Math.ceil(200_000 / tasks));
  for (let r = 0; r < repeats; r++) {
    const t0 = process.hrtime.bigint();
    let x: Store = a;
    for (let i = 0; i < tasks; i++) {
      const y = rt.create(float64, a.shape);
      rt.launch(ADD, a.shape, [x, a, y]);
      x = y;
    }
    const t1 = process.hrtime.bigint();
    rt.flush();
    const t2 = process.hrtime.bigint();
    best.record = Math.min(best.record, Number(t1 - t0) / tasks);
    best.flush = Math.min(best.flush, Number(t2 - t1) / tasks);
  }
  return best;
}

for (const tasks of [1, 8, 64, 512]) {
  const { record, flush } = time(tasks, 100);
  console.log(`window of ${tasks}: ${record.toFixed(0)} ns to record a task, ${flush.toFixed(0)} ns to flush it`);
}
