import t from 'tap';
import { printKernel } from '../../lib/ir/index.js';
import { exactKernel, interpreter, kinds } from '../support/agree.js';
import { firstDifference } from '../support/compare.js';
import { launch } from '../support/launch.js';
import { exactExecutable, nativeDevice, whyNoNative } from '../support/native.js';
import { copyViews } from '../support/random.js';
import fc from '../support/seeded.js';
import { runsOf, seedOf } from '../support/seeds.js';

/** Kernels for each kind: a compiler runs for each. MANIPLE_TEST_RUNS asks for more. */
const numRuns = runsOf(8);

/** Small domains by rank: runs shorter and longer than those that are used in place, rows short and long, axes of one element. */
const shapes: readonly (readonly (readonly number[])[])[] = [
  [[]],
  [[1], [7], [100], [1024]],
  [
    [5, 7],
    [10, 10],
    [3, 40],
    [25, 8],
    [64, 1],
    [1, 17],
    [2, 512],
  ],
  [
    [2, 3, 5],
    [25, 8, 4],
    [3, 1, 6],
    [2, 5, 100],
  ],
];

for (const kind of kinds) {
  t.test(`C for one extent computes what the interpreter does: ${kind}`, { skip: whyNoNative(), timeout: 600_000 }, async (t) => {
    const device = nativeDevice();
    let ran = 0;
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.constantFrom(0, 1, 2, 3), fc.nat(2 ** 20), (seed, rank, pick) => {
        const { draw, drawn } = exactKernel(seed, rank, kind);
        const { kernel, scalars } = drawn;
        const shape = shapes[rank][pick % shapes[rank].length];
        const expected = drawn.arguments(shape, draw);
        const executable = exactExecutable(kernel, { domain: shape, strides: expected.map((view) => view.strides) });
        if (executable === null) return;
        const got = copyViews(expected);
        const status = interpreter(drawn, shape, expected);
        const found = launch(device, kernel, shape, got, scalars, { tile: 1 << 20, executable });
        const at = got.map((view, k) => (status === 0 ? firstDifference(view.data, expected[k].data) : -1));
        if (found !== status || at.some((place) => place >= 0))
          throw new Error(`over (${shape}): status ${found}, not ${status}; differences at ${at}\n${printKernel(kernel)}`);
        ran++;
      }),
      { seed: seedOf(4), numRuns, endOnFailure: true },
    );
    await device.close();
    t.ok(ran > 0, `${ran} kernels were compiled for an extent`);
  });
}
