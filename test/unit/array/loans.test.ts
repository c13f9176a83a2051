/** Lazy arrays count on arrays that they select from: whatever is written later does not show in them. */
import * as np from 'maniple';
import t from 'tap';

/** One unit, one unit, and several. */
const SIZES = [6, 3000, 70_000];

/** Elements as numbers. */
async function numbers(x: PromiseLike<np.NDArray> | np.NDArray): Promise<number[]> {
  return Array.from((await (await x).data()) as Iterable<number>, Number);
}

/** Ways to write an array. */
const WRITES: Readonly<Record<string, (x: np.NDArray) => unknown>> = {
  assign: (x) => x.assign(-1),
  'add in place': (x) => x.addAssign(1),
  'a view': (x) => x.slice('1::2').multiplyAssign(-3),
  out: (x) => np.add(x, 2, { out: x }),
  'at places': (x) => np.addAt(x, [0, 1], 5),
  'where a mask holds': (x) => x.set(x.greater(0), 9),
  'in a scope': (x) => np.scope(() => x.assign(7)),
  'given back': (x) => x.dispose(),
  twice: (x) => x.assign(3).assign(4),
};

for (const n of SIZES) {
  for (const [how, write] of Object.entries(WRITES)) {
    t.test(`${n} elements, written by ${how}`, async (t) => {
      const contents = Array.from({ length: n }, (_, i) => ((i * 7919) % 13) - 6);
      const [x, y] = [np.asarray(contents), np.asarray(contents.map((v) => 2 * v))];
      await y.data();
      const mask = x.greater(0);
      const [lazy, places, sum] = [y.get(mask), np.nonzero(mask), y.get(mask).sum()];
      const part = y.get(mask).slice(':').add(1);
      const begun = numbers(y.get(mask));
      write(y);
      if (how !== 'given back') write(mask.astype('int64'));
      const wanted = contents.filter((v) => v > 0).map((v) => 2 * v);
      t.strictSame(await begun, wanted);
      t.strictSame(await numbers(lazy), wanted);
      t.strictSame(
        await numbers(part),
        wanted.map((v) => v + 1),
      );
      t.equal(
        await sum.item(),
        wanted.reduce((a, b) => a + b, 0),
      );
      t.strictSame(
        await numbers(places[0]),
        contents.flatMap((v, i) => (v > 0 ? [i] : [])),
      );
    });
  }
}

for (const n of SIZES) {
  t.test(`${n} elements, the mask is written`, async (t) => {
    const x = np.arange(n);
    const mask = np.copy(x.remainder(3).equal(0));
    await mask.data();
    const [before, sum] = [x.get(mask), x.get(mask).sum()];
    mask.assign(true);
    const after = x.get(mask);
    const thirds = Array.from({ length: Math.ceil(n / 3) }, (_, i) => 3 * i);
    t.strictSame(await numbers(before), thirds);
    t.equal(
      await sum.item(),
      thirds.reduce((a, b) => a + b, 0),
    );
    t.equal((await after).size, n);
  });
}

t.test('a write while the size is waited for', async (t) => {
  const x = np.arange(100_000);
  const mask = np.copy(x.less(50_000));
  await mask.data();
  const found = numbers(x.get(mask));
  await null;
  x.assign(0);
  mask.assign(false);
  await null;
  x.assign(1);
  t.strictSame((await found).slice(-2), [49_998, 49_999]);
});

t.test('reading does not copy', async (t) => {
  const x = np.arange(100_000);
  const mask = np.copy(x.less(50_000));
  await mask.data();
  const before = np.runtime.stats().tasks;
  await x.get(mask);
  t.ok(np.runtime.stats().tasks - before <= 2, 'the elements are counted and put together');
});
