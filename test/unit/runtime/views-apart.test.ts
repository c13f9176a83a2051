/**
 * Loops that read rows at random places: one plan serves all rounds, in which each place of an array that no task writes is a slot of its
 * own, and results have the bits of tasks run one by one.
 */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { loadAddon } from '../../../lib/native/index.js';
import { type Config, createRuntime } from '../../../lib/runtime/index.js';
import { verify } from '../../../lib/spy/index.js';
import { random } from '../../fuzz/program.js';
import { configs, type RoundsProgram, textOf } from '../../support/moving-rounds.js';
import { onRuntime } from '../../support/on-runtime.js';
import { seedOf } from '../../support/seeds.js';
import { spied } from '../../support/spied.js';

const skip = loadAddon() === null && 'needs the addon';

const matrix = (rows: number, columns: number): np.NDArray =>
  np
    .array(Float64Array.from({ length: rows * columns }, (_, i) => ((i * 0.6180339887498949) % 1) + 0.5))
    .reshape([rows, columns]);

/** Each returns its results; `round` ends the window of a round. */
const programs: Readonly<Record<string, RoundsProgram>> = {
  'projections onto rows'(round, below) {
    const [a, b] = [matrix(30, 20), matrix(30, 1).reshape([30])];
    let x = np.zeros([20]);
    for (let k = 0; k < 60; k++) {
      const i = below(30);
      const row = a.slice(i);
      const residual = b.slice(i).subtract(row.multiply(x).sum());
      x = x.add(row.multiply(residual.divide(row.multiply(row).sum())));
      round();
    }
    return [x, a];
  },
  'rows and columns of one array, and of one that is written now and then'(round, below) {
    const [a, b] = [matrix(25, 25), matrix(25, 25)];
    const kept: np.NDArray[] = [];
    for (let k = 0; k < 50; k++) {
      const [i, j] = [below(25), below(25)];
      const sum = a
        .slice(i)
        .add(a.slice(':', j))
        .subtract(b.slice(below(25)));
      kept.push(sum, sum.multiply(b.slice(below(25))));
      if (k % 9 === 8) b.slice(below(25)).addAssign(a.slice(j));
      round();
    }
    return [...kept, b];
  },
  'pieces of arrays that die while they are read'(round, below) {
    let sum = np.zeros([2100]);
    for (let k = 0; k < 24; k++) {
      const x = np.arange(6300).multiply(0.5 + (k % 3));
      round();
      const piece = (): np.NDArray => {
        const start = below(4200);
        return x.slice([start, start + 2100]);
      };
      const near = piece().multiply(piece()).add(piece());
      sum = sum.multiply(0.5).add(np.sort(near).add(piece()));
      round();
    }
    return [sum];
  },
  'elements that are read, and a result that is written at random places'(round, below) {
    const [x, y] = [matrix(1, 90).reshape([90]), np.zeros([90])];
    for (let k = 0; k < 60; k++) {
      const at = below(60);
      y.slice([at, at + 20]).addAssign(x.slice([below(70), 90]).sum());
      y.slice(below(90)).assign(x.slice(below(90)).subtract(x.slice(below(90))));
      round();
    }
    return [x, y];
  },
  'results that are read long after, computed from a further place'(round, below) {
    const x = matrix(30, 20);
    const kept: np.NDArray[] = [];
    for (let k = 0; k < 30; k++) {
      const near = x.slice(below(30)).add(0.5);
      const twice = x.slice(below(30)).multiply(2);
      kept.push(near, twice, twice.add(1));
      round();
    }
    return kept;
  },
  'an array that is disposed of where it was read last'(round, below) {
    let sum = np.zeros([40_000]);
    for (let k = 0; k < 12; k++) {
      const x = np.arange(80_000).multiply(0.5 + (k % 3));
      round();
      const piece = (): np.NDArray => {
        const start = below(40_000);
        return x.slice([start, start + 40_000]);
      };
      sum = np.cumsum(np.cumsum(piece()).add(sum)).multiply(0.25).add(piece()).remainder(1000);
      sum = np.cumsum(sum).subtract(piece());
      x.dispose();
      round();
    }
    return [sum];
  },
  'routines on rows'(round, below) {
    const x = matrix(20, 16);
    let sums = np.zeros([16]);
    for (let k = 0; k < 24; k++) {
      sums = np.cumsum(x.slice(below(20))).add(np.sort(x.slice(below(20)).multiply(sums.slice(3))));
      sums = sums.divide(sums.max().add(np.minimumAccumulate(x.slice(below(20))).slice(7)));
      round();
    }
    return [sums];
  },
};

/** A program of few operations over pieces of a few arrays: the operations are drawn once, the places anew in each round. */
function drawn(seed: number): RoundsProgram {
  const draw = random(seed);
  const pick = (n: number): number => Math.floor(draw() * n);
  const ops = Array.from({ length: 2 + pick(6) }, () => ({ what: pick(7), of: pick(3), a: pick(4), b: pick(4) }));
  return (round, below) => {
    const order = np.asarray([3, 1, 2, 0, 5, 4, 7, 6, 9, 8, 11, 10], { dtype: 'int64' });
    const arrays = [matrix(12, 40), matrix(40, 12).T, matrix(6, 80).reshape([12, 40])];
    const known: np.NDArray[] = [0, 1, 2, 3].map((i) => np.zeros([12]).add(i + 1));
    for (let k = 0; k < 24; k++) {
      ops.forEach(({ what, of, a, b }, i) => {
        const x = arrays[of];
        const places = x.shape[1] - 11;
        const start = below(places);
        const piece = what === 6 ? x.slice(':', start) : x.slice(below(12), [start, start + 12]);
        const next = [
          () => piece.add(known[a]),
          () => piece.multiply(known[a]).subtract(known[b]),
          () => np.minimum(piece, x.slice(below(12), [0, 12])).add(known[a].sum()),
          () => np.cumsum(piece).subtract(known[b].slice(below(12))),
          () => known[a].add(x.slice(0, start)).remainder(7),
          () => np.take(piece, order).add(known[b]),
          () => np.where(piece.less(known[a]), piece, known[b]),
        ][what]();
        known[i % 4] = next.remainder(11);
        if (k % 11 === 10 && i === 0) arrays[of].slice(below(12)).addAssign(0.125);
      });
      round();
    }
    return [...known, ...arrays];
  };
}

const unfused: Partial<Config> = { device: 'cpu', tier: 'block', fusion: false, plans: 'fresh', tracing: 'off' };
for (const [name, program] of Object.entries(programs)) {
  t.test(name, { skip }, async (t) => {
    const { text } = await textOf(unfused, program, 0);
    for (const config of configs)
      for (const every of config.plans === 'auto' ? [0] : [1, 3]) {
        const got = await textOf({ tracing: 'off', ...config }, program, every);
        t.ok(got.text === text, `${JSON.stringify(config)}, ${every} rounds a window: the same bits`);
      }
  });
}

t.test('drawn programs', { skip }, async (t) => {
  const seed = seedOf(20_261_127);
  let hits = 0;
  for (let i = 0; i < 12; i++) {
    const program = drawn(seed + i);
    const { text } = await textOf(unfused, program, 0);
    const every = 1 + (i % 3);
    for (const config of [configs[i % 2], configs[2]]) {
      const got = await textOf({ tracing: 'off', ...config }, program, every);
      t.ok(got.text === text, `seed ${seed + i}, ${JSON.stringify(config)}, ${every} rounds a window: the same bits`);
      hits += got.stats.planHits;
    }
  }
  t.ok(hits > 300, `${hits} windows were replayed`);
});

t.test('rounds at random places are planned a few times', { skip }, async (t) => {
  const config: Partial<Config> = { device: 'cpu', tier: 'block', plans: 'kept', procs: 1, tracing: 'off' };
  // Rows that coincide by chance, one right behind the other, have a form of their own: few do where there are many places.
  const bounds = [
    ['projections onto rows', 1, 10],
    ['projections onto rows', 3, 10],
    ['routines on rows', 1, 12],
    ['pieces of arrays that die while they are read', 1, 12],
  ] as const;
  for (const [name, every, most] of bounds) {
    const { stats } = await textOf(config, programs[name], every);
    const unknown = stats.windows - stats.planHits;
    t.ok(unknown < most, `${name}, ${every} rounds a window: ${unknown} of ${stats.windows} windows were planned`);
  }
});

t.test('the tracer finds rounds at random places', { skip }, async (t) => {
  const program = programs['projections onto rows'];
  const long: RoundsProgram = (round, below) => Array.from({ length: 8 }, () => program(round, below)).flat();
  const { stats } = await textOf({ device: 'cpu', tier: 'block', plans: 'kept', procs: 1, tracing: 'inline' }, long, 0);
  t.ok(stats.launches < stats.tasks / 2, `${stats.launches} launches of ${stats.tasks} tasks`);
});

t.test('memory that is given back by hand is kept until the last place of its array was read', { skip }, async (t) => {
  const [n, rounds] = [200_000, 14];
  for (const config of [{}, { graphs: 'on', procs: 2, inline: false }] as const) {
    const rt = createRuntime({ device: 'cpu', tier: 'block', plans: 'kept', tracing: 'off', ...config });
    await onRuntime(rt, async () => {
      const next = random(7);
      for (let k = 0; k < rounds; k++) {
        const x = np.arange(n + 99).add(k);
        rt.flush();
        const [a, b] = [Math.floor(next() * 50), 50 + Math.floor(next() * 49)];
        // The second result is as large as the array: it would take its memory, and the routine read what it writes.
        const [first, second] = [np.cumsum(x.slice([a, a + n])), np.cumsum(x.slice([b, b + n]))];
        x.dispose();
        rt.flush();
        const got = [await first.slice(1).item(), await second.slice(1).item()];
        t.same(got, [2 * (a + k) + 1, 2 * (b + k) + 1], `${JSON.stringify(config)}, round ${k}`);
      }
      t.ok(rt.stats().planHits > rounds, 'the rounds were replayed');
    });
  }
});

t.test('an array is written behind the reads of all of its places, where none moved', { skip }, async (t) => {
  const [n, rounds] = [100_000, 40];
  const config = { device: 'cpu', tier: 'block', plans: 'kept', tracing: 'off', graphs: 'on', procs: 4, inline: false } as const;
  const rt = createRuntime({ ...config, grain: 1 });
  await onRuntime(rt, async () => {
    const x = np
      .arange(n + 99)
      .multiply(-1)
      .add(0);
    await x.data();
    const far = (k: number): number => Math.min(k + 2, 6);
    const sorted = Array.from({ length: rounds }, (_, k) => {
      np.cumsum(x.slice([1, 9]));
      const found = np.sort(x.slice([far(k), far(k) + n]));
      rt.flush();
      x.subtractAssign(1);
      rt.flush();
      return found;
    });
    for (const [k, found] of sorted.entries()) {
      const data = (await found.data()) as Float64Array;
      const [least, most] = [-(far(k) + n - 1) - k, -far(k) - k];
      t.same([data[0], data[n - 1]], [least, most], `round ${k} reads nothing that is written behind it`);
    }
    t.ok((rt.stats().graphs?.replays ?? 0) > rounds, 'both windows are programs, of which one follows the other');
  });
});

t.test('the verifier takes windows that read apart', { skip }, async (t) => {
  for (const config of [{ procs: 2 }, { graphs: 'on', procs: 3, inline: false, grain: 1 }] as const) {
    let hits = 0;
    for (const [name, program] of Object.entries(programs)) {
      const log = await spied(async () => {
        const next = random(5);
        const results = program(
          () => np.runtime.flush(),
          (n) => Math.floor(next() * n),
        );
        for (const result of results) await result.data();
        hits += np.runtime.stats().planHits;
      }, config);
      t.same(verify(log).problems, [], `${JSON.stringify(config)}, ${name}`);
    }
    t.ok(hits > 150, `${hits} windows were replayed`);
  }
});
