/** Loops over views that move: one plan serves all rounds, and results have the bits of tasks run one by one. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { loadAddon } from '../../../lib/native/index.js';
import type { Config } from '../../../lib/runtime/index.js';
import { Tracing } from '../../../lib/runtime/issue/tracing.js';
import { configs, textOf } from '../../support/moving-rounds.js';

const skip = loadAddon() === null && 'needs the addon';
const N = 50;

const grid = (): np.NDArray =>
  np.array(Float64Array.from({ length: N * N }, (_, i) => ((i * 0.6180339887498949) % 1) + 0.5)).reshape([N, N]);

/** Each returns its results; `round` ends the window of a round. */
const programs: Readonly<Record<string, (round: () => void) => np.NDArray[]>> = {
  'an elimination, row by row and back'(round) {
    const [u, p, q] = [grid(), np.zeros([N, N]), np.zeros([N, N])];
    for (let i = 1; i < N; i++) {
      const pivot = p
        .slice(i - 1)
        .multiply(-0.5)
        .add(2);
      p.slice(i).assign(np.divide(0.5, pivot));
      q.slice(i).assign(
        u
          .slice(i)
          .add(q.slice(i - 1))
          .divide(pivot),
      );
      round();
    }
    for (let i = N - 2; i >= 0; i--) {
      u.slice(i).assign(
        p
          .slice(i)
          .multiply(u.slice(i + 1))
          .add(q.slice(i)),
      );
      round();
    }
    return [u, p, q];
  },
  'columns of one array, rows of another'(round) {
    const [a, b] = [grid(), grid()];
    for (let k = 1; k < N - 1; k++) {
      a.slice(':', k).assign(
        a
          .slice(':', k - 1)
          .add(b.slice(k))
          .multiply(0.5),
      );
      b.slice(k + 1).addAssign(a.slice(':', k));
      round();
    }
    return [a, b];
  },
  'windows that slide, and are kept'(round) {
    const x = np.array(Float64Array.from({ length: 400 }, (_, i) => i % 37));
    const kept: np.NDArray[] = [];
    for (let k = 0; k < 60; k++) {
      const part = x.slice([2 * k, 2 * k + 100]).multiply(2);
      kept.push(part, part.add(x.slice([3 * k, 3 * k + 100])));
      if (k % 7 === 6) x.slice([k, k + 30]).addAssign(1);
      round();
    }
    x.assign(0);
    return [...kept, x];
  },
  'views that come closer until they meet'(round) {
    const x = np.array(Float64Array.from({ length: 200 }, (_, i) => i));
    for (let k = 0; k < 60; k++) {
      const [a, b] = [x.slice([k, k + 40]), x.slice([120 - k, 160 - k])];
      a.assign(b.add(1));
      b.multiplyAssign(0.5);
      x.slice([k + 10, k + 50]).subtractAssign(np.add(a, 0.25));
      round();
    }
    return [x];
  },
  'single elements, and sums of what is before them'(round) {
    const x = np.ones([80]);
    for (let k = 8; k < 80; k++) {
      x.slice(k).assign(
        x
          .slice([k - 8, k])
          .sum()
          .multiply(0.25)
          .add(x.slice(k - 1)),
      );
      round();
    }
    return [x];
  },
  'routines on rows that they read, and into rows that they write'(round) {
    const [x, y] = [grid(), np.zeros([N, N])];
    const places = np.asarray([7, 3, 7, 40], { dtype: 'int64' });
    for (let k = 1; k < N - 1; k++) {
      const sums = np.cumsum(x.slice(k));
      y.slice(k).assign(np.sort(sums.subtract(y.slice(k - 1))));
      np.addAt(y.slice(k + 1), places, x.slice(k - 1, ':4'));
      x.slice(k + 1).assign(np.minimumAccumulate(y.slice(k)).add(x.slice(k - 1)));
      round();
    }
    return [x, y];
  },
  'routines and bodies in JavaScript'(round) {
    const [x, y] = [grid(), np.zeros([N, N], { dtype: 'int64' })];
    for (let k = 1; k < N - 1; k++) {
      y.slice(k).assign(np.argsort(x.slice(k).add(x.slice(k - 1))));
      np.divide.at(x.slice(k + 1), [1, 1, 5], [2, 4, 8]);
      x.slice(k).assign(np.cumsum(x.slice(k + 1)));
      round();
    }
    return [x, y];
  },
  'steps, backwards and mixed dtypes'(round) {
    const [x, y] = [np.arange(300).astype('int32'), np.zeros([300], { dtype: 'float32' })];
    for (let k = 0; k < 50; k++) {
      y.slice([k, k + 100, 2]).assign(x.slice([k + 149, k + 99, -1]).multiply(3));
      x.slice([k + 100, k + 150]).assign(np.add(y.slice([k + 99, k + 49, -1]), 1));
      round();
    }
    return [x, y];
  },
};

for (const [name, program] of Object.entries(programs)) {
  t.test(name, { skip }, async (t) => {
    const { text } = await textOf({ device: 'cpu', tier: 'block', fusion: false, plans: 'fresh' }, program, 0);
    for (const config of configs)
      for (const every of config.plans === 'auto' ? [0] : [1, 3]) {
        const got = await textOf({ tracing: 'off', ...config }, program, every);
        t.ok(got.text === text, `${JSON.stringify(config)}, ${every} rounds a window: the same bits`);
      }
  });
}

t.test('a round is planned once', { skip }, async (t) => {
  const program = programs['an elimination, row by row and back'];
  const { stats } = await textOf({ device: 'cpu', tier: 'block', plans: 'kept', procs: 1, tracing: 'off' }, program, 1);
  const unknown = stats.windows - stats.planHits;
  t.ok(unknown < 12, `${unknown} of ${stats.windows} windows were planned`);
});

t.test('a round with routines is planned once', { skip }, async (t) => {
  const program = programs['routines on rows that they read, and into rows that they write'];
  const { stats } = await textOf({ device: 'cpu', tier: 'block', plans: 'kept', procs: 1, tracing: 'off' }, program, 1);
  const unknown = stats.windows - stats.planHits;
  t.ok(unknown < 12, `${unknown} of ${stats.windows} windows were planned`);
});

t.test('the tracer finds rounds by how views move', { skip }, async (t) => {
  const program = programs['an elimination, row by row and back'];
  const { stats } = await textOf({ device: 'cpu', tier: 'block', plans: 'kept', procs: 1, tracing: 'inline' }, program, 0);
  t.ok(stats.launches < 150, `${stats.launches} launches of ${stats.tasks} tasks`);
});

t.test('windows of a long loop are cut where they are expected, wherever their views lie', { skip }, async (t) => {
  const { pass } = Tracing.prototype;
  let expected = 0;
  t.teardown(() => {
    Tracing.prototype.pass = pass;
  });
  Tracing.prototype.pass = function (form, window) {
    expected += window.length;
    pass.call(this, form, window);
  };
  const size = 300;
  const program = (): np.NDArray[] => {
    const [a, b] = [np.ones([size, size]), np.ones([size, size])];
    for (let again = 0; again < 2; again++) {
      for (let k = 1; k < size - 1; k++) {
        const mean = a.slice(k).add(b.slice(':', k)).multiply(0.5);
        a.slice(k + 1).assign(mean.subtract(a.slice(k - 1)));
        b.slice(':', k + 1).assign(mean.multiply(0.25).add(a.slice(k + 1)));
      }
    }
    return [a, b];
  };
  const unfused: Partial<Config> = { device: 'cpu', tier: 'block', fusion: false, plans: 'fresh', tracing: 'off' };
  const traced: Partial<Config> = { device: 'cpu', tier: 'block', plans: 'kept', tracing: 'inline', procs: 1 };
  const [want, got] = [await textOf(unfused, program, 0), await textOf(traced, program, 0)];
  t.ok(got.text === want.text, 'the same bits');
  t.ok(expected > 1000, `${expected} of ${got.stats.tasks} tasks`);
});
