/** Sets of elements against enumeration, on random views: strides of every sign, broadcast, overlapping. */
import t from 'tap';
import { crosses, keyOf, meet, repeats, sizeOf } from '../../../lib/spy/elements.js';
import type { LogView } from '../../../lib/spy/index.js';
import { generator } from '../../support/random.js';
import { elementsOf } from '../../support/spied.js';

const random = generator(77);
const below = (n: number): number => Math.floor(random() * n);

function randomView(shape: readonly number[], range: number): LogView {
  return { shape, strides: shape.map(() => below(2 * range + 1) - range), offset: below(40) };
}

const randomShape = (): number[] => Array.from({ length: below(4) }, () => (below(12) === 0 ? 0 : 1 + below(4)));

t.test('views meet where they have an element in common', async (t) => {
  let met = 0;
  for (let i = 0; i < 3000; i++) {
    const a = randomView(randomShape(), 1 + below(20));
    const b = randomView(randomShape(), 1 + below(20));
    const set = new Set(elementsOf(a));
    const expected = elementsOf(b).some((e) => set.has(e));
    if (expected) met++;
    if (meet(a, b) !== expected || meet(b, a) !== expected)
      t.fail(`seed 77, pair ${i}: ${JSON.stringify([a, b])}: expected ${expected}`);
  }
  t.ok(met > 300 && met < 2700, 'both answers occur');
});

t.test('views repeat, and cross, where two indices name one element', async (t) => {
  let crossed = 0;
  for (let i = 0; i < 3000; i++) {
    const shape = randomShape();
    const a = randomView(shape, 1 + below(20));
    const same = below(2) === 0;
    const b = same ? { ...a, offset: a.offset + below(7) - 3 } : randomView(shape, 1 + below(20));
    const [x, y] = [elementsOf(a), elementsOf(b)];
    t.equal(repeats(a), new Set(x).size < sizeOf(a), `repeats ${JSON.stringify(a)}`);
    const expected = x.some((e, j) => y.some((f, k) => e === f && j !== k));
    if (expected) crossed++;
    const answer = crosses(a, b);
    if (answer !== expected && (same || expected)) t.fail(`seed 77, pair ${i}: ${JSON.stringify([a, b])}: expected ${expected}`);
  }
  t.ok(crossed > 300 && crossed < 2700, 'both answers occur');
});

t.test('large views are decided at once', async (t) => {
  const n = 30_000;
  const whole = { shape: [n, n], strides: [n, 1], offset: 0 };
  t.equal(meet({ shape: [n, n / 2], strides: [n, 2], offset: 0 }, { shape: [n, n / 2], strides: [n, 2], offset: 1 }), false);
  t.equal(meet({ shape: [n / 2, n], strides: [2 * n, 1], offset: 0 }, { shape: [n], strides: [n + 1], offset: 0 }), true);
  t.equal(meet({ shape: [n, n - 1], strides: [n, 1], offset: 0 }, { shape: [n], strides: [n], offset: n - 1 }), false);
  t.equal(repeats(whole), false);
  t.equal(crosses(whole, whole), false);
  t.equal(crosses({ ...whole, shape: [n - 1, n] }, { ...whole, shape: [n - 1, n], offset: n }), true);
  t.equal(keyOf({ shape: [1, 3], strides: [9, 1], offset: 2 }), keyOf({ shape: [1, 3], strides: [3, 1], offset: 2 }));
});
