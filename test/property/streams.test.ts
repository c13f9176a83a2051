/** Results that are streamed past the caches: small ones too here, at odd places, so that every head and tail of a line is met. */

import t from 'tap';
import * as np from '../../lib/array/index.js';
import { candidates } from '../../lib/compile/toolchain/find.js';
import { forgetToolchain } from '../../lib/compile/toolchain/toolchain.js';
import { createRuntime, useRuntime } from '../../lib/runtime/index.js';
import { whyNoNative } from '../support/native.js';
import fc from '../support/seeded.js';
import { seedOf } from '../support/seeds.js';

const DTYPES = ['float64', 'float32', 'int64', 'int32', 'uint8'] as const;

interface Place {
  readonly dtype: (typeof DTYPES)[number];
  readonly rows: number;
  readonly columns: number;
  /** Where the written part begins, in both axes, and how far apart its rows are. */
  readonly row: number;
  readonly column: number;
  readonly step: number;
}

const places: fc.Arbitrary<Place> = fc.record({
  dtype: fc.constantFrom(...DTYPES),
  rows: fc.integer({ min: 1, max: 9 }),
  columns: fc.integer({ min: 1, max: 2500 }),
  row: fc.nat(2),
  column: fc.nat(9),
  step: fc.integer({ min: 1, max: 2 }),
});

/** The sum of the four neighbours and a copy, of a grid of small integers, into the middle of larger grids. */
async function check(place: Place): Promise<void> {
  const { rows, columns, row, column, step, dtype } = place;
  const [height, width] = [row + rows * step + 1, column + columns + 5];
  const value = (i: number, j: number): number => (7 * i + 3 * j) % 11;
  const numbers = Array.from({ length: (rows + 2) * (columns + 2) }, (_, k) =>
    value(Math.floor(k / (columns + 2)), k % (columns + 2)),
  );
  const from = np.asarray(numbers, { dtype }).reshape([rows + 2, columns + 2]);
  const part = (to: np.NDArray): np.NDArray => to.slice(`${row}:${row + rows * step}:${step}`, `${column}:${column + columns}`);
  const shifted = (i: number, j: number): np.NDArray => from.slice(`${i}:${i + rows}`, `${j}:${j + columns}`);
  const [sums, copy] = [np.full([height, width], 99, { dtype }), np.full([height, width], 77, { dtype })];
  part(sums).assign(shifted(0, 1).add(shifted(2, 1)).add(shifted(1, 0)).add(shifted(1, 2)));
  part(copy).assign(shifted(1, 1));
  const [gotSums, gotCopy] = [Array.from(await sums.data(), Number), Array.from(await copy.data(), Number)];
  for (let i = 0; i < height; i++) {
    for (let j = 0; j < width; j++) {
      const [r, c] = [(i - row) / step, j - column];
      const inside = Number.isInteger(r) && r >= 0 && r < rows && c >= 0 && c < columns;
      const around = value(r, c + 1) + value(r + 2, c + 1) + value(r + 1, c) + value(r + 1, c + 2);
      const wanted = inside ? [around, value(r + 1, c + 1)] : [99, 77];
      const got = [gotSums[i * width + j], gotCopy[i * width + j]];
      if (got[0] !== wanted[0] || got[1] !== wanted[1]) throw new Error(`element ${i}, ${j}: ${got} instead of ${wanted}`);
    }
  }
}

t.test('streamed results are where they belong, and nothing else is', { skip: whyNoNative(), timeout: 300_000 }, async (t) => {
  const before = process.env.MANIPLE_CC;
  const [compiler] = candidates();
  process.env.MANIPLE_CC = `${compiler.command.join(' ')} -DMK_STREAM_BYTES=64 -DMK_STREAM_RUN=1`;
  forgetToolchain();
  const rt = createRuntime({ device: 'cpu', tier: 'c', procs: 2, grain: 1, inline: false, small: 16 << 10, plans: 'kept' });
  const outer = useRuntime(rt);
  t.teardown(async () => {
    useRuntime(outer);
    await rt.close();
    if (before === undefined) delete process.env.MANIPLE_CC;
    else process.env.MANIPLE_CC = before;
    forgetToolchain();
  });
  await fc.assert(fc.asyncProperty(places, check), { seed: seedOf(12), numRuns: 60 });
  t.pass('all places');
});
