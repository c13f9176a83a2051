/** The setting `blas`: what is chosen computes the products and factors matrices, and what cannot be used is said. */
import { execFileSync } from 'node:child_process';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';
import { createRuntime, parseConfig, useRuntime } from '../../../lib/runtime/index.js';

async function product(blas: string): Promise<unknown> {
  const before = useRuntime(createRuntime({ device: 'cpu', procs: 1, blas }));
  try {
    const a = np
      .arange(60 * 50, { dtype: 'float64' })
      .remainder(7)
      .reshape([60, 50]);
    const b = np
      .arange(50 * 40, { dtype: 'float64' })
      .remainder(5)
      .reshape([50, 40]);
    return [
      await a.matmul(b).tolist(),
      await b.T.matmul(a.T).tolist(),
      await a.astype('float32').matmul(b.astype('float32')).tolist(),
    ];
  } finally {
    await useRuntime(before)?.close();
  }
}

t.test('the text of the setting', async (t) => {
  t.same(parseConfig('--blas none'), { blas: 'none' });
  t.same(parseConfig('--blas /opt/lib/libblis.so'), { blas: '/opt/lib/libblis.so' });
  t.throws(() => parseConfig('--blas'), { name: 'ConfigError' });
});

const addon = loadAddon();
t.test('libraries', { skip: addon === null ? (addonProblem() ?? true) : false }, async (t) => {
  const own = await product('none');
  t.same(addon?.chooseBlas('none'), { path: '', version: '', problem: '', lapack: false });
  await t.test('a known one', { skip: addon?.chooseBlas('any').path === '' ? 'no BLAS is installed' : false }, async (t) => {
    t.same(await product('any'), own, 'sums of small integers are exact in any order');
    t.not(addon?.chooseBlas('any').path, '');
  });
  for (const [wish, why] of [
    ['/nowhere/libblas.so', /--blas: expected .*got "\/nowhere\/libblas.so": .*nowhere/],
    [process.platform === 'darwin' ? 'libz.dylib' : 'libm.so.6', /has no function cblas_dgemm/],
  ] as const) {
    t.throws(() => createRuntime({ device: 'cpu', blas: wish }), { name: 'ConfigError', message: why }, wish);
  }
  t.same(await product('auto'), own, 'and the process goes on');
});

/** A library with LAPACK: a known one that is installed, or NumPy's own; null where there is none. */
function libraryWithLapack(): string | null {
  const find = 'import glob, numpy, os; print(*glob.glob(os.path.dirname(numpy.__file__) + ".libs/*openblas*"), sep="\\n")';
  const ofNumpy = (): string[] => {
    try {
      return execFileSync('python3', ['-c', find], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n');
    } catch {
      return [];
    }
  };
  const wishes = ['any', ...ofNumpy().filter((path) => path !== '')];
  const found = wishes.find((wish) => addon?.chooseBlas(wish).lapack === true) ?? null;
  addon?.chooseBlas('none');
  return found;
}

const lapack = libraryWithLapack();

/** Factors of matrices of every sort, of `n` rows and fewer columns; square ones where they have to be. */
async function factors(blas: string, n: number): Promise<Record<string, number[]>> {
  const before = useRuntime(createRuntime({ device: 'cpu', procs: 1, blas }));
  try {
    const noise = (rows: number, columns: number): np.NDArray =>
      np.remainder(np.square(np.arange(rows * columns)), 17).reshape([rows, columns]);
    const i = np.asarray({ re: 0, im: 1 });
    const found: Record<string, number[]> = {};
    for (const [sort, a] of [
      ['real', np.add(noise(n, n), np.multiply(np.eye(n), 5))],
      ['complex', np.add(np.add(noise(n, n), np.multiply(np.eye(n), 5)), np.multiply(noise(n, n).T, i))],
    ] as const) {
      const tall = a.slice(':', `:${Math.ceil(n / 2)}`);
      const positive = np.add(np.matmul(np.conj(a.T), a), np.eye(n));
      const { q, r } = np.linalg.qr(tall);
      const { p, l, u: upper } = np.linalg.lu(tall.T);
      const { u, s, vh } = np.linalg.svd(tall, { fullMatrices: false });
      const { eigenvalues, eigenvectors } = np.linalg.eig(a);
      const results = {
        det: np.linalg.slogdet(a).logabsdet,
        solve: np.linalg.solve(a, np.ones(n)),
        'P L U': np.matmul(np.matmul(p, l), upper),
        cholesky: np.linalg.cholesky(positive),
        'Q R': np.matmul(q, r),
        'singular values': np.linalg.svdvals(tall),
        'U S V': np.matmul(np.multiply(u, s), vh),
        'symmetric eigenvalues': np.linalg.eigvalsh(positive),
        'eigenvalues, their sizes': np.sort(np.abs(eigenvalues)),
        'what eigenvectors leave': np.subtract(
          np.matmul(np.add(a, np.multiply(0, i)), eigenvectors),
          np.multiply(eigenvectors, eigenvalues),
        ),
      };
      for (const [name, result] of Object.entries(results))
        found[`${name}, ${sort}`] = Array.from(await np.ravel(np.abs(result)).data(), Number);
    }
    return found;
  } finally {
    await useRuntime(before)?.close();
  }
}

t.test('LAPACK', { skip: lapack === null ? 'neither a BLAS with LAPACK nor NumPy is installed' : false }, async (t) => {
  for (const n of [1, 2, 7, 40, 130]) {
    const own = await factors('none', n);
    const found = await factors(lapack ?? '', n);
    t.same(Object.keys(found), Object.keys(own));
    for (const [name, values] of Object.entries(found)) {
      const scale = 1 + Math.max(...own[name]);
      const off = Math.max(...values.map((x, i) => Math.abs(x - own[name][i])));
      t.ok(off <= 1e-11 * n * scale, `${name}, ${n} rows: ${off} off`);
    }
    const isOwn = Object.keys(own).every((name) => own[name].every((x, i) => x === found[name][i]));
    if (n === 130) t.notOk(isOwn, 'the last digits are not those of maniple, so that the library was used');
  }
  t.same(await factors('none', 40), await factors('none', 40), 'the same bits each time');
  t.same(await factors(lapack ?? '', 40), await factors(lapack ?? '', 40), 'of the library, too');
});
