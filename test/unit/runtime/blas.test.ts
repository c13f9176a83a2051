/** The setting `blas`: what is chosen computes the products, and what cannot be used is said. */
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
  t.same(addon?.chooseBlas('none'), { path: '', version: '', problem: '' });
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
