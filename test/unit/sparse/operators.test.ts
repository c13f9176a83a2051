/** Operators: their algebra, Laplacians of grids, exponentials and functions of matrices times vectors, beside dense matrices and formulas. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';

const { linalg } = sparse;
const unit = { re: 0, im: 1 } as unknown as number;

async function near(
  t: { ok(got: unknown, what: string): unknown; same(got: unknown, want: unknown, what: string): unknown },
  got: np.NDArray,
  want: np.NDArray,
  what: string,
): Promise<void> {
  t.same(got.shape, want.shape, what);
  t.ok(await np.allclose(got, want, { rtol: 1e-10, atol: 1e-11 }).item(), what);
}

t.test('sums, multiples, products and transposes of operators are those of their matrices', async (t) => {
  const rng = np.random.pcg64(1);
  const [a, b, c] = [rng.standardNormal([4, 3]), rng.standardNormal([4, 3]), rng.standardNormal([3, 5])];
  for (const turn of [1, unit]) {
    const dense = a.add(a.multiply(turn)).add(b.multiply(turn).multiply(2));
    for (const A of [linalg.aslinearoperator(sparse.csrArray(dense)), byVectors(dense)]) {
      const B = linalg.aslinearoperator(b);
      const cases: readonly (readonly [string, sparse.linalg.LinearOperator, np.NDArray])[] = [
        ['A', A, dense],
        ['A.H', A.H, np.conj(dense).T],
        ['A.T', A.T, dense.T],
        ['A + B', A.add(B), dense.add(b)],
        ['(1 + i) A', A.multiply({ re: 1, im: 1 }), dense.multiply({ re: 1, im: 1 } as unknown as number)],
        ['3 A.T', A.T.multiply(3), dense.T.multiply(3)],
        ['A C', A.matmul(linalg.aslinearoperator(c)), dense.matmul(c)],
      ];
      for (const [what, operator, matrix] of cases) {
        t.same(operator.shape, matrix.shape, what);
        await near(t, operator.matmul(np.eye(matrix.shape[1])), matrix, what);
        await near(t, operator.matvec(np.ones([matrix.shape[1]])), matrix.matmul(np.ones([matrix.shape[1]])), `${what} x`);
        await near(t, operator.rmatmat(np.eye(matrix.shape[0])), np.conj(matrix).T, `${what}, adjoint`);
        await near(t, operator.matmat(np.zeros([matrix.shape[1], 0])), np.zeros([matrix.shape[0], 0]), `${what}, no columns`);
      }
    }
  }
  const A = linalg.aslinearoperator(a);
  t.throws(() => A.add(linalg.aslinearoperator(c)), { name: 'ShapeError', message: 'add: the operators are (4, 3) and (3, 5)' });
  t.throws(() => A.matmul(A), { name: 'ShapeError', message: 'matmul: the operators are (4, 3) and (4, 3)' });
  t.throws(() => A.matmat(np.ones([3])), { name: 'ShapeError', message: /expected a matrix of \(3, k\), got \(3,\)/ });
  const alone = linalg.linearOperator({ shape: [2, 2], matvec: (x) => x });
  t.throws(() => alone.H.matvec(np.ones([2])), { name: 'ArgumentError', message: /made without/ });
});

/** An operator that has products with vectors alone. */
function byVectors(A: np.NDArray): sparse.linalg.LinearOperator {
  const [rows, columns] = A.shape;
  const adjoint = np.conj(A).T;
  return linalg.linearOperator({
    shape: [rows, columns],
    dtype: A.dtype,
    matvec: (x) => A.matmul(x),
    rmatvec: (y) => adjoint.matmul(y),
  });
}

t.test('Laplacians are sums over axes, with the eigenvalues and eigenvectors of their matrices', async (t) => {
  for (const grid of [[5], [6], [2, 3], [2, 2], [3, 4, 2], [1, 4], [1]]) {
    for (const boundaryConditions of ['neumann', 'dirichlet', 'periodic'] as const) {
      const what = `${boundaryConditions}, (${grid})`;
      const L = linalg.laplacianNd(grid, { boundaryConditions });
      const [points] = L.shape;
      const matrix = summedOverAxes(grid, boundaryConditions);
      await near(t, L.toarray().astype('float64'), matrix, what);
      await near(t, L.matmul(np.eye(points)), matrix, `${what}, products`);
      t.same([L.toarray().dtype, L.tosparse().dtype, L.dtype], [np.int8, np.int8, np.int8]);
      const [values, vectors] = [L.eigenvalues(), L.eigenvectors()];
      await near(t, values, np.linalg.eigvalsh(matrix), `${what}, eigenvalues`);
      await near(t, matrix.matmul(vectors), vectors.multiply(values), `${what}, eigenvectors`);
      await near(t, vectors.T.matmul(vectors), np.eye(points), `${what}, orthonormal`);
      const few = Math.min(3, points);
      await near(t, L.eigenvalues(few), values.slice(`${-few}:`), `${what}, the largest eigenvalues`);
      await near(t, L.eigenvectors(few), vectors.slice(':', `${-few}:`), `${what}, their eigenvectors`);
    }
  }
  const L = linalg.laplacianNd([4, 5], { boundaryConditions: 'dirichlet', dtype: 'float32' });
  t.same([L.toarray().dtype, L.matvec(np.ones([20], { dtype: 'float32' })).dtype], [np.float32, np.float32]);
  const { x, converged } = await linalg.minres(linalg.laplacianNd([4, 5], { boundaryConditions: 'dirichlet' }), np.ones([20]));
  t.ok(converged && (await np.allclose(L.matvec(x), 1).item()), 'solvers take Laplacians of integers');
  t.throws(() => linalg.laplacianNd([3, 0]), { name: 'ArgumentError', message: /each an integer of at least 1/ });
});

/** By Kronecker products of dense matrices. */
function summedOverAxes(grid: readonly number[], boundary: string): np.NDArray {
  let sum: np.NDArray = np.zeros([1, 1]);
  for (const n of grid) {
    const shift = np.eye(n, { k: 1 }).add(np.eye(n, { k: -1 }));
    const own = shift.subtract(np.eye(n).multiply(2));
    const [first, last] = [np.eye(n).slice(':1'), np.eye(n).slice('-1:')];
    if (boundary === 'neumann') for (const end of [first, last]) np.add(own, end.T.matmul(end), { out: own });
    if (boundary === 'periodic')
      for (const [p, q] of [
        [first, last],
        [last, first],
      ])
        np.add(own, p.T.matmul(q), { out: own });
    sum = np.kron(sum, np.eye(n)).add(np.kron(np.eye(sum.shape[0]), own));
  }
  return sum;
}

t.test('functions of matrices times vectors agree with functions of dense matrices', async (t) => {
  const rng = np.random.pcg64(2);
  const [P, v] = [sparse.poisson2d(9), rng.standardNormal(81)];
  const R = sparse.random(81, 81, { density: 0.06, rng: 3 });
  const C = R.multiply({ re: 1, im: 0.5 });
  const H = C.add(np.conj(C.toDense()).T);
  const w = np.complex(v, rng.standardNormal(81)) as unknown as np.NDArray;
  const exp = (X: np.NDArray): np.NDArray => np.linalg.expm(X);
  const root = async (X: np.NDArray): Promise<np.NDArray> => {
    const { eigenvalues, eigenvectors } = np.linalg.eigh(X);
    return eigenvectors.multiply(np.sqrt(np.abs(eigenvalues))).matmul(np.conj(eigenvectors).T);
  };
  const cases = [
    ['exp', exp, P, v, {}],
    ['exp of a multiple, restarted', exp, P, v, { t: -2, restartEveryM: 8 }],
    ['exp, by Lanczos', exp, P, v, { t: -2, assumeA: 'her', restartEveryM: 8 }],
    ['exp of a complex multiple', exp, P, v, { t: { re: 0, im: 1 }, assumeA: 'hermitian', restartEveryM: 10 }],
    ['exp of any matrix', exp, R, v, { restartEveryM: 10 }],
    ['exp of a complex matrix', exp, C, w, { restartEveryM: 10 }],
    ['exp of a Hermitian matrix', exp, H, w, { assumeA: 'her', restartEveryM: 12 }],
    ['root', root, P, v, { assumeA: 'her', restartEveryM: 81 }],
    ['exp of a multiple of the identity', exp, sparse.eye(81), v, { t: 3 }],
  ] as const;
  for (const [what, f, A, b, options] of cases) {
    const dense = A instanceof sparse.CsrArray ? A.toDense() : A;
    const want = (await f(dense.multiply(('t' in options ? options.t : 1) as number))).matmul(b);
    for (const own of what === 'exp' ? [A, linalg.aslinearoperator(A)] : [A]) {
      const got = await linalg.funmMultiplyKrylov(f, own, b, { rtol: 1e-11, ...options });
      t.equal(got.dtype, want.dtype, what);
      const scale = np.linalg.norm(want);
      await near(t, got.divide(scale), want.divide(scale), what);
    }
  }
  t.same(await (await linalg.funmMultiplyKrylov(exp, P, np.zeros([81]))).any().item(), false);
  await t.rejects(linalg.funmMultiplyKrylov(exp, P, v, { t: 4, restartEveryM: 3, maxRestarts: 2 }), { name: 'ConvergenceError' });
  await t.rejects(
    linalg.funmMultiplyKrylov((X) => X.slice('1:'), P, v),
    { name: 'ShapeError', message: /f must give an array/ },
  );
  await t.rejects(
    linalg.funmMultiplyKrylov((X) => X.multiply(Number.NaN), P, v),
    { name: 'ArgumentError', message: /not finite/ },
  );
  await t.rejects(linalg.funmMultiplyKrylov(exp, P, np.ones([3])), { name: 'ShapeError', message: /b must be \(81,\)/ });
});

t.test('quotients of sparse matrices are arrays', async (t) => {
  // scipy.sparse.csr_array([[1, 0, 2], [0, 3, 0]]) / csr_array([[2, 5, 0], [0, 0, 1]])
  const [A, B] = [sparse.csrArray([[1, 0, 2], [0, 3, 0]]), sparse.csrArray([[2, 5, 0], [0, 0, 1]])]; // biome-ignore format: matrices
  const want = [
    [0.5, 0, Number.POSITIVE_INFINITY],
    [Number.NaN, Number.POSITIVE_INFINITY, 0],
  ];
  t.same(await A.divide(B).tolist(), want);
  t.same(await A.astype('int32').tocsc().div(B.tocoo()).tolist(), want);
});

t.test('exponentials of badly scaled matrices have all digits', async (t) => {
  const { E, sinh, cosh, exp } = Math;
  // By formulas, or the example of Moler and Van Loan 2003, to as many digits.
  const cases: readonly (readonly [number[][], number[][], number])[] = [
    [[[1, 1e6], [0, -1]], [[E, 1e6 * sinh(1)], [0, 1 / E]], 1e-15], // biome-ignore format: matrices
    [[[1, 0], [1e6, -1]], [[E, 0], [1e6 * sinh(1), 1 / E]], 1e-15], // biome-ignore format: matrices
    [[[0, 0, 1e9], [0, 0, 1], [0, 0, 0]], [[1, 0, 1e9], [0, 1, 1], [0, 0, 1]], 1e-15], // biome-ignore format: matrices
    [[[2, 1e8], [0, 2]], [[exp(2), 1e8 * exp(2)], [0, exp(2)]], 1e-15], // biome-ignore format: matrices
    [[[1, 4], [1, 1]], [[E * cosh(2), 2 * E * sinh(2)], [(E * sinh(2)) / 2, E * cosh(2)]], 3e-15], // biome-ignore format: matrices
    [[[-49, 24], [-64, 31]], [[-0.735758758144755, 0.551819099658099], [-1.471517599088239, 1.103638240715556]], 1e-12], // biome-ignore format: matrices
  ];
  for (const [A, want, rtol] of cases) {
    const got = (await linalg.expm(sparse.csrArray(A))).toDense();
    t.ok(await np.allclose(got, want, { rtol, atol: 0 }).item(), `${got} for ${want}`);
  }
  const block = sparse.blockDiag(Array.from({ length: 150 }, (_, k) => sparse.csrArray([[k % 5, 3], [1, -2]]))); // biome-ignore format: a matrix
  const whole = await linalg.expm(block);
  t.equal(whole.nnz, 600, 'blocks stay blocks');
  await near(t, whole.toDense(), np.linalg.expm(block.toDense()), 'blocks');
  await near(t, (await linalg.expm(block.multiply(unit))).toDense(), np.linalg.expm(block.toDense().multiply(unit)), 'i A');
});
