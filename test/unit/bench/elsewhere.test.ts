/** Times of rivals that were measured elsewhere: what files may say, and what becomes of them in the table. */
import { join } from 'node:path';
import t from 'tap';
import { checkNames, readElsewhere } from '../../../bench/harness/elsewhere.js';
import { measure } from '../../../bench/harness/measure.js';
import { formatSkipped, formatTable } from '../../../bench/harness/report.js';
import { judge } from '../../../bench/harness/verdicts.js';

process.env.MANIPLE_CONFIG ??= '--device js';

const run = { program: 'chain-5', size: 5, seconds: [0.25, 0.75, 0.5], result: [1, 2] };
const file = { rival: 'TACO', machine: '2 x a processor', runs: [run] };

t.test('files', async (t) => {
  const folder = t.testdir({ 'good.json': JSON.stringify(file), 'none.json': '{' });
  t.same(readElsewhere(join(folder, 'good.json')), file);
  t.throws(() => readElsewhere(join(folder, 'none.json')), /none\.json: .*JSON/);
  t.throws(() => readElsewhere(join(folder, 'absent.json')), /absent\.json: ENOENT/);
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [
      [],
      /wrong\.json: all of it: expected an object with rival, machine and runs, got \[\] \(see "Times from elsewhere" in bench\/README\.md\)/,
    ],
    [{ ...file, rival: '' }, /rival: expected a text, got ""/],
    [{ ...file, machine: 3 }, /machine: expected a text, got 3/],
    [{ ...file, runs: [] }, /runs: expected a list of runs, got \[\]/],
    [{ ...file, runs: [run, null] }, /runs\[1\]: expected an object with program, size, seconds and result, got null/],
    [{ ...file, runs: [{ ...run, program: undefined }] }, /runs\[0\]\.program: expected a text, got undefined/],
    [{ ...file, runs: [{ ...run, size: 1.5 }] }, /runs\[0\]\.size: expected an integer of at least 1, got 1\.5/],
    [{ ...file, runs: [{ ...run, seconds: [1, 0] }] }, /runs\[0\]\.seconds: expected a list of seconds above 0, got \[1,0\]/],
    [{ ...file, runs: [{ ...run, seconds: [] }] }, /runs\[0\]\.seconds: expected a list of seconds/],
    [{ ...file, runs: [{ ...run, result: ['1'] }] }, /runs\[0\]\.result: expected a list of numbers, got \["1"\]/],
  ];
  for (const [contents, message] of cases) {
    const wrong = t.testdir({ 'wrong.json': JSON.stringify(contents) });
    t.throws(() => readElsewhere(join(wrong, 'wrong.json')), message);
  }
  checkNames([file], ['chain-5']);
  t.throws(
    () => checkNames([file], ['chain-100']),
    /TACO has times of chain-5, which is no program of the table \(--list names them\)/,
  );
});

t.test('times with our result stand in the table, others are skipped with the reason', async (t) => {
  const what = { name: 'chain-5', program: 'chain', size: 5, quick: 5, tolerance: 1e-10, sides: [] };
  const effort = { rounds: 2, sample: 0.001, warmUp: 0.01, budget: 1 };
  // The sum and the last element of c = a + 64 b, of numbers that are fractional parts.
  const spread = (factor: number, offset: number): number[] => Array.from({ length: 5 }, (_, n) => (n * factor + offset) % 1);
  const [a, b] = [spread(0.6180339887498949, 0.1), spread(0.7548776662466927, 0.3)];
  const c = a.map((x, n) => x + 64 * b[n]);
  const result = [c.reduce((sum, x) => sum + x, 0), c[4]];
  const files = [
    { ...file, runs: [{ ...run, result }] },
    { ...file, rival: 'CTF' },
    { ...file, rival: 'COSMA', runs: [{ ...run, size: 7, result }] },
    { ...file, rival: 'other', runs: [{ ...run, program: 'ttv' }] },
  ];
  const measured = await measure(what, 5, effort, files);
  t.same(measured.rivals, [
    { label: 'TACO, on 2 x a processor', first: 0.25, median: 0.5, spread: 0.25, samples: [0.25, 0.75, 0.5], bytes: null },
  ]);
  t.same(
    measured.skipped.map(({ label, reason }) => `${label}: ${reason.replace(/[\d.]+$/, 'x')}`),
    [
      'CTF, on 2 x a processor: its result differs: number 0 is 1, ours x',
      'COSMA, on 2 x a processor: its times are of size 7, and not x',
    ],
  );
  const [verdict] = judge(measured);
  t.equal(verdict.ratio, 0.5 / measured.ours.median);
  t.match(formatTable([verdict], null), /TACO, on 2 x a processor/);
  t.match(formatSkipped([measured]), /CTF, on 2 x a processor: its result differs/);
});
