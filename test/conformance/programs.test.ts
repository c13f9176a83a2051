/**
 * Kernels and programs of the size of tutorials, written in Python (programs/*.py) and in JavaScript (beside them). The two differ by names
 * only: the JavaScript is what `programs/translate.py` writes, where Python is found to say so, and the table of second idioms in its
 * README is that of the translation. What NumPy gave is in test/golden/numpy/programs.json: `python3 test/conformance/programs` writes both.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import t from 'tap';
import type * as np from '../../lib/array/index.js';
import { data } from '../../lib/array/index.js';
import * as algebra from './programs/algebra.js';
import * as arithmetic from './programs/arithmetic.js';
import * as networks from './programs/networks.js';
import * as recurrences from './programs/recurrences.js';
import * as series from './programs/series.js';
import * as simulations from './programs/simulations.js';
import * as stencils from './programs/stencils.js';
import * as tables from './programs/tables.js';

type Program = () => Promise<np.NDArray | number | readonly (np.NDArray | number)[]>;
type Wanted = readonly [dtype: string, shape: readonly number[], values: readonly number[]];

const root = dirname(createRequire(import.meta.url).resolve('#package'));
const folder = join(root, 'test', 'conformance', 'programs');
const files: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  stencils,
  recurrences,
  algebra,
  networks,
  arithmetic,
  series,
  simulations,
  tables,
};
const golden = JSON.parse(readFileSync(join(root, 'test', 'golden', 'numpy', 'programs.json'), 'utf8')) as Record<
  string,
  Wanted[]
>;

/** What is different from what NumPy gave: dtypes and shapes, or values by more than rounding that a program of loops may gather. */
async function differenceOf(found: np.NDArray | number, [dtype, shape, values]: Wanted): Promise<string | null> {
  if (typeof found === 'number') return isNear(found, values[0], 1) ? null : `${found}, not ${values[0]}`;
  const flat = Array.from((await data(found)) as Iterable<number | bigint>, Number); // then a lazy shape is known
  if (found.dtype.name !== dtype) return `dtype ${found.dtype.name}, not ${dtype}`;
  if (String(found.shape) !== String(shape)) return `shape [${found.shape}], not [${shape}]`;
  const step = Math.max(1, Math.floor(flat.length / 40));
  const largest = Math.max(1, ...values.map(Math.abs));
  const wrong = values.findIndex((value, i) => !isNear(flat[i * step], value, largest));
  return wrong < 0 ? null : `element ${wrong * step}: ${flat[wrong * step]}, not ${values[wrong]}`;
}

const isNear = (a: number, b: number, largest: number): boolean => Object.is(a, b) || Math.abs(a - b) <= 1e-9 * largest;

for (const [file, programs] of Object.entries(files))
  for (const [name, program] of Object.entries(programs))
    t.test(`${file}: ${name}`, async (t) => {
      const made = await program();
      const arrays = Array.isArray(made) ? made : [made];
      t.equal(arrays.length, golden[name].length, 'results');
      for (const [i, wanted] of golden[name].entries()) t.equal(await differenceOf(arrays[i], wanted), null, `result ${i}`);
    });

t.test('thirty kernels and fifty programs, each with what NumPy gave', (t) => {
  const names = Object.values(files).flatMap((programs) => Object.keys(programs));
  t.same(names.toSorted(), Object.keys(golden).toSorted());
  t.ok(names.length >= 80, `${names.length} programs`);
  t.end();
});

/** A text without what a formatter puts or leaves out: spaces, line breaks, commas, brackets, and whether a name is `let` or `const`. */
const bare = (text: string): string => text.replace(/\b(let|const)\b|[\s,()]/g, '');

/** Where two texts part, with what stands there; null if they are alike. */
function parting(found: string, wanted: string): string | null {
  const at = [...wanted].findIndex((letter, i) => letter !== found[i]);
  if (at < 0) return found.length > wanted.length ? found.slice(wanted.length, wanted.length + 60) : null;
  return `${found.slice(at - 20, at + 60)} for ${wanted.slice(at - 20, at + 60)}`;
}

t.test('the programs differ by names only', (t) => {
  let written: Record<string, { text: string; idioms: Record<string, string[]> }>;
  try {
    written = JSON.parse(execFileSync('python3', ['-B', folder, 'translations'], { encoding: 'utf8', stdio: 'pipe' }));
  } catch (error) {
    t.comment(`python3 is needed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    t.end();
    return;
  }
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  for (const [file, { text, idioms }] of Object.entries(written)) {
    t.equal(parting(bare(readFileSync(join(folder, `${file}.ts`), 'utf8')), bare(text)), null, file);
    for (const [name, found] of Object.entries(idioms)) {
      const row = `| ${file} | \`${name}\` | ${found.join('; ')} |`;
      t.equal(readme.includes(row), found.length > 0, row);
    }
  }
  t.end();
});
