/** `lu`, `solveTriangular`, `expm`, `sqrtm` and `logm` beside SciPy's answers (test/golden/numpy/linalg.py), in float32, and refused. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

interface Packed {
  readonly shape: readonly number[];
  readonly complex: boolean;
  readonly values: readonly number[] | readonly Num[];
}
type Num = readonly [re: number, im: number];
interface Case {
  readonly name: 'lu' | 'solveTriangular' | 'expm' | 'sqrtm' | 'logm';
  readonly given: readonly Packed[];
  readonly options?: object;
  readonly gives: readonly Packed[];
}

const root = dirname(createRequire(import.meta.url).resolve('#package'));
const cases = JSON.parse(readFileSync(join(root, 'test', 'golden', 'numpy', 'linalg.json'), 'utf8')) as readonly Case[];

function array({ shape, complex, values }: Packed): np.NDArray {
  const numbers = complex ? (values as readonly Num[]).map(([re, im]) => ({ re, im })) : (values as number[]);
  return np.asarray(numbers as readonly number[]).reshape(shape);
}

/** The greatest distance from what is expected, over the greatest length of that. */
async function distance(actual: np.NDArray, expected: Packed): Promise<number> {
  const wanted = array(expected);
  const [far, size] = await Promise.all([np.abs(actual.subtract(wanted)).max().item(), np.abs(wanted).max().item()]);
  return far / Math.max(size, Number.MIN_VALUE);
}

const call = (name: Case['name'], given: readonly np.NDArray[], options?: object): readonly np.NDArray[] => {
  const fn = np.linalg[name] as unknown as (...given: unknown[]) => np.NDArray | np.linalg.LU;
  const found = fn(...given, ...(options === undefined ? [] : [options]));
  return name === 'lu' ? Object.values(found as object) : [found as np.NDArray];
};

for (const [i, { name, given, options, gives }] of cases.entries()) {
  t.test(`${name} ${i}: ${given[0].complex ? 'complex' : 'real'} ${JSON.stringify(given[0].shape)}`, async (t) => {
    const bound = name === 'sqrtm' || name === 'logm' ? 2e-13 : 2e-14;
    const found = call(name, given.map(array), options);
    for (const [k, result] of found.entries()) {
      t.strictSame(result.shape, gives[k].shape);
      const far = await distance(result, gives[k]);
      t.ok(far < bound, `result ${k} is ${far} from SciPy's`);
    }
    const small = call(
      name,
      given.map((x) => array(x).astype((x.complex ? 'complex64' : 'float32') as 'float32')),
      options,
    );
    for (const [k, result] of small.entries()) {
      t.match(result.dtype.name, /^(float32|complex64)$/);
      t.ok((await distance(result, gives[k])) < 2e-4, `result ${k} in float32`);
    }
  });
}

t.test('forms of lu', async (t) => {
  const a = np.asarray([
    [1, 2],
    [4, 2],
    [3, 7],
  ]);
  const { p, l, u } = np.linalg.lu(a, { pIndices: true });
  t.strictSame(await p.tolist(), [2, 0, 1], 'places of rows');
  t.ok(await np.allclose(l.matmul(u).take(p, { axis: 0 }), a).item());
  const permuted = np.linalg.lu(a, { permuteL: true });
  t.notOk('p' in permuted);
  t.ok(await np.allclose(permuted.l.matmul(permuted.u), a).item());
  const singular = np.linalg.lu([
    [0, 0],
    [0, 5],
  ]);
  t.strictSame(await singular.u.tolist(), [
    [0, 0],
    [0, 5],
  ]);
  t.strictSame(np.linalg.lu(np.zeros([0, 3, 3])).l.shape, [0, 3, 3], 'no matrices');
  t.strictSame(np.linalg.expm(np.zeros([0, 0])).shape, [0, 0], 'no elements');
});

t.test('triangles that are not read, vectors and stacks', async (t) => {
  const a = np.asarray([
    [2, 1],
    [Number.NaN, 4],
  ]);
  t.strictSame(await np.linalg.solveTriangular(a, [4, 8]).tolist(), [1, 2]);
  t.strictSame(np.linalg.solveTriangular(np.ones([3, 1, 2, 2]), np.ones([4, 2, 5])).shape, [3, 4, 2, 5]);
  const z = np.asarray([[{ re: 0, im: 2 }]] as never);
  t.strictSame(await np.linalg.solveTriangular(z, [4]).tolist(), [{ re: 0, im: -2 }], 'a real right-hand side');
});

t.test('laws', async (t) => {
  const a = np.random.normal(0, 1, { shape: [3, 8, 8] });
  const root = np.linalg.sqrtm(a);
  t.ok(await np.allclose(root.matmul(root), a, { atol: 1e-10 }).item(), 'a root times itself');
  const log = np.linalg.logm(a);
  t.ok(await np.allclose(np.linalg.expm(log), a, { atol: 1e-9 }).item(), 'the exponential of a logarithm');
  t.ok(await np.allclose(np.linalg.expm(a).matmul(np.linalg.expm(a.negative())), np.eye(8), { atol: 1e-8 }).item());
});

t.test('errors', async (t) => {
  const { linalg } = np;
  const bad = [
    [1, Number.NaN],
    [0, 1],
  ];
  for (const fn of [linalg.expm, linalg.sqrtm, linalg.logm])
    await t.rejects(fn(bad).data(), { name: 'ArgumentError', message: /expected finite elements/ });
  await t.rejects(linalg.lu(bad).l.data(), { name: 'ArgumentError', message: /^lu: expected finite elements/ });
  const nilpotent = [
    [0, 1],
    [0, 0],
  ];
  await t.rejects(linalg.logm(nilpotent).data(), { name: 'ArgumentError', message: /^logm: the matrix is singular/ });
  await t.rejects(linalg.sqrtm(nilpotent).data(), { name: 'ArgumentError', message: /^sqrtm: the matrix is singular/ });
  t.strictSame(await np.real(linalg.sqrtm([[0]])).tolist(), [[0]], 'a singular matrix with a root');
  await t.rejects(linalg.solveTriangular(nilpotent, [1, 1]).data(), {
    name: 'ArgumentError',
    message: /^solveTriangular: the matrix is singular/,
  });
  t.throws(() => linalg.expm(np.zeros([2, 3])), { name: 'ShapeError', message: /^expm: expected square matrices/ });
  t.throws(() => linalg.solveTriangular(np.eye(2), np.ones(3)), { name: 'ShapeError', message: /do not meet/ });
  t.throws(() => linalg.solveTriangular(np.eye(2), np.ones(2), { trans: 'X' as 'N' }), { name: 'ArgumentError' });
  t.throws(() => linalg.expm(np.eye(2).astype('float16')), { name: 'DTypeError' });
});
