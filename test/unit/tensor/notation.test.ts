/** Index notation: text, dtypes, and which statements are refused. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { Grid, indices, tensor } from '../../../lib/tensor/index.js';
import '../../support/arrays.js';

const { i, j, k } = indices();
const B = tensor('B', np.ones([2, 3]));
const C = tensor('C', np.ones([3, 2]));

t.test('text', async (t) => {
  const A = tensor('A', [2, 2]);
  const product = B.at(i, k).times(C.at(k, j));
  t.equal(String(A.at(i, j).assign(product.plus(1).times(2))), 'A(i, j) = (B(i, k) * C(k, j) + 1) * 2');
  t.equal(String(product.minus(product.minus(1)).negative()), '-(B(i, k) * C(k, j) - (B(i, k) * C(k, j) - 1))');
  t.equal(String(new Grid(2, 2).of(new Grid(4))), '(2, 2) of (4)');
  t.equal(String(A), 'A (2, 2)');
});

t.test('dtypes', async (t) => {
  const x = tensor('x', np.asarray([1, 2], { dtype: 'int32' }));
  const f = tensor('f', np.asarray([1, 2], { dtype: 'float32' }));
  const dtypeOf = (value: Parameters<ReturnType<typeof B.at>['assign']>[0], dtype?: 'float64' | 'int64'): string => {
    const y = tensor('y', [2], dtype === undefined ? {} : { dtype });
    return y.at(i).assign(value).run().array().dtype.name;
  };
  t.equal(dtypeOf(x.at(i)), 'int32');
  t.equal(dtypeOf(x.at(i).times(2)), 'int32', 'integers do not widen');
  t.equal(dtypeOf(x.at(i).times(0.5)), 'float64', 'a fraction does');
  t.equal(dtypeOf(f.at(i).times(0.5)), 'float32');
  t.equal(dtypeOf(f.at(i).times(x.at(i))), 'float64');
  t.equal(dtypeOf(x.at(i), 'float64'), 'float64');
  t.equal(dtypeOf(x.at(i), 'int64'), 'int64');
  t.equal(dtypeOf(3), 'float64');
  t.equal(dtypeOf(3n), 'int64');
});

t.test('a summand is summed over its own variables', async (t) => {
  const [b, c] = [tensor('b', np.asarray([1, 2])), tensor('c', np.asarray([10, 20, 30]))];
  const s = tensor('s', [2]);
  t.same(
    await s
      .at(i)
      .assign(b.at(i).plus(c.at(j)))
      .run()
      .array()
      .tolist(),
    [61, 62],
  );
  t.same(
    await s
      .at(i)
      .assign(b.at(i).times(c.at(j).plus(1)))
      .run()
      .array()
      .tolist(),
    [63, 126],
    'within a product',
  );
  const T = tensor(
    'T',
    np.asarray([
      [1, 2],
      [3, 4],
    ]),
  );
  t.same(await tensor('t', []).at().assign(T.at(i, i)).run().array().item(), 5, 'a trace');
  const wide = tensor('W', [2, 2]);
  t.same(
    await wide.at(i, j).assign(b.at(j)).run().array().tolist(),
    [
      [1, 2],
      [1, 2],
    ],
    'repeated',
  );
});

t.test('results are operands of later statements, and arrays of their own', async (t) => {
  const x = np.asarray([1, 2]);
  const y = tensor('y', [2]);
  const copied = y.at(i).assign(tensor('x', x).at(i)).run().array();
  np.add(x, 1, { out: x });
  t.same(await copied.tolist(), [1, 2]);
  t.same(await tensor('z', [2]).at(i).assign(y.at(i).times(2)).run().array().tolist(), [2, 4]);
});

t.test('what is refused', async (t) => {
  const A = tensor('A', [2, 2]);
  const cases: [string, () => unknown, string, RegExp][] = [
    ['too few variables', () => B.at(i), 'ERR_SHAPE', /B\.at: expected 2 index variables for shape \(2, 3\), got 1: \(i\)/],
    ['no variable', () => B.at(i, 'k' as never), 'ERR_ARGUMENT', /at: expected an index variable of indices\(\), got "k"/],
    [
      'two lengths',
      () => A.at(i, j).assign(B.at(i, j)),
      'ERR_SHAPE',
      /assign: j indexes dimension 1 of A, which has 2 elements, and dimension 1 of B, which has 3/,
    ],
    ['a diagonal', () => A.at(i, i).assign(B.at(i, k)), 'ERR_ARGUMENT', /A is indexed by i twice, .* use two variables/],
    [
      'both sides',
      () => C.at(i, j).assign(C.at(i, j).times(2)),
      'ERR_ARGUMENT',
      /C is on both sides of C\(i, j\) = C\(i, j\) \* 2/,
    ],
    [
      'two indices() calls',
      () => A.at(i, j).assign(B.at(i, indices().j).times(C.at(indices().j, j))),
      'ERR_ARGUMENT',
      /two variables are called j/,
    ],
    [
      'no elements',
      () =>
        A.at(i, j)
          .assign(tensor('D', [2, 2], { dtype: 'float64' }).at(i, j))
          .run(),
      'ERR_ARGUMENT',
      /D\.array: .* no elements yet/,
    ],
    ['no dtype', () => A.at(i, j).assign(tensor('D', [2, 2]).at(i, j)), 'ERR_DTYPE', /D has no dtype/],
    ['narrowing', () => tensor('n', [2], { dtype: 'int32' }).at(i).assign(B.at(i, k)), 'ERR_DTYPE', /gives float64, n is int32/],
    [
      'a constant',
      () =>
        tensor('n', [2])
          .at(i)
          .assign(
            tensor('u', np.ones([2], { dtype: 'uint8' }))
              .at(i)
              .plus(300),
          ),
      'ERR_DTYPE',
      /300 is no uint8/,
    ],
    ['not finite', () => B.at(i, k).times(Number.NaN), 'ERR_ARGUMENT', /times: expected .*a finite number/],
    ['bools', () => tensor('b', np.ones([2], { dtype: 'bool' })), 'ERR_DTYPE', /expected integers or floats, got bool/],
    ['a grid alone', () => tensor('b', [2], { on: new Grid(2) }), 'ERR_ARGUMENT', /both a grid and a distribution/],
    ['a name', () => tensor('a b', [2]), 'ERR_ARGUMENT', /a name of letters/],
    ['no dimensions', () => new Grid(), 'ERR_ARGUMENT', /expected dimensions of at least 1/],
    ['half a processor', () => new Grid(2, 0.5), 'ERR_ARGUMENT', /got \(2, 0\.5\)/],
    ['too many', () => new Grid(2048).of(new Grid(2048)), 'ERR_ARGUMENT', /no more than 1048576 processors/],
    ['a third dimension', () => new Grid(2, 2).z, 'ERR_ARGUMENT', /the grid \(2, 2\) has no dimension z/],
  ];
  for (const [name, run, code, message] of cases) t.throws(run, { code, message }, name);
});

t.test('distributions that are none', async (t) => {
  const on = new Grid(2, 3);
  const make =
    (as: string | string[], grid = on) =>
    () =>
      tensor('T', [4, 4], { on: grid, as });
  for (const [as, message] of [
    ['xy -> xz', /tensor T: the distribution 'xy -> xz' names z, which T has not; left of -> .* 2 dimensions of T, .* \(2, 3\)/],
    ['xy -> x', /has 1 places/],
    ['x -> x0', /names 1 dimensions/],
    ['xx -> xx', /names x twice/],
    ['xy -> xx', /names x twice/],
    ['xy -> 2x', /stands at coordinate 2 of a dimension of 2/],
    ['xy = xy', /is none/],
  ] as const)
    t.throws(make(as), { code: 'ERR_ARGUMENT', message }, as);
  t.throws(make('xy -> xy', on.of(new Grid(2))), { message: /expected 2 statements, one for each level of the grid/ });
  t.ok(make(['xy -> xy', 'xy -> x'], on.of(new Grid(2)))());
});
