/** Whole test files of the libraries under the spy, each in a process of its own: what the runtime decided was right. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { readLog, verify } from '../../lib/spy/index.js';

/** Quick ones that differ in what they do. */
const FILES = ['array/assign', 'array/views', 'array/combine', 'array/products', 'sparse/csr', 'sparse/krylov'];
/** Those that also run on several memories, where a log says what is copied and folded. */
const SPREAD = ['array/reductions', 'sparse/csr', 'sparse/krylov'];
const LIMIT_MS = 5 * 60_000;
const folder = t.testdir();

function run(file: string, log: string, config: string): Promise<{ code: number; out: string }> {
  const env = { ...process.env, MANIPLE_CONFIG: `--tier block --spy ${log} ${config}`, TAP: '0' };
  return new Promise((resolve) => {
    execFile(process.execPath, [file], { env, timeout: LIMIT_MS, maxBuffer: 1 << 28 }, (error, out) => {
      resolve({ code: error === null ? 0 : 1, out });
    });
  });
}

const runs = [
  ...FILES.map((name) => ({ name, memories: 1, config: '--procs 3' })),
  ...SPREAD.map((name) => ({ name, memories: 3, config: '--procs 2 --memories 3 --grain 1' })),
];

let copies = 0;

for (const { name, memories, config } of runs) {
  t.test(`${name}, ${memories} memories`, async (t) => {
    const file = fileURLToPath(new URL(`../unit/${name}.test.js`, import.meta.url));
    t.ok(existsSync(file), `${name} is there`);
    const start = `${name.replace('/', '-')}-${memories}`;
    const { code, out } = await run(file, join(folder, start), config);
    t.equal(code, 0, `${name} passes under the spy`) || t.comment(out.slice(-4000));
    const logs = readdirSync(folder).filter((f) => f.startsWith(start));
    t.ok(logs.length > 0, 'it wrote a log');
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
