/** Interned views: equal ones in use are one object, and those that nobody uses cost no memory. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { TraceError } from '../../../lib/base/index.js';
import { createRuntime, useRuntime } from '../../../lib/runtime/index.js';
import { identityView, internView, sameView } from '../../../lib/shape/index.js';

/** More views than the table keeps. */
function forget(): void {
  for (let i = 0; i < 40_000; i++) internView([3], [1], 1_000_000 + i);
}

t.test('equal views are one object while they are in use', async (t) => {
  const view = internView([4, 5], [10, 2], 3);
  t.equal(internView([4, 5], [10, 2], 3), view);
  t.not(internView([4, 5], [10, 2], 4), view);
  for (let i = 0; i < 100_000; i++) {
    internView([2], [1], i);
    if (i % 1000 === 0 && internView([4, 5], [10, 2], 3) !== view) t.fail('it was asked for all the time');
  }
});

t.test('views that were forgotten come back as others, which are the same to those who look', async (t) => {
  const view = internView([4, 5], [10, 2], 3);
  forget();
  const again = internView([4, 5], [10, 2], 3);
  t.not(again.id, view.id, 'numbers are not given twice');
  t.ok(sameView(view, again));
  t.notOk(sameView(view, internView([4, 5], [10, 2], 4)));
  t.notOk(sameView(view, internView([4, 5], [10, 1], 3)));
  t.notOk(sameView(view, identityView([4, 5])));
});

t.test('a program does not see that views were forgotten', async (t) => {
  const rt = createRuntime({ device: 'js', procs: 1, tracing: 'off' });
  const before = useRuntime(rt);
  const x = np.arange(24).reshape([4, 6]);
  const body = (): np.NDArray => {
    x.slice(1).addAssign(x.slice(2));
    return x.slice(':', '1:3').multiply(2);
  };
  rt.trace('body', body);
  forget();
  t.same(await rt.trace('body', body).tolist(), [
    [2, 4],
    [66, 72],
    [26, 28],
    [38, 40],
  ]);
  t.throws(() => rt.trace('body', () => x.slice(':', '2:4').multiply(2)), TraceError);
  // An array that failed is good again when all of it is overwritten, though through a newer view.
  const bad = np.take(np.arange(5), np.asarray(BigInt64Array.of(9n, 9n, 9n)));
  t.throws(() => bad.dataSync());
  forget();
  bad.slice(':').assign(7);
  t.same(await bad.tolist(), [7, 7, 7]);
  useRuntime(before);
  await rt.close();
});

const run = promisify(execFile);
const LIBRARY = new URL('../../../pack/array/index.js', import.meta.url).href;

/** Runs a program with little memory for objects. */
async function inLittleMemory(program: string): Promise<string> {
  const script = `import * as np from ${JSON.stringify(LIBRARY)};\n${program}`;
  const args = ['--max-old-space-size=96', '--input-type=module', '-e', script];
  const env = { ...process.env, NODE_OPTIONS: '', MANIPLE_CONFIG: '--device js --procs 1 --tracing off' };
  return (await run(process.execPath, args, { env, timeout: 300_000 })).stdout.trim();
}

t.test('two million different slices in one synchronous loop fit into 96 MB', async (t) => {
  const out = await inLittleMemory(`
    const x = np.zeros([2000, 2000]);
    let n = 0;
    for (let i = 0; i < 1000; i++) for (let j = 0; j < 2000; j++) n += x.slice([i, i + 7], [j, null, 1 + (i % 3)]).size > 0 ? 1 : 0;
    console.log(n);`);
  t.equal(out, '2000000');
});

t.test('so do tens of thousands that tasks compute with, each planned anew', async (t) => {
  const out = await inLittleMemory(`
    const x = np.arange(40_000);
    let sum = 0;
    for (let i = 0; i < 30_000; i++) sum += x.slice(i + ':' + (i + 4)).add(x.slice([i + 1, i + 5])).dataSync()[0];
    console.log(sum);`);
  t.equal(out, String(30_000 * 30_000));
});
