/** Numbers of bins by rules: the answers are numpy.histogram's for the same values. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

const k = np.arange(60);
const x = np.sin(k.multiply(k)).multiply(k);
const whole = k.multiply(k).remainder(17).astype('int64');

/** Of floats, of the floats in a range, and of integers. */
const COUNTS = {
  auto: [7, 7, 7],
  doane: [8, 9, 8],
  fd: [6, 7, 3],
  rice: [8, 8, 8],
  scott: [5, 4, 4],
  sqrt: [8, 7, 8],
  stone: [5, 5, 16],
  sturges: [7, 7, 7],
} as const;

for (const [rule, counts] of Object.entries(COUNTS) as [keyof typeof COUNTS, readonly number[]][]) {
  t.test(rule, async (t) => {
    const found = [np.histogram(x, rule), np.histogram(x, rule, [-20, 30]), np.histogram(whole, { bins: rule })];
    t.same(
      found.map((each) => each.counts.size),
      counts,
    );
    t.same(await np.histogramBinEdges(x, rule).data(), await found[0].edges.data());
    for (const alike of [[], [3], [3, 3, 3]]) t.equal(np.histogram(alike, rule).counts.size, 1, `${alike.length} equal values`);
  });
}

t.test('values outside the range and NaN are not counted; infinities and NaN have one bin', async (t) => {
  t.same(await np.histogram(x, 'fd', [-20, 30]).counts.tolist(), [4, 9, 11, 6, 2, 5, 2]);
  t.same(await np.histogram([1, 2, Number.NaN, 3, 4], 'auto', [0, 5]).counts.tolist(), [0, 1, 1, 1, 1]);
  for (const odd of [Number.NaN, Infinity]) t.equal(np.histogram([1, 2, odd], 'scott').counts.size, 1);
});

t.test('a rule counts neither weights nor by a name that is none', async (t) => {
  t.throws(() => np.histogram([1, 2], { bins: 'auto', weights: [1, 2] }), { name: 'ArgumentError', message: /beside weights/ });
  t.throws(() => np.histogram([1, 2], 'best' as 'auto'), { name: 'ArgumentError', message: /"stone".*got "best"/ });
});
