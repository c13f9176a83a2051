/** Programs that compute rows and stack them: how few launches they are, with the bits of tasks run one by one, in every tier. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { loadAddon } from '../../../lib/native/index.js';
import { createRuntime } from '../../../lib/runtime/index.js';
import { verify } from '../../../lib/spy/index.js';
import { bitsOf, spread } from '../../support/fused-bits.js';
import { onRuntime } from '../../support/on-runtime.js';
import { spied } from '../../support/spied.js';

const skip = loadAddon() === null && 'needs the addon';
const N = 1201;

const lorenz = (y: np.NDArray): np.NDArray => {
  const [a, b, c] = y;
  return np.stack([b.subtract(a).multiply(10), a.multiply(np.subtract(28, c)).subtract(b), a.multiply(b).subtract(c)]);
};

const programs: Readonly<
  Record<string, { readonly launches: number; readonly shape: number[]; run(y: np.NDArray): np.NDArray[] }>
> = {
  'a stack of functions of rows': { launches: 1, shape: [3, N], run: (y) => [lorenz(y)] },
  'a stack, beside the array that it comes from': { launches: 1, shape: [3, N], run: (y) => [y.add(lorenz(y).multiply(0.1))] },
  'two steps': {
    launches: 1,
    shape: [3, N],
    run(y) {
      const middle = y.add(lorenz(y).multiply(0.05));
      return [y.add(lorenz(middle).multiply(0.1))];
    },
  },
  'rows of few elements': { launches: 1, shape: [3, 4], run: (y) => [y.add(lorenz(y).multiply(0.1))] },
  'rows that are matrices': {
    launches: 1,
    shape: [2, 30, 40],
    run(y) {
      const [u, v] = y;
      return [y.subtract(np.stack([v.multiply(u), np.sqrt(np.abs(u))]))];
    },
  },
  'columns, and a stack along the last axis': {
    launches: 1,
    shape: [N, 2],
    run(y) {
      const [x, v] = [y.slice(':', 0), y.slice(':', 1)];
      return [y.add(np.stack([v, np.negative(x)], { axis: 1 }).multiply(0.1))];
    },
  },
  'a row of all, repeated': {
    launches: 1,
    shape: [4, N],
    run(y) {
      const row = y.slice(1).multiply(2);
      return [y.subtract(row), row];
    },
  },
  'a row that is written in place': {
    launches: 1,
    shape: [3, N],
    run(y) {
      const z = y.add(1);
      z.slice(1).assign(z.slice(0).add(z.slice(2)));
      return [z.multiply(2), z];
    },
  },
  'a row of a stack that is too high stays a launch of its own': {
    launches: 2,
    shape: [20, N],
    run: (y) => [y.add(1).slice(3).multiply(2)],
  },
};

for (const [name, { run, shape, launches }] of Object.entries(programs)) {
  t.test(name, { skip }, async (t) => {
    const alone = await bitsOf({ device: 'cpu', tier: 'block', fusion: false }, shape, run);
    // Compilers take a second where they are busy.
    for (const tier of name === 'two steps' ? (['block', 'c'] as const) : (['block'] as const)) {
      const fused = await bitsOf({ device: 'cpu', tier, procs: 2, shifts: false }, shape, run);
      t.ok(fused.bits === alone.bits, `${tier}: the same bits`);
      t.equal(fused.launches, launches, `${tier}: launches`);
    }
    for (const config of [
      { device: 'js', shifts: false },
      { device: 'cpu', tier: 'block', memories: 2, shifts: false },
    ] as const)
      t.ok((await bitsOf(config, shape, run)).bits === alone.bits, `${JSON.stringify(config)}: the same bits`);
  });
}

t.test('the spy finds such launches right', { skip }, async (t) => {
  for (const [name, { run, shape, launches }] of Object.entries(programs)) {
    if (name.startsWith('two')) continue;
    const log = await spied(
      async () => {
        const y = spread(shape);
        for (let i = 0; i < 4; i++) for (const result of run(y)) await result.data();
      },
      { device: 'cpu', tier: 'block', plans: 'kept' },
    );
    if (launches === 1 && shape.length > 0)
      t.ok(
        log.some((event) => event.event === 'launch' && event.split !== undefined) || name.startsWith('a stack of'),
        `${name}: in rows or columns`,
      );
    t.same(verify(log).problems, [], name);
  }
});

t.test('a stack that the program holds is computed when it is asked for', { skip }, async (t) => {
  await onRuntime(createRuntime({ device: 'cpu', tier: 'block', tracing: 'off', plans: 'kept' }), async () => {
    const y = np.linspace(-0.5, 0.5, 3 * N).reshape([3, N]);
    for (let i = 0; i < 6; i++) {
      const slope = lorenz(y);
      const next = y.add(slope.multiply(0.1));
      const sum = await next.sum().item();
      t.equal(
        await y
          .add(
            np
              .array(await slope.data())
              .reshape([3, N])
              .multiply(0.1),
          )
          .sum()
          .item(),
        sum,
        `time ${i}`,
      );
    }
  });
});
