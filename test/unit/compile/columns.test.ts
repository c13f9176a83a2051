/** Columns of matrices with short rows in emitted C: packed and written by fours, whatever their order among the arguments. */
import t from 'tap';
import { type DType, float32, float64, int32, int64, type TypedArray } from '../../../lib/dtype/index.js';
import { input, type Kernel, kernel, output } from '../../../lib/ir/index.js';
import { noise, same } from '../../support/compiled.js';
import type { View } from '../../support/interpret.js';
import { whyNoNative } from '../../support/native.js';

const skip = whyNoNative();

/** Sums and products of two matrices' columns in turns, into those of a third and a fourth. */
function pairs(dtype: DType, columns: number): Kernel {
  const inputs = Array.from({ length: 2 * columns }, () => input(dtype, 1));
  const outputs = Array.from({ length: 2 * columns }, () => output(dtype, 1));
  return kernel(1, [...inputs, ...outputs], [], (b) => {
    for (let k = 0; k < 2 * columns; k += 2) {
      const [x, y] = [b.load(k), b.load(k + 1)];
      b.store(2 * columns + k, b.add(x, y));
      b.store(2 * columns + k + 1, b.mul(x, y));
    }
  });
}

/** Columns of a matrix whose rows are `apart` elements apart. */
function columnsOf(data: TypedArray, rows: number, columns: number, apart: number): View[] {
  return Array.from({ length: columns }, (_, offset) => ({ data, offset, shape: [rows], strides: [apart] }));
}

const interleaved = (a: readonly View[], b: readonly View[]): View[] => a.flatMap((view, k) => [view, b[k]]);

const MAKERS: readonly [DType, (from: Float64Array) => TypedArray][] = [
  [float64, (from) => from],
  [float32, (from) => Float32Array.from(from)],
  [int32, (from) => Int32Array.from(from, (x) => x * 1000)],
  [int64, (from) => BigInt64Array.from(from, (x) => BigInt(Math.trunc(x * 1000)))],
];

for (const [dtype, make] of MAKERS) {
  t.test(`columns of ${dtype.name}`, { skip }, async (t) => {
    for (const columns of [3, 4, 9]) {
      for (const rows of [1, 4, 131, 1027]) {
        const matrix = (seed: number, apart: number): View[] => columnsOf(make(noise(rows * apart, seed)), rows, columns, apart);
        const args = [
          ...interleaved(matrix(1, columns), matrix(2, columns + 2)),
          ...interleaved(matrix(3, columns), matrix(4, columns + 1)),
        ];
        await same(t, `${columns} of ${rows} rows`, pairs(dtype, columns), [rows], args);
      }
    }
  });
}

t.test('columns that go backwards, or lie apart', { skip }, async (t) => {
  const rows = 1500;
  const k = pairs(float64, 4);
  const there = columnsOf(noise(rows * 4, 1), rows, 4, 4);
  const back = there.map((view) => ({ ...view, offset: view.offset + (rows - 1) * 4, strides: [-4] }));
  const apart = columnsOf(noise(rows * 8, 2), rows, 8, 8).filter((_, i) => i % 2 === 0);
  const results = (seed: number): View[] => columnsOf(noise(rows * 4, seed), rows, 4, 4).reverse();
  await same(t, 'backwards', k, [rows], [...interleaved(back, apart), ...interleaved(results(3), results(4))]);
  await same(t, 'one after the other', k, [rows], [...there, ...apart, ...results(3), ...results(4)]);
});
