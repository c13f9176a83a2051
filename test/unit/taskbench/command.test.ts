/** `maniple metg` as a command: its JSON, its plot, its mistakes. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import t from 'tap';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';
import { readResults } from '../../../lib/taskbench/index.js';

if (loadAddon() === null) {
  t.pass(`skipped: ${addonProblem()}`);
  process.exit(0);
}

function metg(...args: string[]) {
  const main = resolve('dist/pack/cli/main.cjs');
  const done = spawnSync(process.execPath, [main, 'metg', '--no-pin', '--repeats', '2', '--procs', '1', ...args], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status: done.status, out: done.stdout, err: done.stderr };
}

const SMALL = ['-type', 'stencil_1d', '-width', '4', '-steps', '20', '-kernel', 'compute_bound'];

for (const mode of ['graph', 'events', 'implicit']) {
  t.test(`${mode}: one object`, async (t) => {
    const { status, out, err } = metg('--mode', mode, '--percent', '10', '--peak', '1e9', '--json', ...SMALL);
    t.equal(status, 0, err);
    const report = JSON.parse(out);
    t.same([report.mode, report.percent, report.peak_flops, report.procs, report.tasks], [mode, 10, 1e9, 1, 80]);
    t.type(report.metg_us, 'number');
    t.same(Object.keys(report.points[0]), ['iterations', 'task_us', 'flops', 'efficiency']);
  });
}

t.test('the table, the floor and the plot', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-metg-'));
  const [svg, svg2] = [join(folder, 'a.svg'), join(folder, 'b.svg')];
  const { status, out, err } = metg('--floor', '--peak', '1e9', '--svg', svg, ...SMALL);
  t.equal(status, 0, err);
  t.match(out, /METG\(50%\) minimum/);
  t.match(out, /spinning on flags/);
  t.equal(readFileSync(svg, 'utf8').match(/<polyline/g)?.length, 2);
  t.equal(metg('--results', join(folder, 'absent.json'), '--svg', svg2, '--peak', '1e9', ...SMALL).status, 1);
  t.notOk(existsSync(svg2));
});

t.test('with -iter, one run as the public benchmark prints it', async (t) => {
  const flags = ['-type', 'fft', '-kernel', 'busy_wait', '-iter', '5', '-nodes', '2', '-v'];
  const { status, out, err } = metg(...flags);
  t.equal(status, 0, err);
  t.match(
    out,
    /^Running Task Benchmark\n[\s\S]*Iterations: 5\n[\s\S]*Timestep 3 [\s\S]*Nonlocal Dependencies \d+ [\s\S]*Elapsed Time \S+ seconds\n/,
  );
  const json = metg('--json', ...flags);
  t.same(JSON.parse(json.out).tasks, 16);
  t.match(json.err, /^Running Task Benchmark/);
  t.match(metg('--floor', ...flags).err, /leave -iter out/);
});

t.test('a sweep with -v and -nodes prints each point as a run', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-metg-'));
  const { out } = metg('--percent', '10', '--peak', '1e9', '-v', '-nodes', '2', ...SMALL);
  t.match(out, /Iterations: swept/);
  const log = join(folder, 'ours.log');
  writeFileSync(log, out);
  const points = readResults(log, 1e9, 1).points;
  t.ok(points.length > 0);
  t.equal(points[0].iterations, 1);
});

t.test('mistakes end with a line and a status', async (t) => {
  const unknown = metg('-tpye', 'fft');
  t.equal(unknown.status, 1);
  t.match(unknown.err, /^maniple: metg: unknown flag '-tpye'/);
  t.match(metg('-kernel', 'empty').err, /use -kernel compute_bound/);
});
