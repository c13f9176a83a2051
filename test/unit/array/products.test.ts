/** Products of vectors, matrices and tensors, against sums written out. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { arrayOf, same } from '../../support/arrays.js';
import {
  at,
  broadcast,
  broadcastAt,
  build,
  isFloat,
  type Name,
  names,
  promoted,
  type Ref,
  type Value,
  wrap,
} from '../../support/numpy.js';

function sample(dtype: Name, shape: readonly number[], salt: number): Ref {
  return build(dtype, shape, (index) => {
    const v = (index.reduce((h, i) => h * 31 + i * 7 + salt, salt) % 9) - (dtype === 'uint8' || dtype === 'bool' ? 0 : 4);
    return dtype === 'int64' ? BigInt(v) : v;
  });
}

function sumOf(dtype: Name, terms: Value[]): Value {
  if (dtype === 'bool') return Number(terms.some((v) => v !== 0));
  return isFloat(dtype)
    ? terms.reduce<number>((s, v) => s + Number(v), 0)
    : wrap(
        dtype,
        terms.reduce<bigint>((s, v) => s + BigInt(v), 0n),
      );
}

const times = (dtype: Name, a: Value, b: Value): Value =>
  isFloat(dtype) || dtype === 'bool' ? Number(a) * Number(b) : BigInt(a) * BigInt(b);

function matmul(a: Ref, b: Ref): Ref {
  const dtype = promoted(a.dtype, b.dtype);
  const left: Ref = a.shape.length === 1 ? { ...a, shape: [1, ...a.shape] } : a;
  const right: Ref = b.shape.length === 1 ? { ...b, shape: [...b.shape, 1] } : b;
  const batch = broadcast(left.shape.slice(0, -2), right.shape.slice(0, -2));
  const [n, k] = left.shape.slice(-2);
  const m = right.shape[right.shape.length - 1];
  const full = build(dtype, [...batch, n, m], (index) => {
    const [i, j] = index.slice(-2);
    const lead = index.slice(0, -2);
    return sumOf(
      dtype,
      Array.from({ length: k }, (_, l) => times(dtype, broadcastAt(left, [...lead, i, l]), broadcastAt(right, [...lead, l, j]))),
    );
  });
  const shape = [...batch, ...(a.shape.length === 1 ? [] : [n]), ...(b.shape.length === 1 ? [] : [m])];
  return { ...full, shape };
}

const shapes: [number[], number[]][] = [
  [[4], [4]],
  [[3, 4], [4]],
  [[4], [4, 3]],
  [
    [3, 4],
    [4, 5],
  ],
  [
    [1, 4],
    [4, 1],
  ],
  [
    [2, 3, 4],
    [4, 5],
  ],
  [
    [2, 3, 4],
    [2, 4, 5],
  ],
  [
    [3, 4],
    [2, 4, 5],
  ],
  [
    [2, 1, 3, 4],
    [5, 4, 2],
  ],
  [[2, 3, 4], [4]],
  [[4], [2, 4, 3]],
  [
    [0, 4],
    [4, 3],
  ],
  [
    [3, 0],
    [0, 2],
  ],
  [[0], [0]],
  [
    [3, 4],
    [4, 0],
  ],
  [
    [40, 70],
    [70, 33],
  ],
  [
    [1, 1],
    [1, 1],
  ],
  [
    [3, 30, 20],
    [20, 30],
  ],
  [
    [2, 1, 24, 20],
    [3, 20, 24],
  ],
  [
    [1, 300],
    [300, 40],
  ],
  [
    [260, 50],
    [50, 1],
  ],
];

t.test('matmul', async (t) => {
  for (const [sa, sb] of shapes) {
    for (const dtype of names) {
      const [a, b] = [sample(dtype, sa, 3), sample(dtype, sb, 5)];
      await same(t, np.matmul(arrayOf(a), arrayOf(b)), matmul(a, b), `${dtype} (${sa}) @ (${sb})`);
    }
  }
  const [a, b] = [sample('int32', [3, 4], 3), sample('float32', [4, 2], 5)];
  await same(t, np.matmul(arrayOf(a), arrayOf(b)), matmul(a, b), 'mixed dtypes promote');
});

t.test('matmul of views', async (t) => {
  const a = sample('float64', [5, 6], 1);
  const x = arrayOf(a);
  const turned = build('float64', [6, 5], ([i, j]) => at(a, [j, i]));
  await same(t, x.matmul(x.T), matmul(a, turned), 'x xᵀ');
  await same(t, x.T.matmul(x), matmul(turned, a), 'xᵀ x');
  await same(
    t,
    x.T.matmul(np.arange(5)),
    matmul(
      turned,
      build('float64', [5], ([i]) => i),
    ),
    'xᵀ v',
  );
  await same(
    t,
    np.matmul(np.arange(6), x.T),
    matmul(
      build('float64', [6], ([i]) => i),
      turned,
    ),
    'v xᵀ',
  );
  const odd = build('float64', [2, 3], ([i, j]) => at(a, [4 - 2 * i, 2 * j + 1]));
  await same(t, x.slice('4:0:-2', '1::2').matmul(np.eye(3)), odd, 'strided');
});

t.test('matmul of larger views', async (t) => {
  const a = sample('float32', [60, 50], 1);
  const x = arrayOf(a);
  const turned = build('float32', [50, 60], ([i, j]) => at(a, [j, i]));
  await same(t, x.matmul(x.T), matmul(a, turned), 'x xᵀ');
  await same(t, x.T.matmul(x), matmul(turned, a), 'xᵀ x');
  const odd = build('float32', [30, 25], ([i, j]) => at(a, [59 - 2 * i, 2 * j + 1]));
  const even = build('float32', [25, 30], ([i, j]) => at(a, [2 * j, 2 * i]));
  await same(t, x.slice('::-2', '1::2').matmul(x.slice('::2', '::2').T), matmul(odd, even), 'strided, reversed, transposed');
  const stacked = build('float32', [3, 60, 50], ([, i, j]) => at(a, [i, j]));
  await same(t, x.broadcastTo([3, 60, 50]).matmul(x.T), matmul(stacked, turned), 'repeated');
});

t.test('large matrices times vectors, from either side, in either order of memory', async (t) => {
  const [rows, columns] = [530, 521];
  const matrix = sample('float64', [rows, columns], 3);
  const stack = sample('float64', [2, rows, columns], 4);
  const [left, right] = [sample('float64', [rows], 5), sample('float64', [columns], 6)];
  const [a, s, v, w] = [arrayOf(matrix), arrayOf(stack), arrayOf(left), arrayOf(right)];
  const transposed: Ref = build('float64', [columns, rows], ([i, j]) => at(matrix, [j, i]));
  await same(t, np.matmul(a, w), matmul(matrix, right), 'A v');
  await same(t, np.matmul(v, a), matmul(left, matrix), 'v A');
  await same(t, np.matmul(a.T, v), matmul(transposed, left), 'AT v');
  await same(t, np.matmul(w, a.T), matmul(right, transposed), 'v AT');
  await same(t, np.matmul(s, w), matmul(stack, right), 'stacked');
  await same(t, np.matmul(v, s), matmul(left, stack), 'v stacked');
  await same(
    t,
    np.matmul(a, np.flip(w)),
    matmul(
      matrix,
      build('float64', [columns], ([i]) => at(right, [columns - 1 - i])),
    ),
    'reversed',
  );
});

t.test('a few long rows times vectors, from either side, in either order of memory', async (t) => {
  const matrix = sample('float64', [3, 2050], 7);
  const stack = sample('float64', [2, 3, 2050], 8);
  const few = sample('float64', [3], 9);
  const [a, s, v] = [arrayOf(matrix), arrayOf(stack), arrayOf(few)];
  const transposed: Ref = build('float64', [2050, 3], ([i, j]) => at(matrix, [j, i]));
  await same(t, np.matmul(v, a), matmul(few, matrix), 'v A');
  await same(t, np.matmul(a.T, v), matmul(transposed, few), 'AT v');
  await same(t, np.matmul(v, s), matmul(few, stack), 'v stacked');
  const product = matmul(few, matrix);
  const more = build('float64', [2050], ([i]) => Number(at(product, [i])) + 1);
  await same(t, np.matmul(v, a).add(1), more, 'and what follows');
});

t.test('matmul with out, and its mistakes', async (t) => {
  const x = np.asarray([
    [1, 1],
    [0, 1],
  ]);
  t.equal(x.matmul(x, { out: x }), x);
  t.same(
    await x.tolist(),
    [
      [1, 2],
      [0, 1],
    ],
    'out may be an operand',
  );
  t.throws(() => x.matmul(np.zeros([3, 2])), { name: 'ShapeError', message: /do not meet/ });
  t.throws(() => x.matmul(3), { name: 'ShapeError', message: /multiply/ });
  t.throws(() => np.zeros([2, 2, 2]).matmul(np.zeros([3, 2, 2])), { name: 'ShapeError', message: /broadcast/ });
  t.throws(() => x.matmul(x, { out: np.zeros([2, 3]) }), { name: 'ShapeError' });
});

t.test('dot, inner, vecdot, outer, tensordot', async (t) => {
  t.equal(await np.dot([1, 2, 3], [4, 5, 6]).item(), 32);
  t.same(
    await np
      .dot(
        [
          [1, 2],
          [3, 4],
        ],
        [1, 1],
      )
      .tolist(),
    [3, 7],
  );
  t.same(await np.dot(2, [1, 2]).tolist(), [2, 4]);
  t.same(np.dot(np.zeros([2, 3, 4]), np.zeros([5, 4, 6])).shape, [2, 3, 5, 6]);
  t.same(
    await np
      .inner(
        [
          [1, 2],
          [3, 4],
        ],
        [
          [1, 0],
          [0, 1],
        ],
      )
      .tolist(),
    [
      [1, 2],
      [3, 4],
    ],
  );
  t.equal(await np.vecdot([1, 2], [3, 4]).item(), 11);
  t.same(
    await np
      .vecdot(
        [
          [1, 2],
          [3, 4],
        ],
        [1, 1],
      )
      .tolist(),
    [3, 7],
  );
  t.same(
    await np
      .vecdot(
        [
          [1, 2],
          [3, 4],
        ],
        [
          [1, 1],
          [1, 1],
        ],
        { axis: 0 },
      )
      .tolist(),
    [4, 6],
  );
  t.throws(() => np.vecdot([1, 2], [1, 2, 3]), { name: 'ShapeError' });
  t.same(await np.outer([1, 2], [3, 4]).tolist(), [
    [3, 4],
    [6, 8],
  ]);
  const [a, b] = [sample('float64', [2, 3, 4], 1), sample('float64', [4, 3, 5], 2)];
  const want = build('float64', [2, 5], ([i, j]) =>
    sumOf(
      'float64',
      Array.from({ length: 12 }, (_, l) =>
        times('float64', at(a, [i, l % 3, Math.floor(l / 3)]), at(b, [Math.floor(l / 3), l % 3, j])),
      ),
    ),
  );
  await same(
    t,
    np.tensordot(arrayOf(a), arrayOf(b), {
      axes: [
        [1, 2],
        [1, 0],
      ],
    }),
    want,
    'tensordot',
  );
  t.same(np.tensordot(np.zeros([2, 3]), np.zeros([4, 5]), { axes: 0 }).shape, [2, 3, 4, 5]);
  t.throws(() => np.tensordot(np.zeros([2, 3]), np.zeros([3, 2])), { name: 'ShapeError' });
  t.throws(() => np.tensordot(np.zeros([2]), np.zeros([2]), { axes: 2 }), { name: 'IndexError' });
});

t.test('linalg', async (t) => {
  const { linalg } = np;
  t.equal(await linalg.norm([3, 4]).item(), 5);
  t.same(
    await linalg
      .vectorNorm(
        [
          [3, 4],
          [6, 8],
        ],
        { axis: 1 },
      )
      .tolist(),
    [5, 10],
  );
  t.equal(await linalg.vectorNorm([3, -4], { ord: 1 }).item(), 7);
  t.equal(await linalg.vectorNorm([3, -4], { ord: Infinity }).item(), 4);
  t.equal(await linalg.vectorNorm([3, -4], { ord: -Infinity }).item(), 3);
  t.equal(await linalg.vectorNorm([3, 0, -4], { ord: 0 }).item(), 2);
  t.ok(Math.abs(Number(await linalg.vectorNorm([1, 2], { ord: 3 }).item()) - 9 ** (1 / 3)) < 1e-12);
  t.equal(await linalg.matrixNorm(np.eye(4)).item(), 2);
  t.equal(
    await linalg
      .matrixNorm(
        [
          [1, -2],
          [3, 4],
        ],
        { ord: 1 },
      )
      .item(),
    6,
  );
  t.equal(
    await linalg
      .matrixNorm(
        [
          [1, -2],
          [3, 4],
        ],
        { ord: Infinity },
      )
      .item(),
    7,
  );
  t.throws(() => linalg.matrixNorm(np.eye(2), { ord: 3 }), { name: 'ArgumentError' });
  t.equal(
    await linalg
      .trace([
        [1, 2],
        [3, 4],
      ])
      .item(),
    5,
  );
  t.equal(
    await linalg
      .trace(
        [
          [1, 2],
          [3, 4],
        ],
        { k: 1 },
      )
      .item(),
    2,
  );
  t.same(
    await linalg
      .matrixPower(
        [
          [1, 1],
          [0, 1],
        ],
        5,
      )
      .tolist(),
    [
      [1, 5],
      [0, 1],
    ],
  );
  t.same(
    await linalg
      .matrixPower(
        [
          [1, 1],
          [0, 1],
        ],
        0,
      )
      .tolist(),
    [
      [1, 0],
      [0, 1],
    ],
  );
  t.throws(() => linalg.matrixPower(np.zeros([2, 3]), 2), { name: 'ShapeError' });
  t.throws(() => linalg.matrixPower(np.eye(2), 0.5), { name: 'ArgumentError' });
});

t.test('few results of a long inner axis', async (t) => {
  const [m, k, n] = [3, 20_003, 2];
  const left = (i: number, d: number): number => ((i * 7 + d * 5) % 11) - 5;
  const right = (d: number, j: number): number => ((d * 3 + j * 8) % 13) - 6;
  const expected = Array.from({ length: m }, (_, i) =>
    Array.from({ length: n }, (_, j) => {
      let sum = 0;
      for (let d = 0; d < k; d++) sum += left(i, d) * right(d, j);
      return sum;
    }),
  );
  for (const dtype of ['float64', 'int32', 'int64'] as const) {
    const x = Array.from({ length: m * k }, (_, at) => left(at % m, Math.floor(at / m)));
    const y = Array.from({ length: k * n }, (_, at) => right(Math.floor(at / n), at % n));
    const down = np.asarray(x, { dtype }).reshape([k, m]).T;
    const columns = np.asarray(y, { dtype }).reshape([k, n]);
    for (const rows of [down, down.copy()]) {
      const product = np.matmul(rows, columns);
      t.equal(product.dtype.name, dtype);
      t.same(await product.tolist(), expected, dtype);
    }
  }
});

t.test('a matrix times its own transpose has the bits of any other product', async (t) => {
  const rng = np.random.generator(5);
  const alike = async (x: np.NDArray, y: np.NDArray): Promise<boolean> => {
    const [a, b] = [Array.from(await x.data(), Number), Array.from(await y.data(), Number)];
    return a.length === b.length && a.every((value, i) => value === b[i]);
  };
  for (const dtype of ['float64', 'float32'] as const) {
    for (const shape of [
      [33, 20],
      [20, 33],
      [300, 270],
      [3, 40, 70],
    ]) {
      const x = rng.standardNormal(shape).astype(dtype);
      const turned = np.matrixTranspose(x);
      const name = `${dtype} ${shape.join('x')}`;
      t.ok(await alike(np.matmul(turned, x), np.matmul(turned, x.copy())), `${name}, transposed first`);
      t.ok(await alike(np.matmul(x, turned), np.matmul(x.copy(), turned)), name);
    }
  }
});

t.test('stacks times one matrix are what each of them gives', async (t) => {
  const base = np
    .arange(5 * 60 * 4 * 4)
    .multiply(0.37)
    .remainder(1)
    .reshape([5, 60, 4, 4]);
  const right = np.arange(12).multiply(0.73).remainder(1).reshape([4, 3]);
  const stacks: Readonly<Record<string, np.NDArray>> = {
    whole: base,
    cut: base.slice('1:', ':5'),
    steps: base.slice('::2', '::-1'),
    turned: base.swapaxes(2, 3),
    exchanged: base.swapaxes(0, 1),
    'of one axis': base.slice(2, '::2'),
    broadcast: base.slice(0).broadcastTo([3, 60, 4, 4]),
    none: base.slice(':0'),
    integers: base.multiply(100).astype('int16'),
  };
  const halves = (z: np.NDArray): np.NDArray[] => [np.real(z), np.imag(z)];
  for (const [name, x] of Object.entries(stacks)) {
    const y = name === 'integers' ? right.multiply(100).astype('int32') : right;
    const want = np.einsum('abij,jk->abik', x.ndim === 3 ? x.expandDims(0) : x, y).reshape([...x.shape.slice(0, -1), 3]);
    t.same(x.matmul(y).shape, want.shape, name);
    t.ok(np.allclose(x.matmul(y), want, { rtol: 1e-14, atol: 1e-14 }).itemSync(), name);
    const [z, w] = [np.complex(x.astype('float64'), x.add(1).astype('float64')), np.complex(right, right.subtract(0.5))];
    const [a, b] = halves(z);
    const [c, d] = halves(w);
    const [re, im] = halves(z.matmul(w));
    t.ok(np.allclose(re, a.matmul(c).subtract(b.matmul(d)), { rtol: 1e-13, atol: 1e-13 }).itemSync(), `${name}, real parts`);
    t.ok(np.allclose(im, a.matmul(d).add(b.matmul(c)), { rtol: 1e-13, atol: 1e-13 }).itemSync(), `${name}, imaginary parts`);
  }
  t.throws(() => base.matmul(np.ones([5, 3])), { name: 'ShapeError', message: /\(5, 60, 4, 4\) and \(5, 3\)/ });
  const z = np.complex(base, base);
  t.throws(() => z.matmul(np.complex(np.ones([5, 3]), np.ones([5, 3]))), { name: 'ShapeError' });
});

t.test('a long inner axis, whose parts are products of their own', async (t) => {
  for (const dtype of ['float64', 'float32', 'int32'] as const)
    for (const [m, k, n] of [
      [3, 4099, 5],
      [70, 4097, 40],
      [1, 8195, 7],
      [90, 6151, 1],
      [33, 16387, 2],
    ]) {
      const left = np
        .arange(m * k)
        .remainder(7)
        .subtract(3)
        .astype(dtype)
        .reshape([m, k]);
      const right = np
        .arange(k * n)
        .remainder(5)
        .subtract(2)
        .astype(dtype)
        .reshape([n, k]).T;
      const [a, b] = [await left.tolist(), await right.T.tolist()] as number[][][];
      const sums = a.map((row) => b.map((column) => row.reduce((sum, x, i) => sum + x * column[i], 0)));
      t.strictSame(await left.matmul(right).tolist(), sums, `${dtype}, ${m} x ${k} x ${n}`);
      t.strictSame(await left.matmul(right.copy()).tolist(), sums, `${dtype}, ${m} x ${k} x ${n}, by rows`);
    }
});
