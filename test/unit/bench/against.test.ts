/** Comparisons with another commit or other settings: their statistics, the order of the sides, the table and the command line. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { alternate, turns } from '../../../bench/against/alternate.js';
import { type Candidate, candidates, environmentOf, guarded } from '../../../bench/against/candidates.js';
import { checkOut, commitOf } from '../../../bench/against/reference.js';
import { formatLines, formatValue } from '../../../bench/against/report.js';
import { compare, outcomeOf, type Round } from '../../../bench/against/statistics.js';

const SEED = 9173;

/** Normal noise, by the sum of twelve uniform numbers of a small generator. */
function noise(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return () => Array.from({ length: 12 }, uniform).reduce((a, b) => a + b, -6);
}

/** Rounds of a program that became slower by a factor, on a machine whose speed drifts from round to round. */
function rounds(count: number, factor: number, seed: number): Round[] {
  const next = noise(seed);
  return Array.from({ length: count }, () => {
    const slow = Math.exp(0.05 * next());
    const side = (mean: number): number[] => [0, 1].map(() => mean * slow * Math.exp(0.01 * next()));
    return { before: side(1e-3), after: side(1e-3 * factor) };
  });
}

t.test('an interval holds the ratio, about as often as it says', async (t) => {
  for (const factor of [0.9, 1, 1.1]) {
    let held = 0;
    for (let i = 0; i < 25; i++) {
      const { ratio, low, high } = compare(rounds(8, factor, SEED + i), i);
      if (!(low <= ratio && ratio <= high)) t.fail(`seed ${SEED + i}: ${low} to ${high} is without ${ratio}`);
      if (low <= factor && factor <= high) held++;
    }
    t.ok(held >= 20, `seeds from ${SEED}: ${held} of 25 intervals hold ${factor}`);
  }
});

t.test('outcomes', async (t) => {
  const of = (factor: number, count = 8): string => outcomeOf(compare(rounds(count, factor, SEED)), 1.03, count);
  t.equal(of(1.2), 'slower');
  t.equal(of(0.9), 'no slower');
  t.equal(of(1.03), 'not decided, above 1.00');
  t.equal(of(1.2, 1), 'not decided', 'one round says nothing');
  const at = (low: number, high: number): string => outcomeOf({ before: 1, after: 1, ratio: 1, low, high }, 1.02, 8);
  t.same(
    [at(1.03, 1.1), at(1.021, 1.021), at(1.005, 1.02), at(1, 1.02), at(0.9, 0.95), at(1, 1.03), at(1.005, 1.03)],
    ['slower', 'slower', 'within the bound', 'no slower', 'no slower', 'not decided', 'not decided, above 1.00'],
  );
});

t.test('equal seeds give equal intervals', async (t) => {
  const some = rounds(6, 1, SEED);
  t.same(compare(some, 3), compare(some, 3));
  const still = compare([{ before: [2, 2], after: [3, 3] }]);
  t.same([still.ratio, still.low, still.high], [1.5, 1.5, 1.5]);
});

t.test('sides take turns, and must agree', async (t) => {
  t.same(
    [turns(0), turns(1)]
      .flat()
      .map((side) => side[0])
      .join(''),
    'baababba',
  );
  const seen: string[] = [];
  const fake = (results: Record<string, number>): Candidate => ({
    name: 'fake',
    unit: 's',
    async measure({ tree, settings }) {
      seen.push(tree + settings);
      if (results[tree] === undefined) throw new Error('no such program');
      return { value: seen.length, result: [results[tree]] };
    },
    disagreement: (a, b) => (a[0] === b[0] ? null : `${b[0]}, not ${a[0]}`),
  });
  const trees = { before: { tree: 'old', settings: '' }, after: { tree: 'new', settings: '' } };
  const found = await alternate(fake({ old: 1, new: 1 }), trees, { rounds: 2, quick: true });
  t.same(seen.join(' '), 'old new new old new old old new');
  t.same(found, [
    { before: [1, 4], after: [2, 3] },
    { before: [6, 7], after: [5, 8] },
  ]);
  await t.rejects(
    alternate(fake({ old: 1, new: 2 }), trees, { rounds: 1, quick: true }),
    /the results of both sides differ: 2, not 1/,
  );
  await t.rejects(alternate(fake({ old: 1 }), trees, { rounds: 1, quick: true }), /^after: no such program$/);
  seen.length = 0;
  const one = { before: { tree: 'own', settings: ' --s' }, after: { tree: 'own', settings: '' } };
  await alternate(fake({ own: 1 }), one, { rounds: 1, quick: true });
  t.same(seen.join(), 'own --s,own,own,own --s', 'one tree under two settings');
});

t.test('settings of a side come last', async (t) => {
  const side = (settings: string) => ({ tree: 'own', settings });
  const outer = process.env.MANIPLE_CONFIG;
  t.teardown(() => {
    if (outer === undefined) delete process.env.MANIPLE_CONFIG;
    else process.env.MANIPLE_CONFIG = outer;
  });
  process.env.MANIPLE_CONFIG = '--window 3';
  t.same(environmentOf(side('')), {});
  t.same(environmentOf(side('--clusters prefix')), { MANIPLE_CONFIG: '--window 3 --clusters prefix' });
  const own = { MANIPLE_BLAS: 'none', MANIPLE_CONFIG: '--memories 2' };
  t.same(environmentOf(side(''), own), own);
  t.same(environmentOf(side('--clusters prefix'), own), { ...own, MANIPLE_CONFIG: '--memories 2 --clusters prefix' });
  delete process.env.MANIPLE_CONFIG;
  t.same(environmentOf(side('--clusters prefix')), { MANIPLE_CONFIG: '--clusters prefix' });
});

t.test('this tree stands for itself', async (t) => {
  const tree = checkOut('.', 'here', t.fail);
  tree.close();
  t.same([tree.folder, tree.commit], ['here', null]);
});

t.test('the table', async (t) => {
  const found = rounds(8, 1.2, SEED);
  const comparison = compare(found);
  const text = formatLines(
    [
      { name: 'chain-1', unit: 's', rounds: found, comparison, outcome: 'slower', reason: null },
      { name: 'cg', unit: 's', rounds: [], comparison: null, outcome: 'failed', reason: 'after: no addon' },
    ],
    { ref: 'HEAD~1', commit: '0123456789abcdef', settings: '' },
    1.03,
  );
  t.match(text, /against HEAD~1, 012345678 \(before\)/);
  const other = (commit: string | null, ref: string): string =>
    formatLines([], { ref, commit, settings: '--clusters prefix' }, 1.02);
  t.match(
    other(null, '.'),
    /^this tree \(after\) against itself with --clusters prefix \(before\): .* above 1 \*after\* is slower\n/,
  );
  t.match(other('0123456789abcdef', 'v1'), /against v1, 012345678 with --clusters prefix \(before\)/);
  t.match(text, /chain-1 .* 1\.\d\d\d .* 1\.\d\d\d to 1\.\d\d\d .*slower/);
  t.match(text, /cg failed: after: no addon/);
  t.same(
    [formatValue(1.5e-5, 's'), formatValue(0.0213, 's'), formatValue(2.5, 's'), formatValue(0.31, 'µs')],
    ['15 µs', '21.3 ms', '2.5 s', '0.31 µs'],
  );
});

t.test('what is compared by default is there', async (t) => {
  const names = candidates.map((c) => c.name);
  t.equal(new Set(names).size, names.length);
  for (const name of guarded) t.ok(names.includes(name), name);
  t.equal(guarded.length, 10);
});

t.test('the command line', async (t) => {
  const main = fileURLToPath(new URL('../../../bench/main.js', import.meta.url));
  const run = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
  const unknown = run('--against', 'no-such-commit', '--only', 'chain-1');
  t.equal(unknown.status, 1);
  t.match(
    unknown.stderr,
    /^bench: --against no-such-commit: (git knows no commit of that name in .*|git is not installed); expected a commit/,
  );
  t.match(run('--against', 'HEAD', '--only', 'nothing').stderr, /^bench: nothing is called nothing; there are .*metg-graph/);
  const bound = run('--against', 'HEAD', '--bound', '0.5');
  t.equal(bound.status, 1);
  t.match(bound.stderr, /Expected a ratio of at least 1/);
  const settings = run('--against', '.', '--settings', '--clusters hasty', '--only', 'chain-1');
  t.equal(settings.status, 1);
  t.match(settings.stderr, /^bench: .*clusters.*hasty/);
  const alone = run('--settings', '--clusters prefix', '--only', 'chain-1');
  t.equal(alone.status, 1);
  t.equal(alone.stderr, 'bench: --settings: expected --against REF beside it (--against . is this tree); got none\n');
  t.throws(() => commitOf('--exec=true', process.cwd()), /--against --exec=true: git/);
});
