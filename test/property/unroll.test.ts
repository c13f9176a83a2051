/** Kernels over rows of a few elements, or over a few rows, and these kernels unrolled: the interpreter gives the same bits for both. */

import t from 'tap';
import { optimize, unroll, unrollRows } from '../../lib/compile/index.js';
import { dtypes } from '../../lib/dtype/index.js';
import { type Kernel, printKernel, verify } from '../../lib/ir/index.js';
import { firstDifference } from '../support/compare.js';
import { interpret, type View } from '../support/interpret.js';
import { copyViews, Draw, drawKernel, type Kind } from '../support/random.js';
import fc from '../support/seeded.js';

const shapes: Readonly<Record<number, readonly (readonly number[])[]>> = {
  2: [
    [3, 1],
    [70, 3],
    [1100, 2],
    [5, 17],
  ],
  3: [
    [4, 2, 3],
    [1030, 2, 1],
    [9, 1, 5],
    [6, 3, 4],
  ],
};

function columnOf({ data, shape, strides, offset }: View, at: readonly number[] | null, rank: number): View {
  if (at === null) return { data, shape, strides, offset };
  const lead = strides.length - at.length;
  const start = at.reduce((sum, i, axis) => sum + i * strides[axis + lead], offset);
  return rank === 0
    ? { data, shape: [], strides: [], offset: start }
    : { data, shape: [shape[0]], strides: [strides[0]], offset: start };
}

function compare(
  kernel: Kernel,
  shape: readonly number[],
  views: readonly View[],
  scalars: readonly (number | bigint)[],
): boolean {
  const unrolled = unroll(
    kernel,
    shape.slice(1),
    views.map((view) => view.strides),
  );
  if (unrolled === null) return false;
  const [expected, got] = [copyViews(views), copyViews(views)];
  const text = (): string => `${printKernel(kernel)}\nunrolled\n${printKernel(unrolled.kernel)}`;
  const problems = verify(unrolled.kernel);
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${text()}`);
  const { kernel: optimized, args } = optimize(unrolled.kernel, new Set());
  const columns = args.map((k) => columnOf(got[unrolled.columns[k].arg], unrolled.columns[k].at, unrolled.kernel.args[k].rank));
  const status = interpret(kernel, shape, expected, scalars);
  if (interpret(optimized, shape.slice(0, 1), columns, scalars) !== status) throw new Error(`status\n${text()}`);
  got.forEach((view, k) => {
    const at = firstDifference(view.data, expected[k].data);
    if (at >= 0) throw new Error(`argument ${k}[${at}]: ${view.data[at]}, not ${expected[k].data[at]}\n${text()}`);
  });
  return true;
}

for (const kind of ['map', 'inner', 'outer'] as const satisfies readonly Kind[]) {
  t.test(`unrolled kernels compute what they did: ${kind}`, async (t) => {
    let unrolled = 0;
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.constantFrom(2, 3), (seed, rank) => {
        const draw = new Draw(seed);
        const drawn = drawKernel(draw, rank, kind, 8, dtypes, false);
        const shape = draw.pick(shapes[rank]);
        if (compare(drawn.kernel, shape, drawn.arguments(shape, draw), drawn.scalars)) unrolled++;
      }),
      { numRuns: 200, seed: 20261122 },
    );
    t.ok(unrolled >= 20, `${unrolled} of 200 could be`);
  });
}

function rowOf({ data, shape, strides, offset }: View, at: number | null): View {
  return at === null
    ? { data, shape, strides, offset }
    : { data, shape: shape.slice(1), strides: strides.slice(1), offset: offset + at * strides[0] };
}

function compareRows(
  kernel: Kernel,
  shape: readonly number[],
  views: readonly View[],
  scalars: readonly (number | bigint)[],
): boolean {
  const repeats = views.map((view) => view.shape.length === shape.length && view.strides[0] === 0);
  const unrolled = unrollRows(kernel, shape[0], repeats);
  if (unrolled === null) return false;
  const [expected, got] = [copyViews(views), copyViews(views)];
  const text = (): string => `${printKernel(kernel)}\nin rows\n${printKernel(unrolled.kernel)}`;
  const problems = verify(unrolled.kernel);
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${text()}`);
  const { kernel: optimized, args } = optimize(unrolled.kernel, new Set());
  const rows = args.map((k) => rowOf(got[unrolled.rows[k].arg], unrolled.rows[k].at));
  const status = interpret(kernel, shape, expected, scalars);
  if (interpret(optimized, shape.slice(1), rows, scalars) !== status) throw new Error(`status\n${text()}`);
  got.forEach((view, k) => {
    const at = firstDifference(view.data, expected[k].data);
    if (at >= 0) throw new Error(`argument ${k}[${at}]: ${view.data[at]}, not ${expected[k].data[at]}\n${text()}`);
  });
  return true;
}

const few: Readonly<Record<number, readonly (readonly number[])[]>> = {
  2: [
    [1, 3],
    [3, 70],
    [2, 1100],
    [5, 17],
  ],
  3: [
    [2, 4, 3],
    [1, 1030, 2],
    [5, 9, 1],
    [3, 6, 4],
  ],
};

t.test('kernels in rows compute what they did', async (t) => {
  let unrolled = 0;
  fc.assert(
    fc.property(fc.nat(2 ** 31), fc.constantFrom(2, 3), (seed, rank) => {
      const draw = new Draw(seed);
      const drawn = drawKernel(draw, rank, 'map', 8, dtypes, seed % 4 === 0);
      const shape = draw.pick(few[rank]);
      if (compareRows(drawn.kernel, shape, drawn.arguments(shape, draw), drawn.scalars)) unrolled++;
    }),
    { numRuns: 200, seed: 20261123 },
  );
  t.ok(unrolled >= 20, `${unrolled} of 200 could be`);
});
