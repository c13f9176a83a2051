import t from 'tap';
import { bool, float32, float64, int64 } from '../../../lib/dtype/index.js';
import { elementwise, input, kernel, output, printKernel, verify } from '../../../lib/ir/index.js';
import { samples, spmv } from '../../support/kernels.js';

t.test('samples are well-formed', async (t) => {
  for (const [name, sample] of Object.entries(samples)) t.same(verify(sample), [], name);
});

t.test('types are inferred', async (t) => {
  const made = elementwise(2, [float64, float64], bool, (b, x, y) => b.lt(x, y));
  t.equal(made.loops[0].nodes[2].dtype, bool);
  t.equal(made.rowRank, 1);
  t.equal(elementwise(0, [float64], float64, (b, x) => b.neg(x)).rowRank, 0);
});

t.test('mistakes break invariants that say what was given', async (t) => {
  t.throws(
    () => elementwise(1, [float64, float32], float64, (b, x, y) => b.add(x, y)),
    /add of float64 and float32: operands must have one dtype/,
  );
  t.throws(() => elementwise(1, [int64], int64, (b, x) => b.sqrt(x)), /sqrt of int64: takes float/);
  t.throws(() => kernel(1, [input(float64, 1)], [], (b) => b.store(0, b.load(0))), /argument 0 is read only/);
  t.throws(
    () => kernel(1, [input(float64, 2), output(float64, 1)], [], (b) => b.store(1, b.load(0))),
    /rank 2, but elementwise asks for 1/,
  );
  t.throws(() => kernel(1, [output(float64, 1)], [], (b) => b.store(0, b.scalar(0))), /scalar 0 of 0/);
});

t.test('text', async (t) => {
  t.equal(
    printKernel(spmv),
    `kernel rank 1 rows 1
arg 0: float64 whole read rank 1
arg 1: int64 whole read rank 1
arg 2: int64 elementwise read
arg 3: int64 elementwise read
arg 4: float64 whole read rank 1
arg 5: float64 elementwise write
loop
  %0: int64 = load 2
  %1: int64 = load 3
  %2: float64 = segfold sum [%0, %1) of %3 in
    %0: float64 = segload 0
    %1: int64 = segload 1
    %2: float64 = gather 4 [%1]
    %3: float64 = mul %0 %2
  store %2 -> 5
`,
  );
});
