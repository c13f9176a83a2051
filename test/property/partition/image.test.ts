/** Images against sets of points: what each value points at, one by one. */

import t from 'tap';
import { imageOf, isEmpty, type Pointers, plainNumbers, type Rect, spanning } from '../../../lib/partition/index.js';
import fc from '../../support/seeded.js';

const SIZE = 12;
const runs = { seed: 31, numRuns: 3000 };

/** A dense source of one or two axes, one of which may repeat, and a rectangle of it. */
const sources = fc
  .record({
    shape: fc.constantFrom<number[]>([], [6], [3, 4], [1, 5], [4, 1]),
    range: fc.boolean(),
    mess: fc.constantFrom(0, 0, 0, 1),
    seeds: fc.array(fc.integer({ min: -3, max: SIZE + 2 }), { minLength: 24, maxLength: 24 }),
    from: fc.tuple(fc.nat(4), fc.nat(4)),
    length: fc.tuple(fc.nat(4), fc.nat(4)),
  })
  .map(({ shape, range, mess, seeds, from, length }) => {
    const count = shape.reduce((a, n) => a * n, 1);
    const inside = (x: number, least: number): number => (mess === 1 ? x : Math.min(SIZE - 1, Math.max(least, x)));
    const low = Int32Array.from({ length: count }, (_, i) => inside(seeds[i], range ? 0 : -SIZE));
    const high = range ? Int32Array.from({ length: count }, (_, i) => low[i] + (seeds[12 + i] % 5)) : null;
    const ends = high?.map((x) => (mess === 1 ? x : Math.min(SIZE, x))) ?? null;
    // An axis of size 1 stands for one of size 4.
    const seen = shape.map((n) => (n === 1 ? 4 : n));
    const rect: Rect = {
      low: seen.map((n, k) => Math.min(n, from[k])),
      high: seen.map((n, k) => Math.min(n, from[k] + length[k])),
    };
    return { pointers: { shape, low, high: ends } satisfies Pointers, seen, rect };
  });

/** All that is pointed at, index by index. */
function pointedAt({ shape, low, high }: Pointers, seen: readonly number[], rect: Rect): Set<number> {
  const found = new Set<number>();
  const visit = (index: number[]): void => {
    if (index.length < seen.length) {
      for (let i = 0; i < seen[index.length]; i++) visit([...index, i]);
      return;
    }
    if (index.some((x, k) => x < rect.low[k] || x >= rect.high[k])) return;
    const at = index.reduce<number>((n, x, k) => n * shape[k] + (shape[k] === 1 ? 0 : x), 0);
    if (high === null) found.add(Number(low[at]) < 0 ? Number(low[at]) + SIZE : Number(low[at]));
    else for (let i = Number(low[at]); i < Number(high[at]); i++) found.add(i);
  };
  visit([]);
  return found;
}

t.test('the image is the smallest interval around what is pointed at; none when something outside is', async (t) => {
  const seen = { outside: 0, nothing: 0, some: 0 };
  fc.assert(
    fc.property(sources, ({ pointers, seen: shape, rect }) => {
      const want = [...pointedAt(pointers, shape, rect)].sort((a, b) => a - b);
      const found = imageOf(pointers, rect, SIZE);
      if (want.some((x) => x < 0 || x >= SIZE)) {
        seen.outside++;
        return found === null;
      }
      if (want.length === 0) {
        seen.nothing++;
        return found !== null && found.low === found.high;
      }
      seen.some++;
      return found !== null && found.low === want[0] && found.high === want[want.length - 1] + 1;
    }),
    runs,
  );
  t.ok(seen.outside > 100 && seen.nothing > 100 && seen.some > 500, JSON.stringify(seen));
});

t.test('64-bit values', async (t) => {
  const pointers = { shape: [3], low: BigInt64Array.of(7n, -1n, 3n), high: null };
  t.same(imageOf(pointers, { low: [0], high: [3] }, 10), { low: 3, high: 10 });
  t.same(imageOf(pointers, { low: [2], high: [3] }, 10), { low: 3, high: 4 });
  t.equal(imageOf(pointers, { low: [0], high: [3] }, 7), null, '7 is outside');
});

t.test('64-bit values as numbers', async (t) => {
  const values = [0n, -1n, 7n, -(2n ** 33n) - 5n, 2n ** 40n + 2n ** 31n, 2n ** 53n - 1n, -(2n ** 31n)];
  const some = BigInt64Array.from([9n, ...values]).subarray(1);
  t.same(Array.from(plainNumbers(some) as Float64Array), values.map(Number));
  const plain = Int32Array.of(1, 2);
  t.equal(plainNumbers(plain), plain);
});

t.test('spanning', async (t) => {
  t.same(spanning([4, 5], 1, { low: 2, high: 3 }), { low: [0, 2], high: [4, 3] });
  t.ok(isEmpty(spanning([4, 5], 0, { low: 0, high: 0 })));
});
