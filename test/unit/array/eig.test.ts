/** Eigenvalues and eigenvectors of matrices that are not symmetric: by their definition, and known values. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

/** |A V - V diag(w)| and lengths of columns. */
async function errorsOf(a: np.NDArray): Promise<readonly [number, number]> {
  const { eigenvalues: w, eigenvectors: v } = np.linalg.eig(a);
  const scaled = np.multiply(v, np.expandDims(w, -2));
  const residual = np.abs(np.subtract(product(a, v), scaled)).max();
  const lengths = np.abs(np.sqrt(np.sum(np.square(np.abs(v)), { axis: -2 })).subtract(1)).max();
  return [(await residual.item()) as number, (await lengths.item()) as number];
}

/** The product of complex matrices. */
function product(a: np.NDArray, b: np.NDArray): np.NDArray {
  return np.matmul(np.add(a, np.asarray({ re: 0, im: 0 })), b);
}

/** In ascending order of real, then imaginary parts. */
async function sorted(w: np.NDArray): Promise<number[][]> {
  const [re, im] = [await np.real(w).data(), await np.imag(w).data()];
  const round = (x: number): number => Math.round(x * 1e9) / 1e9 + 0;
  return [...re].map((x, i) => [round(Number(x)), round(Number(im[i]))]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

const known: readonly (readonly [string, np.NDArray, number[][]])[] = [
  [
    'a rotation',
    np.asarray([
      [0, -1],
      [1, 0],
    ]),
    [
      [0, -1],
      [0, 1],
    ],
  ],
  [
    'a triangle',
    np.asarray([
      [1, 5, 7],
      [0, 2, 9],
      [0, 0, 3],
    ]),
    [
      [1, 0],
      [2, 0],
      [3, 0],
    ],
  ],
  [
    'a defective matrix',
    np.asarray([
      [1, 1],
      [0, 1],
    ]),
    [
      [1, 0],
      [1, 0],
    ],
  ],
  [
    'zeros',
    np.zeros([3, 3]),
    [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  ],
  ['one element', np.asarray([[-4]]), [[-4, 0]]],
  [
    'a cycle of four',
    np.asarray([
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
      [1, 0, 0, 0],
    ]),
    [
      [-1, 0],
      [0, -1],
      [0, 1],
      [1, 0],
    ],
  ],
  [
    'integers',
    np.asarray(
      [
        [2, 1],
        [1, 2],
      ],
      'int32',
    ),
    [
      [1, 0],
      [3, 0],
    ],
  ],
  [
    'a complex matrix',
    np.asarray([
      [
        { re: 0, im: 1 },
        { re: 1, im: 0 },
      ],
      [
        { re: 0, im: 0 },
        { re: 0, im: -2 },
      ],
    ]),
    [
      [0, -2],
      [0, 1],
    ],
  ],
];

for (const [name, a, expected] of known) {
  t.test(name, async (t) => {
    t.same(await sorted(np.linalg.eigvals(a)), expected);
    t.same(await sorted(np.linalg.eig(a).eigenvalues), expected);
  });
}

t.test('random matrices and stacks', async (t) => {
  for (const n of [2, 3, 5, 12, 40]) {
    const a = np.random.generator(n).normal(0, 1, [3, n, n]);
    const [residual, length] = await errorsOf(a);
    t.ok(residual < 1e-11 * n, `residual ${residual} for ${n}`);
    t.ok(length < 1e-12, `lengths ${length} for ${n}`);
    const sums = np.sum(np.linalg.eigvals(a), { axis: -1 });
    t.ok((await np.allclose(np.real(sums), np.linalg.trace(a), { atol: 1e-10 }).item()) as boolean, 'the trace');
    t.ok((await np.allclose(np.imag(sums), 0, { atol: 1e-10 }).item()) as boolean);
    const z = np.add(a, np.multiply(a.mT, np.asarray({ re: 0, im: 1 })));
    t.ok((await errorsOf(z))[0] < 1e-11 * n, `complex, ${n}`);
  }
});

t.test('elements with few digits, near the smallest number there is', async (t) => {
  // The shift of the last two rows is 0, so that the first rotation is of such a number.
  const of = (tiny: number): np.NDArray => {
    const re = np.asarray([
      [tiny, 1, 0],
      [1, 2, 1],
      [0, 2, 1],
    ]);
    return np.linalg.eigvals(np.complex(re, np.eye(3).multiply([tiny, 0, 0])));
  };
  t.same(await sorted(of(15e-324)), await sorted(of(0)));
});

t.test('dtypes, empty stacks and mistakes', async (t) => {
  t.equal(np.linalg.eigvals(np.eye(2, { dtype: 'float32' })).dtype.name, 'complex64');
  t.equal(np.linalg.eigvals(np.eye(2)).dtype.name, 'complex128');
  t.same(np.linalg.eigvals(np.zeros([0, 2, 2])).shape, [0, 2]);
  t.throws(() => np.linalg.eig(np.zeros([2, 3])), { name: 'ShapeError' });
  await t.rejects(
    np
      .real(
        np.linalg.eigvals([
          [1, Number.NaN],
          [0, 1],
        ]),
      )
      .tolist(),
    { message: /eigvals: expected finite elements/ },
  );
  t.same(await np.linalg.cross([1, 0, 0], [0, 1, 0]).tolist(), [0, 0, 1]);
  t.same(
    await np.linalg
      .diagonal(
        [
          [1, 2],
          [3, 4],
        ],
        { offset: 1 },
      )
      .tolist(),
    [2],
  );
  t.equal(
    await np.linalg
      .trace(
        [
          [1, 2],
          [3, 4],
        ],
        { offset: -1 },
      )
      .item(),
    3,
  );
});

t.test('copies and views of reshape', async (t) => {
  const x = np.arange(4);
  x.reshape([2, 2], { copy: true }).assign(0);
  t.same(await x.tolist(), [0, 1, 2, 3]);
  x.reshape([2, 2], { copy: false }).slice(0).assign(7);
  t.same(await x.tolist(), [7, 7, 2, 3]);
  t.throws(() => x.reshape([2, 2]).T.reshape([4], { copy: false }), { name: 'ArgumentError', message: /leave copy out/ });
  t.equal(np.fft.fftfreq(4, { dtype: 'float32' }).dtype.name, 'float32');
});
