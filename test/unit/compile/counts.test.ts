/** Sums of bools as integers, which compiled C folds as bytes. */
import t from 'tap';
import { emitC } from '../../../lib/compile/index.js';
import { bool, type DType, float64, int8, int64 } from '../../../lib/dtype/index.js';
import { fullOut, input, type Kernel, kernel, rowsOut } from '../../../lib/ir/index.js';
import { same, view } from '../../support/compiled.js';
import type { View } from '../../support/interpret.js';
import { whyNoNative } from '../../support/native.js';

const skip = whyNoNative();

/** How many of an array's bools hold, and how many positive numbers there are in another one. */
const counts = (rank: number, to: DType): Kernel =>
  kernel(rank, [input(bool, rank), input(float64, rank), fullOut(int64), fullOut(to)], [], (b) => {
    b.fold('sum', 2, b.cast(b.load(0), int64));
    b.fold('sum', 3, b.cast(b.gt(b.load(1), b.const(0, float64)), to));
  });
const one: Kernel = kernel(1, [input(bool, 1), fullOut(int64)], [], (b) => b.fold('sum', 1, b.cast(b.load(0), int64)));
const byRows: Kernel = kernel(2, [input(bool, 2), rowsOut(int64, 1)], [], (b) => b.foldInner('sum', 1, b.cast(b.load(0), int64)));

/** Four of five bools hold. */
const bools = (shape: readonly number[], step: number): View => {
  const size = shape.reduce((a, n) => a * n, 1);
  const strides = shape.map((_, k) => step * shape.slice(k + 1).reduce((a, n) => a * n, 1));
  return {
    data: Uint8Array.from({ length: Math.max(1, size * step) }, (_, k) => Number(k % 5 !== 3)),
    offset: 0,
    shape,
    strides,
  };
};
const zeros = (data: View['data'], shape: readonly number[]): View => ({ data, offset: 0, shape, strides: shape.map(() => 1) });

t.test('counts are the sums of the bools that are converted', { skip }, async (t) => {
  for (const k of [one, byRows, counts(1, int8)]) t.match(emitC(k).source, /MK_COUNTS/);
  const mean = kernel(1, [input(bool, 1), fullOut(float64)], [], (b) => b.fold('sum', 1, b.cast(b.load(0), float64)));
  t.notMatch(emitC(mean).source, /MK_COUNTS/, 'sums of floats are no counts');
  for (const n of [0, 1, 63, 64, 65, 1024, 1100, 70_000]) {
    const numbers = view([n], [1], 3);
    await same(t, `${n}`, one, [n], [bools([n], 1), zeros(new BigInt64Array(1), [])]);
    await same(
      t,
      `every third of ${n}`,
      counts(1, int8),
      [n],
      [bools([n], 3), numbers, zeros(new BigInt64Array(1), []), zeros(new Int8Array(1), [])],
    );
  }
  for (const shape of [
    [40, 3],
    [9, 100],
    [3, 5000],
    [2, 0],
  ]) {
    const rows = zeros(new BigInt64Array(shape[0]), [shape[0]]);
    await same(t, `rows of ${shape[1]}`, byRows, shape, [bools(shape, 1), rows]);
  }
});
