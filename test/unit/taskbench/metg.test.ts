/** METG from points, results of others, the plot. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { FileFormatError } from '../../../lib/base/index.js';
import { formatReport, makeReport, metg, type Point, plotSvg, readResults, type Sweep } from '../../../lib/taskbench/index.js';

const point = (task_us: number, efficiency: number, iterations = 1): Point => ({
  iterations,
  task_us,
  flops: efficiency * 1e9,
  efficiency,
});
const CURVE = [point(8, 0.9, 4), point(1, 0.1, 1), point(4, 0.7, 3), point(2, 0.3, 2)];

t.test('METG lies on the line between two points', async (t) => {
  t.equal(metg(CURVE, 0.5), 3);
  t.equal(metg(CURVE, 0.7), 4);
  t.equal(metg(CURVE, 0.05), 1, 'the smallest point is efficient enough');
  t.equal(metg(CURVE, 0.95), null);
});

const SWEEP: Sweep = {
  peak: 1e9,
  tasks: 100,
  coldTaskUs: 12.5,
  floor: null,
  curves: { minimum: CURVE, median: CURVE.map((p) => ({ ...p, task_us: 2 * p.task_us })), mean: CURVE },
};
const OPTIONS = { name: 'ours', mode: 'graph', percent: 50, statistic: 'median', procs: 2, repeats: 3 } as const;

t.test('the report', async (t) => {
  const report = makeReport(SWEEP, OPTIONS);
  t.equal(report.metg_us, 6);
  t.same(report.metg_us_by, { minimum: 3, median: 6, mean: 3 });
  t.equal(report.peak_flops, 1e9);
  t.equal(report.points[0].task_us, 16);
  const text = formatReport(makeReport({ ...SWEEP, floor: SWEEP.curves }, OPTIONS));
  t.match(text, /METG\(50%\) minimum 3\.000 µs, median 6\.000 µs/);
  t.match(text, /spinning on flags: minimum 3\.000 µs/);
  t.match(text, /first run, graph construction included: 12\.500 µs/);
});

const folder = mkdtempSync(join(tmpdir(), 'maniple-metg-'));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

t.test('results of others', async (t) => {
  const report = makeReport(SWEEP, OPTIONS);
  t.same(readResults(file('ours.json', JSON.stringify(report)), 1, 1), { name: 'ours', points: report.points });
  const log = `Running Task Benchmark\n  Configuration:\n    Task Graph 1:\n        Iterations: 64\nTotal Tasks 1000\nTotal FLOPs 8256000\nElapsed Time 2.0e-03 seconds\nFLOP/s 4e9\n`;
  t.same(readResults(file('mpi.log', log + log), 8.256e9, 2), {
    name: 'mpi',
    points: Array.from({ length: 2 }, () => ({ iterations: 64, task_us: 4, flops: 4.128e9, efficiency: 0.5 })),
  });
  for (const [name, text, message] of [
    ['a.json', '{"points": [1]}', /points of \{iterations/],
    ['b.json', '{', /not JSON/],
    ['c.log', 'hello\n', /neither JSON nor/],
    ['d.log', 'Elapsed Time 1.0 seconds\n', /d\.log:1: an elapsed time without/],
  ] as const) {
    t.throws(() => readResults(file(name, text), 1, 1), FileFormatError);
    t.throws(() => readResults(file(name, text), 1, 1), { message });
  }
  t.throws(() => readResults(join(folder, 'absent'), 1, 1), /ENOENT/);
});

t.test('the plot', async (t) => {
  const svg = plotSvg(
    [
      { name: 'a & b', points: CURVE },
      { name: 'c', points: [point(0.05, 0.5)] },
    ],
    'stencil <1d>',
    50,
  );
  t.match(svg, /^<svg xmlns/);
  t.match(svg, /stencil &#60;1d&#62;/);
  t.match(svg, /a &#38; b/);
  t.equal(svg.match(/<polyline/g)?.length, 2);
  t.equal(svg.match(/<circle/g)?.length, 5);
  t.match(svg, />0\.01</, 'decades from the smallest time');
  t.match(svg, />10</);
  const coordinates = [...svg.matchAll(/c[xy]="([^"]+)"/g)].map((m) => Number(m[1]));
  t.ok(coordinates.every((c) => c >= 0 && c <= 720));
});
