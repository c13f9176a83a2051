/** Orders of a leaf's loops: the same bits on every tier and in every order, code that differs, commands that are refused. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { emitC } from '../../../lib/compile/index.js';
import { float64 } from '../../../lib/dtype/index.js';
import { input, kernel, type NestLoop, nestProblem, rowsOut } from '../../../lib/ir/index.js';
import { createRuntime } from '../../../lib/runtime/public.js';
import { blas, Grid, indices, type Schedule, tensor } from '../../../lib/tensor/index.js';
import { onRuntime } from '../../support/on-runtime.js';
import '../../support/arrays.js';

t.setTimeout(120_000);

const { i, j, k, l, io, ii, lo, li, jo, ji, ko, ki, f } = indices();

/** Numbers that nothing has to be compiled for. */
function spread(n: number, factor: number, dtype: 'float64' | 'float32' = 'float64'): np.NDArray {
  return np.asarray(
    Array.from({ length: n }, (_, x) => ((x * factor) % 1) * 64),
    { dtype },
  );
}

type Order = (schedule: Schedule) => Schedule;

/** A(i, l) += B(i, j, k) * C(j, l) * D(k, l), with 7 * 300 terms: two runs, and a part of one. */
async function mttkrp(order: Order, dtype: 'float64' | 'float32'): Promise<readonly unknown[]> {
  const values = (n: number, factor: number): np.NDArray => spread(n, factor, dtype);
  const B = tensor('B', values(5 * 7 * 300, 0.61803).reshape([5, 7, 300]));
  const C = tensor('C', values(7 * 19, 0.7548).reshape([7, 19]));
  const D = tensor('D', values(300 * 19, 0.5698).reshape([300, 19]));
  const statement = tensor('A', [5, 19])
    .at(i, l)
    .assign(B.at(i, j, k).times(C.at(j, l)).times(D.at(k, l)));
  return [...(await order(statement.schedule()).compile().run().array().data())];
}

const orders: readonly [name: string, order: Order][] = [
  ['vectors of rows', (s) => s.split(l, lo, li, 8).reorder(i, lo, j, k, li).vectorize(li).unroll(k, 8)],
  ['tiles of rows around terms', (s) => s.tile([i, l], [io, lo], [ii, li], [2, 16]).reorder(io, lo, j, k, ii, li).vectorize(li)],
  ['terms in vectors', (s) => s.parallelize(i).vectorize(k).unroll(k, 2)],
  ['terms in parts', (s) => s.split(k, ko, ki, 70).split(i, io, ii, 2).reorder(io, l, j, ko, ii, ki).unroll(ii, 2)],
];

t.test('every order has the bits of the loops as they are written', async (t) => {
  for (const dtype of ['float64', 'float32'] as const) {
    const expected = await onRuntime(createRuntime({ tier: 'block', procs: 2 }), () => mttkrp((s) => s, dtype));
    for (const [name, order] of dtype === 'float64' ? orders : orders.slice(1, 2)) {
      const found = await onRuntime(createRuntime({ tier: 'c', procs: 2, grain: 1 }), () => mttkrp(order, dtype));
      t.strictSame(found, expected, `${name}, ${dtype}`);
    }
    const plain = await onRuntime(createRuntime({ device: 'js' }), () => mttkrp(orders[0][1], dtype));
    t.strictSame(plain, expected, `untiled, ${dtype}`);
  }
});

t.test('leaves that add, on several processors; elements that are stored', async (t) => {
  const steps: Order = (s) => s.distribute([i], [io], [ii], new Grid(2)).divide(k, ko, ki, 3).reorder(ko, ii, j, ki);
  const matrices = (): readonly np.NDArray[] => [spread(24, 0.37).reshape([4, 6]), spread(30, 0.21).reshape([6, 5])];
  const run = async (order: Order): Promise<unknown> => {
    const [x, y] = matrices();
    const [B, C] = [tensor('B', x), tensor('C', y)];
    const product = tensor('A', [4, 5])
      .at(i, j)
      .assign(B.at(i, k).times(C.at(k, j)));
    return order(steps(product.schedule()).communicate([B, C], ko))
      .compile()
      .run()
      .array()
      .tolist();
  };
  const sums = async (order: Order): Promise<unknown> => {
    const [x] = matrices();
    const sum = tensor('S', [4, 6])
      .at(i, j)
      .assign(
        tensor('B', x)
          .at(i, j)
          .times(3)
          .minus(tensor('B2', spread(24, 0.53).reshape([4, 6])).at(i, j)),
      );
    return order(sum.schedule()).compile().run().array().tolist();
  };
  const expected = await onRuntime(createRuntime({ tier: 'block', memories: 2 }), () => run((s) => s));
  const found = await onRuntime(createRuntime({ tier: 'c', memories: 2 }), () => run((s) => s.vectorize(ki).parallelize(ii)));
  t.strictSame(found, expected, 'leaves that add');
  const stored = await onRuntime(createRuntime({ tier: 'block' }), () => sums((s) => s));
  const tiled = await onRuntime(createRuntime({ tier: 'c' }), () =>
    sums((s) => s.tile([i, j], [io, jo], [ii, ji], [3, 4]).vectorize(ji)),
  );
  t.strictSame(tiled, stored, 'elements that are stored');
});

const loop = (axis: number, step: number, more: Partial<NestLoop> = {}): NestLoop => ({
  axis,
  step,
  unroll: 1,
  vector: false,
  ...more,
});

t.test('emitted loops', async (t) => {
  const source = (nest: readonly NestLoop[], still: readonly number[] = []): string => {
    const args = [rowsOut(float64, 1), { ...input(float64, 2), still }];
    return emitC(kernel(2, args, [], (b) => b.foldInner('sum', 0, b.load(1)), { rowRank: 1, nest })).source;
  };
  const rows = source([loop(0, 8), loop(1, 1, { unroll: 8 }), loop(0, 1, { vector: true })]);
  t.match(rows, /for \(int64_t x0 = l0; x0 < e0; x0 \+= 8\)/, 'tiles of eight rows');
  t.match(rows, /r7 \+= v0;/, 'eight lanes in registers');
  t.match(rows, /s1_0 = unit \? 1 : /, 'neighbours along the vectors');
  t.notMatch(rows, /s1_1 = unit/, 'any stride along the terms');
  const still = source([loop(0, 8), loop(1, 1, { unroll: 8 }), loop(0, 1, { vector: true })], [1]);
  t.match(still, /s1_1 = unit \? 0 : /, 'one element for all terms');
  t.match(still, /const int unit = P\[\d+\] == 1 && P\[\d+\] == 0;/, 'strides are held against what is expected');
  t.match(
    source([loop(0, 1), loop(1, 16), loop(1, 1, { unroll: 4 })]),
    /UNROLL\(4\)\n *for \(int64_t x2 = begin/,
    'unrolled terms',
  );
});

t.test('nests that are none', async (t) => {
  const args = [rowsOut(float64, 1), input(float64, 2)];
  const whole = kernel(2, args, [], (b) => b.foldInner('sum', 0, b.load(1)), { rowRank: 1 });
  const cases: [readonly NestLoop[], RegExp][] = [
    [[loop(0, 1)], /innermost loop over axis 1/],
    [[loop(0, 1), loop(1, 1), loop(2, 1)], /a loop over axis 2 of 2/],
    [[loop(0, 2), loop(0, 4), loop(0, 1), loop(1, 1)], /steps of 2, 4, 1/],
    [[loop(0, 1, { vector: true }), loop(1, 1)], /not the innermost/],
    [[loop(1, 1), loop(0, 1)], /sums at a time/],
  ];
  for (const [nest, problem] of cases) t.match(nestProblem({ ...whole, nest }), problem);
});

t.test('orders that are refused', async (t) => {
  const [B, C] = [tensor('B', [600, 600], { dtype: 'float64' }), tensor('C', [600, 600], { dtype: 'float64' })];
  const product = (): Schedule =>
    tensor('A', [600, 600])
      .at(i, j)
      .assign(B.at(i, k).times(C.at(k, j)))
      .schedule();
  const cases: [() => unknown, RegExp][] = [
    [
      () => product().vectorize(i),
      /^vectorize\(i\): i is in vectors and would not be the innermost loop, which is k; .*The statement is\n∀i ∀j ∀k/,
    ],
    [
      () => product().vectorize(k).reorder(k, j),
      /reorder\(k, j\): k is in vectors and would not be the innermost loop, which is j/,
    ],
    [() => product().parallelize(k), /k is given to threads and would not be the outermost loop of the leaf, which is i/],
    [
      () => product().reorder(k, i).parallelize(k),
      /k is summed over: threads would add to the same elements of A; these are loops of i, j/,
    ],
    [() => product().unroll(k, 0), /whole number of iterations from 1 to 64, got 0/],
    [() => product().unroll(k, 2).unroll(k, 4), /k has a command unroll already/],
    [() => product().unroll(k, 2).divide(k, ko, ki, 2), /k is taken by unroll\(k, 2\); give this command before that one/],
    [() => product().unroll(l, 2), /l is no loop of the statement/],
    [
      () => product().distribute([i], [io], [ii], new Grid(2)).unroll(io, 2),
      /io is distributed over processors; unroll is about a leaf's loops/,
    ],
    [() => product().divide(k, ko, ki, 2).reorder(ko, i, j, ki).communicate(B, ko).unroll(ko, 2), /ko is a step in time/],
    [() => product().substitute([i, j, k], blas.gemm).unroll(k, 2), /gemm stands for the leaf/],
    [() => product().collapse(i, j, f).unroll(k, 2), /f is made of collapsed or rotated loops/],
    [() => product().divide(k, ko, ki, 2).reorder(ki, ko).unroll(ko, 2), /ko goes over parts of which ki is the inside/],
    [() => product().reorder(k, i, j).unroll(k, 2), /360000 sums of i, j would be kept .* at most 4096 can be; split i, j/],
    [() => product().tile([i, j], [io, jo], [ii], [4, 8]), /an inner part and a length for each of 2 loops, got 2, 1, 2/],
    [() => product().tile([i, j], [io, jo], [ii, ji], [4, 0]), /expected a whole number from 1 on as length of a part, got 0/],
  ];
  for (const [run, message] of cases) t.throws(run, { code: 'ERR_SCHEDULE', message }, String(message));
  const turned = tensor('a', [])
    .at()
    .assign(B.at(i, k).times(C.at(i, k)))
    .schedule();
  t.throws(() => turned.divide(i, io, ii, 2).divide(k, ko, ki, 2).reorder(io, ko, ii, ki).unroll(ki, 2), {
    message: /loops of i would be outside and inside of k, and a sum's terms come in one order/,
  });
});
