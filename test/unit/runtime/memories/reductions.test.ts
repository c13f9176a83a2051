/** Reductions over separate memories: points leave partial results where they ran, which are folded when somebody reads. */
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { addonProblem, loadAddon } from '../../../../lib/native/index.js';
import { type Config, createRuntime, type Runtime } from '../../../../lib/runtime/index.js';
import * as sparse from '../../../../lib/sparse/index.js';
import { onRuntime } from '../../../support/on-runtime.js';

const JS: Partial<Config> = { device: 'js', procs: 1, grain: 1, tracing: 'off' };
const skip = loadAddon() === null ? (addonProblem() ?? true) : false;
const BLOCK: Partial<Config> = { device: 'cpu', tier: 'block', procs: 2, grain: 1, tracing: 'off' };

const on = <T>(config: Partial<Config>, body: (rt: Runtime) => T): Promise<T> => onRuntime(createRuntime(config), body);

/** Values whose sums and products depend on the order of additions, zeros of both signs and a NaN among them. */
const odd = (n: number): Float64Array =>
  Float64Array.from({ length: n }, (_, i) =>
    i % 97 === 5 ? -0 : i % 89 === 3 ? 0 : Math.sin(i * 12.9898) * 10 ** ((i % 7) - 3),
  );

/** The bytes of an array's elements, in hexadecimal. */
const bitsOf = (x: np.NDArray): string => {
  const data = x.dataSync();
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('hex');
};

t.test('a sum moves one partial result for each 1024 elements, and not the elements', { skip }, async (t) => {
  const { folds, bytes, points } = await on({ ...BLOCK, memories: 4 }, (rt) => {
    const x = np.asarray(odd(64 * 1024)).multiply(2);
    rt.flush();
    const before = rt.stats();
    const s = x.sum();
    rt.flush();
    const issued = rt.stats();
    t.equal(issued.copies, before.copies, 'nothing is copied before somebody reads');
    s.dataSync();
    const after = rt.stats();
    return {
      folds: after.folds,
      bytes: (after.copiedBytes ?? 0) - (before.copiedBytes ?? 0),
      points: issued.launches - before.launches,
    };
  });
  t.equal(folds, 1);
  t.equal(bytes, 48 * 8, 'forty-eight partial sums of sixty-four: a quarter are where they are folded');
  t.equal(points, 4, 'one launch a memory');
});

t.test('columns are folded where their owners are, and stay there', { skip }, async (t) => {
  const [rows, columns, memories] = [64, 4096, 4];
  await on({ ...BLOCK, memories }, (rt) => {
    const x = np
      .asarray(odd(rows * columns))
      .reshape([rows, columns])
      .multiply(2);
    rt.flush();
    const since = ((before) => () => {
      const { copiedBytes = 0, folds = 0 } = rt.stats();
      return [copiedBytes - (before.copiedBytes ?? 0), folds - (before.folds ?? 0)];
    })(rt.stats());
    const s = x.sum({ axis: 0 });
    rt.flush();
    t.same(since(), [0, 0], 'nothing is moved before it is used');
    const twice = s.multiply(2);
    rt.flush();
    // Of 64 rows of partial results each memory has 16, and needs a quarter of the other 48.
    const bytes = memories * 48 * (columns / memories) * 8;
    t.same(since(), [bytes, memories], 'each owner gets its columns of the other memories, and of the result nothing is moved');
    t.same(bitsOf(twice.divide(2)), bitsOf(s));
  });
});

t.test('no memory has to hold all partial results', { skip }, async (t) => {
  const [rows, columns, memories] = [64, 1 << 20, 4];
  // What is allocated depends on no value: nothing is computed.
  await on({ device: 'null', procs: 4, memories, tracing: 'off' }, (rt) => {
    const x = np.zeros([rows, columns]).add(1);
    rt.flush();
    const before = rt.stats().memories ?? [];
    const s = x.sum({ axis: 0 }).multiply(2);
    rt.flush();
    const own = (rows / memories) * columns * 8;
    const peaks = (rt.stats().memories ?? []).map(({ peak }, m) => peak - before[m].live);
    t.same(
      peaks,
      new Array(memories).fill(2 * own + 2 * (columns / memories) * 8),
      'its rows, its columns, and its part of both results',
    );
    t.equal(s.size, columns);
  });
});

t.test(
  'a fold of many units to one number moves a result a run, and partial results of runs across memories',
  { skip },
  async (t) => {
    await on({ ...BLOCK, memories: 3 }, (rt) => {
      const x = np
        .asarray(odd(2500 * 513))
        .reshape([2500, 513])
        .multiply(2);
      const s = x.sum();
      rt.flush();
      const before = rt.stats();
      s.dataSync();
      const { copiedBytes = 0, folds = 0 } = rt.stats();
      // Rows are units: memory 0 has [0, 1250), 1 has [1250, 1875), 2 has [1875, 2500). Run 1 begins in memory 0, and run 2 in memory 2.
      const across = 2048 - 1250;
      t.equal(copiedBytes - (before.copiedBytes ?? 0), 8 * (across + 1), 'one result goes to memory 0, for 1250 partial results');
      t.equal(folds - (before.folds ?? 0), 1);
    });
  },
);

t.test('no memory has to hold all partial results of one number', { skip }, async (t) => {
  const memories = 4;
  await on({ device: 'null', procs: 4, memories, tracing: 'off' }, (rt) => {
    const x = np.zeros([memories * 100, 1 << 20]).add(1);
    rt.flush();
    const before = rt.stats().memories ?? [];
    const s = x.sum();
    rt.flush();
    s.dataSync();
    const units = 100 * 1024;
    const peaks = (rt.stats().memories ?? []).map(({ peak }, m) => peak - before[m].live);
    const runs = 8 * (units / 1024);
    t.ok(peaks[0] <= 8 * units + memories * runs + 64, `${peaks[0]}: its partial results, all results of runs, and the sum`);
    t.same(peaks.slice(1), new Array(memories - 1).fill(8 * units + runs), 'its partial results, and those of its runs');
  });
});

t.test('few partial results are folded in one memory', { skip }, async (t) => {
  const folds = await on({ ...BLOCK, grain: 64, memories: 4 }, (rt) => {
    const x = np.asarray(odd(64 * 100)).reshape([64, 100]);
    for (const s of [x.sum(), x.slice(':', ':40').sum({ axis: 0 }), x.sum({ axis: 0 })]) s.dataSync();
    return rt.stats().folds;
  });
  t.equal(folds, 1 + 1 + 4);
});

t.test('bins stay in the memories of their points until somebody reads', { skip }, async (t) => {
  const { folds, bytes, points, counts } = await on({ ...BLOCK, memories: 4 }, async (rt) => {
    const at = np.arange(64 * 1024, { dtype: 'int64' }).remainder(8n);
    rt.flush();
    const before = rt.stats();
    const bins = np.addAt(np.zeros([8], { dtype: 'int64' }), at, 1);
    rt.flush();
    const counts = bins.dataSync();
    const after = rt.stats();
    return {
      folds: after.folds,
      bytes: (after.copiedBytes ?? 0) - (before.copiedBytes ?? 0),
      points: after.launches - before.launches,
      counts: Array.from(counts, Number),
    };
  });
  t.equal(folds, 4, 'each memory makes two bins');
  t.ok(bytes >= 48 * 8 * 8 && bytes < 64 * 1024, `${bytes} bytes: bins of forty-eight blocks, and no element`);
  t.ok(points > 4, 'each memory has a point');
  t.same(counts, new Array(8).fill(8192));
});

t.test('what is overwritten, or dies, before somebody reads is never folded', { skip }, async (t) => {
  const folds = await on({ ...BLOCK, memories: 3 }, (rt) => {
    const x = np.asarray(odd(9000));
    const out = np.zeros([]);
    for (let i = 0; i < 5; i++) {
      np.scope(() => x.add(i).sum());
      rt.flush();
    }
    const s = x.sum();
    rt.flush();
    s.assign(7);
    rt.flush();
    t.same([...s.dataSync()], [7]);
    t.same([...out.dataSync()], [0]);
    return rt.stats().folds;
  });
  t.equal(folds, 0);
});

const x2 = (): np.NDArray => np.asarray(odd(90 * 70)).reshape([90, 70]);
const ints = (): np.NDArray =>
  np.asarray(Int32Array.from({ length: 90 * 70 }, (_, i) => Math.imul(i, 0x9e3779b1))).reshape([90, 70]);

const reductions: Readonly<Record<string, () => np.NDArray[]>> = {
  'over all axes': () => [
    x2().sum(),
    x2().prod(),
    x2().min(),
    x2().max(),
    np.any(x2()),
    np.all(x2()),
    x2().argmax(),
    x2().argmin(),
  ],
  'over rows': () => [x2().sum({ axis: 1 }), x2().max({ axis: 1 }), x2().argmin({ axis: 1 })],
  'over columns': () => [x2().sum({ axis: 0 }), x2().min({ axis: 0 }), x2().prod({ axis: 0 }), np.all(x2(), { axis: 0 })],
  'of integers': () => [
    ints().sum(),
    ints().sum({ axis: 0 }),
    ints().min(),
    ints().max({ axis: 0 }),
    ints().astype('uint8').sum(),
  ],
  'of float32, in float64': () => [x2().astype('float32').sum(), x2().astype('float32').sum({ axis: 0 })],
  'with NaN': () => {
    const x = x2();
    x.slice(40, 3).assign(Number.NaN);
    return [x.sum(), x.max(), x.min({ axis: 0 })];
  },
  'of many rows, in blocks of several units': () => {
    const x = np.asarray(odd(70_000)).reshape([7000, 10]);
    return [x.sum({ axis: 0 }), x.T.sum({ axis: 1 }), x.max({ axis: 0 })];
  },
  'of many units, in runs': () => {
    const [x, i] = [np.asarray(odd(2500 * 513)), np.arange(2500 * 513, { dtype: 'int64' }).multiply(0x9e3779b1)];
    const [rows, many] = [x.reshape([2500, 513]), i.reshape([2500, 513])];
    const sums = [rows.sum(), x.sum(), rows.slice('::2').sum(), rows.T.sum(), rows.astype('float32').sum(), many.sum()];
    return [...sums, rows.prod(), rows.min(), many.astype('uint8').max(), np.any(rows), np.all(rows), rows.mean()];
  },
  'dot products and norms': () => {
    const a = np.asarray(odd(5000));
    const b = a.slice('::-1').multiply(3);
    return [a.dot(b), np.linalg.vectorNorm(a), a.subtract(a.mean()).multiply(b).sum(), np.vecdot(x2(), x2())];
  },
  'into an array with other contents': () => {
    const out = np.ones([3, 70]);
    const row = out.slice(1);
    np.sum(x2(), { axis: 0, out: row });
    return [out, row];
  },
  'into bins': () => {
    const at = np.asarray(Int32Array.from({ length: 20_000 }, (_, i) => (i * i + 7 * i) % 61));
    const x = np.asarray(odd(20_000));
    const into = np.zeros([61]);
    into.addAt(at, x);
    return [np.addAt(np.ones([61]), at.subtract(61), x.multiply(3)), into, into.sum(), np.maximumAt(np.zeros([61]), at, x)];
  },
  'a sparse matrix, transposed': () => {
    const entries = { row: [] as number[], col: [] as number[], data: [] as number[] };
    for (let k = 0; k < 30_000; k++) {
      entries.row.push(Math.floor(k / 10));
      entries.col.push((k * k + 3 * k) % 90);
      entries.data.push(Math.sin(k));
    }
    const x = np.asarray(odd(3000));
    const wide = sparse.csrArray({ ...entries, shape: [3000, 90] });
    const square = sparse.poisson2d(40);
    return [wide.rmatvec(x), square.rmatvec(x.slice(':1600')), square.T.matmul(x.slice(':1600'))];
  },
  'into many bins': () => {
    const at = np.asarray(Int32Array.from({ length: 4000 }, (_, i) => (i * i + 7 * i) % 20_011));
    return [np.addAt(np.zeros([20_011]), at, np.asarray(odd(4000)))];
  },
  'fused with 0-d arithmetic before and behind': () => {
    let x = np.asarray(odd(6000));
    for (let i = 0; i < 4; i++) x = x.subtract(x.mean()).divide(x.abs().max().add(1));
    return [x, x.sum()];
  },
};

for (const [name, program] of Object.entries(reductions)) {
  t.test(`the bits of reductions ${name} do not depend on memories`, { skip }, async (t) => {
    for (const config of [JS, BLOCK]) {
      const want = await on(config, () => program().map(bitsOf));
      for (const memories of [2, 3, 7]) {
        const got = await on({ ...config, memories }, () => program().map(bitsOf));
        t.same(got, want, `${config.device}, ${memories} memories`);
      }
    }
  });
}

t.test('sparse products and a solver are spread, with the same bits', { skip }, async (t) => {
  const program = (): string[] => {
    const a = sparse.poisson2d(40);
    const x = np.asarray(odd(1600));
    const y = a.matmul(x);
    return [y, y.dot(x), a.matmul(y.divide(y.abs().max()))].map(bitsOf);
  };
  const want = await on(BLOCK, program);
  for (const memories of [2, 5]) {
    let folds: number | undefined;
    const got = await on({ ...BLOCK, memories }, (rt) => {
      const bits = program();
      folds = rt.stats().folds;
      return bits;
    });
    t.same(got, want, `${memories} memories`);
    t.equal(folds, 2, 'both reductions');
  }
});
