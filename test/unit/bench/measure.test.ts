/** Sides that fail: each gives its reason, and the others are measured all the same. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Connection } from '../../../bench/harness/connection.js';
import { measure } from '../../../bench/harness/measure.js';
import type { Side } from '../../../bench/harness/sides.js';

process.env.MANIPLE_CONFIG ??= '--device js';

const node = (script: string, limit?: number) => ({ file: process.execPath, args: ['-e', script], limit });
const ready = `console.log('{"ready": true, "bytes": 8}');`;

t.test('a connection says what went wrong', async (t) => {
  await t.rejects(Connection.open({ file: '/no/such/program', args: [] }), /ENOENT/);
  await t.rejects(Connection.open(node('throw new RangeError("too large")')), /^RangeError: too large$/);
  await t.rejects(Connection.open(node('process.exit(3)')), /the process ended with status 3/);
  await t.rejects(Connection.open(node('console.log("hello")')), /expected a line of JSON, got hello/);
  await t.rejects(Connection.open(node('setInterval(() => {}, 1000)', 100)), /no answer within 0\.1 s/);
  const connection = await Connection.open(node(`${ready} process.stdin.on('data', () => console.log('{}'))`));
  t.equal(connection.bytes, 8);
  await t.rejects(connection.run(1), /a side gave no time/);
  await t.rejects(connection.result(), /a side gave no result/);
  await connection.close();
});

/** A rival that computes the chain of 64 additions, wrongly by `error`, and ends itself at its run number `last`. */
const rival = (error: number, last: number): string => `
import { serve, spread, F1, F2 } from './side.mjs';
let runs = 0;
const chain = (n) => {
  const c = spread(n, F1, 0.1).map((v, i) => v + 64 * spread(n, F2, 0.3)[i] + ${error});
  const run = () => { if (++runs === ${last}) throw new TypeError('no more'); };
  return { run, result: () => [c.reduce((a, b) => a + b, 0), c[n - 1]] };
};
await serve({ chain });
`;

t.test('a rival that is missing, fails or disagrees is skipped', async (t) => {
  const folder = t.testdir({
    'good.mjs': rival(0, -1),
    'wrong.mjs': rival(1, -1),
    'first.mjs': rival(0, 1),
    'later.mjs': rival(0, 4),
  });
  mkdirSync(join(folder, 'node_modules/some'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/some/package.json'), '{"version": "1.0.0"}');
  process.env.MANIPLE_RIVALS = folder;
  const side = (file: string, name = 'some'): Side => ({ label: file, spec: { kind: 'npm', file, packages: [name] } });
  const sides = [side('absent', 'other'), side('first'), side('wrong'), side('later'), side('good')];
  const what = { name: 'x', program: 'chain', size: 5, quick: 5, tolerance: 1e-10, sides };
  const found = await measure(what, 5, { rounds: 3, sample: 0.001, warmUp: 0.01, budget: 1 });
  t.equal(found.ours.samples.length, 3);
  t.same(
    found.rivals.map((r) => [r.label, r.samples.length]),
    [['good', 3]],
  );
  t.same(
    found.skipped.map((s) => s.label),
    ['absent', 'first', 'wrong', 'later'],
  );
  const [absent, first, wrong, later] = found.skipped.map((s) => s.reason);
  t.match(absent, /no npm package other \(npm run bench -- --install-rivals\)/);
  t.equal(first, 'TypeError: no more');
  t.match(wrong, /its result differs: number 0 is /);
  t.equal(later, 'TypeError: no more');
  await t.rejects(measure({ ...what, program: 'nothing' }, 5, { rounds: 1, sample: 0, warmUp: 0, budget: 1 }), /nothing\.js/);
});
