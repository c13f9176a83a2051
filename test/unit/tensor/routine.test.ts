/** Leaves by the device's product of matrices: which loops it takes, in any order of indices, and that it adds to its target in place. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime } from '../../../lib/runtime/public.js';
import {
  blas,
  cannon,
  Grid,
  type IndexVariable,
  indices,
  type ProductOptions,
  type Schedule,
  summa,
  type Tensor,
  tensor,
} from '../../../lib/tensor/index.js';
import { onRuntime } from '../../support/on-runtime.js';
import { generator } from '../../support/random.js';
import { SEED } from '../../support/seeded.js';
import { runsOf } from '../../support/seeds.js';
import '../../support/arrays.js';

t.setTimeout(120_000);

/** The addon may be off. */
const DEVICES = process.env.MANIPLE_ADDON === 'none' ? (['js'] as const) : (['cpu', 'js'] as const);

/** Loops of the result, of both factors: b is a batch, k is summed. */
const PRODUCTS: readonly (readonly [result: string, left: string, right: string])[] = [
  ['ij', 'ik', 'kj'],
  ['bij', 'bik', 'kj'],
  ['bij', 'bik', 'bkj'],
  ['bi', 'bik', 'k'],
  ['bi', 'bik', 'bk'],
  ['i', 'ik', 'k'],
];
const RUNS = runsOf(15);

interface Case {
  readonly schedule: Schedule;
  readonly expected: np.NDArray;
  readonly text: string;
}

/** A product with its indices and sizes drawn, its first loop on processors, its sum in steps. */
function drawn(draw: () => number, spec: (typeof PRODUCTS)[number], memories: number, dtype: 'float64' | 'int32'): Case {
  const named = indices();
  const sizes = new Map([...'bijk'].map((letter) => [letter, 1 + Math.floor(draw() * 9)]));
  const [result, ...factors] = spec.map((word) => [...word].sort(() => draw() - 0.5));
  const shapeOf = (letters: readonly string[]): number[] => letters.map((letter) => sizes.get(letter) ?? 1);
  const on = (letters: readonly string[]): IndexVariable[] => letters.map((letter) => named[letter]);
  const given = factors.map((letters, n): Tensor => {
    const shape = shapeOf(letters);
    const values = Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => Math.floor(draw() * 9) - 4);
    return tensor('BC'[n], np.asarray(values, { dtype }).reshape(shape));
  });
  const [left, right] = given.map((own, n) => own.at(...on(factors[n])));
  const value = draw() < 0.5 ? left.times(right) : right.times(left);
  const assignment = tensor('A', shapeOf(result), { dtype })
    .at(...on(result))
    .assign(value);
  const expected = assignment.run().array();
  const { k, ko, ki, po, pi } = named;
  const first = named[result[0]];
  const grid = new Grid(1 + Math.floor(draw() * memories));
  const leaf = [...result.slice(1).map((letter) => named[letter]), pi, ki];
  const schedule = assignment
    .schedule()
    .distribute([first], [po], [pi], grid)
    .divide(k, ko, ki, 1 + Math.floor(draw() * 3))
    .reorder(ko, ...leaf)
    .communicate(given, ko)
    .substitute(leaf, blas.gemm);
  return { schedule, expected, text: `${schedule} of ${[...sizes]}` };
}

for (const device of DEVICES)
  for (const memories of [1, 4])
    t.test(`products in any order of indices, ${device}, memories ${memories}`, async (t) => {
      await onRuntime(createRuntime({ memories, procs: 2, device }), async () => {
        for (const spec of PRODUCTS)
          for (let seed = 0; seed < RUNS; seed++) {
            const draw = generator(SEED * 10_000 + memories * 1000 + PRODUCTS.indexOf(spec) * 100 + seed);
            const { schedule, expected, text } = drawn(draw, spec, memories, seed % 3 === 2 ? 'int32' : 'float64');
            const compiled = schedule.compile();
            t.same(await compiled.run().array().tolist(), await expected.tolist(), text);
            const launches = compiled
              .explain()
              .split('\n')
              .filter((line) => line.startsWith('launch'));
            t.ok(
              launches.every((line) => line.endsWith(', by gemm')),
              `no launch adds what a routine left: ${launches.join('; ')}`,
            );
          }
      });
    });

t.test('sums of non-zero results: a target is added to where it is, in steps', async (t) => {
  const n = 70;
  for (const memories of [1, 4])
    await onRuntime(createRuntime({ memories, procs: 2 }), async () => {
      const x = np
        .arange(n * n)
        .reshape([n, n])
        .remainder(11)
        .subtract(5);
      const on = new Grid(memories);
      const { i, j, k, io, ii, ko, ki } = indices();
      const [A, B, C] = [tensor('A', [n, n], { on, as: 'xy -> x' }), tensor('B', x), tensor('C', x)];
      const compiled = A.at(i, j)
        .assign(B.at(i, k).times(C.at(k, j)))
        .schedule()
        .distribute([i], [io], [ii], on)
        .split(k, ko, ki, 9)
        .reorder(ko, ii, j, ki)
        .communicate([B, C], ko)
        .substitute([ii, j, ki], blas.gemm)
        .compile();
      const direct = await x.matmul(x).tolist();
      for (let run = 0; run < 3; run++) t.same(await compiled.run().array().tolist(), direct, `run ${run}, ${memories} memories`);
    });
});

t.test('a routine needs no more memory, launches or messages than loops', async (t) => {
  const m = new Grid(2, 2);
  const tiles = { on: m, as: 'xy -> xy', dtype: 'float64' } as const;
  const [A, B, C] = ['A', 'B', 'C'].map((name) => tensor(name, [8, 8], tiles));
  const algorithms = [
    (given?: ProductOptions) => cannon(A, B, C, m, given),
    (given?: ProductOptions) => summa(A, B, C, m, 1, given),
  ];
  for (const make of algorithms) t.strictSame(make({ leaf: blas.gemm }).compile().cost(), make().compile().cost());
});

t.test('nests that are no product of matrices', async (t) => {
  const { a, b, i, j, k, l } = indices();
  const four = (name: string, rank: number): Tensor => tensor(name, new Array<number>(rank).fill(3), { dtype: 'float64' });
  const cases: readonly [Schedule, readonly IndexVariable[], RegExp][] = [
    [
      four('A', 4)
        .at(a, b, i, j)
        .assign(
          four('B', 3)
            .at(a, b, k)
            .times(four('C', 3).at(i, j, k)),
        )
        .schedule(),
      [a, b, i, j, k],
      /is no product of two matrices/,
    ],
    [
      four('A', 3)
        .at(a, b, i)
        .assign(four('B', 4).at(a, b, i, k).times(four('C', 1).at(k)))
        .schedule(),
      [a, b, i, k],
      /is no product of two matrices/,
    ],
    [
      four('A', 0)
        .at()
        .assign(four('B', 1).at(k).times(four('C', 1).at(k)))
        .schedule(),
      [k],
      /is no product of two matrices/,
    ],
    [
      four('A', 1)
        .at(i)
        .assign(four('B', 3).at(i, k, l).times(four('C', 2).at(k, l)))
        .schedule(),
      [i, k, l],
      /is no product of two matrices; gemm stands for the loops i, j, k around .* and one more that is a batch of such products/,
    ],
    [
      four('A', 2)
        .at(i, j)
        .assign(four('B', 1).at(i).times(four('C', 1).at(j)))
        .schedule(),
      [i, j],
      /is no product of two matrices/,
    ],
  ];
  for (const [schedule, leaf, message] of cases)
    t.throws(() => schedule.substitute(leaf, blas.gemm), { code: 'ERR_SCHEDULE', message });
});
