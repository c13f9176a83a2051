/** Methods of functions of two operands on complex arrays, against NumPy's answers; complex arrays in text files, in shared memory and within Arrays. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';

const c = (re: number, im = 0): np.NDArray => ({ re, im }) as never;
const z = np.asarray([
  [c(1, 2), c(3, -1)],
  [c(0, 1), c(2, 2)],
] as never);

/** NumPy's expression, ours, and the parts of NumPy's answer. */
const cases: readonly (readonly [string, () => np.NDArray, unknown, unknown])[] = [
  ['np.add.reduce(z)', () => np.add.reduce(z), [1, 5], [3, 1]],
  ['np.add.reduce(z, initial=1)', () => np.add.reduce(z, { initial: 1 }), [2, 6], [3, 1]],
  ['np.multiply.reduce(z, 1)', () => np.multiply.reduce(z, 1), [5, -2], [5, 2]],
  [
    'np.subtract.reduce(z, 1, keepdims=True)',
    () => np.subtract.reduce(z, { axis: 1, keepdims: true }),
    [[-2], [-2]],
    [[3], [-1]],
  ],
  ['np.divide.reduce(z)', () => np.divide.reduce(z), [2, 0.5], [-1, -1]],
  ['np.maximum.reduce(z)', () => np.maximum.reduce(z), [1, 3], [2, -1]],
  [
    'np.add.accumulate(z, 1)',
    () => np.add.accumulate(z, 1),
    [
      [1, 4],
      [0, 2],
    ],
    [
      [2, 1],
      [1, 3],
    ],
  ],
  [
    'np.multiply.accumulate(z)',
    () => np.multiply.accumulate(z),
    [
      [1, 3],
      [-2, 8],
    ],
    [
      [2, -1],
      [1, 4],
    ],
  ],
  [
    'np.subtract.accumulate(z)',
    () => np.subtract.accumulate(z),
    [
      [1, 3],
      [1, 1],
    ],
    [
      [2, -1],
      [1, -3],
    ],
  ],
  [
    'np.multiply.outer(z[0], [1, 1j])',
    () => np.multiply.outer(z.slice(0), [1, c(0, 1)] as never),
    [
      [1, -2],
      [3, 1],
    ],
    [
      [2, 1],
      [-1, 3],
    ],
  ],
  [
    'np.add.reduceat(z, [1, 0])',
    () => np.add.reduceat(z, [1, 0]),
    [
      [0, 2],
      [1, 5],
    ],
    [
      [1, 2],
      [3, 1],
    ],
  ],
  [
    'np.add.at(z, [0, 0], 1+1j)',
    () => np.add.at(z.copy(), [0, 0], c(1, 1)),
    [
      [3, 5],
      [0, 2],
    ],
    [
      [4, 1],
      [1, 2],
    ],
  ],
  [
    'np.subtract.at(z, [1, 1], [[1, 2], [1+1j, 3]])',
    () =>
      np.subtract.at(z.copy(), [1, 1], [
        [1, 2],
        [c(1, 1), 3],
      ] as never),
    [
      [1, 3],
      [-2, -3],
    ],
    [
      [2, -1],
      [0, 2],
    ],
  ],
];

for (const [name, of, re, im] of cases)
  t.test(name, async (t) => {
    const found = of();
    t.same(await np.real(found).tolist(), re);
    t.same(await np.imag(found).tolist(), im);
    t.equal(found.dtype.name, 'complex128');
  });

t.test('mistakes', async (t) => {
  t.throws(() => np.multiply.at(z.copy(), [0], 2), { name: 'ArgumentError', message: /^multiply\.at: of complex arrays/ });
  t.throws(() => np.add.at(np.ones(2), [0], c(1, 1)), { name: 'DTypeError' });
  t.throws(() => np.add.reduce(c(1, 1)), { name: 'ShapeError', message: /^add\.reduce: a 0-d array/ });
  t.throws(() => np.subtract.reduce(z.slice(':0')), { name: 'ShapeError', message: /^subtract\.reduce: no elements/ });
  t.throws(() => np.add.reduceat(z, [2]), { name: 'IndexError', message: /^add\.reduceat: index 2/ });
});

t.test('text files', async (t) => {
  const path = join(t.testdir(), 'z.txt');
  await np.savetxt(path, z, { delimiter: ',', header: 'z' });
  t.equal(await readFile(path, 'utf8'), '# z\n(1+2j),(3-1j)\n(0+1j),(2+2j)\n');
  const dtype = 'complex64' as never;
  const back = await np.loadtxt(path, { delimiter: ',', dtype });
  t.equal(back.dtype.name, 'complex64');
  t.same(await back.tolist(), await z.tolist());
  await writeFile(path, '1 2j (3-j) -1e-3+2E+5j\nnan-infj +j (-0-0j) 1e5\n');
  t.same(
    await (await np.loadtxt(path, { dtype: 'complex128' as never })).data(),
    Float64Array.of(1, 0, 0, 2, 3, -1, -1e-3, 2e5, NaN, -Infinity, 0, 1, -0, -0, 1e5, 0),
  );
  await writeFile(path, '1 ? (2+3)j\n');
  await t.rejects(np.loadtxt(path, { dtype }), {
    name: 'FileFormatError',
    message: /line 1, column 2: expected a complex number such as \(1-2j\), got "\?"$/,
  });
  await writeFile(path, '1;?;2j\n');
  const holes = await np.genfromtxt(path, { dtype, delimiter: ';', fillingValues: 7 });
  t.same(await holes.tolist(), [c(1), c(7), c(0, 2)]);
  await t.rejects(np.savetxt(path, z.reshape([1, 2, 2])), {
    name: 'ShapeError',
    message: /^savetxt: expected a vector or a matrix/,
  });
  await np.savetxt(path, z.slice(0), { format: (value) => `<${(value as unknown as { im: number }).im}>` });
  t.equal(await readFile(path, 'utf8'), '<2>\n<-1>\n');
});

t.test('arrays in nested Arrays', async (t) => {
  const [a, b] = [z.slice(0, 0), z.slice(1, 1)];
  const made = np.asarray([
    [a, 1, c(0, 3)],
    [np.asarray(5), b, a],
  ] as never);
  t.same(await np.real(made).tolist(), [
    [1, 1, 0],
    [5, 2, 1],
  ]);
  t.same(await np.imag(made).tolist(), [
    [2, 0, 3],
    [0, 2, 2],
  ]);
  const short = np.asarray([[a.astype('complex64' as never)]] as never, { dtype: 'complex64' as never });
  t.same([short.dtype.name, short.shape], ['complex64', [1, 1]]);
  t.same(await np.real(np.asarray([[z.slice(0)], [[np.asarray(7), 8]]] as never)).tolist(), [[[1, 3]], [[7, 8]]]);
  t.throws(() => np.asarray([[a], [a, b]] as never), { name: 'ShapeError' });
});

t.test('shared memory', async (t) => {
  for (const x of [z, z.T, z.astype('complex64' as never), c(1, 2), z.slice(':0')]) {
    const shared = await np.share(x);
    const y = np.attach(structuredClone(shared));
    t.same([y.dtype.name, y.shape], [np.asarray(x).dtype.name, np.asarray(x).shape]);
    t.same(await y.multiply(2).tolist(), await np.multiply(x, 2).tolist());
  }
  const shared = await np.share(z);
  t.same(new Float64Array(shared.buffer), await z.data());
  t.throws(() => np.attach({ ...shared, shape: [3] }), {
    name: 'ArgumentError',
    message: /^attach: expected a buffer of 48 bytes for complex128/,
  });
});

t.test('the product of two vectors is not the method of that name', async (t) => {
  const z = np.array([np.complex(1, 2), np.complex(3, 4)]);
  t.same(await np.outer(z, z).tolist(), await np.multiply.outer(z, z).tolist());
  t.same(await np.outer(z, [1, 2]).tolist(), await np.multiply.outer(z, [1, 2]).tolist());
});
