import t from 'tap';
import { emitC } from '../../../lib/compile/index.js';
import { float32, float64, int32, int64 } from '../../../lib/dtype/index.js';
import { columnsOut, fullIn, fullOut, inout, input, type Kernel, kernel, output, rowsOut, whole } from '../../../lib/ir/index.js';
import { same, view } from '../../support/compiled.js';
import { dense, type View } from '../../support/interpret.js';
import { launch } from '../../support/launch.js';
import { nativeDevice, whyNoNative } from '../../support/native.js';

const skip = whyNoNative();

const sumOfProducts = (rank: number): Kernel =>
  kernel(rank, [input(float64, rank), input(float64, rank), fullOut(float64), fullOut(float64)], [float64], (b) => {
    const difference = b.sub(b.load(0), b.mul(b.scalar(0), b.load(1)));
    b.fold('sum', 2, b.mul(difference, difference));
    b.fold('prod', 3, b.abs(difference));
  });

t.test('sums in lanes', { skip }, async (t) => {
  t.match(emitC(sumOfProducts(1)).source, /mk_part/, 'this kernel folds in lanes');
  for (const n of [1, 7, 8, 1023, 1024, 1025, 5000]) {
    await same(
      t,
      `${n} dense`,
      sumOfProducts(1),
      [n],
      [view([n], [1], 1), view([n], [1], 2), view([], [], 3), view([], [], 4)],
      [0.5],
    );
    await same(
      t,
      `${n} strided and broadcast`,
      sumOfProducts(1),
      [n],
      [view([n], [3], 1), view([n], [0], 2), view([], [], 3), view([], [], 4)],
      [0.5],
    );
  }
  const shape = [5, 1500];
  await same(
    t,
    'rows with gaps',
    sumOfProducts(2),
    shape,
    [view(shape, [1502, 1], 1, 1), view(shape, [1500, 1], 2), view([], [], 3), view([], [], 4)],
    [2],
  );
  await same(
    t,
    'transposed',
    sumOfProducts(2),
    [40, 50],
    [view([40, 50], [1, 40], 1), view([40, 50], [50, 1], 2), view([], [], 3), view([], [], 4)],
    [2],
  );
});

/** An update in place with two sums, of values that are stored and that are not; and a function that needs a loop of its own. */
const update = kernel(
  1,
  [inout(float64, 1), input(float64, 1), output(float64, 1), fullOut(float64), fullOut(float64)],
  [float64],
  (b) => {
    const next = b.sub(b.load(0), b.mul(b.scalar(0), b.load(1)));
    const root = b.unary('sqrt', b.abs(b.div(next, b.unary('neg', b.load(1)))));
    b.store(0, next);
    b.store(2, b.add(root, b.const(0.25, float64)));
    b.fold('sum', 3, b.mul(next, next));
    b.fold('sum', 4, b.binary('mod', root, b.const(0.125, float64)));
  },
);

t.test('sums in lanes beside stores', { skip }, async (t) => {
  t.match(emitC(update).source, /mk_part_put\(&o0/, 'this kernel folds in lanes');
  for (const n of [1, 7, 8, 1023, 1024, 1025, 5000]) {
    for (const step of [1, 3]) {
      const [x, y, z] = [1, 2, 5].map((seed) => view([n], [seed === 2 ? 1 : step], seed));
      await same(t, `${n}, ${step} apart`, update, [n], [x, y, z, view([], [], 3), view([], [], 4)], [0.5]);
    }
  }
});

/** A product of a matrix of 0 to 4 elements a row with a vector, and two sums over it. */
const product = kernel(
  1,
  [
    whole(float64, 1),
    input(int64, 1),
    input(int64, 1),
    input(float64, 1),
    output(float64, 1),
    fullOut(float64),
    fullOut(float64),
  ],
  [],
  (b) => {
    const sums = b.segfold('sum', b.load(1), b.load(2), (s) => s.mul(s.load(0), s.load(0)));
    b.store(4, sums);
    b.fold('sum', 5, b.mul(sums, b.load(3)));
    b.fold('prod', 6, sums);
  },
);

t.test('sums in lanes of segments', { skip }, async (t) => {
  t.match(emitC(product).source, /mk_part_at\(&t/, 'this kernel folds in lanes');
  const n = 2100;
  const bounds = BigInt64Array.from({ length: n + 1 }, (_, i) => BigInt(2 * i + (i % 3)));
  const bound = (offset: number): View => ({ data: bounds, offset, shape: [n], strides: [1] });
  const values = view([Number(bounds[n])], [1], 1);
  const args = [values, bound(0), bound(1), view([n], [1], 2), view([n], [1], 3), view([], [], 4), view([], [], 5)];
  await same(t, 'products', product, [n], args);
});

const add3 = kernel(3, [input(float64, 3), input(float64, 3), output(float64, 3)], [], (b) =>
  b.store(2, b.sub(b.load(0), b.load(1))),
);

t.test('views of every kind', { skip }, async (t) => {
  const shape = [4, 6, 50];
  const contiguous = [300, 50, 1];
  for (const [name, strides] of Object.entries({
    contiguous,
    gaps: [400, 60, 1],
    transposed: [1, 4, 24],
    row: [0, 0, 1],
    column: [0, 1, 0],
    scalar: [0, 0, 0],
    'every second': [600, 100, 2],
  })) {
    await same(t, name, add3, shape, [view(shape, strides, 1, 2), view(shape, contiguous, 2), view(shape, contiguous, 3)]);
    if (!strides.includes(0))
      await same(t, `to ${name}`, add3, shape, [
        view(shape, contiguous, 1),
        view(shape, [0, 1, 0], 2),
        view(shape, strides, 3, 5),
      ]);
  }
  const reversed: View = { ...view(shape, contiguous, 4), offset: 1199, strides: [-300, -50, -1] };
  await same(t, 'reversed', add3, shape, [reversed, view(shape, contiguous, 2), view(shape, contiguous, 3)]);
});

t.test('views that repeat', { skip }, async (t) => {
  for (const shape of [
    [400, 3, 5],
    [40, 6, 50],
    [1, 1, 3000],
  ]) {
    const [, m, n] = shape;
    const contiguous = [m * n, n, 1];
    for (const strides of [
      [0, n, 1],
      [0, 0, 1],
      [0, 1, 0],
      [0, 1, m],
      [0, 0, 0],
    ]) {
      const others = [view(shape, contiguous, 2), view(shape, contiguous, 3)];
      await same(t, `${shape}: ${strides}`, add3, shape, [view(shape, strides, 1, 2), ...others]);
    }
  }
});

t.test('in place, dense and strided', { skip }, async (t) => {
  const k = kernel(2, [inout(float64, 2), input(float64, 2)], [], (b) =>
    b.store(0, b.add(b.mul(b.load(0), b.load(0)), b.load(1))),
  );
  for (const strides of [
    [70, 1],
    [80, 1],
    [1, 30],
    [140, 2],
  ])
    await same(t, `strides ${strides}`, k, [30, 70], [view([30, 70], strides, 1), view([30, 70], [70, 1], 2)]);
});

t.test('a whole row of folds', { skip }, async (t) => {
  const rows = kernel(2, [input(float64, 2), rowsOut(float64, 1), rowsOut(int64, 1)], [], (b) => {
    b.foldInner('sum', 1, b.load(0));
    b.argFold('argmin', 2, b.load(0));
  });
  const columns = kernel(2, [input(float64, 2), columnsOut(float64, 1)], [], (b) => b.foldOuter('sum', 1, b.load(0)));
  for (const shape of [
    [3, 5000],
    [700, 3],
    [2, 1024],
    [1, 1],
    [3, 0],
  ]) {
    const x = view(shape, [shape[1], 1], 1);
    await same(t, `rows of ${shape}`, rows, shape, [x, view([shape[0]], [2], 2), dense(new BigInt64Array(shape[0]))]);
    await same(t, `columns of ${shape}`, columns, shape, [x, view([shape[1]], [2], 2)]);
  }
});

t.test('more strips than a stack should hold', { skip }, async (t) => {
  const count = 80;
  const k = kernel(1, [...Array.from({ length: count }, () => input(float64, 1)), output(float64, 1)], [], (b) => {
    b.store(
      count,
      Array.from({ length: count }, (_, a) => b.load(a)).reduce((x, y) => b.add(x, y)),
    );
  });
  t.match(emitC(k).source, /static _Thread_local MK_STRIP\(double, b0\)/);
  t.match(emitC(k).flags, ['--param', 'vect-epilogues-nomask=0'], 'a long loop');
  const views = Array.from({ length: count + 1 }, (_, a) => view([1500], [a % 3 === 0 ? 2 : 1], a));
  await same(t, 'sum', k, [1500], views);
});

t.test('0-d values are read before any is stored', { skip }, async (t) => {
  const swap = kernel(
    1,
    [{ ...fullIn(float64), privilege: 'readwrite' }, { ...fullIn(float64), privilege: 'readwrite' }, output(float64, 1)],
    [],
    (b) => {
      const p = b.load(0);
      const q = b.load(1);
      b.store(0, q);
      b.store(1, p);
      b.store(2, b.sub(p, q));
    },
  );
  await same(t, 'swap', swap, [3000], [view([], [], 1), view([], [], 2), view([3000], [1], 3)]);
});

t.test('gathers check their indices', { skip }, async (t) => {
  const k = kernel(1, [whole(float32, 2), input(int64, 1), input(int32, 1), output(float32, 1)], [], (b) =>
    b.store(3, b.gather(0, b.load(1), b.cast(b.load(2), int64))),
  );
  const table: View = { data: Float32Array.from({ length: 24 }, (_, i) => i), offset: 0, shape: [3, 4], strides: [8, 2] };
  const run = async (i: bigint, j: number): Promise<[number, number]> => {
    const device = nativeDevice();
    const out = dense(new Float32Array(1));
    const status = launch(device, k, [1], [table, dense(BigInt64Array.of(i)), dense(Int32Array.of(j)), out]);
    await device.close();
    return [status, Number(out.data[0])];
  };
  t.same(await run(2n, 3), [0, 22]);
  t.same(await run(-1n, -4), [0, 16], 'negative ones count from the end, once');
  for (const [i, j] of [
    [3n, 0],
    [-4n, 0],
    [0n, 4],
    [0n, -5],
    [2n ** 62n, 0],
  ] as const)
    t.equal((await run(i, j))[0], 1, `(${i}, ${j}) is outside`);
});

t.test('segments outside their arguments are noticed', { skip }, async (t) => {
  const k = kernel(1, [whole(float64, 1), input(int64, 1), input(int64, 1), output(float64, 1)], [], (b) => {
    b.store(
      3,
      b.segfold('sum', b.load(1), b.load(2), (s) => s.load(0)),
    );
  });
  const device = nativeDevice();
  const run = (low: bigint, high: bigint): [number, number] => {
    const out = dense(Float64Array.of(NaN));
    return [
      launch(device, k, [1], [dense(Float64Array.of(1, 2, 4)), dense(BigInt64Array.of(low)), dense(BigInt64Array.of(high)), out]),
      Number(out.data[0]),
    ];
  };
  t.same(run(0n, 3n), [0, 7]);
  t.same(run(2n, 1n), [0, 0], 'an empty segment is the identity');
  t.same(run(9n, 5n), [0, 0], 'wherever it is');
  t.equal(run(0n, 4n)[0], 1);
  t.equal(run(-1n, 2n)[0], 1);
  await device.close();
});

const star = (rank: number): Kernel =>
  kernel(rank, [input(float64, rank), input(float64, rank), inout(float64, rank), output(float64, rank)], [float64], (b) => {
    const sum = b.add(b.load(0), b.mul(b.scalar(0), b.load(1)));
    b.store(2, b.add(b.load(2), sum));
    b.store(3, b.unary('sqrt', b.abs(sum)));
  });

t.test('rows one below the other', { skip }, async (t) => {
  t.match(emitC(star(2)).source, /mk_has_rows/, 'this kernel walks rows');
  t.notMatch(emitC(star(1)).source, /mk_has_rows/, 'a line is no row of a plane');
  for (const shape of [
    [70, 33],
    [3, 5, 64],
    [2, 1500],
    [4, 1024],
    [1, 40],
    [90, 1, 40],
    [2, 3, 4, 32],
    [40, 31],
    [3, 0],
    [0, 40],
  ]) {
    const strides = (gap: number): number[] => shape.map((_, k) => shape.slice(k + 1).reduce((a, n) => a * (n + gap), 1));
    const zeros = shape.map((_, k) => (k === shape.length - 1 ? 1 : 0));
    for (const [name, second] of [
      ['gaps', strides(3)],
      ['one row for all', zeros],
      ['without gaps', strides(0)],
    ] as const) {
      const args = [
        view(shape, strides(2), 1, 5),
        view(shape, second, 2),
        view(shape, strides(1), 3, 1),
        view(shape, strides(4), 4),
      ];
      await same(t, `${shape.join('x')}, ${name}`, star(shape.length), shape, args, [0.25]);
    }
  }
});
