/** Schedules that are found for statements over the entries of compressed tensors: what they cut, what they move, and their results. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime } from '../../../lib/runtime/public.js';
import { type CsrArray, csrArray } from '../../../lib/sparse/index.js';
import { type Assignment, autoSchedule, compressed, Grid, indices, type Schedule, tensor } from '../../../lib/tensor/index.js';
import { onRuntime } from '../../support/on-runtime.js';
import { generator } from '../../support/random.js';
import { SEED } from '../../support/seeded.js';
import { runsOf } from '../../support/seeds.js';
import '../../support/arrays.js';

t.setTimeout(120_000);

const { i, j, k, l, e, io, ii, lo, li, eo, ei } = indices();
const dtype = 'float64';
/** Work costs nothing, or bytes do. */
const BYTES = { network: { latency: 0, bandwidth: 1e9 }, flops: 1e30 };
const WORK = { network: { latency: 1e-9, bandwidth: 1e15 }, flops: 1e6 };

/** A matrix with entries where `has` says. */
function matrix(rows: number, columns: number, has: (r: number, c: number) => boolean): CsrArray {
  const [row, col]: [number[], number[]] = [[], []];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++)
      if (has(r, c)) {
        row.push(r);
        col.push(c);
      }
  return csrArray({ data: row.map((r, n) => ((r * 7 + n) % 8) - 8), row, col, shape: [rows, columns] });
}

const spmv = (S: CsrArray): Assignment =>
  tensor('y', [S.shape[0]])
    .at(i)
    .assign(
      tensor('S', S)
        .at(i, j)
        .times(tensor('x', [S.shape[1]], { dtype }).at(j)),
    );
const spmm = (S: CsrArray, columns: number): Assignment =>
  tensor('Y', [S.shape[0], columns])
    .at(i, l)
    .assign(
      tensor('S', S)
        .at(i, j)
        .times(tensor('X', [S.shape[1], columns], { dtype }).at(j, l)),
    );

const spmmOf = (S: CsrArray, X: np.NDArray): Assignment =>
  tensor('Y', [S.shape[0], X.shape[1]])
    .at(i, l)
    .assign(tensor('S', S).at(i, j).times(tensor('X', X).at(j, l)));

t.test('a band is cut by rows, and moves the elements at the ends of parts', async (t) => {
  for (const p of [2, 4, 8]) {
    const n = 12 * p;
    const { cost, schedule } = autoSchedule(spmv(matrix(n, n, (r, c) => Math.abs(r - c) <= 1)), { on: new Grid(p), ...BYTES });
    t.equal(cost.bytes, 2 * (p - 1) * 8, `${p} processors`);
    t.match(schedule.program(), /\.distribute\(\[i\], \[io\], \[ii\], new Grid\(\d\)\);/);
  }
});

t.test('rows with unequal numbers of entries are cut by entries where work counts, by rows where bytes do', async (t) => {
  const n = 64;
  // An arrow: the first row is full, further ones have the diagonal.
  const arrow = matrix(n, n, (r, c) => r === 0 || r === c);
  const busy = autoSchedule(spmv(arrow), { on: new Grid(4), ...WORK });
  t.match(busy.schedule.program(), /\.pos\(\[i, j\], e, S\)\n {2}\.distribute\(\[e\], \[eo\], \[ei\], new Grid\(4\)\);/);
  const least = Math.ceil((2 * n - 1) / 4) * 2e-6;
  t.ok(busy.seconds >= least && busy.seconds < least + 1e-7, `${busy.seconds} for ${least}: equal parts of ${2 * n - 1} entries`);
  const cheap = autoSchedule(spmv(arrow), { on: new Grid(4), ...BYTES });
  t.match(cheap.schedule.program(), /distribute\(\[i\],/);
});

t.test('a loop that the matrix lacks is cut where rows are full', async (t) => {
  const dense = matrix(16, 16, () => true);
  const { schedule, cost } = autoSchedule(spmm(dense, 64), { on: new Grid(4), ...BYTES });
  t.match(schedule.program(), /distribute\(\[l\], \[lo\], \[li\], new Grid\(4\)\)/);
  // The matrix goes to three processors more: values, columns, and two bounds of each row.
  t.ok(cost.bytes <= 3 * (16 * 16 * (8 + 4) + 2 * 16 * 4), `${cost.bytes}`);
});

t.test('no more time than the schedules by rows, by entries and by columns', async (t) => {
  const draw = generator(SEED);
  for (let run = 0; run < runsOf(10); run++) {
    const [n, m, columns, p] = [8, 8, 1, 2].map((least) => least + Math.floor(draw() * 16));
    const S = matrix(n, m, (r) => draw() < 1 / (1 + r));
    const network = { latency: draw() * 1e-6, bandwidth: 1e9 };
    const on = new Grid(p);
    const { seconds } = autoSchedule(spmm(S, columns), { on, network, flops: 1e9 });
    const product = (as: string): [Assignment, ReturnType<typeof tensor>] => {
      const own = tensor('S', S, { on, as: 'xy -> x' });
      const X = tensor('X', [m, columns], { on, as, dtype });
      return [
        tensor('Y', [n, columns], { on, as })
          .at(i, l)
          .assign(own.at(i, j).times(X.at(j, l))),
        own,
      ];
    };
    const [byRows, own] = product('xy -> x');
    const [byColumns] = product('xy -> y');
    const counts = new Array<number>(p).fill(0);
    [...(await S.toDense().data())].forEach((x, at) => {
      if (Number(x) !== 0) counts[Math.floor(Math.floor(at / m) / Math.ceil(n / p))]++;
    });
    const cases: readonly (readonly [Schedule, number])[] = [
      [byRows.schedule().distribute([i], [io], [ii], on), Math.max(...counts) * columns],
      [byRows.schedule().pos([i, j], e, own).distribute([e], [eo], [ei], on), Math.ceil(S.nnz / p) * columns],
      [byColumns.schedule().distribute([l], [lo], [li], on), S.nnz * Math.ceil(columns / p)],
    ];
    for (const [schedule, work] of cases) {
      const { bytes, perProcessor } = schedule.compile().cost();
      const messages = Math.max(...perProcessor.map((at) => at.messages));
      const theirs = messages * network.latency + bytes / (p * network.bandwidth) + (2 * work) / 1e9;
      t.ok(seconds <= theirs * (1 + 1e-12), `${n} x ${m} x ${columns} on ${p}: ${seconds}, ${theirs} by\n${schedule}`);
    }
  }
});

t.test('found schedules compute what statements say, and programs make them again', async (t) => {
  const draw = generator(SEED + 1);
  const data = (...shape: number[]): np.NDArray =>
    np.asarray(Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => Math.floor(draw() * 9) - 4)).reshape(shape);
  for (const memories of [3, 4, 6])
    await onRuntime(createRuntime({ memories, procs: 2 }), async (rt) => {
      const S = matrix(11, 9, (r) => draw() < 1 / (1 + r / 2));
      const T = compressed({
        data: [3, -2, 5, 1],
        indices: [
          [0, 4, 4, 6],
          [1, 0, 2, 1],
          [0, 3, 1, 2],
        ],
        shape: [7, 3, 4],
      });
      const [x, X, C, D] = [data(9), data(9, 5), data(11, 3), data(3, 9)];
      const [F, G] = [data(3, 5), data(4, 5)];
      const like = { format: ['dense', 'compressed'] } as const;
      const statements: readonly (readonly [Assignment, np.NDArray])[] = [
        [
          tensor('y', [11])
            .at(i)
            .assign(tensor('S', S).at(i, j).times(tensor('x', x).at(j))),
          S.toDense().matmul(x),
        ],
        [
          tensor('Y', [11, 5])
            .at(i, l)
            .assign(tensor('S', S).at(i, j).times(tensor('X', X).at(j, l))),
          S.toDense().matmul(X),
        ],
        [
          tensor('R', [11, 9], like)
            .at(i, j)
            .assign(tensor('S', S).at(i, j).times(tensor('C', C).at(i, k)).times(tensor('D', D).at(k, j))),
          np.multiply(S.toDense(), C.matmul(D)),
        ],
        [
          tensor('A', [7, 5])
            .at(i, l)
            .assign(tensor('T', T).at(i, j, k).times(tensor('F', F).at(j, l)).times(tensor('G', G).at(k, l))),
          np.einsum('ijk,jl,kl->il', T.toDense(), F, G),
        ],
      ];
      for (const [assignment, expected] of statements)
        for (const machine of [BYTES, WORK]) {
          const plan = autoSchedule(assignment, { on: new Grid(memories), ...machine });
          const result = plan.run();
          const found = result.isCompressed ? result.entries().toDense() : result.array();
          t.same(await found.tolist(), await expected.tolist(), `${assignment} on ${memories}`);
          const target = assignment.statement.target.tensor;
          t.ok(target.isComputed, 'the tensor on the left has the elements');
          const program = plan.schedule.program();
          const given = {
            Grid,
            indices,
            tensor,
            SEntries: S,
            TEntries: T,
            xArray: x,
            XArray: X,
            CArray: C,
            DArray: D,
            FArray: F,
            GArray: G,
          };
          const again = new Function(...Object.keys(given), `${program}\nreturn schedule;`)(...Object.values(given)) as Schedule;
          t.same(again.compile().cost(), plan.cost, program);
        }
      rt.flush();
    });
});

t.test('distributions that are given stay, and memory bounds', async (t) => {
  const S = matrix(12, 12, (r, c) => Math.abs(r - c) <= 1);
  const on = new Grid(4);
  const y = tensor('y', [12]);
  const x = tensor('x', [12], { on, as: 'x -> *', dtype });
  const product = y.at(i).assign(tensor('S', S).at(i, j).times(x.at(j)));
  const { cost, schedule } = autoSchedule(product, { on, ...BYTES });
  t.equal(cost.bytes, 0, 'x is at all processors');
  t.match(schedule.program(), /tensor\('x', \[12\], \{ on: new Grid\(4\), as: 'x -> \*', dtype: 'float64' \}\)/);
  t.throws(() => autoSchedule(product, { on, memory: 40 }), {
    code: 'ERR_SCHEDULE',
    message: /^autoSchedule: no grid of 4 processors computes y\(i\) = S\(i, j\) \* x\(j\) in 40 bytes of memory each/,
  });
});

t.test('what does not fit a memory is computed in as few steps as do', async (t) => {
  const on = new Grid(4);
  const peakOf = ({ perProcessor }: { readonly perProcessor: readonly { readonly peakBytes: number }[] }): number =>
    Math.max(...perProcessor.map(({ peakBytes }) => peakBytes));
  const data = (...shape: number[]): np.NDArray =>
    np
      .arange(shape.reduce((a, b) => a * b, 1))
      .reshape(shape)
      .remainder(11)
      .subtract(5);
  await onRuntime(createRuntime({ memories: 4, procs: 2 }), async () => {
    const S = matrix(48, 48, (r, c) => (r * 5 + c * 3) % 7 === 0);
    const arrow = matrix(48, 48, (r, c) => r < 2 || r === c);
    const [X, C, D] = [data(48, 20), data(48, 16), data(16, 48)];
    const sampled = (of: CsrArray) => (): Assignment =>
      tensor('R', [48, 48], { format: ['dense', 'compressed'] })
        .at(i, j)
        .assign(tensor('S', of).at(i, j).times(tensor('C', C).at(i, k)).times(tensor('D', D).at(k, j)));
    const terms = C.matmul(D);
    const cases: readonly (readonly [string, CsrArray, () => Assignment, np.NDArray, typeof BYTES, RegExp])[] = [
      ['columns of a product', S, () => spmmOf(S, X), S.toDense().matmul(X), BYTES, /divide\(l/],
      ['terms of a sum', S, sampled(S), np.multiply(S.toDense(), terms), BYTES, /divide\(k/],
      ['terms of a sum, by entries', arrow, sampled(arrow), np.multiply(arrow.toDense(), terms), WORK, /pos\([\s\S]*divide\(k/],
    ];
    for (const [name, SEntries, make, expected, machine, commands] of cases) {
      const most = peakOf(autoSchedule(make(), { on, ...machine }).cost);
      for (const share of [0.9, 0.75]) {
        const memory = Math.floor(share * most);
        const plan = autoSchedule(make(), { on, memory, ...machine });
        t.ok(peakOf(plan.cost) <= memory, `${name}: ${peakOf(plan.cost)} of ${memory} bytes`);
        t.match(plan.schedule.program(), commands, name);
        const result = plan.run();
        const found = result.isCompressed ? result.entries().toDense() : result.array();
        t.same(await found.tolist(), await expected.tolist(), name);
        const steps = /(divide\(.*, )(\d+)\)/;
        const count = Number(steps.exec(plan.schedule.program())?.[2]);
        const fewer = plan.schedule.program().replace(steps, `$1${count - 1})`);
        const given = { Grid, indices, tensor, SEntries, XArray: X, CArray: C, DArray: D };
        const again = new Function(...Object.keys(given), `${fewer}\nreturn schedule;`)(...Object.values(given)) as Schedule;
        t.ok(count >= 2 && peakOf(again.compile().cost()) > memory, `${name}: ${count} steps, of which one fewer takes more`);
      }
    }
    t.throws(() => autoSchedule(spmmOf(S, X), { on, memory: 1000 }), { code: 'ERR_SCHEDULE' });
  });
});
