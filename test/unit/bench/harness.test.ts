/** The harness's arithmetic: quantiles, ratios and verdicts, payback, the table and the chart. */
import t from 'tap';
import { cases } from '../../../bench/harness/cases.js';
import { drawChart } from '../../../bench/harness/chart.js';
import { type Measured, quantile, type Timing } from '../../../bench/harness/measure.js';
import { paidAfter } from '../../../bench/harness/payback.js';
import { formatPayback, formatSummary, formatTable, formatTime } from '../../../bench/harness/report.js';
import { blockShare, judge, packageRatios } from '../../../bench/harness/verdicts.js';

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
  t.equal(blockShare(verdicts), 0.25);
  t.equal(blockShare([]), null);
  const [one] = judge({ ...measured, name: 'black-scholes-100', size: 100, rivals: [timing('numpy-ts', 0.2)] });
  const [small] = packageRatios([one]);
  t.same([small.name, Number(small.ratio.toFixed(6)), small.target], ['100 elements', 20, 10]);
  const text = formatTable(verdicts, verdicts);
  t.match(text, /stencil5 +│ 4096 │ numpy +│ +10 ms ±5% │ +60 ms ±5% │ +6\.00× │ +5× │ met +│ 6\.00× +│/);
  t.match(text, /0\.50× bytes\/s │ +0\.8× │ MISSED/);
  const summary = formatSummary([measured], verdicts);
  t.match(summary, /skipped stencil5 against numba: no Python with numba/);
  t.match(summary, /without a compiler: 0\.25 .* MISSED/);
  t.match(summary, /1 of 2 targets met/);
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
