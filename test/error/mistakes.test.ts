/** What newcomers write, from NumPy's ways or without `await`: the whole message says what to write instead. */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import * as linalg from '../../lib/array/linalg/index.js';
import { bicgstab, cg, poisson2d } from '../../lib/sparse/index.js';

const x = np.arange(4);
const A = np.eye(2);
const loose = (value: unknown): never => value as never;
const Made = np.NDArray as unknown as new (...given: unknown[]) => unknown;

const LATER = ": its value comes later: await it first. JavaScript's operators and template strings do not work on promises";
const LIST = ' expected the arrays in one Array, ';

const NOT_CLONED =
  'postMessage, structuredClone: arrays are not cloned: send await np.share(x), and take np.attach(shared) there; or send await x.data()';

const cases: [string, () => unknown, string, string][] = [
  [
    'an array by new',
    () => new Made([1, 2]),
    'ArgumentError',
    'NDArray: arrays are not made by new: np.array([1, 2]) copies numbers, np.zeros([2, 3]) has a shape, np.frombuffer(buffer) takes bytes',
  ],
  ...(['dstack', 'columnStack'] as const).map((name): [string, () => unknown, string, string] => [
    `${name} of two arrays`,
    () => (np[name] as (...given: unknown[]) => unknown)(x, x),
    'ArgumentError',
    `${name}: expected at most 1 argument, got 2; several arrays go in one Array, ${name}([x, y])`,
  ]),
  ...(['concat', 'stack', 'vstack', 'hstack'] as const).map((name): [string, () => unknown, string, string] => [
    `${name} of two arrays`,
    () => (np[name] as (...given: unknown[]) => unknown)(x, x),
    'ArgumentError',
    `${name}:${LIST}${name}([x, y]), got them one by one`,
  ]),
  [
    'a mask in take',
    () => x.take(x.greater(1)),
    'DTypeError',
    'take: indices must be integers, got bool; a mask chooses with x.get(mask), or np.where(mask, x, y), which keeps the shape',
  ],
  [
    'a mask in slice',
    () => x.slice(loose(x.greater(1))),
    'ArgumentError',
    "slice: expected an index such as 3, '1:-1', '::2', '...', null or [start, stop, step], got an object (NDArray); index arrays go to take or gather, masks to x.get or np.where",
  ],
  [
    'where of a condition',
    () => np.where(x.greater(1), loose(undefined), loose(undefined)),
    'ArgumentError',
    'where: expected a condition and two arrays, where(c, x, y), got the condition alone; await np.nonzero(c) gives the indices where it holds',
  ],
  ['an array in structuredClone', () => structuredClone(x), 'ArgumentError', NOT_CLONED],
  ['a deferred array in structuredClone', () => structuredClone(np.add(x, 1)), 'ArgumentError', NOT_CLONED],
  ['a list of arrays in postMessage', () => new MessageChannel().port1.postMessage([{ x }]), 'ArgumentError', NOT_CLONED],
  ['a dtype in structuredClone', () => structuredClone(np.float64), 'ArgumentError', NOT_CLONED],
  [
    'an array for a shared one',
    () => np.attach(loose(x)),
    'ArgumentError',
    'attach: expected an array of np.share, with dtype, shape and buffer, got an object (NDArray)',
  ],
  [
    'a shared array with a different shape',
    () => np.attach({ dtype: 'float64', shape: [3], buffer: new SharedArrayBuffer(16) }),
    'ArgumentError',
    'attach: expected a buffer of 24 bytes for float64 elements of shape (3,), got 16',
  ],
  [
    'allclose in arithmetic',
    () => (np.allclose(x, x) as unknown as number) + 1,
    'DTypeError',
    "JavaScript's operators do not work on arrays: use methods, x.add(y) for x + y, x.less(y) for x < y; or read values first, await x.item()",
  ],
  ['item and arithmetic', () => (x.item(0) as unknown as number) + 1, 'DTypeError', `item${LATER}`],
  ['item and a comparison', () => (x.item(0) as unknown as number) > 1, 'DTypeError', `item${LATER}`],
  ['item in text', () => `${x.item(0)}`, 'DTypeError', `item${LATER}`],
  ['data and arithmetic', () => (x.data() as unknown as number) * 2, 'DTypeError', `data${LATER}`],
  ['tolist and arithmetic', () => -(x.tolist() as unknown as number), 'DTypeError', `tolist${LATER}`],
  ['cg and arithmetic', () => (cg(poisson2d(2), np.ones([4])) as unknown as number) - 1, 'DTypeError', `cg${LATER}`],
];

for (const [what, mistake, name, message] of cases) {
  t.test(what, async (t) => {
    t.throws(mistake, { name, message });
  });
}

t.test("results of several arrays by place, in NumPy's order", async (t) => {
  const [l, n] = [linalg, np];
  const counted = { returnCounts: true, returnIndex: true } as const;
  const found: Readonly<Record<string, readonly [Iterable<unknown>, readonly unknown[]]>> = {
    eigh: [l.eigh(A), ((r) => [r.eigenvalues, r.eigenvectors])(l.eigh(A))],
    qr: [l.qr(A), ((r) => [r.q, r.r])(l.qr(A))],
    svd: [l.svd(A), ((r) => [r.u, r.s, r.vh])(l.svd(A))],
    slogdet: [l.slogdet(A), ((r) => [r.sign, r.logabsdet])(l.slogdet(A))],
    lstsq: [l.lstsq(A, [1, 2]), ((r) => [r.x, r.residuals, r.rank, r.s])(l.lstsq(A, [1, 2]))],
    histogram: [n.histogram(x, 4), ((r) => [r.counts, r.edges])(n.histogram(x, 4))],
    histogram2d: [n.histogram2d(x, x), ((r) => [r.counts, ...r.edges])(n.histogram2d(x, x))],
    unique: [await n.unique(x, counted), ((r) => [r.values, r.indices, r.counts])(await n.unique(x, counted))],
    uniqueCounts: [await n.uniqueCounts(x), ((r) => [r.values, r.counts])(await n.uniqueCounts(x))],
    polydiv: [await n.polydiv([1, 2], [1]), ((r) => [r.quotient, r.remainder])(await n.polydiv([1, 2], [1]))],
  };
  const values = (all: Iterable<unknown>): Promise<unknown[]> => Promise.all([...all].map((y) => (y as np.NDArray).tolist()));
  for (const [name, [result, fields]] of Object.entries(found)) t.same(await values(result), await values(fields), name);
  const [counts, edges] = n.histogram(x, 4);
  t.same([counts.shape, edges.shape, n.histogram(x, 4)[1].shape], [[4], [5], [5]]);
  t.equal(Array.isArray([...n.histogramdd(A)][1]), true, 'a list of edges');
});

t.test('results that come later', async (t) => {
  const found = {
    cg: await cg(poisson2d(2), np.ones([4])),
    bicgstab: await bicgstab(poisson2d(2), np.ones([4])),
  };
  for (const [name, result] of Object.entries(found)) {
    const names = Object.keys(result).join(', ');
    const message = `${name}: gives an object, not a list: take it apart by name, const { ${names} } = …`;
    t.throws(() => [...(result as unknown as Iterable<unknown>)], { name: 'ArgumentError', message });
  }
});

t.test('what is awaited is as it was', async (t) => {
  t.equal(((await x.item(1)) as number) + 1, 2);
  t.equal(Object.keys(x.item(1)).length, 0);
  t.equal(JSON.stringify(np.asarray([1, Number.NaN, Number.POSITIVE_INFINITY])), '[1,null,null]', 'as documented');
});
