/** Programs over rows of a few elements: how few launches they are, with the bits of tasks run one by one, in every tier. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { loadAddon } from '../../../lib/native/index.js';
import { verify } from '../../../lib/spy/index.js';
import { bitsOf, spread } from '../../support/fused-bits.js';
import { spied } from '../../support/spied.js';

const skip = loadAddon() === null && 'needs the addon';
const N = 10_007;

const programs: Readonly<Record<string, { readonly launches: number; run(points: np.NDArray): np.NDArray[] }>> = {
  'the nearest of four centres, and sums over the points that are nearest to each': {
    launches: 4, // copying the centres, numbering them
    run(points) {
      const centers = points.slice(':4').copy();
      const apart = points.reshape([N, 1, 3]).subtract(centers.reshape([1, 4, 3]));
      const nearest = apart.multiply(apart).sum({ axis: 2 }).argmin({ axis: 1 });
      const mine = nearest.reshape([N, 1]).equal(np.arange(4)).astype('float64');
      return [nearest, np.matmul(mine.T, points), mine.sum({ axis: 0 })];
    },
  },
  'shares of a row in its sum of exponentials': {
    launches: 1,
    run(points) {
      const powers = np.exp(points.subtract(points.max({ axis: 1, keepdims: true })));
      return [powers.divide(powers.sum({ axis: 1, keepdims: true }))];
    },
  },
  'a step of logistic regression': {
    launches: 1,
    run(odd) {
      const points = np.where(np.isnan(odd), 0.25, odd);
      const p = np.divide(1, np.exp(np.negative(np.matmul(points, np.asarray([0.5, -1, 2])))).add(1));
      return [np.matmul(points.T, p.subtract(points.slice(':', 0).greater(0)))];
    },
  },
  'products, extremes and truths of rows of integers': {
    launches: 1,
    run(points) {
      const whole = np.trunc(np.where(np.isnan(points), 0, points).multiply(9)).astype('int32');
      const odd = np.where(whole.min({ axis: 1, keepdims: true }).less(0), whole, whole.prod({ axis: 1, keepdims: true }));
      return [odd, whole.equal(odd).all({ axis: 1 }), whole.argmax({ axis: 1 }), odd.astype('float32').sum({ axis: 1 })];
    },
  },
};

for (const [name, { run, launches }] of Object.entries(programs)) {
  t.test(name, { skip }, async (t) => {
    const alone = await bitsOf({ device: 'cpu', tier: 'block', fusion: false }, [N, 3], run);
    for (const tier of ['block', 'c'] as const) {
      const fused = await bitsOf({ device: 'cpu', tier, procs: 2 }, [N, 3], run);
      t.ok(fused.bits === alone.bits, `${tier}: the same bits`);
      t.ok(fused.launches <= launches, `${tier}: ${fused.launches} launches, not ${launches}`);
    }
    const script = await bitsOf({ device: 'js' }, [N, 3], run);
    t.ok(script.launches < alone.launches, 'JavaScript fuses, too');
    const separate = await bitsOf({ device: 'cpu', tier: 'block', memories: 2 }, [N, 3], run);
    t.ok(separate.bits === alone.bits, 'separate memories: the same bits');
  });
}

t.test('the spy finds such launches right', { skip }, async (t) => {
  for (const [name, { run }] of Object.entries(programs)) {
    const log = await spied(
      async () => {
        const points = spread([N, 3]);
        for (let i = 0; i < 4; i++) for (const result of run(points)) await result.data();
      },
      { device: 'cpu', tier: 'block' },
    );
    t.ok(
      log.some((event) => event.event === 'launch' && event.split === 'columns'),
      `${name}: in columns`,
    );
    t.same(verify(log).problems, [], name);
  }
});
