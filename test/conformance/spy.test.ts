/** Whole test files of the libraries under the spy, each in a process of its own: what the runtime decided was right. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { readLog, verify } from '../../lib/spy/index.js';

/** Quick ones that differ in what they do. */
const FILES = ['array/assign', 'array/views', 'array/combine', 'array/products', 'sparse/csr', 'sparse/krylov'];
const LIMIT_MS = 5 * 60_000;
const folder = t.testdir();

function run(file: string, log: string): Promise<{ code: number; out: string }> {
  const env = { ...process.env, MANIPLE_CONFIG: `--procs 3 --tier block --spy ${log}`, TAP: '0' };
  return new Promise((resolve) => {
    execFile(process.execPath, [file], { env, timeout: LIMIT_MS, maxBuffer: 1 << 28 }, (error, out) => {
      resolve({ code: error === null ? 0 : 1, out });
    });
  });
}

for (const name of FILES) {
  t.test(name, async (t) => {
    const file = fileURLToPath(new URL(`../unit/${name}.test.js`, import.meta.url));
    t.ok(existsSync(file), `${name} is there`);
    const log = join(folder, name.replace('/', '-'));
    const { code, out } = await run(file, log);
    t.equal(code, 0, `${name} passes under the spy`) || t.comment(out.slice(-4000));
    const logs = readdirSync(folder).filter((f) => f.startsWith(name.replace('/', '-')));
    t.ok(logs.length > 0, 'it wrote a log');
    for (const each of logs) {
      const { problems, summary } = verify(await readLog(join(folder, each)));
      t.same(problems, [], `${each}: ${summary.tasks} tasks in ${summary.launches} launches`);
      t.ok(summary.launches > 0, 'it launched something');
    }
  });
}
