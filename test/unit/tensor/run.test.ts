/** Schedules on machines of several memories: results, the bytes that the runtime copies beside the ones that cost() says, and refusals. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { OutOfMemoryError } from '../../../lib/base/index.js';
import { createRuntime } from '../../../lib/runtime/public.js';
import {
  blas,
  cannon,
  cosma,
  cosmaPlan,
  Grid,
  indices,
  innerprod,
  johnson,
  mttkrp,
  type ProductOptions,
  pumma,
  type Schedule,
  solomonik,
  summa,
  type Tensor,
  tensor,
  ttm,
  ttv,
} from '../../../lib/tensor/index.js';
import { onRuntime } from '../../support/on-runtime.js';
import '../../support/arrays.js';

t.setTimeout(120_000);

/** The addon may be off. */
const DEVICES = process.env.MANIPLE_ADDON === 'none' ? (['js'] as const) : (['cpu', 'js'] as const);

const { i, j, k, l, io, ii, jo, ji, ko, ki } = indices();
const [rows, columns, inner] = [8, 6, 12];
const numbers = (n: number): number[] => Array.from({ length: n }, (_, x) => ((x * 37) % 19) - 9);

/** The product of B and C, by loops. */
const expected = Array.from({ length: rows * columns }, (_, n) => {
  const [b, c] = [numbers(rows * inner), numbers(inner * columns)];
  let sum = 0;
  for (let x = 0; x < inner; x++) sum += b[Math.floor(n / columns) * inner + x] * c[x * columns + (n % columns)];
  return sum;
});

const TILES = ['xy -> xy', 'xy -> xy', 'xy -> xy'] as const;
const FACES = ['xy -> xy0', 'xz -> x0z', 'zy -> 0yz'] as const;
const FACE = ['xy -> xy0', 'xy -> xy0', 'xy -> xy0'] as const;

/** B and C on the grid, put there by statements. */
function matrices(on: Grid, as: readonly [string, string, string], dtype: 'float64' | 'int64'): [Tensor, Tensor, Tensor] {
  const give = (name: string, shape: [number, number], place: string): Tensor => {
    const given = tensor(`${name}0`, np.asarray(numbers(shape[0] * shape[1]), { dtype }).reshape(shape));
    const made = tensor(name, shape, { on, as: place });
    made.at(i, j).assign(given.at(i, j)).schedule().compile().run();
    return made;
  };
  return [tensor('A', [rows, columns], { on, as: as[0] }), give('B', [rows, inner], as[1]), give('C', [inner, columns], as[2])];
}

const cube = new Grid(2, 2, 2);
const plan = cosmaPlan({ m: rows, n: columns, k: inner, processors: 8, memory: 40 });
const algorithms: Readonly<Record<string, (dtype: 'float64' | 'int64', given?: ProductOptions) => Schedule>> = {
  cannon: (dtype, given) => cannon(...matrices(new Grid(2, 2), TILES, dtype), new Grid(2, 2), given),
  pumma: (dtype, given) => pumma(...matrices(new Grid(4, 2), TILES, dtype), new Grid(4, 2), given),
  summa: (dtype, given) => summa(...matrices(new Grid(2, 3), TILES, dtype), new Grid(2, 3), 2, given),
  johnson: (dtype, given) => johnson(...matrices(cube, FACES, dtype), cube, given),
  solomonik: (dtype, given) => solomonik(...matrices(cube, FACE, dtype), cube, given),
  cosma: (dtype, given) => cosma(...matrices(plan.grid, FACES, dtype), plan, given),
};

for (const device of DEVICES)
  for (const [name, make] of Object.entries(algorithms))
    t.test(`${name}, ${device}`, async (t) => {
      await onRuntime(createRuntime({ memories: 8, procs: 2, device }), async (rt) => {
        for (const dtype of ['float64', 'int64'] as const) {
          for (const given of [undefined, { leaf: blas.gemm }]) {
            const compiled = make(dtype, given).compile();
            rt.flush();
            const before = rt.stats().copiedBytes ?? 0;
            const result = compiled.run();
            rt.flush();
            const moved = (rt.stats().copiedBytes ?? 0) - before;
            const text = `${dtype}, on ${device}, by ${given === undefined ? 'loops' : 'gemm'}`;
            t.same([...(await result.array().data())].map(Number), expected, text);
            t.equal(moved, compiled.cost().bytes, `${text}: the bytes that cost() says`);
            t.equal(/, by gemm$/m.test(compiled.explain()), given !== undefined, text);
          }
        }
      });
    });

t.test('the result is where its distribution says, and an operand of the next statement', async (t) => {
  await onRuntime(createRuntime({ memories: 4, procs: 2 }), async () => {
    const m = new Grid(2, 2);
    const on = { on: m, as: 'xy -> xy' } as const;
    const n = 6;
    const x = np.asarray(numbers(n * n)).reshape([n, n]);
    const [A, D] = [tensor('A', [n, n], on), tensor('D', [n, n], on)];
    const B = tensor('B', x, on);
    cannon(A, B, B, m).compile().run();
    cannon(D, A, B, m).compile().run();
    t.same(await D.array().tolist(), await x.matmul(x).matmul(x).tolist());
    np.add(x, 1, { out: x });
    cannon(D, B, B, m).compile().run();
    t.same(await D.array().tolist(), await x.matmul(x).tolist(), 'an operand that changed');
  });
});

t.test('leaves by the product of the device, workspaces, views', async (t) => {
  await onRuntime(createRuntime({ memories: 4, procs: 2 }), async () => {
    const m = new Grid(2, 2);
    const x = np.asarray(numbers(8 * 8)).reshape([8, 8]);
    const view = x.T;
    for (const steps of [1, 3]) {
      const A = tensor('A', [8, 8], { on: m, as: 'xy -> xy' });
      const [B, C] = [tensor('B', x), tensor('C', view)];
      const schedule = A.at(i, j)
        .assign(B.at(i, k).times(C.at(k, j)))
        .schedule()
        .distribute([i, j], [io, jo], [ii, ji], m);
      const cut = schedule.divide(k, ko, ki, steps).reorder(ko, ii, ji, ki).communicate([B, C], ko);
      const found = cut.substitute([ii, ji, ki], blas.gemm).compile().run();
      t.same(await found.array().tolist(), await x.matmul(view).tolist(), `${steps} steps`);
    }
    const T = tensor('T', np.asarray(numbers(4 * 5 * 6)).reshape([4, 5, 6]));
    const [D, E] = [
      tensor('D', np.asarray(numbers(5 * 3)).reshape([5, 3])),
      tensor('E', np.asarray(numbers(6 * 3)).reshape([6, 3])),
    ];
    const M = tensor('M', [4, 3]);
    const mttkrp = M.at(i, l).assign(T.at(i, j, k).times(D.at(j, l)).times(E.at(k, l)));
    const direct = await mttkrp.run().array().tolist();
    const W = tensor('W', [4, 5, 3]);
    const scheduled = mttkrp
      .schedule()
      .precompute(T.at(i, j, k).times(E.at(k, l)), W.at(i, j, l))
      .distribute([i, l], [io, jo], [ii, ji], m);
    t.same(await scheduled.compile().run().array().tolist(), direct);
  });
});

t.test('operands are copied to their processors once, until a write, and equal places are one', async (t) => {
  await onRuntime(createRuntime({ memories: 4, procs: 2 }), async (rt) => {
    const m = new Grid(2, 2);
    const x = np.asarray(numbers(64)).reshape([8, 8]);
    const on = (as: string): { on: Grid; as: string } => ({ on: m, as });
    const [B, C] = [tensor('B', x, on('xy -> xy')), tensor('C', x, on('ab -> ab'))];
    const compiled = cannon(tensor('A', [8, 8], on('xy -> xy')), B, C, m).compile();
    const { bytes } = compiled.cost();
    const run = async (): Promise<number> => {
      rt.flush();
      const before = rt.stats().copiedBytes ?? 0;
      const result = compiled.run().array();
      rt.flush();
      const moved = (rt.stats().copiedBytes ?? 0) - before;
      t.same(await result.tolist(), await x.matmul(x).tolist());
      return moved;
    };
    t.ok((await run()) > bytes, 'the first run puts x on its processors');
    // Reads of results bring x together, its copy stays.
    t.equal(await run(), bytes, 'the second moves what cost() says');
    const other = np.ones([8, 8]);
    other.addAssign(1);
    other.dispose();
    t.equal(await run(), bytes, 'writes of other arrays, and arrays that are disposed of, change nothing');
    np.add(x, 1, { out: x });
    t.ok((await run()) > bytes, 'elements that were written are copied');
    x.slice('2:4').addAssign(1);
    t.ok((await run()) > bytes, 'and through a view');
    t.equal(await run(), bytes);
    const D = tensor('D', [8, 8], on('ab -> ab'));
    D.at(i, j).assign(B.at(i, j)).schedule().compile().run();
    const own = cannon(tensor('A', [8, 8], on('xy -> xy')), tensor('E', D.array(), on('xy -> xy')), D, m).compile();
    rt.flush();
    const before = rt.stats().copiedBytes ?? 0;
    own.run();
    rt.flush();
    t.equal((rt.stats().copiedBytes ?? 0) - before, own.cost().bytes, 'names of dimensions make no difference');
  });
});

t.test('a product of matrices beside other summands and factors is the routine of its own nest', async (t) => {
  const on = { on: new Grid(2, 2), as: 'xy -> xy' } as const;
  for (const memories of [1, 4])
    await onRuntime(createRuntime({ memories, procs: 2 }), async () => {
      const [x, y, z] = [3, 5, 7].map((seed) => np.asarray(numbers(64 * seed).slice(-64)).reshape([8, 8]));
      const direct = await np.add(x.matmul(y), z).tolist();
      const scaled = await np.multiply(x.matmul(y), z).tolist();
      const [B, C, D] = [x, y, z].map((own, n) => tensor('BCD'[n], own, memories === 1 ? {} : on));
      const spread = (s: Schedule): Schedule => (memories === 1 ? s : s.distribute([i, j], [io, jo], [ii, ji], on.on));
      const leaf = memories === 1 ? [i, j, k] : [ii, ji, k];
      for (const value of [B.at(i, k).times(C.at(k, j)).plus(D.at(i, j)), D.at(i, j).plus(B.at(i, k).times(C.at(k, j)))]) {
        const sum = spread(
          tensor('A', [8, 8], memories === 1 ? {} : on)
            .at(i, j)
            .assign(value)
            .schedule(),
        );
        const compiled = sum.substitute(leaf, blas.gemm).compile();
        t.same(await compiled.run().array().tolist(), direct, `${value}, ${memories}`);
        t.equal(compiled.explain().match(/, by gemm$/gm)?.length, 1, 'one launch is the routine');
      }
      const W = tensor('W', [8, 8]);
      const factors = tensor('A', [8, 8])
        .at(i, j)
        .assign(B.at(i, k).times(C.at(k, j)).times(D.at(i, j)))
        .schedule()
        .precompute(B.at(i, k).times(C.at(k, j)), W.at(i, j));
      const compiled = spread(factors).substitute(leaf, blas.gemm).compile();
      t.same(await compiled.run().array().tolist(), scaled, `a workspace, ${memories}`);
      t.match(compiled.explain(), /W\(i, j\) = B\(i, k\) \* C\(k, j\), by gemm\n/);
    });
});

t.test('explain() says where loops stand in for a routine', async (t) => {
  const of = (...dtypes: ('int64' | 'float32' | 'float64' | 'int16')[]): string => {
    const [B, C] = dtypes.map((dtype, n) => tensor('BC'[n], [4, 4], { dtype }));
    const product = tensor('A', [4, 4])
      .at(i, j)
      .assign(B.at(i, k).times(C.at(k, j)))
      .schedule();
    return product.substitute([i, j, k], blas.gemm).compile().explain();
  };
  t.match(of('float64', 'float64'), /A\(i, j\) = B\(i, k\) \* C\(k, j\), by gemm$/m);
  t.match(of('int64', 'int64'), /, by gemm$/m);
  t.match(of('int16', 'int16'), /, by loops: no gemm of int16$/m);
  t.match(of('float32', 'float64'), /, by loops: B is float32, and gemm computes in float64$/m);
});

t.test('a grid that is larger than the machine', async (t) => {
  const on = { on: new Grid(2, 2), as: 'xy -> xy' } as const;
  const B = tensor('B', np.ones([4, 4]), on);
  const run = (): unknown =>
    cannon(tensor('A', [4, 4], on), B, B, new Grid(2, 2))
      .compile()
      .run();
  t.throws(run, {
    code: 'ERR_SCHEDULE',
    message:
      /run: the schedule is for 4 processors, the machine has one memory; start the program with --memories 4 \(MANIPLE_CONFIG='--memories 4'\), .*\. The statement is\n∀io ∀jo ∀kos .* A\(i, j\) \+=/,
  });
  await onRuntime(createRuntime({ memories: 2 }), async () => {
    t.throws(run, { code: 'ERR_SCHEDULE', message: /the machine has 2 memories/ });
  });
});

t.test('memory that the schedule would exceed', async (t) => {
  const on = { on: new Grid(2, 2), as: 'xy -> xy', dtype: 'float64' } as const;
  const [A, B, C] = ['A', 'B', 'C'].map((name) => tensor(name, [8, 8], on));
  t.ok(cannon(A, B, C, on.on).compile({ memory: 5 * 128 }));
  t.throws(() => cannon(A, B, C, on.on).compile({ memory: 5 * 128 - 1 }), {
    code: 'ERR_SCHEDULE',
    message:
      /^communicate\(B, kos\): processor 0 would hold 640 bytes at a time, and its memory has 639; its largest parts are B 128, C 128, A 128: communicate these at .*\. The statement is\n∀io ∀jo ∀kos/,
  });
});

t.test('an operand that failed, and a memory that is full, poison the result alone', async (t) => {
  await onRuntime(createRuntime({ memories: 4, procs: 2 }), async () => {
    const m = new Grid(2, 2);
    const on = { on: m, as: 'xy -> xy' } as const;
    const x = np.asarray(numbers(36)).reshape([6, 6]);
    const failed = np.take(x, np.asarray([0, 1, 2, 3, 4, 9], { dtype: 'int64' }), { axis: 0 });
    const [B, bad] = [tensor('B', x, on), tensor('C', failed, on)];
    for (let round = 0; round < 3; round++) {
      const poisoned = cannon(tensor('A', [6, 6], on), B, bad, m)
        .compile()
        .run()
        .array();
      await t.rejects(poisoned.data(), { code: 'ERR_INDEX' });
      t.same(await x.tolist(), await np.asarray(numbers(36)).reshape([6, 6]).tolist(), 'the other operand is as it was');
      const n = 2 ** 21;
      const [column, row] = [tensor('B', np.ones([n, 1]), on), tensor('C', np.ones([1, n]), on)];
      // Operands that are only issued share the fate of their window.
      t.same([await np.sum(column.array()).item(), await np.sum(row.array()).item()], [n, n]);
      const large = cannon(tensor('A', [n, n], on), column, row, m).compile();
      const corner = large.run().array().slice('0:2', '0:2');
      t.throws(() => corner.dataSync(), OutOfMemoryError);
      t.same([await np.sum(column.array()).item(), await np.sum(row.array()).item()], [n, n]);
      const whole = cannon(tensor('A', [6, 6], on), B, B, m)
        .compile()
        .run()
        .array();
      t.same(await whole.tolist(), await x.matmul(x).tolist(), 'and the next product is right');
    }
  });
});

t.test('products of tensors', async (t) => {
  await onRuntime(createRuntime({ memories: 8, procs: 2 }), async (rt) => {
    const [one, three] = [new Grid(4), new Grid(2, 2, 2)];
    const give = (name: string, shape: number[], on: Grid, as: string): Tensor =>
      tensor(name, np.asarray(numbers(shape.reduce((a, b) => a * b, 1))).reshape(shape), { on, as });
    const B = give('B', [8, 3, 5], one, 'xyz -> x');
    const [c, C] = [give('c', [5], one, 'x -> *'), give('C', [5, 2], one, 'xy -> *')];
    const T = give('T', [4, 5, 6], three, 'xyz -> xyz');
    const [D, E] = [give('D', [5, 3], three, 'xy -> 0x0'), give('E', [6, 3], three, 'xy -> 00x')];
    const into = (shape: number[], on: Grid, as: string): Tensor => tensor('A', shape, { on, as });
    const cases: [string, Schedule, string, Tensor[]][] = [
      ...[undefined, { leaf: blas.gemm }].flatMap((given): [string, Schedule, string, Tensor[]][] => [
        ['TTV', ttv(into([8, 3], one, 'xy -> x'), B, c, one, given), 'ijk,k->ij', [B, c]],
        ['TTM', ttm(into([8, 3, 2], one, 'xyz -> x'), B, C, one, given), 'ijk,kl->ijl', [B, C]],
      ]),
      ['inner product', innerprod(into([], one, '-> 0'), B, B, one), 'ijk,ijk->', [B, B]],
      ['MTTKRP', mttkrp(into([4, 3], three, 'xy -> x00'), T, [D, E], three), 'ijk,jl,kl->il', [T, D, E]],
    ];
    for (const [name, schedule, subscripts, operands] of cases) {
      const direct = np.einsum(subscripts, ...operands.map((operand) => operand.array()));
      t.same(await schedule.compile().run().array().tolist(), await direct.tolist(), name);
    }
    t.ok((rt.stats().copies ?? 0) > 0);
  });
});
