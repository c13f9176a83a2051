import t from 'tap';
import { emitC, unroll } from '../../lib/compile/index.js';
import { float64 } from '../../lib/dtype/index.js';
import { columnsOut, elementwise, fullOut, inout, input, type Kernel, kernel, output } from '../../lib/ir/index.js';
import { golden } from '../support/golden.js';
import {
  addInPlace,
  axpy,
  columnMinima,
  dot,
  mixed,
  ramp,
  random,
  rowSums,
  runProducts,
  scaled,
  scattered,
  spmv,
  take,
} from '../support/kernels.js';

/** y = sin(x * x) + x: a function that runs in a stage of its own. */
/** Sums and minima of the columns of a matrix of four, as a kernel over its rows. */
function unrolledColumns(): Kernel {
  const folds = kernel(2, [input(float64, 2), columnsOut(float64, 1), columnsOut(float64, 1)], [], (b) => {
    b.foldOuter('sum', 1, b.mul(b.load(0), b.load(0)));
    b.foldOuter('min', 2, b.load(0));
  });
  const unrolled = unroll(folds, [4], [[4, 1], [1], [1]]);
  if (unrolled === null) throw new Error('columns of four can be unrolled');
  return unrolled.kernel;
}

const staged = elementwise(1, [float64], float64, (b, x) => b.add(b.sin(b.mul(x, x)), x));

/** y = exp(x x) / exp(-x) + x: of two exponentials of computed values the first joins the loop that computes them. */
const joined = elementwise(1, [float64], float64, (b, x) => b.add(b.div(b.exp(b.mul(x, x)), b.exp(b.neg(x))), x));

/** r -= s q and the sum of r², as in a conjugate gradient step. */
const update = kernel(1, [inout(float64, 1), input(float64, 1), fullOut(float64)], [float64], (b) => {
  const r = b.sub(b.load(0), b.mul(b.scalar(0), b.load(1)));
  b.store(0, r);
  b.fold('sum', 2, b.mul(r, r));
});

/** y = x + 1, then z = y y: a later loop reads what an earlier one stored. */
const twoLoops: Kernel = {
  rank: 1,
  rowRank: 1,
  scalars: [],
  args: [input(float64, 1), output(float64, 1), output(float64, 1)],
  loops: [
    {
      nodes: [
        { op: 'load', dtype: float64, arg: 0 },
        { op: 'const', dtype: float64, value: 1 },
        { op: 'add', dtype: float64, a: 0, b: 1 },
      ],
      statements: [{ kind: 'store', arg: 1, value: 2 }],
    },
    {
      nodes: [
        { op: 'load', dtype: float64, arg: 1 },
        { op: 'mul', dtype: float64, a: 0, b: 0 },
      ],
      statements: [{ kind: 'store', arg: 2, value: 1 }],
    },
  ],
};

const kernels: Readonly<Record<string, Kernel>> = {
  axpy: axpy(1),
  'add-in-place': addInPlace(2),
  mixed: mixed(1),
  dot: dot(2),
  'row-sums': rowSums,
  'column-minima': columnMinima,
  'unrolled-columns': unrolledColumns(),
  scattered,
  take,
  spmv,
  'run-products': runProducts,
  ramp,
  random,
  scaled: scaled(1),
  joined,
  staged,
  update,
  'two-loops': twoLoops,
};

for (const [name, sample] of Object.entries(kernels)) {
  t.test(name, async (t) => golden(t, `c/${name}.c`, emitC(sample).source));
}

t.test('the text depends on the kernel alone', async (t) => {
  t.equal(emitC(axpy(2)).source, emitC(axpy(2)).source);
});
