/** The main job's files and work, on small inputs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { ensureOptions, generateOptions, readOptions } from '../../../bench/job/options-file.js';
import { price, solve } from '../../../bench/job/work.js';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';

const fixture = fileURLToPath(new URL('../../../../test/fixtures/options.csv', import.meta.url));

/** The price of a call by Simpson's rule over the lognormal density: no cumulative normal in it. */
function callByIntegration([s, x, t, r, v]: readonly number[]): number {
  const steps = 20_000;
  const payoff = (z: number): number =>
    Math.max(0, s * Math.exp((r - 0.5 * v * v) * t + v * Math.sqrt(t) * z) - x) * Math.exp(-0.5 * z * z);
  const [low, high] = [-10, 10];
  const h = (high - low) / steps;
  let sum = payoff(low) + payoff(high);
  for (let i = 1; i < steps; i++) sum += (i % 2 === 1 ? 4 : 2) * payoff(low + i * h);
  return (Math.exp(-r * t) * (sum * h)) / 3 / Math.sqrt(2 * Math.PI);
}

t.test('options from CSV are priced as an integral says', async (t) => {
  const report = await price(fixture, { times: 2, milliseconds: 0 });
  t.equal(report.options, 200);
  t.equal(report.tasks, 67);
  for (const { terms, call, put } of report.sample) {
    const [s, x, years, r] = terms;
    t.ok(Math.abs(call - callByIntegration(terms)) < 1e-4 * s, 'call');
    t.ok(Math.abs(call - put - (s - x * Math.exp(-r * years))) < 1e-9 * s, 'put-call parity');
  }
});

t.test('the generator is seeded; .npy and CSV hold the same', async (t) => {
  const path = join(t.testdir(), 'options.npy');
  await ensureOptions(path, 200);
  await ensureOptions(path, 3);
  const fromNpy = Array.from(await (await readOptions(path)).data(), Number);
  t.same(fromNpy, Array.from(generateOptions(200, 2022)), 'made once');
  t.same(Array.from(await (await readOptions(fixture)).data(), Number), fromNpy);
  t.notSame(generateOptions(3, 1), generateOptions(3, 2));
});

t.test('files that are no options', async (t) => {
  const file = join(t.testdir(), 'bad.csv');
  writeFileSync(file, 'spot,strike\n1,2\n');
  await t.rejects(readOptions(file), /bad\.csv:1: expected the header spot,strike,years,rate,volatility, got spot,strike/);
  writeFileSync(file, 'spot,strike,years,rate,volatility\n1,2,3,4,x\n');
  await t.rejects(readOptions(file), /bad\.csv:2: expected five numbers, got "1,2,3,4,x"/);
  const matrix = join(t.testdir(), 'bad.npy');
  await np.save(matrix, np.ones([3, 4]));
  await t.rejects(readOptions(matrix), /bad\.npy: expected a matrix of \(options, 5\).*got \(3, 4\)/);
});

t.test('the solver job reports its residuals', async (t) => {
  const path = join(t.testdir(), 'A.mtx');
  await sparse.writeMatrixMarket(path, sparse.poisson2d(100), { symmetry: 'symmetric' });
  const report = await solve(path, { times: 1, milliseconds: 0 });
  t.match(report, { unknowns: 10_000, entries: 49_600, converged: true });
  t.equal(report.residuals.length, report.iterations + 1);
  t.ok(report.launches < report.tasks / 2, 'fusion has joined tasks');
});
