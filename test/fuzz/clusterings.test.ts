/**
 * Random programs whose windows are gathered at random: every order of execution and every choice of kernels that dependences allow may
 * come, under 1 to 7 processors, traced and not, as graphs of actors and as records, in one memory and in several, from the first window on or in
 * place of an earlier plan. Results have the shadow's bits, and logs of some runs are verified. Clusterings that overlook dependences are told of.
 */
import { join } from 'node:path';
import t from 'tap';
import { clusterers } from '../../lib/fusion/clusterers.js';
import { gathered } from '../../lib/fusion/optimal/levels.js';
import { Optimizer } from '../../lib/fusion/optimal/optimizer.js';
import { joined } from '../../lib/fusion/optimal/parts.js';
import { mayRunBy } from '../../lib/fusion/optimal/window-graph.js';
import { loadAddon } from '../../lib/native/index.js';
import { type Config, createRuntime } from '../../lib/runtime/index.js';
import { readLog, verify } from '../../lib/spy/index.js';
import type { Task } from '../../lib/task/index.js';
import { drawClusters, drawLevels } from '../support/random-clusters.js';
import { compare, fuzzEach } from './fuzz.js';
import { makeProgram, random } from './program.js';

const SEED = Number(process.env.FUZZ_SEED ?? 120_000);
/** Programs under each configuration whose plans are replaced. */
const REPLACED = Number(process.env.FUZZ_PROGRAMS ?? 4);
const native = loadAddon() !== null;
const folder = t.testdir();

const configs: Partial<Config>[] = [];
for (const procs of [1, 2, 3, 4, 5, 6, 7])
  for (const tracing of ['inline', 'off'] as const)
    for (const graphs of ['on', 'off'] as const)
      for (const memories of [1, 2, 3]) {
        const device = native ? ({ device: 'cpu', tier: 'block', graphs } as const) : ({ device: 'js', graphs: 'off' } as const);
        const spy = configs.length % 6 === 0 ? { spy: join(folder, `log-${configs.length}`) } : {};
        configs.push({
          ...device,
          ...spy,
          grain: 1,
          procs: native ? procs : 1,
          tracing,
          memories,
          inline: procs % 2 === 0,
          ...(procs % 3 === 0 ? { small: 0 } : {}),
        });
      }

const counts = drawClusters(SEED);
fuzzEach({ name: `${configs.length} configurations`, seed: SEED, programs: 1, repeat: 3, configs });

t.test('windows were gathered in other orders than those of the program', async (t) => {
  counts.restore();
  t.ok(counts.drawn > 0 && counts.reordered > counts.drawn / 10, JSON.stringify(counts));
  t.equal(counts.refused, 0, 'levels that edges allow may be run by');
});

t.test('plans are replaced by drawn ones while programs go on', async (t) => {
  const { ask } = Optimizer.prototype;
  const { greedy, optimal } = clusterers;
  t.teardown(() => {
    Object.assign(Optimizer.prototype, { ask });
    Object.assign(clusterers, { optimal });
  });
  const next = random(SEED);
  let [answers, taken] = [0, 0];
  Optimizer.prototype.ask = (parts, told) => {
    setImmediate(() => {
      answers++;
      told(
        joined(
          parts.map(({ positions, start, question: q, gone }) => ({
            positions,
            gone,
            levels: q === null ? start : drawLevels(q.graph, next),
          })),
        ),
      );
    });
    return true;
  };
  const take: typeof greedy = (tasks, growth, slots, levels) => {
    if (levels === null || !mayRunBy(tasks, levels)) return greedy(tasks, growth, slots, null);
    taken++;
    return { clusters: gathered(tasks, levels, growth), barriers: [] };
  };
  Object.assign(clusterers, { optimal: take });
  for (const [c, config] of configs.entries()) {
    if (c % 7 !== 0) continue;
    const rt = createRuntime({ small: 16 << 10, plans: 'kept', ...config, spy: '', clusters: 'optimal' });
    for (let p = 0; p < REPLACED; p++) {
      const program = makeProgram(SEED + c * REPLACED + p, 24);
      for (let n = 0; n < 5; n++) {
        const problem = compare(program, rt);
        if (problem !== null) t.fail(`seed ${SEED + c * REPLACED + p} under ${JSON.stringify(config)}, time ${n}: ${problem}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    await rt.close();
  }
  t.ok(answers > 5 && taken > 5, `${answers} answers, ${taken} plans by them`);
});

/** The positions of a view's elements in their root's memory. */
function elementsOf({ shape, strides, offset }: Task['views'][number]): Set<number> {
  let found = [offset];
  shape.forEach((n, k) => {
    found = found.flatMap((at) => Array.from({ length: n }, (_, i) => at + i * strides[k]));
  });
  return new Set(found);
}

/** Whether one of two tasks writes an element that the other uses. */
function conflict(a: Task, b: Task): boolean {
  return a.roots.some((root, i) =>
    b.roots.some((other, k) => {
      if (root !== other || (a.kind.args[i].privilege === 'read' && b.kind.args[k].privilege === 'read')) return false;
      const elements = elementsOf(b.views[k]);
      return [...elementsOf(a.views[i])].some((element) => elements.has(element));
    }),
  );
}

t.test('levels by which elements are used in another order are refused', async (t) => {
  const { greedy } = clusterers;
  const next = random(SEED);
  let [refused, wrong, checked] = [0, 0, 0];
  const check: typeof greedy = (tasks, growth, slots, levels) => {
    for (let trial = 0; trial < 4 && tasks.length <= 24; trial++) {
      const drawn = tasks.map(() => Math.floor(next() * 3));
      const isRefused = !mayRunBy(tasks, drawn);
      const isWrong = tasks.some((b, to) => tasks.slice(0, to).some((a, from) => drawn[from] > drawn[to] && conflict(a, b)));
      checked++;
      if (isRefused) refused++;
      if (isWrong) wrong++;
      if (isWrong && !isRefused) t.fail(`levels ${drawn} of ${tasks.map(({ kind }) => kind.name)}`);
    }
    return greedy(tasks, growth, slots, levels);
  };
  Object.assign(clusterers, { greedy: check });
  t.teardown(() => Object.assign(clusterers, { greedy }));
  const rt = createRuntime({ device: 'js', procs: 1, plans: 'kept' });
  for (let p = 0; p < 40; p++) compare(makeProgram(SEED + p, 8 + (p % 12)), rt);
  await rt.close();
  t.ok(wrong > 30 && refused >= wrong, `${wrong} of ${checked} wrong, ${refused} refused`);
  t.ok(refused < checked, 'not all are');
});

/** What a clustering may overlook: a task that reads what an earlier one writes, and one that overwrites what an earlier one reads. */
const OVERLOOKED: Readonly<Record<string, (from: Task, to: Task) => boolean>> = {
  'reads of written elements': (from, to) =>
    to.roots.some((root, k) => to.kind.args[k].privilege !== 'write' && writesRoot(from, root)),
  'writes of read elements': (from, to) =>
    from.roots.some((root, k) => from.kind.args[k].privilege === 'read' && writesRoot(to, root)),
};

function writesRoot({ roots, kind }: Task, root: Task['roots'][number]): boolean {
  return roots.some((other, k) => other === root && kind.args[k].privilege !== 'read');
}

for (const [name, overlooks] of Object.entries(OVERLOOKED)) {
  t.test(`a clustering that overlooks ${name} is told of`, async (t) => {
    const spy = join(folder, name.replaceAll(' ', '-'));
    const drawn = drawClusters(SEED, overlooks);
    t.teardown(() => drawn.restore());
    const rt = createRuntime({ device: 'js', procs: 1, plans: 'kept', spy });
    let wrong = 0;
    for (let p = 0; p < 30; p++) if (compare(makeProgram(SEED + p, 20), rt) !== null) wrong++;
    await rt.close();
    const { problems } = verify(await readLog(spy));
    t.ok(wrong > 0, `${wrong} programs with other results`);
    t.ok(
      problems.some(({ kind }) => kind === 'order'),
      `the verifier tells of order: ${problems.slice(0, 3).map(({ kind }) => kind)}`,
    );
    t.ok(drawn.refused > 0, `${drawn.refused} of ${drawn.drawn} levels are refused`);
  });
}
