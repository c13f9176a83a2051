/**
 * NumPy's main namespace (`numpy/names.json`: `dir(numpy)` of NumPy 2.4, without modules) against ours: what is not here stands on the page of
 * omissions with its reason, and nothing else does.
 */
import { readFileSync } from 'node:fs';
import t from 'tap';
import * as np from '../../lib/array/index.js';

const names = JSON.parse(readFileSync('test/golden/numpy/names.json', 'utf8')) as readonly string[];
const page = readFileSync('.ci/docs/pages/omissions.md', 'utf8');

const rows = [...page.matchAll(/^\| (`.*`) \| (.+) \|$/gm)];
const omitted = rows.flatMap(([, cell]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));

/** Our names, however they are capitalized. */
const own = new Set(Object.keys(np).flatMap((name) => [name, name.toLowerCase()]));

function isHere(name: string): boolean {
  return own.has(name) || own.has(name.replaceAll('_', '').toLowerCase());
}

t.test('each name of NumPy is here, or left out with a reason', async (t) => {
  t.ok(names.length > 450);
  t.same(
    names.filter((name) => !isHere(name) && !omitted.includes(name)),
    [],
    'write these, or say on the page of omissions why not',
  );
});

t.test('nothing is said to be left out that is here, that NumPy has not, or twice', async (t) => {
  t.same(omitted.filter(isHere), []);
  t.same(
    omitted.filter((name) => !names.includes(name)),
    [],
  );
  t.equal(new Set(omitted).size, omitted.length);
  for (const [, , reason] of rows) t.ok(reason.length > 10);
});
