/** The harness's arithmetic: quantiles, ratios and verdicts, payback, the table and the chart. */
import t from 'tap';
import { cases } from '../../../bench/harness/cases.js';
import { drawChart } from '../../../bench/harness/chart.js';
import { figureCases } from '../../../bench/harness/figures.js';
import { formatPayback, paidAfter } from '../../../bench/harness/payback.js';
import { countTargets, formatOverall, formatSkipped, formatTable, formatTime } from '../../../bench/harness/report.js';
import { quantile } from '../../../bench/harness/samples.js';
import { readVerdicts, save } from '../../../bench/harness/saved.js';
import { select } from '../../../bench/harness/selection.js';
import type { Measured, Timing } from '../../../bench/harness/timing.js';
import { judge, overall } from '../../../bench/harness/verdicts.js';
import { measureProgram } from '../../../bench/micro/dependence.js';
import { stencil } from '../../../bench/micro/dependence-programs.js';
import { figuresOf, programs } from '../../../bench/micro/two-memories.js';

const timing = (label: string, median: number, bytes: number | null = null): Timing => ({
  label,
  first: 1,
  median,
  spread: 0.05,
  samples: [median],
  bytes,
});

const measured: Measured = {
  name: 'stencil5',
  size: 4096,
  ours: timing('maniple', 0.01, 1e9),
  rivals: [timing('numpy', 0.06), timing('unfused', 0.02), timing('block tier', 0.04), timing('C triad', 0.1, 2e10)],
  skipped: [{ label: 'numba', reason: 'no Python with numba' }],
};

t.test('quantiles', async (t) => {
  t.equal(quantile([1], 0.5), 1);
  t.equal(quantile([1, 2, 4], 0.5), 2);
  t.equal(quantile([0, 10], 0.25), 2.5);
});

t.test('verdicts', async (t) => {
  const verdicts = judge(measured);
  t.same(
    verdicts.map((v) => [v.rival, Number(v.ratio.toFixed(6)), v.by, v.target, v.met]),
    [
      ['numpy', 6, 'speed', 5, true],
      ['unfused', 2, 'speed', null, null],
      ['block tier', 4, 'speed', null, null],
      ['C triad', 0.5, 'bandwidth', 0.8, false],
    ],
  );
  t.same(
    overall(verdicts).map((o) => [o.programs, o.ratio, o.met]),
    [[1, 0.25, false]],
  );
  t.same(overall([]), []);
  const loops = ['elimination', 'cholesky', 'gram-schmidt', 'floyd-warshall', 'nussinov', 'vadv', 'adi'].map((name) => ({
    ...verdicts[0],
    name,
    ratio: name === 'adi' ? 2 ** 7 : 1,
    sizeOfTarget: true,
  }));
  t.same(
    overall(loops).map((o) => [o.text, o.programs, Number(o.ratio.toFixed(6)), o.target, o.met]),
    [['loops by hand against numpy', 7, 2, 1.5, true]],
  );
  t.same(overall(loops.slice(1)), [], 'a group that was not measured whole');
  for (const name of loops.map((v) => v.name))
    t.ok(
      cases.some((c) => c.name === name && c.sides.some((s) => s.label === 'numpy')),
      name,
    );
  const text = formatTable(verdicts, verdicts);
  t.match(text, /stencil5 +│ 4096 │ numpy +│ +10 ms ±5% │ +60 ms ±5% │ +6\.00× │ +5× │ met +│ 6\.00× +│/);
  t.match(text, /0\.50× bytes\/s │ +0\.8× │ MISSED +│/);
  t.match(formatTable(judge({ ...measured, size: 1024 }), null), /6\.00× │ +5× │ met, smaller +│/);
  const skipped = 'skipped in stencil5, cg: numba: no Python with numba';
  t.equal(formatSkipped([measured, { ...measured, name: 'cg' }]), skipped);
  const rows = formatOverall(overall(verdicts));
  t.equal(rows, 'without a compiler: share of our speed: 0.25×, geometric mean of 1 program (target 0.5×: MISSED)');
  const none = { measured: [], paybacks: [{ program: 'p', size: 9, cold: 3, warm: null }], metg: [], figures: [] };
  t.equal(countTargets({ ...none, verdicts, overall: overall(verdicts) }), '2 of 5 targets met');
});

t.test('packages of npm are judged over programs, each package by itself', async (t) => {
  const of = (name: string, size: number, rivals: Timing[]) => judge({ ...measured, name, size, rivals });
  const verdicts = [
    ...of('chain-100', 100, [timing('numpy-ts', 0.2), timing('stdlib', 0.02)]),
    ...of('stencil5-100', 10, [timing('numpy-ts', 0.06)]),
    ...of('stencil5-1e6', 1000, [timing('numpy-ts', 0.7), timing('block tier', 1)]),
  ];
  t.same(
    overall(verdicts).map((o) => [o.text, o.programs, Number(o.ratio.toFixed(6)), o.met]),
    [
      ['without a compiler: share of our speed', 1, 0.01, false],
      ['against numpy-ts, 100 elements', 2, 10.954451, true],
      ['against stdlib, 100 elements', 1, 2, false],
      ['against numpy-ts, 1,000,000 elements', 1, 70, true],
    ],
  );
});

t.test('what --only chooses', async (t) => {
  const names = ['cg', 'chain-1', 'chain-100', 'metg'];
  t.same([...select(names, undefined)], names);
  t.same([...select(names, ['all'])], names);
  t.same([...select(names, ['chain-1'])], ['chain-1'], 'a name is that alone');
  t.same([...select(names, ['chain', 'metg'])], ['chain-1', 'chain-100', 'metg']);
  t.throws(() => select(names, ['cg', 'nothing', 'none']), /nothing is called nothing or none; there are cg, chain-1/);
});

t.test('what --compare reads', async (t) => {
  const folder = t.testdir({ 'broken.json': '{', 'other.json': '{"verdicts":[{"name":1}]}', 'list.json': '[]' });
  t.throws(() => readVerdicts(`${folder}/none.json`), /cannot read .*none\.json: ENOENT/);
  t.throws(() => readVerdicts(`${folder}/broken.json`), /cannot read .*broken\.json: /);
  for (const name of ['other.json', 'list.json'])
    t.throws(() => readVerdicts(`${folder}/${name}`), /json: expected the bench\.json of an earlier run/);
  const verdicts = judge(measured);
  const [path] = save(`${folder}/new`, {
    ...{ when: '', machine: '', threads: 2, node: '', addon: '', compiler: '', quick: true, seconds: 1 },
    ...{ measured: [measured], verdicts, overall: [], paybacks: [], metg: [], figures: [] },
  });
  t.same(readVerdicts(path), JSON.parse(JSON.stringify(verdicts)));
});

t.test('times in three figures', async (t) => {
  t.equal(formatTime(12.3456, 0.051), '12.3 ms ±5%');
  t.equal(formatTime(0.0123456, 0), '12.3 µs ±0%');
});

t.test('payback', async (t) => {
  t.equal(paidAfter([1, 1], [2, 2]), 1);
  t.equal(paidAfter([5, 1, 1, 1], [2, 2, 3, 3]), 3);
  t.equal(paidAfter([5, 1], [2, 2]), Number.POSITIVE_INFINITY);
  const text = formatPayback([{ program: 'p', size: 9, cold: 3, warm: null }]);
  t.equal(
    text,
    'fusion has paid, in iterations of p (9): cold disk cache after 3 (target 3: met), warm disk cache after more than all (target 1: MISSED)',
  );
});

t.test('the chart is one bar a ratio', async (t) => {
  const svg = drawChart(judge(measured));
  t.match(svg, /^<svg [\s\S]*<\/svg>\n$/);
  t.equal(svg.match(/<rect /g)?.length, 5, 'background and four bars');
  t.notMatch(svg, /NaN|Infinity/);
});

t.test('the table of cases', async (t) => {
  t.equal(new Set(cases.map((c) => c.name)).size, cases.length, 'names differ');
  for (const c of cases) {
    t.equal(new Set(c.sides.map((s) => s.label)).size, c.sides.length, `${c.name}: labels differ`);
    t.ok(c.quick <= c.size, `${c.name}: quick is not larger`);
  }
});

t.test('two memories are judged by the medians of pairs', async (t) => {
  const pair = (one: number, several: number) =>
    [
      { least: one / 2, median: one },
      { least: several / 4, median: several },
    ] as const;
  const found = figuresOf('p', [pair(1, 2), pair(4, 4), pair(2, 6)]);
  t.same(found, { 'p one': 2, 'p several': 4, 'p ratio': 2, 'p least': 1 });
  const [{ rows }] = figureCases.filter(({ name }) => name === 'two-memories');
  const listed = typeof rows === 'function' ? [] : rows;
  t.same(
    listed.map(({ key }) => key),
    Object.keys(programs).flatMap((program) => Object.keys(figuresOf(program, [pair(1, 1)]))),
  );
  t.same(
    listed.filter(({ atMost }) => atMost !== undefined).map(({ key, atMost }) => [key, atMost]),
    Object.keys(programs).map((program) => [`${program} ratio`, 2]),
  );
});

t.test('the analysis of one process counts what it enumerates, once and for all iterations', async (t) => {
  const steady = measureProgram(stencil, 1);
  t.same(steady.later, { points: 0, memories: 0, layers: 0 });
  t.ok(steady.first.points > 0, 'parts were related once');
  t.equal(steady.us.length, 4);
  t.equal(steady.growthFrom4, Number((steady.us[3] / steady.us[0]).toFixed(2)));
  const restless = measureProgram((process) => {
    const iterate = stencil(process);
    return () => {
      iterate();
      process.enumerated.points += process.memories === 4 ? 1 : 0;
    };
  }, 1);
  t.ok(restless.later.points > 0, 'a small machine that is never steady shows');
});
