/** Implicit tasks: what kinds say of their inputs, and runs of every type under every way that the runtime has to run them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { TaskError } from '../../../lib/base/index.js';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';
import { rectOf, solve } from '../../../lib/partition/index.js';
import { sizeOf } from '../../../lib/shape/index.js';
import { readLog, verify } from '../../../lib/spy/index.js';
import { createBench } from '../../../lib/taskbench/addon.js';
import { columnsOf, stepKind } from '../../../lib/taskbench/implicit-kinds.js';
import { BenchRun, parseFlags, type RunOptions, type Spec, TYPES } from '../../../lib/taskbench/index.js';

if (loadAddon() === null) {
  t.pass(`skipped: ${addonProblem()}`);
  process.exit(0);
}

const specs = (flags: string): readonly Spec[] => parseFlags(flags.split(' ')).specs;

const WIDTHS = [1, 2, 3, 5, 8, 17];

/** Every type at each width that it allows. */
function everyType(flags: string): { type: string; width: number; specs: readonly Spec[] }[] {
  return WIDTHS.flatMap((width) =>
    TYPES.filter((type) => type !== 'stencil_1d_periodic' || width >= 3).map((type) => {
      const period = type === 'spread' ? ` -period ${Math.ceil(width / Math.min(3, width))}` : '';
      return { type, width, specs: specs(`-type ${type} -width ${width} -radix ${Math.min(3, width)}${period} ${flags}`) };
    }),
  );
}

async function inSetting(config: string, body: () => Promise<void> | void): Promise<void> {
  const before = process.env.MANIPLE_CONFIG;
  process.env.MANIPLE_CONFIG = config;
  try {
    await body();
  } finally {
    if (before === undefined) delete process.env.MANIPLE_CONFIG;
    else process.env.MANIPLE_CONFIG = before;
  }
}

async function runTimes(times: number, options: Omit<RunOptions, 'mode'>): Promise<void> {
  const run = new BenchRun({ mode: 'implicit', ...options });
  try {
    for (let i = 0; i < times; i++) run.run();
  } finally {
    await run.close();
  }
}

t.test('what a point may read by its partition has all its inputs', async (t) => {
  const machine = { procs: 2, grainElements: 16384 };
  for (const { type, width, specs } of everyType('-steps 9')) {
    const native = createBench(specs, 1);
    const outside: string[] = [];
    let [points, all] = [0, 0];
    columnsOf(native, 0).forEach(({ offset, width: rows, inputs }, step) => {
      if (inputs === null) return;
      const kind = stepKind(native, false, inputs);
      const shapes = [
        [rows, 2],
        [inputs.width, 2],
      ];
      const args = kind.args.map((arg, k) => ({ ...arg, shape: shapes[k], key: null, bytes: 0 }));
      const problem = {
        domain: shapes[0],
        rowRank: 1,
        units: null,
        args,
        constraints: kind.constraints,
        machine,
        rowPoints: true,
      };
      const { partitions, launch } = solve(problem);
      if (sizeOf(launch) !== rows) outside.push(`step ${step} has ${sizeOf(launch)} points for ${rows} columns`);
      for (let i = 0; i < rows; i++) {
        const rect = rectOf(partitions[1], [i], shapes[1]);
        for (const q of native.inputs(0, step, offset + i)) {
          const row = q - inputs.offset;
          if (row < rect.low[0] || rect.high[0] <= row) outside.push(`(${step}, ${offset + i}) reads ${q}`);
        }
        points++;
        if (rect.high[0] - rect.low[0] === inputs.width) all++;
      }
    });
    t.same(outside, [], `${type}, width ${width}`);
    const near = type === 'no_comm' || type === 'dom' || type.startsWith('stencil_1d');
    if (near && type !== 'stencil_1d_periodic' && width === 17) t.ok(all < points / 2, `${type}: most points read a part`);
  }
});

t.test('every type, width, and number of processors', async (t) => {
  for (const width of WIDTHS) {
    const graphs = everyType('-steps 40 -field 2 -output 80').filter((c) => c.width === width);
    for (const procs of [1, 2, 3]) {
      await runTimes(3, { procs, specs: graphs.flatMap((c) => c.specs) });
      t.pass(`width ${width}, ${procs} processors`);
    }
  }
});

t.test('all types at once, longer than a window', async (t) => {
  const all = TYPES.map((type) => `-type ${type} -width 9 -steps 150 -kernel compute_bound -iter 2`).join(' -and ');
  for (const tracing of ['auto', 'inline', 'off']) {
    await inSetting(`--tracing ${tracing}`, () => runTimes(3, { procs: 2, specs: specs(all) }));
    t.pass(tracing);
  }
});

t.test('separate memories, with copies between them', async (t) => {
  const all = TYPES.map((type) => `-type ${type} -width 9 -steps 30 -field 3`).join(' -and ');
  await inSetting('--memories 3', () => runTimes(2, { procs: 2, specs: specs(all) }));
  t.pass('valid');
});

t.test('the spy agrees', async (t) => {
  const folder = t.testdir();
  const all = ['stencil_1d', 'fft', 'dom'].map((type) => `-type ${type} -width 5 -steps 200 -field 2`).join(' -and ');
  await inSetting(`--tracing inline --spy ${join(folder, 'log')}`, () => runTimes(2, { procs: 2, specs: specs(all) }));
  for (const file of readdirSync(folder)) {
    const { problems, summary } = verify(await readLog(join(folder, file)));
    t.same(problems, []);
    t.ok(summary.launches >= 1200, `${summary.launches} launches`);
  }
});

t.test('outputs that nobody wrote are noticed', async (t) => {
  const dropped = { graph: 1, step: 6, point: 1, from: 1 };
  const run = new BenchRun({
    mode: 'implicit',
    procs: 1,
    specs: specs('-width 3 -and -type no_comm -width 2 -steps 10'),
    dropped,
  });
  t.throws(() => run.run(), TaskError);
  t.throws(() => run.run(), /task \(6, 0\) of graph 1 expected the output of \(5, 0\) and found nothing yet/);
  await run.close();
  await runTimes(2, { procs: 1, specs: specs('-width 3 -and -type no_comm -width 2 -steps 10'), dropped, validate: false });
});
