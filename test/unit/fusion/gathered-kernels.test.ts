/** Kernels of tasks that gather through producers are made once for each pair of kernels and their shapes. */
import t from 'tap';
import { throughGathers } from '../../../lib/compile/index.js';
import { float64, int64 } from '../../../lib/dtype/index.js';
import { gatheredKernel } from '../../../lib/fusion/fused-kernels.js';
import { input, kernel, output, printKernel, whole } from '../../../lib/ir/index.js';

/** x[i] + i, whose index is counted from the length of x. */
const producer = kernel(1, [input(float64, 1), output(float64, 1)], [], (b) =>
  b.store(1, b.add(b.load(0), b.cast(b.index(0), float64))),
);
const take = kernel(1, [whole(float64, 1), input(int64, 1), output(float64, 1)], [], (b) => b.store(2, b.gather(0, b.load(1))));

const through = (length: number, few: number, alike: readonly number[] = []) =>
  gatheredKernel(
    { kernel: take, domain: [few], shapes: [[length], [few], [few]] },
    0,
    { kernel: producer, domain: [length], shapes: [[length], [length]] },
    1,
    new Set(alike),
  );

t.test('the kernel of each shape is what its own composition gives', async (t) => {
  const printed = [10, 12].map((length) => {
    const direct = throughGathers(take, 0, producer, 1, { shape: [length], alike: new Set(), over: [4], shapes: () => [length] });
    const found = through(length, 4);
    t.ok(found !== null && direct !== null);
    if (found !== null && direct !== null) t.equal(printKernel(found.kernel), printKernel(direct.kernel));
    return found === null ? '' : printKernel(found.kernel);
  });
  t.not(printed[0], printed[1], 'a negative index is counted from the end');
});

t.test('an equal pair has the identical kernel', async (t) => {
  t.equal(through(10, 4), through(10, 4));
  t.not(through(10, 4), through(11, 4));
  t.not(through(10, 4), through(10, 5));
  t.not(through(10, 4), through(10, 4, [1]));
});
