/**
 * SciPy's names of sparse matrices, their solvers and graphs (`.ci/docs/names/scipy.txt`) against ours: names that are missing stand on the page of omissions
 * with its reason, and nothing else does.
 */
import { readFileSync } from 'node:fs';
import t from 'tap';
import * as sparse from '../../lib/sparse/index.js';

const all = readFileSync('.ci/docs/names/scipy.txt', 'utf8').split('\n');
const names = all.filter((name) => name.startsWith('sparse.'));
const page = readFileSync('.ci/docs/pages/sparse-omissions.md', 'utf8');
const rows = [...page.matchAll(/^\| (`.*`) \| (.+) \|$/gm)];
const omitted = rows.flatMap(([, cell]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));

const spaces: Readonly<Record<string, object>> = {
  sparse,
  'sparse.linalg': sparse.linalg,
  'sparse.csgraph': sparse.csgraph,
};
const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();

function isHere(full: string): boolean {
  const at = full.lastIndexOf('.');
  const own = Object.keys(spaces[full.slice(0, at)] ?? {});
  return own.some((name) => plain(name) === plain(full.slice(at + 1)));
}

t.test("each of SciPy's names is here, or left out with a reason", (t) => {
  t.ok(names.length > 100, `${names.length} names`);
  t.same(
    names.filter((name) => !isHere(name) && !omitted.includes(name)),
    [],
    'write these, or say on the page of omissions why not',
  );
  t.end();
});

t.test('nothing is said to be left out that is here, that SciPy has not, or twice', (t) => {
  t.same(omitted.filter(isHere), []);
  t.same(
    omitted.filter((name) => !names.includes(name)),
    [],
  );
  t.equal(new Set(omitted).size, omitted.length);
  for (const [, , reason] of rows) t.ok(reason.length > 3);
  t.end();
});
