/** Complex functions called in short ways (parts alone, four operands found fast) give what the long way gives, bit for bit. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

const bitsOf = async (z: np.NDArray): Promise<BigUint64Array[]> =>
  Promise.all(
    [np.real(z), np.imag(z)].map(
      async (part) => new BigUint64Array(Float64Array.from((await part.data()) as Float64Array).buffer),
    ),
  );

/** Values of which sums and products tell zeros' signs, infinities and NaN apart. */
const VALUES = [0, -0, 1.5, -2.25, Number.POSITIVE_INFINITY, Number.NaN, 1e308];
const grid = (dtype: 'complex64' | 'complex128' = 'complex128'): np.NDArray => {
  const z = np.complex(np.asarray(VALUES.flatMap((re) => VALUES.map(() => re))), np.asarray(VALUES.flatMap(() => VALUES)));
  return z.reshape([VALUES.length, VALUES.length]).astype(dtype);
};

const operations = {
  add: (a: np.NDArray, b: never) => np.add(a, b),
  subtract: (a: np.NDArray, b: never) => np.subtract(a, b),
  multiply: (a: np.NDArray, b: never) => np.multiply(a, b),
  divide: (a: np.NDArray, b: never) => np.divide(a, b),
};

for (const [name, operation] of Object.entries(operations)) {
  t.test(name, async (t) => {
    const z = grid();
    const others: Readonly<Record<string, unknown>> = {
      'an array': z.T,
      'a row': z.slice(2),
      'a column': z.slice(':', '3:4'),
      'another dtype': grid('complex64'),
      'a number': -0,
      'a complex number': { re: -0, im: 2 },
      'real numbers': np.real(z).add(1),
      'a 0-d array': z.slice(1, 2),
      integers: np.arange(VALUES.length, { dtype: 'int64' }),
    };
    for (const [of, other] of Object.entries(others)) {
      const short = operation(z, other as never);
      // An option, if only one that changes nothing, leads the long way.
      const long = np[name as 'add'](z, other as never, { where: true });
      t.same(await bitsOf(short), await bitsOf(long), of);
      const swapped = np[name as 'add'](other as never, z, { where: true });
      t.same(await bitsOf(operation(other as np.NDArray, z as never)), await bitsOf(swapped), `${of} first`);
    }
    t.throws(() => operation(z, np.complex(np.ones([3]), 1) as never), { code: 'ERR_SHAPE', message: new RegExp(`^${name}`) });
  });
}

t.test('functions of one array', async (t) => {
  const z = grid();
  for (const name of ['negative', 'exp', 'sqrt', 'square'] as const)
    t.same(await bitsOf(np[name](z)), await bitsOf(np[name](z, { where: true } as never)), name);
  const large = np.complex(np.asarray([709.5, 709.5, 720, 720, -1e9]), np.asarray([0, 1, 0, Math.PI / 2, 3]));
  const [re] = await bitsOf(np.exp(large));
  t.equal(
    re[0],
    new BigUint64Array(Float64Array.of(Number(await np.exp(709.5).item())).buffer)[0],
    'on the real axis as the real function',
  );
  t.equal(re[2], new BigUint64Array(Float64Array.of(Number.POSITIVE_INFINITY).buffer)[0]);
  t.ok(Number.isFinite(Number(await np.real(np.exp(large)).slice(3).item())), 'a large power times a small cosine');
});
