/** MANIPLE_TEST_SEED and MANIPLE_TEST_RUNS reach every random test: those that give a seed and a count of their own, and those that give none. */
import { execFileSync } from 'node:child_process';
import t from 'tap';
import { sourcesIn } from '../support/sources.js';

const script = `
  import fc from '${new URL('../support/seeded.js', import.meta.url)}';
  import { seeds } from '${new URL('../support/seeds.js', import.meta.url)}';
  const drawn = async (given) => {
    const values = [];
    fc.assert(fc.property(fc.nat(), (value) => void values.push(value)), given);
    return values;
  };
  const late = [];
  await fc.assert(fc.asyncProperty(fc.nat(), async (value) => void late.push(value)), { seed: 8, numRuns: 5 });
  console.log(JSON.stringify([await drawn({ seed: 7, numRuns: 3 }), await drawn({}), await drawn(), late, seeds(4)]));
`;

function drawn(env: Readonly<Record<string, string>>): number[][] {
  const { MANIPLE_TEST_SEED, MANIPLE_TEST_RUNS, ...rest } = process.env;
  const found = execFileSync(process.execPath, ['--input-type=module', '-e', script], { env: { ...rest, ...env } });
  return JSON.parse(String(found));
}

t.test('without them tests try their own inputs', (t) => {
  const [given, none, undefinedOnes, late, loop] = drawn({});
  t.same(
    [given, none, undefinedOnes, late].map(({ length }) => length),
    [3, 100, 100, 5],
  );
  t.same(none, undefinedOnes);
  t.notSame(given, none.slice(0, 3));
  t.same(loop, [1, 2, 3, 4]);
  t.same(drawn({})[0], given, 'the same ones in each run');
  t.end();
});

t.test('with them all tests try others, and as many as were asked for', (t) => {
  const found = drawn({ MANIPLE_TEST_SEED: '77', MANIPLE_TEST_RUNS: '9' });
  const [given, none, , late, loop] = found;
  t.same(
    found.map(({ length }) => length),
    [9, 9, 9, 9, 9],
  );
  t.same(none, given, 'one seed for all');
  t.same(late, given);
  t.same(loop, [77, 78, 79, 80, 81, 82, 83, 84, 85]);
  t.notSame(given.slice(0, 3), drawn({})[0]);
  t.end();
});

t.test('no test reads the variables or loads fast-check by itself', (t) => {
  const own = ['support/seeds.ts', 'support/seeded.ts', 'support/checks.ts'];
  const wrong = sourcesIn('test')
    .filter(({ path }) => !own.some((end) => path.endsWith(end)))
    .filter(({ code }) => /process\.env\.MANIPLE_TEST_(SEED|RUNS)|from '[f]ast-check'/.test(code))
    .map(({ path }) => path);
  t.same(wrong, []);
  t.end();
});
