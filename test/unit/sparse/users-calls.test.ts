/** Calls that programs for SciPy make beside arithmetic and solvers; expected values are SciPy 1.17's. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';

const X = sparse.csrArray([
  [1, 0, -2, 0],
  [0, 0.5, 0, 4],
  [5, 0, 0, -0.5],
]);

t.test('comparisons with numbers, and elements where they hold', async (t) => {
  const places = async (M: sparse.CsrArray): Promise<unknown> => Promise.all(M.nonzero().map((x) => x.tolist()));
  t.same(await places(X.equal(5)), [[2], [0]]);
  t.same(await places(X.greaterEqual(1)), [[0, 1, 2], [0, 3, 0]]); // biome-ignore format: rows and columns
  t.same(await places(X.tocsc().lessEqual(-0.5)), [[0, 2], [2, 3]]); // biome-ignore format: rows and columns
  t.same(await X.get(X.greater(0.5)).tolist(), [1, 4, 5]);
  t.same(await X.get(X.less(0).tocoo()).tolist(), [-2, -0.5]);
  t.same(await X.get(X.greater(9)).tolist(), []);
  t.equal(X.equal(5).dtype, np.bool);
  t.throws(() => X.equal(0), { name: 'ArgumentError', message: /true of all absent entries/ });
  t.throws(() => X.greaterEqual(-1), { name: 'ArgumentError', message: /true of all absent entries/ });
  t.throws(() => X.lessEqual(X as never), { name: 'ArgumentError', message: /A\.greater\(B\) is where it is not/ });
  t.throws(() => X.multiply({ re: 0, im: 1 }).lessEqual(-1), { name: 'DTypeError' });
  t.throws(() => X.get(X), { name: 'IndexError', message: /a sparse mask is alone, of bools and of shape \(3, 4\)/ });
  t.throws(() => X.get(sparse.eye(2).greater(0)), { name: 'IndexError' });
});

t.test('extremes beside NaN, reshaping by columns, dense blocks', async (t) => {
  const N = sparse.csrArray([
    [Number.NaN, -2],
    [Number.NaN, 0],
    [3, Number.NaN],
  ]);
  t.same(await N.nanmax(1).tolist(), [-2, 0, 3]);
  t.same(await N.nanmin({ axis: 0 }).tolist(), [3, -2]);
  t.equal(await N.tocoo().nanmax().item(), 3);
  const none = sparse.csrArray([[Number.NaN, Number.NaN]]);
  t.same(await none.nanmin(1).tolist(), [Number.NaN]);
  t.ok(Number.isNaN(await none.astype('float32').nanmax().item()));
  t.same(await X.astype('int32').nanmax(0).tolist(), [5, 0, 0, 4]);
  const byColumns = X.reshape([4, 3], { order: 'F' });
  t.ok(
    await np
      .equal(byColumns.toDense(), np.reshape(X.toDense(), [4, 3], { order: 'F' }))
      .all()
      .item(),
  );
  const blocks = sparse.blockDiag([X, 3, [[4, 5]], np.ones([1, 1]), X.tocsc()]);
  t.same([blocks.shape, blocks.nnz], [[9, 12], 16]); // biome-ignore format: a shape
  t.same(await sparse.kron(sparse.eye(2), [[1, 2]]).toDense().tolist(), [[1, 2, 0, 0], [0, 0, 1, 2]]); // biome-ignore format: a matrix
  t.same(await sparse.kron(np.asarray([[2], [3]]), sparse.eye(1).tocoo()).toDense().tolist(), [[2], [3]]); // biome-ignore format: a matrix
  t.ok(await np.equal(X.dot(X.T).toDense(), X.matmul(X.T).toDense()).all().item());
});

t.test('builders are written by slices, rows of values and masks', async (t) => {
  const S = sparse.lilArray([4, 4]);
  S.setdiag([1, 2, 3, 4]);
  S.set('1:3', '0:2', [[5, 6], [0, 8]]); // biome-ignore format: rows of values
  S.set('::-2', -1, np.asarray([7, 9]));
  S.set([true, false, false, false], ':', [[1, 0, 0, 2]]);
  S.set(2, '2:', np.asarray([[3, 4]]));
  const want = [
    [1, 0, 0, 2],
    [5, 6, 0, 9],
    [0, 8, 3, 4],
    [0, 0, 0, 7],
  ];
  t.same(await S.toarray().tolist(), want);
  t.same(await S.T.toarray().tolist(), await np.transpose(want).tolist());
  t.same(await (S.get('1:3', '1:') as sparse.CsrArray).toDense().tolist(), [[6, 0, 9], [8, 3, 4]]); // biome-ignore format: a matrix
  t.same(await (S.get([2]) as sparse.CsrArray).toDense().tolist(), [[0, 8, 3, 4]]);
  t.same([...S.items()].slice(0, 3), [[[0, 0], 1], [[0, 3], 2], [[1, 0], 5]]); // biome-ignore format: places and values
  S.set(S.tocsr().greater(4), 0);
  t.equal(S.nnz, 4);
  S.set(S.tocsr().notEqual(0), [10, 20, 30, 40]);
  t.same(await S.toarray().sum(1).tolist(), [30, 0, 70, 0]);
  t.throws(() => S.set('1:3', '0:2', [[1, 2, 3]]), { name: 'ArgumentError', message: /each of 4 places, got 3/ });
  t.throws(() => S.set(0 as never, 0), { name: 'ArgumentError', message: /a row, a column and a value, or a mask and a value/ });
  t.throws(() => S.set(sparse.eye(4), 1), { name: 'IndexError', message: /of bools and of shape \(4, 4\)/ });
  t.equal(S.nnz, 4, 'and nothing was written');
});
