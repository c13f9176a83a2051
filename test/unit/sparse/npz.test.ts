/** Files of sparse matrices: SciPy's (test/golden/numpy/sparse_npz.py), and those that are written here; Matrix Market files of all fields. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';

const folder = t.testdir();
const file = (name: string): string => join(folder, name);
const z = (re: number, im = 0): np.Complex => ({ re, im });
const rows = [
  [z(0), z(2), z(0), z(0)],
  [z(0, 1), z(0), z(0), z(3)],
  [z(0), z(0), z(0), z(4)],
  [z(0), z(0), z(5), z(0)],
];

t.test("SciPy's files", async (t) => {
  const files = JSON.parse(readFileSync(resolve('test', 'golden', 'numpy', 'sparse-npz.json'), 'utf8')) as Record<string, string>;
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(file('scipy.npz'), Buffer.from(bytes, 'base64'));
    const M = await sparse.loadNpz(file('scipy.npz'));
    t.same(await M.toDense().tolist(), rows, name);
    const own = name.startsWith('csc') ? sparse.CscArray : name.startsWith('coo') ? sparse.CooArray : sparse.CsrArray;
    t.ok(M instanceof own, `the format of ${name}`);
  }
});

t.test('written and read', async (t) => {
  const A = sparse.csrArray({ data: Int16Array.of(7, -2, 5), row: [0, 2, 2], col: [3, 0, 1], shape: [3, 4] });
  const rows = await A.toDense().tolist();
  for (const M of [A, A.tocsc(), A.tocoo()]) {
    for (const compressed of [true, false]) {
      await sparse.saveNpz(file('own.npz'), M, { compressed });
      const read = await sparse.loadNpz(file('own.npz'));
      t.ok(read instanceof M.constructor);
      t.equal(read.dtype, np.int16);
      t.same(await read.toDense().tolist(), rows);
    }
  }
  await sparse.saveNpz(file('own.npz'), A);
  const archive = await np.openz(file('own.npz'));
  t.same([...archive.names].sort(), ['_is_array', 'data', 'format', 'indices', 'indptr', 'shape'], "SciPy's names");
  t.equal(await archive.text('format'), 'csr');
  t.equal((await archive.get('shape')).dtype, np.int64);
});

t.test('what holds no matrix', async (t) => {
  const refused = (message: RegExp) => ({ name: 'FileFormatError', message });
  const [data, indices, indptr, shape] = [np.ones([1]), np.asarray([5]), np.asarray([0, 1]), np.asarray([1, 2])];
  await np.savez(file('bad.npz'), { data, indices, indptr, shape, format: 'csr' });
  await t.rejects(sparse.loadNpz(file('bad.npz')), refused(/bad\.npz holds no sparse matrix: .*outside a matrix/));
  await np.savez(file('bad.npz'), { data, indices, indptr, shape });
  await t.rejects(sparse.loadNpz(file('bad.npz')), refused(/no array "format"/));
  await np.savez(file('bad.npz'), { data, indices, indptr, shape, format: 'lil' });
  await t.rejects(sparse.loadNpz(file('bad.npz')), refused(/its format is "lil"/));
  await np.savez(file('bad.npz'), { format: np.ones([2]), data, shape });
  await t.rejects(sparse.loadNpz(file('bad.npz')), refused(/is no text/));
  const offsets = np.asarray([0]);
  await np.savez(file('bad.npz'), { format: 'dia', data: np.ones([2, 2]), offsets, shape: np.asarray([2, 2]) });
  await t.rejects(sparse.loadNpz(file('bad.npz')), refused(/diagonals and offsets differ in number/));
  await np.savez(file('bad.npz'), { format: 'dia', data: np.ones([2]), offsets, shape: np.asarray([2, 2]) });
  await t.rejects(sparse.loadNpz(file('bad.npz')), refused(/its diagonals are no matrix/));
  await t.rejects(np.savez(file('bad.npz'), { format: 'é' }), { name: 'ArgumentError', message: /ASCII/ });
});

t.test('Matrix Market files of all fields', async (t) => {
  const path = file('m.mtx');
  const again = async (A: sparse.CsrArray, options: sparse.WriteOptions, dtype?: np.DTypeName): Promise<unknown> => {
    await sparse.writeMatrixMarket(path, A, options);
    return (await sparse.readMatrixMarket(path, dtype === undefined ? {} : { dtype })).toDense().tolist();
  };
  const head = (): string => readFileSync(path, 'utf8').split('\n')[0].replace('%%MatrixMarket matrix coordinate ', '');
  t.same(await again(sparse.csrArray(rows as never), {}), rows);
  t.equal(head(), 'complex general');
  const hermitian = [
    [z(1), z(2, 3)],
    [z(2, -3), z(0)],
  ];
  t.same(await again(sparse.csrArray(hermitian as never), { symmetry: 'hermitian' }), hermitian);
  t.equal(readFileSync(path, 'utf8'), '%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 1 0\n2 1 2 -3\n');
  const skew = [
    [0, 5],
    [-5, 0],
  ];
  t.same(await again(sparse.csrArray(skew), { symmetry: 'skew-symmetric' }), skew);
  const whole = sparse.csrArray([[0, 3]], { dtype: 'int64' });
  t.same(await again(whole, {}, 'int64'), [[0n, 3n]]);
  t.equal(head(), 'integer general');
  t.same(await again(whole, { field: 'pattern' }), [[0, 1]]);
  t.equal(head(), 'pattern general');
  await t.rejects(again(sparse.csrArray([[0, 300]]), {}, 'uint8'), { name: 'FileFormatError', message: /uint8 holds, got 300/ });
  await sparse.writeMatrixMarket(path, sparse.csrArray(rows as never));
  await t.rejects(sparse.readMatrixMarket(path, { dtype: 'float64' }), { name: 'DTypeError', message: /holds complex numbers/ });
  await t.rejects(
    again(
      sparse.csrArray([
        [0, 1],
        [2, 0],
      ]),
      { symmetry: 'hermitian' },
    ),
    { name: 'ArgumentError', message: /not mirrored/ },
  );
  writeFileSync(path, '%%MatrixMarket matrix coordinate complex hermitian\n1 1 1\n1 1 2 1\n');
  await t.rejects(sparse.readMatrixMarket(path), {
    name: 'FileFormatError',
    message: /m\.mtx:3: expected a real number on the diagonal/,
  });
  writeFileSync(path, '%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 -3\n0 0\n');
  t.same(await (await sparse.readMatrixMarket(path)).toDense().tolist(), hermitian);
});
