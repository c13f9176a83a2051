/** Threads that serve: each gets one post, a dead one's successor its index, and all have begun before they are ended. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { NativePool } from '../../../lib/native/index.js';
import type { TestPost } from './posted.js';

const WORKER = new URL('./posted.js', import.meta.url);
const SIZE = 2;

function makePool(counts: Int32Array, log: string[], onLoss?: () => void): NativePool {
  return new NativePool({
    worker: WORKER,
    size: SIZE,
    post: (index): TestPost => ({ counts, index }),
    stop: () => log.push('stop'),
    onLoss,
  });
}

/** Posts by index, 1 …; the last word's is turned down the first time. */
const countsFor = (words: number): Int32Array<SharedArrayBuffer> => new Int32Array(new SharedArrayBuffer(4 * words));
const until = async (done: () => boolean): Promise<void> => {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
};

t.test('each thread has its post', async (t) => {
  const [counts, log] = [countsFor(8), [] as string[]];
  const pool = makePool(counts, log);
  t.same([pool.started, pool.threads.length], [false, 0]);
  pool.start();
  pool.start();
  t.ok(pool.started);
  await pool.close();
  t.same([...counts.subarray(0, 4)], [0, 1, 1, 0], 'both had begun when the pool was closed');
  t.same(log, ['stop']);
  t.equal(pool.problem, null);
});

t.test("a dead thread's successor serves as it did", async (t) => {
  for (const which of [0, 1]) {
    const [counts, log] = [countsFor(8), [] as string[]];
    let losses = 0;
    const pool = makePool(counts, log, () => losses++);
    pool.start();
    await until(() => counts[1] + counts[2] === 2);
    await pool.threads[which].terminate();
    await until(() => counts[1] + counts[2] === 3);
    t.same([...counts.subarray(1, 3)].sort(), [1, 2]);
    t.equal(losses, 1);
    await pool.close();
  }
});

t.test('a pool that is closed while a thread is replaced', async (t) => {
  for (let i = 0; i < 4; i++) {
    const [counts, log] = [countsFor(8), [] as string[]];
    const pool = makePool(counts, log);
    pool.start();
    await until(() => counts[1] + counts[2] === 2);
    await pool.threads[0].terminate();
    await pool.close();
    t.ok(counts[1] + counts[2] >= 2);
    t.same(log, ['stop']);
  }
});

t.test('a thread that cannot serve is the problem', async (t) => {
  const counts = countsFor(SIZE + 1);
  const pool = makePool(counts, []);
  pool.start();
  await until(() => pool.problem !== null);
  t.match(pool.problem, /does not load in worker threads/);
  await pool.close();
});

t.test('no threads, nothing to start', async (t) => {
  const pool = new NativePool({ worker: WORKER, size: 0, post: () => null, stop: () => undefined });
  pool.start();
  t.ok(pool.started);
  t.same(pool.threads, []);
  await pool.close();
});

t.test('a process ends by itself while its threads load', (t) => {
  const folder = t.testdir({
    'slow.mjs': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);\nexport default () => 1;\n',
  });
  const library = new URL('../../../lib/native/index.js', import.meta.url).href;
  const script = `
    import { NativePool } from ${JSON.stringify(library)};
    const worker = new URL(${JSON.stringify(pathToFileURL(join(folder, 'slow.mjs')).href)});
    new NativePool({ worker, size: 2, post: (index) => index, stop: () => console.log('stopped') }).start();
    setTimeout(() => {}, Number(process.argv[1]));`;
  for (const milliseconds of ['0', '300']) {
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, milliseconds], {
      encoding: 'utf8',
      timeout: 30_000,
    });
    t.same([status, signal, stdout, stderr], [0, null, 'stopped\n', ''], `after ${milliseconds} ms`);
  }
  t.end();
});
