/** Runs in every mode: validation passes, and notices an edge that is missing. */
import t from 'tap';
import { ArgumentError, TaskError } from '../../../lib/base/index.js';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';
import { BenchRun, MODES, parseFlags, type RunOptions, runOnce, sweep, TYPES } from '../../../lib/taskbench/index.js';

if (loadAddon() === null) {
  t.pass(`skipped: ${addonProblem()}`);
  process.exit(0);
}

const specs = (flags: string) => parseFlags(flags.split(' ')).specs;

async function running(options: RunOptions, body: (run: BenchRun) => void): Promise<void> {
  const run = new BenchRun({ pin: false, ...options });
  try {
    body(run);
  } finally {
    await run.close();
  }
}

for (const mode of MODES) {
  t.test(`${mode}: every type at once, on two processors`, (t) => {
    const flags = TYPES.map((type) => `-type ${type} -width 9 -steps 30 -kernel compute_bound -iter 2 -output 48`).join(' -and ');
    return running({ mode, procs: 2, specs: specs(flags) }, (run) => {
      for (let i = 0; i < 3; i++) t.ok(run.run() > 0);
      t.ok(run.runFloor() > 0);
    });
  });

  t.test(`${mode}: rings of two, scratch, the other kernels`, (t) => {
    const kernels = ['empty', 'busy_wait', 'load_imbalance', 'memory_bound'];
    const flags = kernels
      .map((kernel) => `-type fft -width 6 -steps 20 -field 2 -kernel ${kernel} -iter 3 -imbalance 1 -scratch 512`)
      .join(' -and ');
    return running({ mode, procs: 2, specs: specs(flags) }, (run) => {
      for (let i = 0; i < 3; i++) t.ok(run.run() > 0);
    });
  });

  t.test(`${mode}: one processor, and more than there are`, async (t) => {
    for (const procs of [1, 3]) {
      await running({ mode, procs, specs: specs('-type stencil_1d -width 7 -steps 15') }, (run) => {
        t.equal(run.tasks, 105);
        t.ok(run.run() > 0);
      });
    }
  });
}

t.test('tasks issued one by one', (t) =>
  running({ mode: 'events', procs: 2, specs: specs('-type nearest -width 5 -steps 20'), batch: 1 }, (run) => {
    t.ok(run.run() > 0);
  }),
);

const DROPPED = { graph: 1, step: 6, point: 1, from: 1 };
const TWO = specs('-type trivial -and -type no_comm -width 2 -steps 10');

for (const mode of ['graph', 'events'] as const) {
  t.test(`${mode}: a dropped edge is caught`, (t) =>
    running({ mode, procs: 1, specs: TWO, dropped: DROPPED }, (run) => {
      t.throws(() => run.run(), TaskError);
      t.throws(() => run.run(), /task \(6, 1\) of graph 1 expected the output of \(5, 1\) and found nothing yet/);
    }),
  );

  t.test(`${mode}: without validation it is not`, (t) =>
    running({ mode, procs: 1, specs: TWO, validate: false, dropped: DROPPED }, (run) => {
      t.ok(run.run() > 0);
    }),
  );
}

t.test('one run, with the iterations of its flags', async (t) => {
  const options = { mode: 'graph', procs: 1, repeats: 3, pin: false } as const;
  t.ok((await runOnce({ ...options, specs: specs('-kernel busy_wait -iter 10'), statistic: 'median' })) > 0);
  await t.rejects(runOnce({ ...options, specs: TWO, statistic: 'mean', dropped: DROPPED }), TaskError);
});

t.test('a sweep', async (t) => {
  const base = { mode: 'graph', procs: 1, repeats: 2, pin: false, floor: true, enough: 0.01 } as const;
  const result = await sweep({ ...base, specs: specs('-type trivial -width 2 -steps 20 -kernel compute_bound'), peak: 1e9 });
  t.equal(result.peak, 1e9);
  t.equal(result.tasks, 40);
  t.equal(result.curves.minimum[0].iterations, 1);
  t.equal(result.floor?.mean.length, result.curves.mean.length);
  for (const point of result.curves.median) {
    const seconds = (point.task_us * result.tasks) / 1e6;
    const flops = (128 * point.iterations + 64) * result.tasks;
    t.ok(Math.abs(point.flops / (flops / seconds) - 1) < 1e-9, 'operations over time');
  }
  await t.rejects(sweep({ ...base, specs: specs('-kernel empty') }), ArgumentError);
});
