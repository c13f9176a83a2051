import t from 'tap';
import { compose, dumpAfter, optimize, type Part, throughGathers } from '../../lib/compile/index.js';
import { float64, int64 } from '../../lib/dtype/index.js';
import { elementwise, fullIn, fullOut, input, kernel, output, printKernel, whole } from '../../lib/ir/index.js';
import { golden } from '../support/golden.js';
import { axpy, dot, rowSums, spmv } from '../support/kernels.js';

const neg = elementwise(1, [float64], float64, (b, x) => b.neg(x));
const square = elementwise(1, [float64], float64, (b, x) => b.mul(x, x));

/** The text of a composition before the passes, after each that changed it. */
function story(parts: readonly Part[], temporaries: readonly number[]): string {
  const composed = compose(parts);
  const steps = [`composed\n${printKernel(composed)}`];
  const watch = dumpAfter('all', (text) => {
    if (text.slice(text.indexOf('\n')) !== steps[steps.length - 1].slice(steps[steps.length - 1].indexOf('\n'))) steps.push(text);
  });
  const { args } = optimize(composed, new Set(temporaries), { watch });
  return `${steps.join('\n')}\narguments ${args.join(' ')}\n`;
}

const stories: Readonly<Record<string, string>> = {
  vertical: story(
    [
      { kernel: neg, args: [0, 1], scalars: [] },
      { kernel: square, args: [1, 2], scalars: [] },
    ],
    [],
  ),
  temporary: story(
    [
      { kernel: neg, args: [0, 1], scalars: [] },
      { kernel: square, args: [1, 2], scalars: [] },
    ],
    [1],
  ),
  horizontal: story(
    [
      { kernel: neg, args: [0, 1], scalars: [] },
      { kernel: square, args: [0, 2], scalars: [] },
    ],
    [],
  ),
  diagonal: story(
    [
      { kernel: neg, args: [0, 1], scalars: [] },
      { kernel: square, args: [3, 4], scalars: [] },
      { kernel: axpy(1), args: [1, 4, 2], scalars: [0] },
    ],
    [1, 4],
  ),
  overwritten: story(
    [
      { kernel: neg, args: [0, 1], scalars: [] },
      { kernel: square, args: [0, 1], scalars: [] },
    ],
    [],
  ),
  residual: story(
    [
      { kernel: spmv, args: [0, 1, 2, 3, 4, 5], scalars: [] },
      { kernel: axpy(1), args: [5, 6, 7], scalars: [0] },
      { kernel: dot(1), args: [7, 7, 8], scalars: [] },
    ],
    [5],
  ),
  rows: story(
    [
      { kernel: elementwise(2, [rowSums.args[0].dtype], rowSums.args[0].dtype, (b, x) => b.exp(x)), args: [0, 1], scalars: [] },
      { kernel: rowSums, args: [1, 2, 3], scalars: [] },
    ],
    [1],
  ),
  uniform: story(
    [
      {
        kernel: kernel(1, [fullIn(float64), fullIn(float64), fullOut(float64)], [], (b) =>
          b.store(2, b.div(b.load(0), b.load(1))),
        ),
        args: [0, 1, 2],
        scalars: [],
      },
      {
        kernel: kernel(1, [fullIn(float64), input(float64, 1), output(float64, 1)], [], (b) =>
          b.store(2, b.mul(b.load(0), b.load(1))),
        ),
        args: [2, 3, 4],
        scalars: [],
      },
    ],
    [],
  ),
  constants: story(
    [
      {
        kernel: elementwise(1, [float64, int64], float64, (b, x, k) => {
          const one = b.sub(b.const(3, float64), b.const(2, float64));
          const long = b.cast(b.cast(b.cast(k, int64), float64), float64);
          return b.add(b.mul(b.neg(b.neg(x)), one), b.select(b.lt(one, b.const(2, float64)), long, x));
        }),
        args: [0, 1, 2],
        scalars: [],
      },
    ],
    [],
  ),
};

/** A kernel that gathers from the result of another, before and after it goes through that. */
function throughStory(): string {
  const producer = elementwise(1, [float64, float64], float64, (b, x, y) => b.add(b.mul(x, x), y));
  const take = kernel(1, [whole(float64, 1), input(int64, 1), output(float64, 1)], [], (b) =>
    b.store(2, b.neg(b.gather(0, b.load(1)))),
  );
  const through = throughGathers(take, 0, producer, 2, { shape: [10], alike: new Set(), over: [4], shapes: () => [] });
  if (through === null) throw new Error('it can be gone through');
  const { kernel: both, args } = through;
  const origins = args.map(({ of, arg }) => `${of} ${arg}`).join(', ');
  return `producer\n${printKernel(producer)}\nconsumer\n${printKernel(take)}\nboth\n${printKernel(both)}\narguments ${origins}\n`;
}

t.test('a gather through its producer', async (t) => golden(t, 'passes/through-gathers.txt', throughStory()));

t.test('kernels after each pass', async (t) => {
  for (const [name, text] of Object.entries(stories)) golden(t, `passes/${name}.txt`, text);
});
