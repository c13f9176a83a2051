/** Whole test files of the libraries under the spy: what the runtime decided was right. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { readLog, verify } from '../../lib/spy/index.js';

/** Quick ones that differ in what they do. */
const FILES = ['array/assign', 'array/views', 'array/combine', 'array/products', 'sparse/csr', 'sparse/krylov'];
/** Those that also run on several memories, where a log says what is copied and folded. */
const SPREAD = ['array/reductions', 'sparse/csr', 'sparse/krylov'];
const LIMIT_MS = 10 * 60_000;
const folder = t.testdir();

function run(files: readonly string[], log: string, config: string): Promise<{ code: number; out: string }> {
  const env = { ...process.env, MANIPLE_CONFIG: `--tier block --spy ${log} ${config}`, TAP_TIMEOUT: `${LIMIT_MS / 1000}` };
  const paths = ['../support/together.js', ...files].map((file) => fileURLToPath(new URL(file, import.meta.url)));
  return new Promise((resolve) => {
    execFile(process.execPath, paths, { env, timeout: LIMIT_MS, maxBuffer: 1 << 28 }, (error, out) => {
      resolve({ code: error === null ? 0 : 1, out });
    });
  });
}

let copies = 0;

for (const { names, start, config } of [
  { names: FILES, start: 'one', config: '--procs 3' },
  { names: SPREAD, start: 'several', config: '--procs 2 --memories 3 --grain 1' },
]) {
  t.test(`${names.join(', ')} with ${config}`, { timeout: 2 * LIMIT_MS }, async (t) => {
    const files = names.map((name) => `../unit/${name}.test.js`);
    const { code, out } = await run(files, join(folder, start), config);
    t.equal(code, 0, 'they pass under the spy') || t.comment(out.slice(-4000));
    for (const name of names) t.ok(out.includes(`end of dist/test/unit/${name}.test.js`), `${name} ran`);
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
