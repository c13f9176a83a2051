/** Rows of a few elements in emitted C: folds, first extremes, and how they are packed. */
import t from 'tap';
import { float64, int64 } from '../../../lib/dtype/index.js';
import { columnsOut, input, kernel, output, rowsOut } from '../../../lib/ir/index.js';
import { same, view } from '../../support/compiled.js';
import { dense } from '../../support/interpret.js';
import { whyNoNative } from '../../support/native.js';

const skip = whyNoNative();

t.test('rows and columns of a few elements', { skip }, async (t) => {
  const rows = kernel(2, [input(float64, 2), input(float64, 2), rowsOut(float64, 1), rowsOut(float64, 1)], [], (b) => {
    b.foldInner('sum', 2, b.mul(b.load(0), b.load(1)));
    b.foldInner('min', 3, b.load(0));
  });
  const columns = kernel(2, [input(float64, 2), input(float64, 2), columnsOut(float64, 1)], [], (b) =>
    b.foldOuter('sum', 2, b.mul(b.load(0), b.load(1))),
  );
  for (const n of [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 40]) {
    const shape = [300, n];
    const matrix = view(shape, [n, 1], 1);
    const results = [view([300], [1], 3), view([300], [2], 4)];
    await same(t, `rows of ${n}`, rows, shape, [matrix, view(shape, [0, 1], 2), ...results]);
    await same(t, `${n} columns`, columns, shape, [matrix, view(shape, [1, 0], 2), view([n], [1], 3)]);
  }
});

t.test('first extremes of short rows, with ties and NaN', { skip }, async (t) => {
  const k = kernel(2, [input(float64, 2), rowsOut(int64, 1), rowsOut(int64, 1)], [], (b) => {
    b.argFold('argmin', 1, b.load(0));
    b.argFold('argmax', 2, b.load(0));
  });
  for (const n of [1, 2, 3, 4, 5, 8, 13, 32, 33]) {
    const matrix = view([400, n], [n, 1], 5);
    for (let i = 0; i < matrix.data.length; i++) {
      const x = Math.floor(Number(matrix.data[i]) * 3);
      matrix.data[i] = x === 2 ? Number.NaN : x === 0 && i % 2 === 0 ? -0 : x;
    }
    const results = [0, 1].map(() => dense(new BigInt64Array(400)));
    await same(t, `rows of ${n}`, k, [400, n], [matrix, ...results]);
  }
});

t.test('extremes of long rows, down to the sign of a zero', { skip }, async (t) => {
  const k = kernel(2, [input(float64, 2), rowsOut(float64, 1), rowsOut(float64, 1), rowsOut(int64, 1)], [], (b) => {
    b.foldInner('min', 1, b.load(0));
    b.foldInner('max', 2, b.load(0));
    b.argFold('argmax', 3, b.load(0));
  });
  const fills: Readonly<Record<string, (x: number, i: number) => number>> = {
    'as they are': (x) => x,
    'zeros of both signs above all': (x, i) => (i % 5 === 0 ? -0 : i % 7 === 0 ? 0 : -Math.abs(x)),
    'zeros of both signs below all': (x, i) => (i % 11 === 0 ? -0 : i % 7 === 0 ? 0 : Math.abs(x)),
    'zeros with a sign': (x, i) => (i % 3 === 0 ? -0 : x),
    'not all are numbers': (x, i) => (i % 401 === 0 ? Number.NaN : x),
    'the last is no number': (x, i) => (i % 130 === 129 ? Number.NaN : x),
    'all alike': () => Number.NEGATIVE_INFINITY,
  };
  for (const n of [33, 63, 64, 65, 100, 130, 1000, 4096, 5000]) {
    for (const [what, fill] of Object.entries(fills)) {
      const matrix = view([6, n], [n, 1], 5);
      for (let i = 0; i < matrix.data.length; i++) matrix.data[i] = fill(Number(matrix.data[i]), i);
      const results = [dense(new Float64Array(6)), dense(new Float64Array(6)), dense(new BigInt64Array(6))];
      await same(t, `rows of ${n}, ${what}`, k, [6, n], [matrix, ...results]);
    }
  }
});

const difference = kernel(3, [input(float64, 3), input(float64, 3), output(float64, 3)], [], (b) =>
  b.store(2, b.sub(b.load(0), b.load(1))),
);

t.test('short rows are packed, from the middle of groups on', { skip }, async (t) => {
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    for (const shape of [
      [250, 3, n],
      [7, 130, n],
      [2, 1, n],
    ]) {
      const [, m] = shape;
      for (const strides of [
        [n, 0, 1],
        [1, 2, 0],
        [m * n + 1, n, 1],
        [0, n + 3, 1],
      ]) {
        const others = [view(shape, [m * n, n, 1], 2), view(shape, [m * n, n, 1], 3)];
        await same(t, `${shape}: ${strides}`, difference, shape, [view(shape, strides, 1, 2), ...others]);
      }
    }
  }
});
