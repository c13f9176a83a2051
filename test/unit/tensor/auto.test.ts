/** Schedules that are found: by latencies, as programs, and on several memories. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime } from '../../../lib/runtime/public.js';
import { candidatesOf } from '../../../lib/tensor/auto/candidates.js';
import { problemOf } from '../../../lib/tensor/auto/problem.js';
import {
  type Assignment,
  AutoPlan,
  autoSchedule,
  blas,
  cannon,
  Grid,
  indices,
  type Schedule,
  solomonik,
  tensor,
} from '../../../lib/tensor/index.js';
import { formatStatement } from '../../../lib/tensor/notation/statement.js';
import type { Sizes } from '../../support/matrix-theory.js';
import { onRuntime } from '../../support/on-runtime.js';
import '../../support/arrays.js';

t.setTimeout(60_000);

const { i, j, k, l, io, ii, jo, ji, ko, ki, kos, f } = indices();
const dtype = 'float64';
function productOf({ m, n, k: inner }: Sizes): Assignment {
  const [B, C] = [tensor('B', [m, inner], { dtype }), tensor('C', [inner, n], { dtype })];
  return tensor('A', [m, n])
    .at(i, j)
    .assign(B.at(i, k).times(C.at(k, j)));
}

t.test('latencies are those of the processor that has most messages', async (t) => {
  const product = productOf({ m: 8, n: 8, k: 8 });
  const { cost, seconds, schedule } = autoSchedule(product, {
    on: new Grid(4),
    network: { latency: 1, bandwidth: 8e9 },
    flops: 1e9,
  });
  // Rows on four processors would take three messages of the one that has C, tiles take two of each.
  t.same(
    cost.perProcessor.map(({ messages }) => messages),
    [2, 2, 2, 2],
  );
  t.match(schedule.program(), /distribute\(\[i, j\], .*new Grid\(2, 2\)/);
  t.ok(Math.abs(seconds - (2 + cost.bytes / (4 * 8e9) + (2 * 8 ** 3) / 4 / 1e9)) < 1e-12, `${seconds}`);
});

t.test('grids that are not looked at have none of the best candidates', async (t) => {
  const rest = { memory: 20_000, network: { latency: 1e-6, bandwidth: 1e9 }, flops: 1e9 };
  const tiles = { on: new Grid(6, 4), as: 'xy -> xy', dtype } as const;
  const T = tensor('T', [9, 10, 11], { dtype });
  const [D, E] = ['D', 'E'].map((name) => tensor(name, [13, 13], tiles));
  const statements = [
    productOf({ m: 30, n: 7, k: 50 }),
    productOf({ m: 5, n: 200, k: 3 }),
    tensor('M', [9, 4])
      .at(i, l)
      .assign(
        T.at(i, j, k)
          .times(tensor('F', [10, 4], { dtype }).at(j, l))
          .times(tensor('G', [11, 4], { dtype }).at(k, l)),
      ),
    tensor('S', [13, 13])
      .at(i, j)
      .assign(D.at(i, k).times(E.at(k, j))),
    tensor('V', [13])
      .at(i)
      .assign(D.at(i, i).times(D.at(i, j))),
  ];
  for (const { statement } of statements)
    for (const processors of [1, 12, 24])
      for (const most of [1, 64]) {
        const machine = { ...rest, processors };
        const problem = problemOf(statement);
        const all = candidatesOf(problem, machine, Number.POSITIVE_INFINITY).slice(0, most);
        t.same(candidatesOf(problem, machine, most), all, `${formatStatement(statement)} on ${processors}`);
      }
});

/** The schedule that a program makes. */
function pasted(program: string, arrays: Readonly<Record<string, np.NDArray>> = {}): Schedule {
  const given = { Grid, blas, indices, tensor, ...arrays };
  return new Function(...Object.keys(given), `${program}\nreturn schedule;`)(...Object.values(given)) as Schedule;
}

t.test('schedules as programs', async (t) => {
  const m = new Grid(2, 2);
  const tiles = { on: m, as: 'xy -> xy', dtype } as const;
  const [A, B, C] = ['A', 'B', 'C'].map((name) => tensor(name, [6, 6], tiles));
  const T = tensor('T', [6, 6, 6], { dtype });
  const M = tensor('M', [6, 6]);
  const W = tensor('W', [6, 6, 6]);
  const nodes = { on: new Grid(2).of(new Grid(2)), as: ['xy -> x', 'xy -> y'] };
  const sums = tensor('S', [6, 6], nodes)
    .at(i, j)
    .assign(B.at(i, j).times(3).minus(C.at(j, i).negative()));
  const schedules: Schedule[] = [
    cannon(A, B, C, m),
    solomonik(A, B, C, new Grid(2, 2, 2)),
    sums.schedule().collapse(i, j, f),
    sums.schedule().distribute([i], [io], [ii], new Grid(3)).split(j, jo, ji, 4),
    A.at(i, j)
      .assign(B.at(i, k).times(C.at(k, j)))
      .schedule()
      .distribute([i, j], [io, jo], [ii, ji], m)
      .divide(k, ko, ki, 2)
      .reorder(ko, ii, ji, ki)
      .rotate(ko, [io, jo], kos)
      .substitute([ii, ji, ki], blas.gemm),
    M.at(i, l)
      .assign(T.at(i, j, k).times(B.at(j, l)).times(C.at(k, l)))
      .schedule()
      .precompute(T.at(i, j, k).times(C.at(k, l)), W.at(i, j, l)),
    autoSchedule(productOf({ m: 12, n: 10, k: 14 }), { on: new Grid(6) }).schedule,
    autoSchedule(productOf({ m: 12, n: 10, k: 40 }), { on: new Grid(6), memory: 8 * 200 }).schedule,
  ];
  for (const schedule of schedules) {
    const again = pasted(schedule.program());
    t.equal(again.explain(), schedule.explain());
    t.same(again.compile().cost(), schedule.compile().cost());
  }
});

t.test('programs have identifiers of their own', async (t) => {
  const names = indices();
  const [a, b, c] = [names.B, names.new, names['a row']];
  const data = (shape: number[]): np.NDArray => np.arange(shape.reduce((n, x) => n * x, 1)).reshape(shape);
  const [x, y, z] = [data([3, 4]), data([4, 5]), data([3])];
  const [B, BArray, schedule] = [tensor('B', x), tensor('BArray', y), tensor('schedule', z)];
  const made = tensor('tensor', [3, 5])
    .at(a, c)
    .assign(B.at(a, b).times(BArray.at(b, c)).plus(schedule.at(a)))
    .schedule()
    .split(b, names.A, names.io, 2)
    .reorder(names.A, a);
  const program = made.program();
  t.match(program, /^const \{ B, "a row": v, new: new1, A, io \} = indices\(\);\n/);
  const again = pasted(program, { B1Array: x, BArrayArray: y, schedule1Array: z });
  t.equal(again.explain(), made.explain());
  t.same(await again.compile().run().array().tolist(), await np.add(x.matmul(y), z.reshape([3, 1])).tolist());
  for (const [subscripts, ...arrays] of [
    ['AB,BC->AC', x, y],
    ['AB,BC,A->C', x, y, z],
  ] as [string, ...np.NDArray[]][]) {
    const on = new Grid(1);
    t.same(await np.einsum(subscripts, ...arrays, { on }).tolist(), await np.einsum(subscripts, ...arrays).tolist());
    const [, report] = np.einsumPath(subscripts, ...arrays, { on });
    const text = report.slice(report.search(/^(\/\/ operands|const \{)/m));
    t.doesNotThrow(() => new Function('Grid', 'blas', 'indices', 'tensor', text)(Grid, blas, indices, tensor), text);
  }
});

t.test('statements of several factors, repeated tensors, given distributions, no loops', async (t) => {
  await onRuntime(createRuntime({ memories: 6, procs: 2 }), async () => {
    const x = np.arange(60).reshape([3, 4, 5]);
    const [y, z] = [np.arange(8).reshape([4, 2]), np.arange(10).reshape([5, 2])];
    const on = new Grid(3, 2);
    const [T, D, E, X] = [
      tensor('T', x),
      tensor('D', y, { on, as: 'xy -> xy' }),
      tensor('E', z),
      tensor('X', np.arange(16).reshape([4, 4])),
    ];
    const M = tensor('M', [3, 2]);
    const mttkrp = M.at(i, l).assign(T.at(i, j, k).times(D.at(j, l)).times(E.at(k, l)));
    const plan = autoSchedule(mttkrp, { on });
    t.same(await plan.run().array().tolist(), await np.einsum('ijk,jl,kl->il', x, y, z).tolist());
    t.same(await M.array().tolist(), await plan.run().array().tolist(), "the statement's own tensor has the elements");
    const given = plan.schedule
      .program()
      .split('\n')
      .find((line) => line.startsWith('const D'));
    t.equal(given, "const D = tensor('D', DArray, { on: new Grid(3, 2), as: 'xy -> xy' });");
    const again = pasted(plan.schedule.program(), { TArray: x, DArray: y, EArray: z });
    t.same(await again.compile().run().array().tolist(), await M.array().tolist(), 'the program that was pasted');
    const square = autoSchedule(
      tensor('S', [4, 4])
        .at(i, j)
        .assign(X.at(i, k).times(X.at(k, j)).plus(X.at(i, k).times(2))),
      { on },
    );
    t.same(
      await square.run().array().tolist(),
      await X.array()
        .matmul(X.array())
        .add(np.sum(X.array(), { axis: 1, keepdims: true }).multiply(2))
        .tolist(),
    );
    const scalar = autoSchedule(
      tensor('s', [])
        .at()
        .assign(tensor('t', np.asarray(4)).at().times(2)),
      { on },
    );
    t.equal(await scalar.run().array().item(), 8);
    t.ok(scalar instanceof AutoPlan);
  });
});

t.test('np.einsum on a grid', async (t) => {
  for (const device of ['cpu', 'js'] as const) {
    await onRuntime(createRuntime({ memories: 4, procs: 2, device }), async () => {
      const on = new Grid(2, 2);
      for (const type of ['float64', 'int32'] as const) {
        const whole = (...shape: number[]): np.NDArray =>
          np
            .arange(
              shape.reduce((n, x) => n * x, 1),
              { dtype: type },
            )
            .reshape(shape);
        const [x, y, z] = [whole(4, 6), whole(6, 5), whole(5, 2)];
        const cases: [string, ...np.NDArray[]][] = [
          ['ij,jk->ik', x, y],
          ['ij,jk,kl->il', x, y, z],
          ['ij->', x],
          ['ij,ij', x, x],
          ['...j,jk', whole(2, 3, 6), y],
          ['ii->i', whole(4, 4)],
          ['bij,bjk->bik', whole(3, 2, 4), whole(3, 4, 2)],
          ['ij,jk->ik', np.ones([4, 1], { dtype: type }), y],
        ];
        for (const [subscripts, ...arrays] of cases) {
          const expected = await np.einsum(subscripts, ...arrays).tolist();
          for (const round of [1, 2, 3])
            t.same(
              await np.einsum(subscripts, ...arrays, { on, schedule: 'auto' }).tolist(),
              expected,
              `${subscripts}, ${device}, ${round}`,
            );
        }
      }
      t.same(
        await np
          .einsum(
            'i,ij',
            [1, 2],
            [
              [1, 2],
              [3, 4],
            ],
            { on },
          )
          .tolist(),
        [7, 10],
        'numbers',
      );
    });
  }
});

t.test('what np.einsum on a grid refuses, and reports', async (t) => {
  const x = np.ones([4, 4]);
  const on = new Grid(2, 2);
  const cases: [() => unknown, string, RegExp][] = [
    [() => np.einsum('ij->ji', x, { schedule: 'auto' }), 'ERR_ARGUMENT', /einsum: .*expected \{ on: new Grid\(2, 2\) \}/],
    [() => np.einsum('ij->ji', x, { memory: 8 }), 'ERR_ARGUMENT', /expected \{ on:/],
    [
      () => np.einsum('ij->ji', x, { on, memory: Number.NaN }),
      'ERR_ARGUMENT',
      /memory: expected a number of at least 0, got NaN/,
    ],
    [
      () => autoSchedule(productOf({ m: 2, n: 2, k: 2 }), { on, memory: Number.NaN }),
      'ERR_ARGUMENT',
      /memory: expected a number of at least 0/,
    ],
    [() => autoSchedule(productOf({ m: 2, n: 2, k: 2 }), { on, flops: 0 }), 'ERR_ARGUMENT', /flops: expected a number above 0/],
    [
      () => productOf({ m: 2, n: 2, k: 2 }).schedule().compile({ memory: Number.NaN }),
      'ERR_ARGUMENT',
      /compile: .*memory: expected a number of at least 0/,
    ],
    [
      () => np.einsum('ij->ji', x, { on: [2, 2] as never }),
      'ERR_ARGUMENT',
      /on: expected a Grid of maniple\/tensor, got an Array/,
    ],
    [() => np.einsum('ij->ji', x, { on, schedule: 'best' as never }), 'ERR_ARGUMENT', /schedule: expected "auto", got "best"/],
    [() => np.einsum('ij->ji', x, { on }), 'ERR_SCHEDULE', /for 4 processors, the machine has one memory/],
    [() => np.einsum('ij,jk', x, x, { on, memory: 16 }), 'ERR_SCHEDULE', /no grid of 4 processors computes .* in 16 bytes/],
    [() => np.einsum('ij,jk', x, np.ones([3, 4]), { on }), 'ERR_SHAPE', /axes 'j' have 4 and 3/],
    [() => np.einsum('ij->ji', x.greater(0), { on }), 'ERR_DTYPE', /got bool/],
    [() => autoSchedule({} as never, { on }), 'ERR_ARGUMENT', /expected a statement such as/],
    [() => autoSchedule(productOf({ m: 2, n: 2, k: 2 }), {} as never), 'ERR_ARGUMENT', /on: expected|expected/],
    [
      () => autoSchedule(productOf({ m: 2, n: 2, k: 2 }), { on, network: '12GB' }),
      'ERR_ARGUMENT',
      /such as '1.5us,12GB\/s', got '12GB'/,
    ],
    [
      () => autoSchedule(productOf({ m: 2, n: 2, k: 2 }), { on, network: { latency: -1, bandwidth: 1 } }),
      'ERR_ARGUMENT',
      /latency of at least 0/,
    ],
    [
      () => {
        const [a, b] = [tensor('a', [4], { dtype }), tensor('b', [4, 4], { dtype })];
        return autoSchedule(
          tensor('c', [4])
            .at(i)
            .assign(a.at(i).plus(b.at(i, j))),
          { on },
        );
      },
      'ERR_SCHEDULE',
      /2 summands over different variables; assign each summand/,
    ],
  ];
  for (const [run, code, message] of cases) t.throws(run, { code, message }, String(message));
  const [, report] = np.einsumPath('ij,jk->ik', x, x, { on });
  t.match(report, /schedule\(\)\n {2}\.distribute\(\[/);
});
