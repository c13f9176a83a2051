/**
 * Reads of arrays so large that their memory is not cleared first: every element is there, in a buffer of its own. Reads that
 * need not wait let the event loop turn all the same.
 */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

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

t.test('more is read at once than there is to lend', async (t) => {
  const n = 1 << 20;
  const x = np.arange(n);
  const reads = Array.from({ length: 40 }, (_, k) => x.add(k).dataSync());
  t.ok(reads.every((values, k) => values[0] === k && values[n - 1] === n - 1 + k));
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
