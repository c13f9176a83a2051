/**
 * Reads of arrays so large that their memory is not cleared first: every element is there, in a buffer of its own. Reads that
 * need not wait let the event loop turn all the same.
 */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { addonProblem } from '../../../lib/native/index.js';
import { createRuntime, deviceOf } from '../../../lib/runtime/current.js';
import { onRuntime } from '../../support/on-runtime.js';

const counts = (n: number): Float64Array => Float64Array.from({ length: n }, (_, k) => k);

// Below and above what is cleared, and what huge pages are asked for.
for (const n of [1 << 10, 1 << 17, (1 << 19) + 3, (1 << 20) + 1]) {
  t.test(`${n} elements`, async (t) => {
    const x = np.arange(n);
    const first = await x.data();
    const second = x.dataSync();
    t.ok(first.every((v, k) => v === k) && second.length === n && second[n - 1] === n - 1);
    t.equal(first.buffer.byteLength, 8 * n);
    if (first instanceof Float64Array) first.fill(-1);
    t.equal(second[1], 1, 'each read has its own');
    t.equal(
      x.sum().itemSync(),
      counts(n).reduce((a, b) => a + b),
      'and the array keeps what it has',
    );
    t.equal((await x.slice('::2').data())[1], 2);
    t.equal((await x.greater(0).data()).filter((v) => v === 1).length, n - 1);
  });
}

t.test('what was read is used again, written and read again', async (t) => {
  const n = 1 << 18;
  const a = np.arange(n);
  const c = a.multiply(2).add(1);
  const early = c.data();
  c.assign(c.add(a));
  const late = c.data();
  t.equal((await early)[n - 1], 2 * n - 1, 'as of the call');
  t.equal((await late)[n - 1], 3 * n - 2);
  const turned = (await c.reshape([512, n / 512]).T.data())[1];
  t.equal(turned, 3 * (n / 512) + 1, 'a scattered view');
  t.equal(await c.sum().item(), (3 * n * (n - 1)) / 2 + n);
});

t.test('what is read in a scope, or disposed of, arrives', async (t) => {
  const n = 1 << 18;
  const x = np.arange(n);
  const inside: Promise<ArrayLike<number | bigint>>[] = [];
  np.scope(() => {
    inside.push(x.add(5).data());
    return x;
  });
  t.equal((await inside[0])[n - 1], n + 4);
  const y = x.add(6);
  const read = y.data();
  y.dispose();
  t.equal((await read)[n - 1], n + 5);
});

t.test('large results of what failed reject', async (t) => {
  const bad = np.arange(1000).take(np.arange(1 << 18).astype('int64'));
  await t.rejects(bad.add(1).data());
  t.throws(() => bad.multiply(2).dataSync());
});

t.test('more is read at once than there is to lend', async (t) => {
  const n = 1 << 20;
  const x = np.arange(n);
  const reads = Array.from({ length: 40 }, (_, k) => x.add(k).dataSync());
  t.ok(reads.every((values, k) => values[0] === k && values[n - 1] === n - 1 + k));
});

t.test('a loop that reads and forgets large results leaves few to be collected', { skip: addonProblem() ?? false }, async (t) => {
  const n = 1 << 20;
  const x = np.arange(n);
  const before = process.memoryUsage().external;
  let most = 0;
  for (let k = 0; k < 100; k++) {
    const values = await x.add(k).data();
    if (values[1] !== k + 1) t.fail(`read ${k} begins with ${values[0]}, ${values[1]}`);
    most = Math.max(most, process.memoryUsage().external - before);
  }
  t.ok(most <= 8 * 8 * n, `${most} bytes of 100 results of ${8 * n}`);
});

t.test('who only awaits what is complete lets the event loop turn', async (t) => {
  const x = np.ones([64]);
  for (const wait of [() => np.runtime.fence(), () => x.data()]) {
    let turned = false;
    setImmediate(() => (turned = true));
    const start = performance.now();
    while (!turned && performance.now() - start < 60_000) await wait();
    t.ok(turned);
  }
});

t.test('notices of results that follow each other let the event loop turn', { skip: addonProblem() !== null }, async (t) => {
  await onRuntime(createRuntime({ inline: false }), async (rt) => {
    const device = deviceOf(rt);
    device.help = () => false;
    device.completed = () => 0;
    device.notify = (n, done) =>
      queueMicrotask(() => {
        device.wait(n);
        done();
      });
    const x = np.ones([1 << 16]);
    for (const wait of [() => np.runtime.fence(), () => x.data()]) {
      let turned = false;
      setImmediate(() => (turned = true));
      const start = performance.now();
      while (!turned && performance.now() - start < 10_000) {
        x.assign(x.sin());
        await wait();
      }
      t.ok(turned);
    }
  });
});

t.test('a pending read of what failed rejects, whatever is written there behind it', async (t) => {
  const n = 10_000;
  const rejected = async (end: (bad: np.NDArray) => void): Promise<void> => {
    // Work that is not over when the read is asked for.
    const busy = np.sin(np.arange(2_000_000)).sum();
    const bad = np.arange(n).take(np.full([n], 2 * n, { dtype: 'int64' }));
    const late = bad.add(busy.multiply(0));
    const read = late.data();
    end(late);
    await t.rejects(read, { code: 'ERR_INDEX' });
  };
  await rejected((late) => {
    late.assign(np.zeros([n]));
    np.runtime.flush();
  });
  await rejected((late) => late.dispose());
});
