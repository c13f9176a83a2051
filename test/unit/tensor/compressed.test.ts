/** Compressed tensors: SpMV, SpMM, SDDMM and SpMTTKRP in place, by rows and by entries; bytes; refusals. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime } from '../../../lib/runtime/public.js';
import { type CsrArray, csrArray, poisson1d } from '../../../lib/sparse/index.js';
import { compressed, Grid, indices, type Schedule, tensor } from '../../../lib/tensor/index.js';
import { onRuntime } from '../../support/on-runtime.js';
import { generator } from '../../support/random.js';
import '../../support/arrays.js';

t.setTimeout(120_000);

const { i, j, k, l, io, ii, p, po, pi } = indices();

interface Coordinates {
  readonly data: number[];
  readonly row: number[];
  readonly col: number[];
  readonly shape: readonly [number, number];
}

/** A matrix with rows of 0 to 12 entries, and one with many. */
function random(rows: number, columns: number, draw: () => number): Coordinates {
  const made = { data: [] as number[], row: [] as number[], col: [] as number[], shape: [rows, columns] as const };
  for (let r = 0; r < rows; r++) {
    const most = r === 3 ? columns : Math.floor(draw() * 13);
    for (let c = 0; c < columns; c++) {
      if (draw() >= most / columns) continue;
      made.row.push(r);
      made.col.push(c);
      made.data.push(draw() - 0.5);
    }
  }
  return made;
}

const vector = (n: number, draw: () => number): Float64Array => Float64Array.from({ length: n }, () => draw() - 0.5);

/** Sums of products row by row, in the order of entries. */
function rowSums({ data, row, shape }: Coordinates, at: (entry: number) => number): number[] {
  const sums = new Array<number>(shape[0]).fill(0);
  data.forEach((x, e) => (sums[row[e]] += x * at(e)));
  return sums;
}

/** Sums of the absolute values of the terms. */
const magnitudes = (of: Coordinates, at: (entry: number) => number): number[] =>
  rowSums({ ...of, data: of.data.map(Math.abs) }, (e) => Math.abs(at(e)));

const byRows = (schedule: Schedule, m: Grid): Schedule => schedule.distribute([i], [io], [ii], m);
const byEntries = (schedule: Schedule, m: Grid, A: ReturnType<typeof tensor>): Schedule =>
  schedule.pos([i, j], p, A).distribute([p], [po], [pi], m);

t.test(
  'a matrix times a vector has the bits of matmul, by rows on any grid; by entries it is within the bound of a sum',
  async (t) => {
    const draw = generator(11);
    const of = random(41, 30, draw);
    const x = vector(30, draw);
    const expected = rowSums(of, (e) => x[of.col[e]]);
    const most = magnitudes(of, (e) => x[of.col[e]]);
    for (const memories of [1, 2, 3, 5, 8])
      for (const device of memories === 3 ? (['cpu', 'js'] as const) : (['cpu'] as const))
        await onRuntime(createRuntime({ memories, procs: 2, device }), async () => {
          const matrix = csrArray(of);
          const [A, X, y] = [tensor('A', matrix), tensor('x', np.asarray(x)), tensor('y', [41])];
          const product = y.at(i).assign(A.at(i, j).times(X.at(j)));
          t.same(await product.run().array().tolist(), expected, `${memories} memories, no schedule`);
          t.same(await matrix.matmul(np.asarray(x)).tolist(), expected, 'matmul');
          const m = new Grid(memories);
          t.same(await byRows(product.schedule(), m).compile().run().array().tolist(), expected, `${memories}, by rows`);
          const found = (await byEntries(product.schedule(), m, A).compile().run().array().tolist()) as number[];
          found.forEach((value, r) => {
            if (Math.abs(value - expected[r]) > of.shape[1] * 2 ** -52 * most[r]) t.equal(value, expected[r], `row ${r}`);
          });
        });
  },
);

t.test('values are read in place', async (t) => {
  await onRuntime(createRuntime({ memories: 2, procs: 2 }), async () => {
    const matrix = csrArray([
      [1, 0],
      [2, 3],
    ]);
    const [A, X, y] = [tensor('A', matrix), tensor('x', np.asarray([10, 1])), tensor('y', [2])];
    const product = y.at(i).assign(A.at(i, j).times(X.at(j)));
    const compiled = byRows(product.schedule(), new Grid(2)).compile();
    t.same(await compiled.run().array().tolist(), [10, 23]);
    np.multiply(matrix.data, 2, { out: matrix.data });
    t.same(await compiled.run().array().tolist(), [20, 46], 'values that were written');
    t.same(await product.run().array().tolist(), [20, 46]);
  });
});

t.test('a matrix times a matrix, its transpose, and sampled products', async (t) => {
  const draw = generator(12);
  const of = random(20, 15, draw);
  for (const memories of [1, 4])
    await onRuntime(createRuntime({ memories, procs: 2 }), async () => {
      const integers = of.data.map((x) => Math.round(x * 20));
      const dense = (rows: number, columns: number): np.NDArray =>
        np
          .asarray(
            Array.from({ length: rows * columns }, (_, n) => ((n * 37) % 19) - 9),
            { dtype: 'int64' },
          )
          .reshape([rows, columns]);
      const S = compressed({ data: np.asarray(integers, { dtype: 'int64' }), indices: [of.row, of.col], shape: of.shape });
      const whole = S.toDense();
      const [A, B, C, D] = [tensor('A', S), tensor('B', dense(15, 6)), tensor('C', dense(20, 6)), tensor('D', dense(6, 15))];
      const m = new Grid(memories);
      const on = async (name: string, schedule: Schedule, expected: np.NDArray): Promise<void> => {
        const { tensor: target } = schedule.statement.target;
        schedule.compile().run();
        const found = target.isCompressed ? target.entries().toDense() : target.array();
        t.same(await found.tolist(), await expected.tolist(), `${name}, ${memories} memories`);
      };
      const spmm = tensor('Y', [20, 6])
        .at(i, l)
        .assign(A.at(i, j).times(B.at(j, l)));
      await on('SpMM', byRows(spmm.schedule(), m), whole.matmul(B.array()));
      await on('SpMM by entries', byEntries(spmm.schedule(), m, A), whole.matmul(B.array()));
      const down = tensor('Z', [15])
        .at(j)
        .assign(A.at(i, j).times(C.at(i, k)));
      const sums = np.einsum('ij,ik->j', whole, C.array());
      await on('down columns', down.schedule().distribute([j], [io], [ii], m), sums);
      await on('down columns, by entries', byEntries(down.schedule(), m, A), sums);
      const all = tensor('s', []).at().assign(A.at(i, j));
      await on('the sum, by entries', byEntries(all.schedule(), m, A), whole.sum());
      const like = { format: ['dense', 'compressed'] } as const;
      const sddmm = tensor('R', [20, 15], like)
        .at(i, j)
        .assign(A.at(i, j).times(C.at(i, k)).times(D.at(k, j)));
      const sampled = whole.multiply(C.array().matmul(D.array()));
      await on('SDDMM', byRows(sddmm.schedule(), m), sampled);
      await on('SDDMM by entries', byEntries(sddmm.schedule(), m, A), sampled);
      const { ko, ki } = indices();
      const cut = byEntries(sddmm.schedule(), m, A).divide(k, ko, ki, 3).reorder(ko, pi, ki).communicate([C, D], ko);
      await on('SDDMM in steps', cut, sampled);
      await on('a summed loop on processors', sddmm.schedule().distribute([k], [io], [ii], m), sampled);
    });
});

t.test('SpMTTKRP of a 3-tensor', async (t) => {
  const draw = generator(13);
  const shape = [9, 5, 7] as const;
  const places = Array.from({ length: 60 }, () => shape.map((n) => Math.floor(draw() * n)).join());
  const coordinates = [...new Set(places)].map((place) => place.split(',').map(Number));
  const numbers = coordinates.map(() => Math.floor(draw() * 19) - 9);
  for (const memories of [1, 3, 8])
    await onRuntime(createRuntime({ memories, procs: 2 }), async () => {
      const entries = compressed({ data: numbers, indices: shape.map((_, d) => coordinates.map((at) => at[d])), shape });
      const [C, D] = [5, 7].map((n, f) =>
        tensor('CD'[f], np.asarray(vector(n * 4, draw).map((x) => Math.round(x * 9))).reshape([n, 4])),
      );
      const B = tensor('B', entries);
      const m = new Grid(memories);
      const mttkrp = tensor('A', [9, 4])
        .at(i, l)
        .assign(B.at(i, j, k).times(C.at(j, l)).times(D.at(k, l)));
      const expected = await np.einsum('ijk,jl,kl->il', entries.toDense(), C.array(), D.array()).tolist();
      t.same(await mttkrp.run().array().tolist(), expected);
      const schedules = [
        mttkrp.schedule().distribute([i], [io], [ii], m),
        mttkrp.schedule().pos([i, j, k], p, B).distribute([p], [po], [pi], m),
        mttkrp.schedule().distribute([l], [io], [ii], m),
      ];
      for (const schedule of schedules)
        t.same(await schedule.compile().run().array().tolist(), expected, `${memories}: ${schedule}`);
    });
});

t.test('bytes by rows are the halo of a band, as cost() says and as they are copied', async (t) => {
  for (const g of [2, 3, 4, 8]) {
    await onRuntime(createRuntime({ memories: g, procs: 2 }), async (rt) => {
      const n = 12 * g;
      const rows = { on: new Grid(g), as: 'xy -> x' } as const;
      const line = { on: new Grid(g), as: 'x -> x' } as const;
      const x = tensor('x', [n], line);
      x.at(i)
        .assign(tensor('x0', np.ones([n])).at(i))
        .schedule()
        .distribute([i], [io], [ii], rows.on)
        .compile()
        .run();
      const [A, y] = [tensor('A', poisson1d(n), rows), tensor('y', [n], line)];
      const compiled = byRows(
        y
          .at(i)
          .assign(A.at(i, j).times(x.at(j)))
          .schedule(),
        rows.on,
      )
        .communicate([y, x], io)
        .compile();
      // A neighbour's element at each inner end of a part, 8 bytes; the matrix does not move.
      const { bytes, messages, flops } = compiled.cost();
      t.same([bytes, messages, flops], [2 * (g - 1) * 8, 2 * (g - 1), 2 * (3 * n - 2)], `${g} processors`);
      compiled.run();
      rt.flush();
      const before = rt.stats().copiedBytes ?? 0;
      compiled.run();
      rt.flush();
      t.equal((rt.stats().copiedBytes ?? 0) - before, bytes, 'the second run, with the matrix in its place');
    });
  }
});

/** Elements of a range that are not in a second one. */
const without = ([a, b]: number[], [c, d]: number[]): number => {
  let count = 0;
  for (let x = a; x < b; x++) if (x < c || x >= d) count++;
  return count;
};

t.test('bytes by entries, of a matrix that lies by rows', (t) => {
  const [g, n] = [4, 40];
  // Row r has r + 1 entries, its first columns.
  const first = Array.from({ length: n + 1 }, (_, r) => (r * (r + 1)) / 2);
  const row = Array.from({ length: first[n] }, (_, e) => first.findIndex((x) => x > e) - 1);
  const of = { data: row.map(() => 1), row, col: row.map((r, e) => e - first[r]), shape: [n, n] as const };
  const A = tensor('A', csrArray(of), { on: new Grid(g), as: 'xy -> x' });
  const x = tensor('x', [n], { on: new Grid(g), as: 'x -> *', dtype: 'float64' });
  const y = tensor('y', [n], { on: new Grid(g), as: 'x -> x' });
  const cost = byEntries(
    y
      .at(i)
      .assign(A.at(i, j).times(x.at(j)))
      .schedule(),
    new Grid(g),
    A,
  )
    .compile()
    .cost();
  const length = Math.ceil(first[n] / g);
  let bytes = 0;
  const rowsOf: number[][] = [];
  let parts = 0;
  for (let q = 0; q < g; q++) {
    const entries = [q * length, Math.min(first[n], (q + 1) * length)];
    const own = [first[(q * n) / g], first[((q + 1) * n) / g]];
    // A value of 8 bytes and a column of 4.
    bytes += without(entries, own) * (8 + 4);
    const begins = first.findIndex((e) => e >= entries[0]);
    const ends = first.findIndex((e) => e >= entries[1]);
    rowsOf.push([begins, ends]);
    // Sums of parts of a row go to the processor with its first entries.
    if (q > 0 && first[begins] > entries[0]) bytes += 8;
    parts += row[entries[1] - 1] - row[entries[0]] + 1;
    // Sums of rows go to the processors of the result.
    bytes += without([begins, ends], [(q * n) / g, ((q + 1) * n) / g]) * 8;
  }
  // Bounds of parts, and of the parts of each row, of 4 bytes twice, begin at processor 0.
  const bounds = 4 * 2 * (parts - (row[length - 1] + 1)) + 4 * 2 * (n - rowsOf[0][1]);
  t.equal(cost.bytes, bytes + bounds);
  t.end();
});

t.test('results take part in further statements, and matrices stay matrices', async (t) => {
  await onRuntime(createRuntime({ memories: 2, procs: 2 }), async () => {
    const like = { format: ['dense', 'compressed'] } as const;
    const A = tensor(
      'A',
      csrArray([
        [1, 2, 0],
        [0, 0, 3],
      ]),
    );
    const [R, d, y] = [tensor('R', [2, 3], like), tensor('d', np.asarray([10, 100])), tensor('y', [2])];
    R.at(i, j)
      .assign(A.at(i, j).times(d.at(i)).plus(A.at(i, j)))
      .run();
    y.at(i)
      .assign(R.at(i, j).times(2).plus(d.at(i)))
      .run();
    t.same(await y.array().tolist(), [76, 706]);
    const matrix = R.entries() as CsrArray;
    t.same(await matrix.matmul(np.ones([3])).tolist(), [33, 303]);
    t.throws(() => R.array(), { code: 'ERR_ARGUMENT', message: /R\.array: the tensor is compressed; R\.entries\(\)/ });
    t.throws(() => y.entries(), { code: 'ERR_ARGUMENT', message: /y\.entries: the tensor is dense/ });
  });
});

t.test('refusals', (t) => {
  const A = tensor(
    'A',
    csrArray([
      [1, 2],
      [0, 3],
    ]),
  );
  const E = tensor(
    'E',
    csrArray([
      [1, 0],
      [0, 3],
    ]),
  );
  const [B, x, y] = [tensor('B', np.ones([2, 2])), tensor('x', np.ones([2])), tensor('y', [2])];
  const like = { format: ['dense', 'compressed'] } as const;
  const made = (): ReturnType<typeof tensor> => tensor('R', [2, 2], like);
  const fails = (fn: () => unknown, code: string, message: RegExp): void => {
    t.throws(fn, { code, message });
  };
  const unknown = /where the entries of R\(.*\) are is not known: a compressed result has the entries of a compressed factor/;
  fails(() => made().at(i, j).assign(B.at(i, j)), 'ERR_ARGUMENT', unknown);
  fails(
    () =>
      made()
        .at(i, j)
        .assign(A.at(i, j).plus(B.at(i, j))),
    'ERR_ARGUMENT',
    unknown,
  );
  fails(() => made().at(j, i).assign(A.at(i, j)), 'ERR_ARGUMENT', unknown);
  fails(
    () =>
      made()
        .at(i, k)
        .assign(A.at(i, j).times(B.at(j, k))),
    'ERR_ARGUMENT',
    unknown,
  );
  fails(
    () => y.at(i).assign(A.at(i, j).times(E.at(i, j))),
    'ERR_ARGUMENT',
    /A\(i, j\) and E\(i, j\) are compressed, with different entries/,
  );
  fails(() => y.at(i).assign(A.at(i, i)), 'ERR_ARGUMENT', /A\(i, i\) is indexed by i twice: diagonals of compressed tensors/);
  fails(
    () => y.at(i).assign(A.at(i, j).plus(1).times(x.at(j))),
    'ERR_ARGUMENT',
    /A\(i, j\) is compressed and stands in a sum within/,
  );
  fails(() => y.at(i).assign(made().at(i, j).times(x.at(j))), 'ERR_DTYPE', /R has no dtype/);
  fails(
    () => tensor('R', [2, 2], { format: ['compressed', 'compressed'] }),
    'ERR_ARGUMENT',
    /the format \(compressed, compressed\) is not/,
  );
  fails(() => tensor('R', [2, 2], { format: ['dense'] }), 'ERR_ARGUMENT', /expected a format for each of 2 dimensions, got 1/);
  fails(() => tensor('R', np.ones([2, 2]), like), 'ERR_ARGUMENT', /the format is of results/);
  fails(() => tensor('A', csrArray([[1]]), { on: new Grid(2), as: 'xy -> y' }), 'ERR_ARGUMENT', /cuts compressed dimensions/);
  const product = y.at(i).assign(A.at(i, j).times(x.at(j)));
  const cut = /j goes over the entries of A and cannot be cut by its values; pos\(\[i, j\], p, A\)/;
  fails(() => product.schedule().divide(j, po, pi, 2), 'ERR_SCHEDULE', cut);
  fails(() => product.schedule().distribute([j], [po], [pi], new Grid(2)), 'ERR_SCHEDULE', cut);
  fails(() => product.schedule().communicate(x, j), 'ERR_SCHEDULE', cut);
  fails(() => product.schedule().pos([i], p, A), 'ERR_SCHEDULE', /an entry of A is a value of each of i, j; name all of these/);
  fails(() => product.schedule().pos([i, j], p, E), 'ERR_SCHEDULE', /has no entries of E; it goes over the entries of A/);
  fails(() => product.schedule().unroll(i, 2), 'ERR_SCHEDULE', /a leaf over the entries of A takes them one after the other/);
  const twice = byEntries(product.schedule(), new Grid(2), A);
  fails(
    () => twice.communicate(x, pi),
    'ERR_SCHEDULE',
    /entries of A are cut once, and their outer parts distributed, where y is dense/,
  );
  const of = {
    data: [1, 2],
    indices: [
      [0, 0],
      [1, 1],
    ],
    shape: [2, 2],
  };
  fails(() => compressed(of), 'ERR_ARGUMENT', /two entries are at \(0, 1\); add their values up first/);
  fails(
    () =>
      compressed({
        ...of,
        indices: [
          [0, 2],
          [1, 1],
        ],
      }),
    'ERR_INDEX',
    /entry 1 has coordinate 2 along dimension 0; expected .* below 2/,
  );
  fails(() => compressed({ ...of, data: [1] }), 'ERR_ARGUMENT', /lists of one length, got 1, 2, 2/);
  fails(
    () => compressed({ ...of, indices: [[0, 1]] }),
    'ERR_SHAPE',
    /a list of coordinates for each of at least one dimension, got 1/,
  );
  t.end();
});
