/** Writing in place: every alias sees it, and overlapping operands are read before they are written, as in NumPy. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

t.test('assign broadcasts and converts', async (t) => {
  const x = np.zeros([2, 3], { dtype: 'int32' });
  t.equal(x.assign([1.9, -1.9, 2]), x);
  t.same(await x.tolist(), [
    [1, -1, 2],
    [1, -1, 2],
  ]);
  x.assign(7);
  t.same(await x.slice(0).tolist(), [7, 7, 7]);
  x.slice(':', 1).assign([[4, 5]].flat());
  t.same(await x.tolist(), [
    [7, 4, 7],
    [7, 5, 7],
  ]);
  x.assign([[true], [false]]);
  t.same(await x.tolist(), [
    [1, 1, 1],
    [0, 0, 0],
  ]);
  t.throws(() => x.assign([1, 2]), { name: 'ShapeError', message: /does not fit/ });
  t.throws(() => x.slice(0).assign(np.zeros([1, 2, 3])), { name: 'ShapeError' });
  const bools = np.zeros(3, { dtype: 'bool' }).assign([0, 0.5, Number.NaN]);
  t.same(await bools.tolist(), [false, true, true]);
});

t.test('every alias sees a write', async (t) => {
  const x = np.zeros([3, 3]);
  const row = x.slice(1);
  const column = x.slice(':', 1);
  const turned = x.T;
  row.assign([1, 2, 3]);
  column.addAssign(10);
  t.same(await x.tolist(), [
    [0, 10, 0],
    [1, 12, 3],
    [0, 10, 0],
  ]);
  t.same(await turned.slice(1).tolist(), [10, 12, 10]);
  t.same(await row.tolist(), [1, 12, 3]);
  turned.slice(0, 0).assign(5);
  t.equal(await x.slice(0, 0).item(), 5);
});

t.test('overlapping views', async (t) => {
  const fresh = (): np.NDArray => np.arange(6);
  const cases: [string, (x: np.NDArray) => void, number[]][] = [
    ['shift up', (x) => x.slice('1:').assign(x.slice(':-1')), [0, 0, 1, 2, 3, 4]],
    ['shift down', (x) => x.slice(':-1').assign(x.slice('1:')), [1, 2, 3, 4, 5, 5]],
    ['reverse', (x) => x.assign(x.slice('::-1')), [5, 4, 3, 2, 1, 0]],
    ['add a neighbour', (x) => x.slice('1:').addAssign(x.slice(':-1')), [0, 1, 3, 5, 7, 9]],
    ['add the reverse', (x) => x.addAssign(x.flip()), [5, 5, 5, 5, 5, 5]],
    ['itself', (x) => x.addAssign(x), [0, 2, 4, 6, 8, 10]],
    ['interleaved', (x) => x.slice('::2').addAssign(x.slice('1::2')), [1, 1, 5, 3, 9, 5]],
    ['one element over all', (x) => x.addAssign(x.slice(3)), [3, 4, 5, 6, 7, 8]],
    ['its own first', (x) => x.assign(x.slice(-1)), [5, 5, 5, 5, 5, 5]],
    ['out', (x) => void np.add(x.slice(':-1'), x.slice('1:'), { out: x.slice('1:') }), [0, 1, 3, 5, 7, 9]],
    ['out of two', (x) => void np.multiply(x.flip(), 2, { out: x }), [10, 8, 6, 4, 2, 0]],
    ['a sum of itself', (x) => x.subtractAssign(x.sum()), [-15, -14, -13, -12, -11, -10]],
  ];
  for (const [name, write, want] of cases) {
    const x = fresh();
    write(x);
    t.same(await x.tolist(), want, name);
  }
  const m = np.arange(9).reshape([3, 3]);
  m.addAssign(m.T);
  t.same(
    await m.tolist(),
    [
      [0, 4, 8],
      [4, 8, 12],
      [8, 12, 16],
    ],
    'a matrix and its transpose',
  );
  m.slice('1:', '1:').assign(m.slice(':-1', ':-1'));
  t.same(
    await m.tolist(),
    [
      [0, 4, 8],
      [4, 0, 4],
      [8, 4, 8],
    ],
    'a block and its neighbour',
  );
});

t.test('what was computed before a write keeps its value', async (t) => {
  const x = np.arange(3);
  const before = x.add(0);
  const pending = x.multiply(10);
  x.assign(9);
  t.same(await before.tolist(), [0, 1, 2]);
  t.same(await pending.tolist(), [0, 10, 20]);
  const reading = x.data();
  x.assign(1);
  t.same([...(await reading)], [9, 9, 9], 'a read sees the contents of its call');
});

t.test('operations in place', async (t) => {
  const apply: [(x: np.NDArray) => np.NDArray, number[]][] = [
    [(x) => x.addAssign(2), [8, 9]],
    [(x) => x.subtractAssign([1, 2]), [5, 5]],
    [(x) => x.multiplyAssign(3), [18, 21]],
    [(x) => x.divideAssign(2), [3, 3.5]],
    [(x) => x.floorDivideAssign(4), [1, 1]],
    [(x) => x.remainderAssign(4), [2, 3]],
    [(x) => x.powAssign(2), [36, 49]],
  ];
  for (const [fn, want] of apply) {
    const x = np.asarray([6, 7]);
    t.equal(fn(x), x);
    t.same(await x.tolist(), want);
  }
});

t.test('in place, a dtype keeps its kind', async (t) => {
  const ints = np.asarray([1, 2], { dtype: 'int32' });
  t.throws(() => ints.addAssign(0.5), { name: 'DTypeError', message: /float64 result cannot be written to a int32 array/ });
  t.throws(() => ints.divideAssign(2), { name: 'DTypeError' });
  t.throws(() => np.asarray(Uint8Array.of(1)).addAssign(ints.slice(':1')), { name: 'DTypeError' });
  t.throws(() => np.asarray([true]).addAssign(1), { name: 'DTypeError' });
  t.same(await ints.addAssign(np.asarray([2 ** 33 + 5, 1], { dtype: 'int64' })).tolist(), [6, 3], 'int64 into int32 wraps');
  const single = np.asarray([1, 2], { dtype: 'float32' });
  t.same(await single.addAssign(np.asarray([0.1, 0.2])).tolist(), [Math.fround(1.1), Math.fround(2.2)]);
  t.equal(single.dtype, np.float32);
  for (const power of [-1, -2n])
    for (const raise of [() => ints.powAssign(power), () => np.powAssign(ints, power), () => ints.pow(power)])
      t.throws(raise, { code: 'ERR_ARGUMENT', message: /integers \(int32\) to the power of -\d are no integers/ });
  t.same(await np.asarray([2, 4]).powAssign(-1).tolist(), [0.5, 0.25], 'floats have such powers');
  for (let i = 0; i < 3; i++) ints.addAssign(np.asarray([1, 1], { dtype: 'int32' }));
  t.same(await ints.tolist(), [9, 6], 'and again, by the short path');
});

t.test('out', async (t) => {
  const out = np.zeros([2, 3]);
  t.equal(np.add([1, 2, 3], 1, { out }), out);
  t.same(
    await out.tolist(),
    [
      [2, 3, 4],
      [2, 3, 4],
    ],
    'operands broadcast to it',
  );
  np.exp(np.zeros(3), { out: out.slice(1) });
  t.same(await out.slice(1).tolist(), [1, 1, 1]);
  t.throws(() => np.add(np.zeros([2, 3]), 1, { out: np.zeros(3) }), { name: 'ShapeError' });
  t.throws(() => np.add([1], 1, { out: [0] as never }), { name: 'ArgumentError', message: /out must be an array/ });
  t.same(await np.less([1], 2, { out: np.zeros(1) }).tolist(), [1], 'a bool fits everywhere');
  t.throws(() => np.add([1], 1, { out: np.zeros(1, { dtype: 'bool' }) }), { name: 'DTypeError' });
});

t.test('broadcast views cannot be written', async (t) => {
  const x = np.broadcastTo([1, 2], [3, 2]);
  for (const write of [() => x.assign(1), () => x.addAssign(1), () => np.add(1, 1, { out: x })]) {
    t.throws(write, { name: 'ArgumentError', message: /repeats elements/ });
  }
  t.same(await np.broadcastTo([1], [1, 1]).copy().addAssign(1).tolist(), [[2]], 'a copy can');
});

t.test('astype and copy', async (t) => {
  const x = np.asarray([1.7, -1.7, Number.NaN, 1e10, -1e10]);
  t.same(await x.astype('int32').tolist(), [1, -1, 0, 2147483647, -2147483648]);
  t.same(await x.astype('bool').tolist(), [true, true, true, true, true]);
  t.same(await np.asarray([-1, 300, 256], { dtype: 'int32' }).astype('uint8').tolist(), [255, 44, 0]);
  t.equal(x.astype('float64', { copy: false }), x);
  t.not(x.astype('float64'), x);
  t.not(x.copy().root, x.root);
  t.same(await np.arange(6).reshape([2, 3]).T.copy().tolist(), [
    [0, 3],
    [1, 4],
    [2, 5],
  ]);
  t.throws(() => x.astype('complex' as never), { name: 'DTypeError', message: /unknown dtype "complex"/ });
});
