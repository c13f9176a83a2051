/**
 * What one task costs on the issue path (lib/DESIGN.md, "The issue path is hot"), on a device that runs nothing: recording,
 * canonical form and plan look-up, writing and submitting records. Prints microseconds a task, best of several: for windows of
 * known plans and fixed lengths, of which those of 64 also by stage, and for a loop of 19 tasks whose windows automatic tracing
 * cuts.
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

interface Stages {
  readonly record: number;
  readonly flush: number;
}

/** Recording and flushing a window of so many tasks: microseconds a task. */
function time(tasks: number, n: number): Stages {
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
  return { record: best.record / 1000, flush: best.flush / 1000 };
}

const LOOP = 19;

/** A loop whose length divides no window, once tracing knows it. */
async function traced(iterations: number): Promise<{ traced: number; share: number; traces: number }> {
  const rt = createRuntime({ device: 'null', procs: 4, tracing: 'auto', scavenge: false });
  const a = rt.create(float64, [100]);
  const turns = [rt.create(float64, a.shape), rt.create(float64, a.shape)];
  let least = Number.POSITIVE_INFINITY;
  for (let r = 0; r < 40; r++) {
    const start = performance.now();
    for (let i = 0; i < iterations * LOOP; i++) {
      const step = i % LOOP;
      rt.launch(ADD, a.shape, [step === 0 ? a : turns[step % 2], a, turns[(step + 1) % 2]]);
    }
    least = Math.min(least, ((performance.now() - start) * 1000) / (iterations * LOOP));
  }
  const { share, traces } = rt.traceReport();
  await rt.close();
  return { traced: least, share, traces: traces.length };
}

const [stages1, stages8, stages64, stages512] = [1, 8, 64, 512].map((tasks) => time(tasks, 100));
const whole = ({ record, flush }: Stages): number => record + flush;
const windows = { window1: whole(stages1), window8: whole(stages8), window64: whole(stages64), window512: whole(stages512) };
const { record, flush } = stages64;
console.log(JSON.stringify({ bench: 'micro/window', unit: 'us', record, flush, ...windows, ...(await traced(200)) }));
