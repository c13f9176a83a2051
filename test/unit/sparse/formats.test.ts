/** Coordinates and compressed columns against dense lists, and the ways between formats. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import '../../support/arrays.js';
import { dense, random, randomMatrix } from '../../support/sparse.js';

t.test('coordinates in any order, several at one place', async (t) => {
  for (let seed = 1; seed <= 20; seed++) {
    const a = randomMatrix(7, 6, 3, seed);
    const next = random(seed + 100);
    const whole = { ...a, data: a.data.map((x) => Math.round(50 * x)) };
    // Each entry once more, somewhere among the rest.
    const twice = [...whole.row.keys(), ...whole.row.keys()].map((k) => ({ k, at: next() })).sort((p, q) => p.at - q.at);
    const part = (list: readonly number[]): number[] => twice.map(({ k }) => list[k]);
    const M = sparse.cooArray({ shape: a.shape, row: part(whole.row), col: part(whole.col), data: part(whole.data) });
    t.equal(M.nnz, 2 * a.row.length);
    const A = M.tocsr();
    t.equal(A.nnz, a.row.length);
    const wanted = dense(whole).map((row) => row.map((x) => 2 * x));
    t.same(await A.toDense().tolist(), wanted, `seed ${seed}`);
    t.same(
      await M.T.toDense().tolist(),
      wanted[0].map((_, j) => wanted.map((row) => row[j])),
    );
    M.data.multiplyAssign(0);
    t.same(await A.toDense().tolist(), wanted, 'values of their own');
  }
});

t.test('compressed columns', async (t) => {
  for (let seed = 1; seed <= 20; seed++) {
    const a = randomMatrix(5, 8, 3, seed);
    const A = sparse.csrArray(a);
    const C = A.tocsc();
    const rows = dense(a);
    t.same(C.shape, a.shape);
    t.same(await C.toDense().tolist(), rows);
    const [data, indices, indptr] = [await C.data.tolist(), await C.indices.tolist(), await C.indptr.tolist()] as number[][];
    const again = sparse.cscArray({ data, indices, indptr, shape: a.shape });
    t.same(await again.tocsr().toDense().tolist(), rows, 'from its own arrays');
    const x = np.asarray(Array.from({ length: 8 }, (_, j) => j - 3));
    const X = np.asarray(Array.from({ length: 8 }, (_, j) => [j, 1]));
    const near = async (found: np.NDArray, wanted: np.NDArray) => t.ok(await np.allclose(found, wanted).item());
    await near(C.matmul(x), A.matmul(x));
    await near(C.matmul(X), A.matmul(X));
    t.same(await C.T.toDense().tolist(), await A.T.toDense().tolist());
    t.same(await A.tocoo().toDense().tolist(), rows);
  }
});

t.test('from one format to another', async (t) => {
  const A = sparse.csrArray(
    [
      [0, 3],
      [4, 0],
    ],
    { dtype: 'float32' },
  );
  for (const M of [
    sparse.cooArray(A),
    sparse.cscArray(A),
    sparse.cooArray(A.tocsc()),
    sparse.cscArray(A.tocoo()),
    A.asformat('csc'),
    A.asformat('coo'),
  ]) {
    t.equal(M.dtype, np.float32);
    t.same(await M.toDense().tolist(), [
      [0, 3],
      [4, 0],
    ]);
    t.ok(sparse.issparse(M));
  }
  t.equal(A.tocsr(), A);
  t.equal(A.asformat('csr'), A);
  t.same(await A.toarray().tolist(), [
    [0, 3],
    [4, 0],
  ]);
  t.same(
    await sparse
      .cooArray([
        [1, 0],
        [0, 2],
      ])
      .row.tolist(),
    [0, 1],
  );
  t.same(await sparse.cscArray(np.eye(2)).indices.tolist(), [0, 1]);
  t.equal(sparse.cooArray(A, { dtype: 'float64' }).dtype, np.float64);
  t.equal(`${A.tocoo()}`, '<CooArray (2, 2) of float32 with 2 stored entries>');
  t.equal(`${A.tocsc()}`, '<CscArray (2, 2) of float32 with 2 stored entries>');
  t.equal(sparse.issparse(np.eye(2)), false);
});

t.test('every format goes with complex arrays, out, dtypes and solvers', async (t) => {
  const A = sparse.csrArray([
    [4, 1],
    [2, 5],
  ]);
  const z = np.array([np.complex(1, 2), np.complex(3, -1)]);
  const near = async (found: np.NDArray, wanted: np.NDArray, what: string) => t.ok(await np.allclose(found, wanted).item(), what);
  for (const M of [A, A.tocsc(), A.tocoo()]) {
    const name = M.constructor.name;
    await near(sparse.matmul(M, z), A.matmul(z), `${name}.matmul`);
    await near(sparse.multiply(M, z).toDense(), A.toDense().multiply(z), `${name}.multiply`);
    await near(sparse.linalg.spsolveTriangular(sparse.tril(M), z), np.linalg.solve(np.tril(A.toDense()), z), name);
    await near(await sparse.linalg.expmMultiply(M, z), np.linalg.expm(A.toDense()).matmul(z), `expmMultiply of ${name}`);
    const out = np.zeros([2]);
    t.equal(M.matmul(np.ones([2]), { out }), out);
    t.same(await out.tolist(), [5, 7]);
    t.throws(() => M.matmul(np.ones([2]), { out: np.zeros([3]) }), { name: 'ShapeError' });
    for (const [of, b] of [
      [M, np.ones([2])],
      [M.astype('int32'), np.ones([2])],
      [M, z],
      [M.astype('complex128'), z],
      [A.toDense(), z],
    ] as const) {
      for (const solve of [sparse.bicgstab, sparse.linalg.bicg, sparse.linalg.gmres, sparse.linalg.qmr]) {
        const { x } = await solve(of, b, { tol: 1e-12 });
        await near(x, np.linalg.solve(A.toDense(), b), `${solve.name} of ${name} in ${of.dtype.name}`);
      }
    }
    t.same(await M.copy().conj().real.astype('float32').toDense().tolist(), await A.toDense().tolist());
    t.same(await M.imag.toDense().tolist(), [
      [0, 0],
      [0, 0],
    ]);
    t.throws(() => Number(M), { name: 'DTypeError' });
  }
});

t.test('a solve works on the values at the call, in every format', async (t) => {
  for (const M of [sparse.eye(3), sparse.eye(3).tocsc(), sparse.eye(3).tocoo()]) {
    const solved = sparse.cg(M, np.ones([3]));
    M.data.assign(7);
    t.same(await (await solved).x.tolist(), [1, 1, 1], M.constructor.name);
  }
});

t.test('what is refused', async (t) => {
  t.throws(() => sparse.cooArray({ data: [1], row: [2], col: [0], shape: [2, 2] }), {
    name: 'IndexError',
    message: 'cooArray: entry 0 is at (2, 0), outside a matrix of (2, 2)',
  });
  t.throws(() => sparse.cscArray({ data: [1], indices: [3], indptr: [0, 1], shape: [2, 1] }), {
    name: 'IndexError',
    message: 'cscArray: entry 0 is at (3, 0), outside a matrix of (2, 1)',
  });
  t.throws(() => sparse.cscArray({ data: [1], indices: [0], indptr: [0, 1], shape: [1, 2] }), {
    name: 'ArgumentError',
    message: /cscArray: indptr must ascend from 0 to the 1 indices in 3 steps, got 2/,
  });
  t.throws(() => sparse.eye(2).tocoo().row.assign(0), { message: /read-only/ });
  t.throws(() => sparse.eye(2).asformat('bsr' as never), { name: 'ArgumentError', message: /"csr" or "csc" or "coo"/ });
  t.throws(() => sparse.cscArray([[1]], { dtype: 'float16' }), {
    name: 'DTypeError',
    message: /cscArray: sparse matrices do not hold float16/,
  });
});

t.test("SciPy's own forms", async (t) => {
  const [data, row, col] = [
    [1, 2, 4],
    [0, 1, 1],
    [1, 0, 0],
  ];
  const dense = [
    [0, 1],
    [6, 0],
  ];
  for (const make of [sparse.csrArray, sparse.cscArray, sparse.cooArray]) {
    const places = [row, col] as const;
    t.same(
      await make([data, places], { shape: [2, 2] })
        .toDense()
        .tolist(),
      dense,
      make.name,
    );
    t.same(
      await make([np.asarray(data), [np.asarray(row), Int32Array.from(col)]])
        .toDense()
        .tolist(),
      dense,
      'the least shape',
    );
    t.same(make([data, places], { shape: [4, 3], dtype: 'float32' }).shape, [4, 3]);
    t.same([make([3, 4]).shape, make([3, 4]).nnz], [[3, 4], 0], 'a shape alone');
    const again = make(sparse.cooArray([data, places], { dtype: 'float32' }));
    t.same([await again.toDense().tolist(), again.dtype.name], [dense, 'float32'], 'a matrix in another format');
    t.throws(
      () =>
        make(
          [
            [1, 0],
            [0, 1],
          ],
          { shape: [2, 2] },
        ),
      { name: 'ArgumentError', message: /\{ shape \} goes with/ },
    );
    t.throws(() => make([data, places], { shape: [1, 2] }), { name: 'IndexError' });
    t.throws(() => make([data, [row, [0]]], { shape: [2, 2] }), { name: 'ArgumentError' });
  }
  const bounds = [
    [1, 2, 3],
    [0, 1, 1],
    [0, 1, 3],
  ] as const;
  t.same(
    await sparse
      .csrArray(bounds, { shape: [2, 2] })
      .toDense()
      .tolist(),
    [
      [1, 0],
      [0, 5],
    ],
  );
  t.same(
    await sparse
      .cscArray([Float64Array.of(1, 2, 3), [0, 1, 0], [0, 1, 3]])
      .toDense()
      .tolist(),
    [
      [1, 3],
      [0, 2],
    ],
  );
  t.same(sparse.csrArray(bounds).shape, [3, 3], 'three Arrays without a shape are rows');
});

t.test('functions and methods take matrices of every format', async (t) => {
  const entries: [number[], [number[], number[]]] = [
    [1, 2, 3, 4],
    [
      [0, 0, 1, 1],
      [0, 1, 1, 1],
    ],
  ];
  const A = sparse.cooArray(entries).tocsr();
  const others = { coo: sparse.cooArray(entries), csc: A.tocsc(), dok: sparse.dokArray(A) };
  const one = np.asarray([1, 2]);
  for (const [format, M] of Object.entries(others)) {
    const same = async (found: sparse.CsrArray, wanted: sparse.CsrArray): Promise<void> => {
      t.same(await found.toDense().tolist(), await wanted.toDense().tolist(), format);
    };
    await same(sparse.add(M, A), sparse.add(A, A));
    await same(A.multiply(M) as sparse.CsrArray, A.multiply(A) as sparse.CsrArray);
    await same(sparse.kron(M, M), sparse.kron(A, A));
    await same(sparse.hstack([A, M]), sparse.hstack([A, A]));
    await same(sparse.blockArray([[M, null], [null, A]]), sparse.blockDiag([A, A])); // biome-ignore format: two rows
    await same(sparse.matmul(A, M), A.matmul(A));
    await same(await sparse.linalg.matrixPower(M, 2), A.matmul(A));
    t.same(await sparse.linalg.spsolve(M, one).tolist(), await sparse.linalg.spsolve(A, one).tolist(), format);
    t.same(await sparse.sum(M, 1).tolist(), [3, 7]);
  }
  for (const M of [others.coo, others.csc]) {
    t.same(await M.get(1, 1).item(), 7);
    t.same(await M.getrow(0).toarray().tolist(), [[1, 2]]);
    t.same(await M.matmul(one).tolist(), [5, 14]);
    t.same(await M.matmul(M).toDense().tolist(), await A.matmul(A).toDense().tolist());
    t.same(await M.add(M).max().item(), 14);
  }
  t.throws(() => sparse.hstack([others.coo, 5 as never]), { name: 'ArgumentError', message: /^hstack: expected an Array/ });
  t.throws(() => np.add(others.csc as never, 1), { name: 'DTypeError' });
  const cyclic: unknown[] = [others.coo];
  cyclic.push(cyclic);
  for (const f of [sparse.add, sparse.hstack, sparse.blockArray] as ((...given: unknown[]) => unknown)[])
    t.throws(() => f(cyclic, others.coo), { name: 'ArgumentError' }, 'an Array that holds itself');
});

t.test("SciPy's forms of eye, spdiags and the transpose of a solution", async (t) => {
  t.same(await sparse.eye(2, null, { k: 1 }).toDense().tolist(), [
    [0, 1],
    [0, 0],
  ]);
  const diagonals = np.asarray([
    [1, 2],
    [3, 4],
  ]);
  t.same(await sparse.spdiags(diagonals, [0, 1], 2, 2).toDense().tolist(), [
    [1, 4],
    [0, 2],
  ]);
  t.throws(() => sparse.spdiags(np.ones(2), [0], 2, 2), { name: 'ShapeError', message: /^spdiags: expected a matrix/ });
  const i = { re: 0, im: 1 };
  const lu = await sparse.linalg.splu(sparse.csrArray([[i as never, 1], [0, 2]])); // biome-ignore format: two rows
  const b = np.asarray([1, 0]);
  const turned = async (trans: 'N' | 'T' | 'H'): Promise<unknown> => np.around(lu.solve(b, trans), 3).tolist();
  t.same(await turned('N'), [{ re: 0, im: -1 }, { re: 0, im: 0 }]); // biome-ignore format: one row
  t.same(await turned('T'), [{ re: 0, im: -1 }, { re: 0, im: 0.5 }]); // biome-ignore format: one row
  t.same(await turned('H'), [{ re: 0, im: 1 }, { re: 0, im: -0.5 }]); // biome-ignore format: one row
  const none = sparse.csrArray([[i as never]]).multiply(0) as sparse.CsrArray;
  t.equal(String((await sparse.linalg.expmMultiply(sparse.eliminateZeros(none), np.ones(1))).dtype.name), 'complex128');
});
