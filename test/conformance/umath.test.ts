/**
 * The elementary functions on NumPy's own validation set, within NumPy's own bounds: arguments and results rounded from higher
 * precision (`numpy/_core/tests/data/umath-validation-set-*.csv`), on each tier. Read from the NumPy that python3 has; skipped where
 * there is none, or one without its tests.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { createRuntime } from '../../lib/runtime/index.js';
import { onRuntime } from '../support/on-runtime.js';
import { tiers } from '../support/tiers.js';
import { ulpsApart } from '../support/ulps.js';

type Float = 'float32' | 'float64';

interface Validation {
  readonly name: string;
  readonly dtype: Float;
  readonly arguments: Float32Array | Float64Array;
  readonly results: Float32Array | Float64Array;
  /** The most units in the last place that NumPy allows itself: the largest of the rows' bounds, as its test has it. */
  readonly bound: number;
}

const FILE = /^umath-validation-set-(\w+)\.csv$/;

/** The folder of the files, or why there is none. */
function folderOf(): { readonly folder: string } | { readonly missing: string } {
  try {
    const where = 'import numpy, os; print(os.path.join(os.path.dirname(numpy.__file__), "_core", "tests", "data"))';
    const folder = execFileSync('python3', ['-c', where], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return readdirSync(folder).some((name) => FILE.test(name)) ? { folder } : { missing: `no validation set in ${folder}` };
  } catch {
    return { missing: 'NumPy 2 with its tests is needed, for its validation set' };
  }
}

/** The value that a hexadecimal number's bits are. */
function ofBits(dtype: Float, text: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(text));
  return dtype === 'float64' ? view.getFloat64(0) : view.getFloat32(4);
}

/** A file's rows, by dtype. */
function validations(folder: string, file: string): Validation[] {
  const name = FILE.exec(file)?.[1] ?? '';
  const lines = readFileSync(join(folder, file), 'utf8').split(/\r?\n/);
  const rows = lines.map((line) => line.split(',').map((word) => word.trim())).filter((words) => words[0].startsWith('np.'));
  return (['float32', 'float64'] as const).flatMap((dtype) => {
    const own = rows.filter(([type]) => type === `np.${dtype}`);
    if (own.length === 0) return [];
    const column = (k: number): number[] => own.map((words) => ofBits(dtype, words[k]));
    const Typed = dtype === 'float32' ? Float32Array : Float64Array;
    const bound = Math.max(...own.map((words) => Number(words[3])));
    return [{ name, dtype, arguments: Typed.from(column(1)), results: Typed.from(column(2)), bound }];
  });
}

/** The largest distance, and the argument there. */
function worstOf({ dtype, arguments: given, results }: Validation, found: np.TypedArray): { ulps: number; at: number } {
  let worst = { ulps: 0, at: 0 };
  for (const [i, want] of results.entries()) {
    const ulps = ulpsApart(dtype, Number(found[i]), want);
    if (ulps > worst.ulps) worst = { ulps, at: given[i] };
  }
  return worst;
}

const functions = np as unknown as Record<string, (x: np.NDArray) => np.NDArray>;
/** Names that this library has from the array API standard alone. */
const STANDARD: Readonly<Record<string, string>> = { arccos: 'acos', arcsin: 'asin', arctan: 'atan' };

const found = folderOf();
if ('missing' in found) t.test("NumPy's validation set", { skip: found.missing }, async () => undefined);
else {
  const sets = readdirSync(found.folder)
    .filter((file) => FILE.test(file))
    .flatMap((file) => validations(found.folder, file));
  for (const { label, config, skip } of tiers) {
    t.test(`NumPy's validation set: ${label}`, { skip }, async (t) => {
      t.ok(sets.length >= 35, `${sets.length} functions and dtypes`);
      await onRuntime(createRuntime(config), async () => {
        for (const set of sets) {
          const values = await functions[STANDARD[set.name] ?? set.name](np.asarray(set.arguments)).data();
          const { ulps, at } = worstOf(set, values);
          t.ok(ulps <= set.bound, `${set.name} of ${set.dtype}: ${ulps} of ${set.bound} ulp at ${at}`);
        }
      });
    });
  }
}
