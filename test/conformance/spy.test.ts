/** Whole test files of the libraries under the spy: the runtime's decisions were right. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readLog, verify } from '../../lib/spy/index.js';
import { runTogether } from '../support/run-together.js';

/** Quick ones that differ in what they do. */
const FILES = ['array/assign', 'array/views', 'array/combine', 'array/products', 'sparse/csr', 'sparse/krylov'];
/** Those that also run on several memories, where a log says what is copied and folded. */
const SPREAD = ['array/reductions', 'sparse/csr', 'sparse/krylov'];
const LIMIT_MS = 10 * 60_000;
const folder = t.testdir();

let copies = 0;

for (const { names, start, config } of [
  { names: FILES, start: 'one', config: '--procs 3' },
  { names: SPREAD, start: 'several', config: '--procs 2 --memories 3 --grain 1' },
]) {
  t.test(`${names.join(', ')} with ${config}`, { timeout: 2 * LIMIT_MS }, async (t) => {
    const log = join(folder, start);
    const { code, out, files } = await runTogether(names, { config: `--tier block --spy ${log} ${config}`, limitMs: LIMIT_MS });
    t.equal(code, 0, 'they pass under the spy') || t.comment(out.slice(-4000));
    t.same(files, names);
    const logs = readdirSync(folder).filter((f) => f.startsWith(start));
    t.ok(logs.length >= 1, 'they wrote a log');
    for (const each of logs) {
      const { problems, summary } = verify(await readLog(join(folder, each)));
      t.same(problems, [], `${each}: ${summary.tasks} tasks in ${summary.launches} launches`);
      t.ok(summary.launches > 0, 'it launched something');
      copies += summary.copies;
    }
  });
}

t.test('something was copied between memories', async (t) => {
  t.ok(copies > 0, `${copies} copies`);
});
