/** What callers of the sparse library can get wrong, and what it tells them. */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { runtime } from '../../lib/runtime/index.js';
import * as sparse from '../../lib/sparse/index.js';
import { defineKind } from '../../lib/task/index.js';

const A = sparse.poisson1d(4);
const b = np.ones([4]);
const writing = defineKind({
  name: 'writing',
  args: [{ privilege: 'write', access: 'elementwise' }],
  body: { kind: 'js', run: () => undefined },
});

t.test('making matrices', async (t) => {
  const entry = { data: [1], row: [0], col: [5], shape: [2, 2] as const };
  t.throws(() => sparse.csrArray(entry), {
    code: 'ERR_INDEX',
    message: /csrArray: entry 0 is at \(0, 5\), outside a matrix of \(2, 2\)/,
  });
  t.throws(() => sparse.csrArray({ ...entry, col: [0.5] }), { code: 'ERR_INDEX', message: /col\[0\] must be an integer/ });
  t.throws(() => sparse.csrArray({ ...entry, col: [0, 1] }), { code: 'ERR_ARGUMENT', message: /one length, got 1, 2 and 1/ });
  t.throws(() => sparse.csrArray({ data: [1], indices: [0], indptr: [0, 2], shape: [1, 1] }), {
    code: 'ERR_ARGUMENT',
    message: /indptr must ascend/,
  });
  t.throws(() => sparse.csrArray([[1, 2], [3]]), { code: 'ERR_SHAPE', message: /rows of 2/ });
  t.throws(() => sparse.csrArray(b), { code: 'ERR_SHAPE', message: /two sizes/ });
  t.throws(() => sparse.csrArray([[1]], { dtype: 'float16' }), { code: 'ERR_DTYPE', message: /do not hold float16/ });
  const gone = new Float64Array(3);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  t.throws(() => sparse.diags(gone), { code: 'ERR_ARGUMENT', message: /diags: expected .* got an object \(Float64Array\)/ });
  t.throws(() => A.max(gone as never), { code: 'ERR_INDEX', message: /max: expected an axis of a matrix, .* got an object/ });
  t.throws(() => sparse.diags([null, 1] as never, [0, 1], { shape: [2, 2] }), { code: 'ERR_DTYPE' });
  for (const wrong of [null, undefined, 'x'])
    t.throws(() => sparse.dokArray([2, 3]).set(1, ':', [wrong, 0, 2] as never), {
      code: 'ERR_DTYPE',
      message: /expected a number, .* got/,
    });
  t.throws(() => sparse.poisson2d(0), { code: 'ERR_ARGUMENT', message: /poisson2d: expected a number of points/ });
  t.throws(() => sparse.injection2d(4), { code: 'ERR_ARGUMENT', message: /odd/ });
});

t.test('using them', async (t) => {
  t.throws(() => A.matmul(np.ones([5])), {
    code: 'ERR_SHAPE',
    message: /matmul: a sparse matrix of \(4, 4\) multiplies an array of \(4,\) or \(4, k\), got \(5,\)/,
  });
  t.throws(() => A.matmul(np.ones([4, 1, 1])), { code: 'ERR_SHAPE' });
  t.throws(() => A.matmul(b, { out: np.ones([3]) }), {
    code: 'ERR_SHAPE',
    message: /a product of \(4,\) does not fit an out of \(3,\)/,
  });
  t.throws(() => A.matmul(b, { out: np.ones([4], { dtype: 'float32' }) }), {
    code: 'ERR_DTYPE',
    message: /needs an out of that dtype/,
  });
  t.throws(() => A.matmul(b, { out: np.broadcastTo(1.5, [4]) }), { code: 'ERR_ARGUMENT', message: /repeats elements/ });
  t.throws(() => A.multiply(np.ones([3])), { code: 'ERR_SHAPE', message: /\(4, 4\) and \(1, 3\) do not broadcast/ });
  t.throws(() => A.matmul(sparse.eye(3)), { code: 'ERR_SHAPE', message: /multiplies one of \(4, k\), got \(3, 3\)/ });
  t.throws(() => A.matmul(A as never, { out: b }), { code: 'ERR_ARGUMENT', message: /is a new matrix/ });
  t.throws(() => A.add(1), { code: 'ERR_ARGUMENT', message: /A.toDense\(\).add\(1\) is an array/ });
  t.throws(() => A.maximum(1), { code: 'ERR_ARGUMENT', message: /absent entries would not stay 0/ });
  t.throws(() => A.power(0), { code: 'ERR_ARGUMENT', message: /a power above 0/ });
  t.throws(() => A.sum(2), { code: 'ERR_INDEX', message: /axis 2 is outside a matrix/ });
  t.throws(() => A.argmax(0.5), { code: 'ERR_INDEX', message: /axis 0.5/ });
  t.throws(() => A.scaleRows(np.ones([3])), { code: 'ERR_SHAPE', message: /one factor a row, \(4,\), got \(3,\)/ });
});

t.test("a matrix's structure cannot be written to", async (t) => {
  const before = await A.toDense().tolist();
  const { indices, indptr } = A;
  const sizes = np.asarray(Int32Array.from({ length: indices.size }, (_, i) => i));
  const writes: Readonly<Record<string, () => unknown>> = {
    assign: () => indices.assign(0),
    'assign to a view': () => indices.slice('1:3').assign(0),
    'assign to a reshaped view': () => indptr.reshape([1, 5]).assign(0),
    addAssign: () => indices.addAssign(1),
    multiplyAssign: () => indptr.multiplyAssign(2),
    'out of a function': () => np.add(sizes, 1, { out: indices }),
    'out of a reduction': () => np.sum(sizes, { out: indptr.slice(0) }),
    'a task of its own': () => runtime().launch(writing, indices.shape, [indices]),
  };
  for (const [name, write] of Object.entries(writes)) {
    t.throws(write, { code: 'ERR_ARGUMENT', message: /assignment destination is read-only.*csrArray/ }, name);
  }
  t.same(await A.toDense().tolist(), before, 'it is as it was');
  indices.copy().addAssign(1);
  A.data.multiplyAssign(2);
  t.same(await A.diagonal().tolist(), [4, 4, 4, 4], 'values can be written to');
  A.data.divideAssign(2);
});

t.test('matrices whose arrays were given back', async (t) => {
  for (const name of ['data', 'indices', 'indptr'] as const) {
    const B = sparse.poisson1d(50);
    B[name].dispose();
    t.throws(() => B.matmul(np.ones([50])), { code: 'ERR_DISPOSED', message: /sparse matrix/ }, name);
    t.throws(() => B.diagonal(), { code: 'ERR_DISPOSED' }, name);
  }
});

t.test('solving', async (t) => {
  const oblong = sparse.csrArray([
    [1, 0, 0],
    [0, 1, 0],
  ]);
  await t.rejects(sparse.cg(oblong, b), { code: 'ERR_SHAPE', message: /cg: expected a square matrix, got \(2, 3\)/ });
  await t.rejects(sparse.cg(A, np.ones([5])), {
    code: 'ERR_SHAPE',
    message: /cg: b must be \(4,\) for a matrix of \(4, 4\), got \(5,\)/,
  });
  await t.rejects(sparse.bicgstab(A, b, { x0: np.ones([2]) }), { code: 'ERR_SHAPE', message: /bicgstab: x0 must be/ });
  await t.rejects(sparse.cg(A, b, { tol: Number.NaN }), { code: 'ERR_ARGUMENT', message: /tol/ });
  await t.rejects(sparse.cg(A, b, { maxiter: 1.5 }), { code: 'ERR_ARGUMENT', message: /maxiter/ });
  await t.rejects(sparse.cg(A, b, { checkEvery: 0 }), {
    code: 'ERR_ARGUMENT',
    message: /checkEvery must be an integer of at least 1/,
  });
  await t.rejects(sparse.cg(A, b, { M: (r) => r.sum() }), { code: 'ERR_SHAPE', message: /M must map/ });
});
