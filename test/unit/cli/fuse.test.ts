/** `maniple fuse` from outside: rows of each way to gather windows, why kernels are not fewer, JSON, a drawing, mistakes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { costModels } from '../../../lib/fusion/cost.js';
import { loadSolver } from '../../../lib/fusion/optimal/highs.js';
import { maniple } from '../../support/command.js';

const isInstalled = await loadSolver().then(
  () => true,
  () => false,
);
const folder = t.testdir();
const program = join(folder, 'staggered.mjs');
writeFileSync(
  program,
  `import * as np from 'maniple';
for (let run = 0; run < 3; run++) {
  let [a, b] = [np.linspace(0, 1, 100_000), np.linspace(0, 1, 100_001)];
  for (let i = 0; i < 3; i++) {
    a = a.multiply(0.9).add(0.1);
    b = b.multiply(0.8).add(0.2);
  }
  console.log(await a.sum().add(b.sum()).item());
}
`,
);

t.test('rows for prefixes, the rule of thumb and the best kernels', async (t) => {
  const svg = join(folder, 'graph.svg');
  const { status, out, err } = await maniple(['fuse', '--svg', svg, program]);
  t.equal(status, 0, err);
  t.match(
    out,
    /window 1, met 3 times: 17 tasks; at the right, modelled time over the least\n {2}prefix +\d+ launches +\d+\.\d MB +[\d.]+x/,
  );
  t.match(out, /\n {2}greedy +3 launches +0\.0 MB {2}1 /);
  t.match(out, isInstalled ? /\n {2}optimal +3 launches .* proven in \d+\.\d\d s\n/ : /\n {2}optimal +no solver/);
  t.match(out, /why not fewer: .* a fold is complete only when its kernel ends/);
  const drawn = readFileSync(svg, 'utf8');
  t.equal(drawn.match(/fill="#eef4fb"/g)?.length, 3, 'a frame for each kernel');
  t.equal(drawn.match(/fill="white" stroke/g)?.length, 17, 'a box for each task');
});

t.test('results that are read shifted: computed again, or why not', async (t) => {
  const shifted = join(folder, 'shifted.mjs');
  writeFileSync(
    shifted,
    `import * as np from 'maniple';
const x = np.linspace(0, 1, 100_000).add(0);
await np.runtime.fence();
for (let run = 0; run < 3; run++) {
  const [cheap, dear] = [x.multiply(2).add(1), np.exp(x)];
  await cheap.slice('1:').subtract(cheap.slice(':-1')).add(dear.slice('1:').multiply(dear.slice(':-1'))).sum().item();
}
`,
  );
  const { out } = await maniple(['fuse', '--shifts', 'on', shifted]);
  t.match(
    out,
    /read shifted: add \(100000\) is computed where subtract \(99999\) reads it: operations again for 0\.5 MB, 1\.6 MB not moved/,
  );
  t.match(
    out,
    /why not fewer: multiply \(99999\) reads exp \(100000\) shifted: to compute it again takes as long as moving 2\.6 MB/,
  );
});

t.test('a result that is read shifted and as it is keeps its task', async (t) => {
  const beside = join(folder, 'beside.mjs');
  writeFileSync(
    beside,
    `import * as np from 'maniple';
const x = np.linspace(0, 1, 100_000).add(0);
await np.runtime.fence();
for (let run = 0; run < 3; run++) {
  const bs = x.multiply(2);
  const ds = np.negative(x).add(bs.slice(0));
  await bs.add(1).add(ds).sum().item();
}
`,
  );
  const { out } = await maniple(['fuse', '--json', '--shifts', 'on', beside]);
  const { windows } = JSON.parse(out.split('\n').find((line) => line.startsWith('{')) ?? '');
  const { names } = windows.find(({ names }: { names: string[] }) => names.includes('sum'));
  t.same(names, ['multiply', 'negative', 'add', 'add', 'add', 'sum']);
});

t.test('the row of the rule of thumb is its own where the program runs with prefixes', async (t) => {
  const gathers = join(folder, 'gathers.mjs');
  writeFileSync(
    gathers,
    `import * as np from 'maniple';
const x = np.linspace(0, 1, 100_000).add(0);
const at = np.arange(1000).astype('int64').add(0);
await np.runtime.fence();
await np.take(x.multiply(2).add(1), at).sum().item();
`,
  );
  const rows = async (clusters: string): Promise<unknown> => {
    const { out } = await maniple(['fuse', '--json', '--clusters', clusters, gathers]);
    const { windows } = JSON.parse(out.split('\n').find((line) => line.startsWith('{')) ?? '');
    return windows.map(({ prefix, greedy }: { prefix: unknown; greedy: unknown }) => ({ prefix, greedy }));
  };
  t.same(await rows('prefix'), await rows('greedy'));
});

t.test('windows of more tasks than the solver is asked for', async (t) => {
  const long = join(folder, 'long.mjs');
  writeFileSync(
    long,
    `import * as np from 'maniple';
let [a, b] = [np.linspace(0, 1, 100_000), np.linspace(0, 1, 100_001)];
await np.runtime.fence();
for (let i = 0; i < 40; i++) {
  a = a.multiply(0.9).add(0.1);
  b = b.multiply(0.8).add(0.2);
}
await a.sum().add(b.sum()).item();
`,
  );
  const { out } = await maniple(['fuse', '--window', '500', '--tracing', 'off', long]);
  t.match(out, /window \d+, met once: 163 tasks; .*\n {2}prefix +\d+ launches +\d+\.\d MB .*\n {2}greedy +3 launches /);
  t.match(out, /optimal {2}not asked for as a whole: the window has more than 96 tasks \(programs ask for it in parts\)\n/);
  t.match(out, /why not fewer: \d+ times, a task and a kernel are over different domains/);
});

t.test('JSON, by another cost', async (t) => {
  const { out } = await maniple(['fuse', '--json', '--cost', 'edges', program]);
  const { cost, windows } = JSON.parse(out.split('\n').find((line) => line.startsWith('{')) ?? '');
  t.equal(cost, 'edges');
  t.same([windows[0].met, windows[0].tasks, windows[0].greedy.launches], [3, 17, 3]);
  t.ok(windows[0].greedy.cost < windows[0].prefix.cost);
  if (isInstalled) t.ok(windows[0].optimal.proven && windows[0].optimal.cost <= windows[0].greedy.cost);
});

t.test('a cost that there is not, a program that ends itself or does nothing', async (t) => {
  const wrong = await maniple(['fuse', '--cost', 'beauty', program]);
  t.equal(wrong.status, 1);
  t.equal(wrong.err, `maniple: --cost: expected ${Object.keys(costModels).join('|')}, got "beauty"\n`);
  const plans = await maniple(['fuse', '--plans', 'kept', program]);
  t.equal(plans.err, 'maniple: --plans: expected fresh, by which fuse sees every window, got "kept"\n');
  t.match((await maniple(['fuse', 'none.mjs'])).err, /^maniple: fuse: none\.mjs: no such file\n$/);
  const ends = join(folder, 'ends.mjs');
  writeFileSync(ends, 'process.exit(3);\n');
  const ended = await maniple(['fuse', ends]);
  t.equal(ended.status, 3);
  t.match(ended.err, /the program ended itself before its windows could be compared/);
  const idle = join(folder, 'idle.mjs');
  writeFileSync(idle, 'console.log(1);\n');
  t.match((await maniple(['fuse', idle])).out, /no windows: the program computed nothing/);
});
