/** Arrays of a size that depends on values, as arguments of all functions that give one array. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import '../../support/arrays.js';

const line = np.array([3.5, -1, 2, 5]);
const lazy = (): np.NDArray => line.compress(line.greater(-9));

/** Functions that write, `choose` with its third argument, or need no array; `assign` would write into an array that nobody else has. */
const OTHERS =
  /^[A-Z]|dispose|help|share|save|tofile|At$|Assign$|set|load|copyto|put|place|fill|device|scope|testing|attach|^choose$|^assign$/;
type AnyFunction = (...given: unknown[]) => unknown;

function functions(space: object, prefix: string): [string, AnyFunction][] {
  return Object.entries(space).flatMap(([name, fn]): [string, AnyFunction][] =>
    typeof fn === 'function' && !OTHERS.test(name) ? [[`${prefix}${name}`, fn as AnyFunction]] : [],
  );
}

/** The first call, of these arguments, that gives one array; null where none does. */
async function plainCall(fn: AnyFunction): Promise<{ given: readonly unknown[]; wanted: np.NDArray } | null> {
  for (const given of [[line], [line, line], [line, 1], [line, line, line]]) {
    try {
      const found = await fn(...given);
      if (!(found instanceof np.NDArray)) return null;
      await found.tolist(); // arguments are refused there, too: bins that neither ascend nor descend
      return { given, wanted: found };
    } catch {
      // other arguments, then
    }
  }
  return null;
}

t.test('every function that gives one array takes lazy ones, and gives the same', async (t) => {
  let count = 0;
  for (const [name, fn] of [...functions(np, 'np.'), ...functions(np.linalg, 'np.linalg.'), ...functions(np.fft, 'np.fft.')]) {
    const call = await plainCall(fn);
    if (call === null) continue;
    count++;
    const found = await fn(...call.given.map((x) => (x === line ? lazy() : x)));
    t.ok(found instanceof np.NDArray, name);
    if (!name.endsWith('mptyLike')) t.same(await (found as np.NDArray).tolist(), await call.wanted.tolist(), name);
  }
  t.ok(count > 240, `${count} functions`);
});

t.test('what gives several arrays says so', async (t) => {
  t.throws(() => np.histogram(lazy()), { name: 'ShapeError', message: /await it first/ });
  await t.rejects(async () => np.gradient(np.zeros([3, 3]).compress([true, true, true], 0)), {
    name: 'ShapeError',
  });
});

t.test('methods of functions take them', async (t) => {
  t.equal(await np.atan2.reduce(lazy()).item(), await np.atan2.reduce(line).item());
  t.same(await np.subtract.outer(lazy(), line).tolist(), await np.subtract.outer(line, line).tolist());
  t.same(await np.add.accumulate(lazy()).tolist(), await np.add.accumulate(line).tolist());
  t.same(await np.outer(lazy(), line).tolist(), await np.outer(line, line).tolist());
});

t.test('bincount is one', async (t) => {
  const counted = np.array([3, 1, 1]).astype('int64');
  const table = np.bincount(counted);
  counted.set(0, 7);
  t.throws(() => table.shape, { name: 'ShapeError' });
  t.same(await np.cumsum(table).tolist(), [0, 2, 2, 3], 'of the values at the call');
  t.same(await np.bincount(np.bincount([0, 0, 2])).tolist(), [1, 1, 1]);
  t.same(await np.bincount([1, 1], { weights: [0.5, 0.25], minlength: 4 }).tolist(), [0, 0.75, 0, 0]);
  await t.rejects(async () => np.bincount([1, -1]).sum().item(), { name: 'ArgumentError', message: /at least 0, got -1/ });
});

t.test('delete takes masks', async (t) => {
  const x = np.arange(12).reshape([3, 4]);
  t.same(await np.delete(x, [true, false, true], 0).tolist(), [[4, 5, 6, 7]]);
  t.same(await np.delete(x, np.array([1, 0, 1, 0]).astype('bool'), { axis: 1 }).tolist(), [
    [1, 3],
    [5, 7],
    [9, 11],
  ]);
  t.equal(await np.delete(x, x.greater(5)).add(1).sum().item(), 21);
  t.same(await np.delete(np.array([np.complex(1, 2), np.complex(3, 4)]), [true, false]).tolist(), [{ re: 3, im: 4 }]);
  t.throws(() => np.delete(x, [true, false]), { name: 'ShapeError', message: /a mask of 12 elements, got 2/ });
  t.throws(() => np.delete(x, [1, true] as never), { name: 'ArgumentError' });
});

t.test('dtypes beside lazy arrays, by their place and in options', async (t) => {
  const counts = (): np.NDArray => np.cumsum(np.bincount([0, 1, 1]));
  t.same(await (await counts().astype(np.uint8)).data(), Uint8Array.of(1, 3));
  t.equal((await np.concat([lazy(), [1]], { dtype: np.float32 })).dtype, np.float32);
  t.same(await (await lazy().astype(np.int8)).data(), Int8Array.of(3, -1, 2, 5));
  t.same(await (await np.sqrt(lazy().abs(), { dtype: np.float32 })).data(), Float32Array.of(3.5, 1, 2, 5).map(Math.sqrt));
  t.equal((await lazy().astype(np.complex64)).dtype, np.complex64 as never);
});

t.test('sparse matrices and lazy arrays: a product, or an error that says what to do', async (t) => {
  const A = sparse.eye(4);
  t.same(await (await A.matmul(lazy())).tolist(), [3.5, -1, 2, 5]);
  const some = np.flatnonzero([true, false, true, false]);
  for (const call of [
    () => A.get(some),
    () => A.multiply(lazy()),
    () => sparse.add(A, lazy() as never),
    () => sparse.kron(A, lazy() as never),
  ])
    t.throws(call, { code: 'ERR_SHAPE', message: /await it first/ });
});

t.test('ranges of grids as texts', async (t) => {
  t.same(await np.mgrid('0:2', '0:1:3j').tolist(), [
    [
      [0, 0, 0],
      [1, 1, 1],
    ],
    [
      [0, 0.5, 1],
      [0, 0.5, 1],
    ],
  ]);
  t.equal(np.mgrid('0:4:2', 3).dtype, np.int64);
  t.same(
    np.ogrid('-2:2:5j', [0, 3]).map((x) => x.shape),
    [
      [5, 1],
      [1, 3],
    ],
  );
  t.same(await np.mgrid(':3').tolist(), [[0, 1, 2]]);
  t.throws(() => np.mgrid('0:x' as never), { name: 'ArgumentError', message: /^mgrid: .* such as '0:5'/ });
});
