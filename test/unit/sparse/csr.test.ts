/** Sparse matrices against plain loops, bit for bit. */
import assert from 'node:assert';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import { dense, type Entries, product, randomMatrix, randomVector, vectorOf } from '../../support/sparse.js';

const sizes: readonly (readonly [number, number, number])[] = [
  [1, 1, 2],
  [3, 5, 2],
  [40, 30, 4],
  [2500, 700, 6],
  [1000, 3000, 1],
];
const matrices = sizes.map(([rows, cols, perRow], i) => randomMatrix(rows, cols, perRow, 100 + i));
const csr = (a: Entries): sparse.CsrArray => sparse.csrArray(a);

t.test('matrix times vector has the bits of a plain loop', async (t) => {
  for (const [i, a] of matrices.entries()) {
    const x = randomVector(a.shape[1], i);
    const y = csr(a).matmul(np.asarray(x));
    t.same(y.shape, [a.shape[0]]);
    t.same(await vectorOf(y), product(a, x), a.shape.join(' by '));
  }
});

t.test('matrix times matrix, column by column', async (t) => {
  for (const a of matrices.slice(0, 4)) {
    const columns = [0, 1, 2].map((c) => randomVector(a.shape[1], 50 + c));
    const x = np.asarray(Array.from({ length: a.shape[1] }, (_, i) => columns.map((c) => c[i])));
    const y = csr(a).matmul(x);
    t.same(y.shape, [a.shape[0], 3]);
    for (const [c, column] of columns.entries()) t.same(await vectorOf(y.slice(':', c)), product(a, column));
  }
});

t.test('a vector that is a view, of another dtype, or fused into what follows', async (t) => {
  const a = matrices[2];
  const x = randomVector(2 * a.shape[1], 9);
  const odd = x.filter((_, i) => i % 2 === 1);
  const view = np.asarray(x).slice('1::2');
  const y = csr(a).matmul(view);
  t.same(
    await vectorOf(y.multiply(2).add(1)),
    product(a, odd).map((v) => v * 2 + 1),
  );
  const whole = Int32Array.from(odd, (v) => Math.round(10 * v));
  t.same(await vectorOf(csr(a).matmul(np.asarray(whole))), product(a, Float64Array.from(whole)));
  const single = sparse.csrArray(a, { dtype: 'float32' });
  t.equal(single.dtype.name, 'float32');
  t.equal(single.matmul(np.asarray(Float32Array.from(odd))).dtype.name, 'float32');
  t.equal(single.matmul(np.asarray(odd)).dtype.name, 'float64');
});

t.test('the product sees what was written to the vector before it, and not after', async (t) => {
  const a = matrices[2];
  const x = np.zeros([a.shape[1]]);
  x.addAssign(1);
  const y = csr(a).matmul(x);
  x.addAssign(1);
  const ones = new Float64Array(a.shape[1]).fill(1);
  t.same(await vectorOf(y), product(a, ones));
  t.same(
    await vectorOf(csr(a).matmul(x)),
    product(
      a,
      ones.map((v) => v + 1),
    ),
  );
});

t.test('a product into an array that is given', async (t) => {
  for (const a of [matrices[2], matrices[3]]) {
    const x = randomVector(a.shape[1], 9);
    const A = csr(a);
    const out = np.ones([a.shape[0]]);
    t.equal(A.matmul(np.asarray(x), { out }), out, 'which comes back');
    t.same(await vectorOf(out), product(a, x));
    const spread = np.zeros([2 * a.shape[0]]);
    A.matmul(np.asarray(x), { out: spread.slice('1::2') });
    t.same(await vectorOf(spread.slice('1::2')), product(a, x), 'a strided view');
    t.equal(await spread.slice('::2').sum().item(), 0);
  }
  const square = csr(randomMatrix(300, 300, 4, 77));
  const x = randomVector(300, 10);
  const own = np.asarray(x);
  const plain = await vectorOf(square.matmul(np.asarray(x)));
  t.same(await vectorOf(square.matmul(own, { out: own })), plain, 'over the vector itself');
});

t.test('dense, diagonal and transpose', async (t) => {
  for (const a of matrices.slice(0, 4)) {
    const rows = dense(a);
    const A = csr(a);
    t.equal(A.nnz, a.row.length);
    t.same(await A.toDense().tolist(), rows);
    t.same(
      await vectorOf(A.diagonal()),
      Float64Array.from({ length: Math.min(...a.shape) }, (_, i) => rows[i][i]),
    );
    t.same(A.T.shape, [a.shape[1], a.shape[0]]);
    t.same(
      await A.T.toDense().tolist(),
      rows[0].map((_, j) => rows.map((r) => r[j])),
    );
  }
});

/** Aᵀ·x, entry by entry in order. */
function transposedProduct(a: Entries, x: Float64Array): Float64Array {
  const y = new Float64Array(a.shape[1]);
  for (let k = 0; k < a.row.length; k++) y[a.col[k]] += a.data[k] * x[a.row[k]];
  return y;
}

t.test('the transpose times a vector, with few entries a column, has the bits of a plain loop', async (t) => {
  for (const [i, a] of matrices.entries()) {
    const x = randomVector(a.shape[0], i);
    const A = csr(a);
    const wanted = transposedProduct(a, x);
    const y = A.rmatvec(np.asarray(x));
    t.same(y.shape, [a.shape[1]]);
    t.same(await vectorOf(y), wanted, a.shape.join(' by '));
    t.same(await vectorOf(A.T.matmul(np.asarray(x))), wanted);
    A.data.multiplyAssign(2);
    t.same(
      await vectorOf(A.rmatvec(np.asarray(x))),
      wanted.map((v) => 2 * v),
      'values that were written',
    );
  }
  const single = sparse.csrArray(matrices[2], { dtype: 'float32' });
  const rows = Float32Array.from(randomVector(matrices[2].shape[0], 3));
  t.equal(single.rmatvec(np.asarray(rows)).dtype.name, 'float32');
  t.equal(single.rmatvec(np.asarray(Float64Array.from(rows))).dtype.name, 'float64');
  t.throws(() => single.rmatvec(np.zeros([3])), { name: 'ShapeError' });
});

t.test('with many entries a column they are added up by blocks', async (t) => {
  const a = randomMatrix(6000, 20, 8, 77);
  const whole = { ...a, data: a.data.map((v) => Math.round(100 * v)) };
  const x = randomVector(6000, 5).map((v) => Math.round(100 * v));
  t.same(await vectorOf(csr(whole).rmatvec(np.asarray(x))), transposedProduct(whole, x), 'exact sums');
  const y = randomVector(6000, 6);
  const [got, near] = [await vectorOf(csr(a).rmatvec(np.asarray(y))), transposedProduct(a, y)];
  t.ok(got.every((v, i) => Math.abs(v - near[i]) < 1e-10));
});

t.test('scaling', async (t) => {
  const a = matrices[2];
  const rows = dense(a);
  t.same(
    await csr(a).multiply(3).toDense().tolist(),
    rows.map((r) => r.map((v) => v * 3)),
  );
  const factors = randomVector(a.shape[0], 3);
  t.same(
    await csr(a).scaleRows(np.asarray(factors)).toDense().tolist(),
    rows.map((r, i) => r.map((v) => v * factors[i])),
  );
});

t.test('every way to make one', async (t) => {
  const rows = [
    [4, 0, -1],
    [0, 0, 0],
    [0, 2.5, 3],
  ];
  const coo = { data: [3, 4, 2.5, -0.5, -0.5], row: [2, 0, 2, 0, 0], col: [2, 0, 1, 2, 2], shape: [3, 3] as const };
  const byRows = { data: [-1, 4, 2.5, 3], indices: [2, 0, 1, 2], indptr: [0, 2, 2, 4], shape: [3, 3] as const };
  for (const source of [coo, byRows, rows, np.asarray(rows)]) {
    const A = sparse.csrArray(source);
    t.same(await A.toDense().tolist(), rows);
    t.same([...(await A.indices.data())], [0, 2, 1, 2]);
    t.equal(A.indices.dtype.name, 'int32');
  }
  const typed = sparse.csrArray({ ...coo, row: Int32Array.from(coo.row), col: np.asarray(Int32Array.from(coo.col)) });
  t.same(await typed.toDense().tolist(), rows);
});

t.test('generators', async (t) => {
  t.same(await sparse.poisson1d(3).toDense().tolist(), [
    [2, -1, 0],
    [-1, 2, -1],
    [0, -1, 2],
  ]);
  t.same(await sparse.poisson2d(1).toDense().tolist(), [[4]]);
  t.same(await sparse.poisson2d(2).toDense().tolist(), [
    [4, -1, -1, 0],
    [-1, 4, 0, -1],
    [-1, 0, 4, -1],
    [0, -1, -1, 4],
  ]);
  const n = 7;
  const m = 3;
  const plane = Array.from({ length: m * m }, (_, i) => 2 * Math.floor(i / m) + 3 * (i % m) + 1);
  const fine = await sparse.interpolation2d(n).matmul(np.asarray(plane)).data();
  t.same(await sparse.injection2d(n).matmul(np.asarray(fine)).tolist(), plane, 'injection undoes interpolation');
  t.equal(fine[2 * n + 2], (plane[0] + plane[1] + plane[m] + plane[m + 1]) / 4, 'the mean of four');
});

t.test('a snapshot keeps its values, whichever matrix is written, and shares them until one is', async (t) => {
  const a = matrices[2];
  const x = np.asarray(randomVector(a.shape[1], 9));
  const expected = product(a, randomVector(a.shape[1], 9));
  const doubled = expected.map((v) => 2 * v);
  const written = csr(a);
  const kept = written.snapshot();
  const again = kept.snapshot();
  written.data.assign(written.data.multiply(2));
  t.same(await vectorOf(written.matmul(x)), doubled);
  t.same(await vectorOf(kept.matmul(x)), expected, 'the matrix was written');
  const late = written.snapshot();
  written.data.assign(0);
  t.same(await vectorOf(late.matmul(x)), doubled, 'a matrix whose values were given out');
  kept.data.assign(0);
  t.same(await vectorOf(again.matmul(x)), expected, 'a snapshot was written');
  t.equal(kept.data, kept.data, 'given out, the values stay the same array');
  t.throws(() => assert.deepStrictEqual(written, kept), 'matrices are told apart');
  const large = sparse.poisson2d(300);
  await np.runtime.fence();
  const { live } = np.runtime.stats().memory;
  const snapshots = Array.from({ length: 8 }, () => large.snapshot());
  await np.runtime.fence();
  t.equal(np.runtime.stats().memory.live, live, `${snapshots.length} snapshots take no memory`);
});
