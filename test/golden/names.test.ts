/** The names that users can import, by entry of package.json: none comes or goes unnoticed. */
import t from 'tap';
import * as fft from '../../lib/array/fft/index.js';
import * as np from '../../lib/array/index.js';
import * as linalg from '../../lib/array/linalg/index.js';
import * as random from '../../lib/array/random/index.js';
import * as runtime from '../../lib/runtime/public.js';
import * as sparse from '../../lib/sparse/index.js';
import * as taskbench from '../../lib/taskbench/index.js';
import * as tensor from '../../lib/tensor/index.js';
import { golden } from '../support/golden.js';

const named = Object.getOwnPropertyNames(np.NDArray.prototype).filter((name) => !/^-?\d+$/.test(name));
const methods = Object.fromEntries(named.map((name) => [name, null]));

const entries: Readonly<Record<string, object>> = {
  array: np,
  fft,
  linalg,
  methods,
  random,
  runtime,
  sparse,
  'sparse-csgraph': sparse.csgraph,
  'sparse-linalg': sparse.linalg,
  taskbench,
  tensor,
};

for (const [name, entry] of Object.entries(entries)) {
  t.test(name, (t) => {
    const names = Object.keys(entry).sort();
    golden(t, `names/${name}.txt`, `${names.join('\n')}\n`);
    t.end();
  });
}
