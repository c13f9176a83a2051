/** The runtime end to end on small stores: launches, reads, views, windows, errors. */
import t from 'tap';
import { IndexError } from '../../../lib/base/index.js';
import { float64, int64 } from '../../../lib/dtype/index.js';
import type { Kernel } from '../../../lib/ir/index.js';
import { createRuntime, type Runtime } from '../../../lib/runtime/index.js';
import { Store, sliceView } from '../../../lib/store/index.js';
import { defineKind } from '../../../lib/task/index.js';
import { FROM_X_TO_Y } from '../../support/kinds.js';

const binary = (op: 'add' | 'mul') => {
  const kernel = (rank: number): Kernel => {
    const arg = (privilege: 'read' | 'write') => ({ dtype: float64, access: 'elementwise' as const, privilege, rank });
    return {
      rank,
      rowRank: Math.min(1, rank),
      args: [arg('read'), arg('read'), arg('write')],
      scalars: [],
      loops: [
        {
          nodes: [
            { op: 'load', dtype: float64, arg: 0 },
            { op: 'load', dtype: float64, arg: 1 },
            { op, dtype: float64, a: 0, b: 1 },
          ],
          statements: [{ kind: 'store', arg: 2, value: 2 }],
        },
      ],
    };
  };
  const args = (['read', 'read', 'write'] as const).map((privilege) => ({ privilege, access: 'elementwise' as const }));
  return defineKind({ name: op, args, body: { kind: 'kernel', kernel } });
};
const ADD = binary('add');
const MUL = binary('mul');

const TAKE = defineKind({
  name: 'take',
  args: [
    { privilege: 'read', access: 'whole' },
    { privilege: 'read', access: 'elementwise' },
    { privilege: 'write', access: 'elementwise' },
  ],
  body: {
    kind: 'kernel',
    kernel: () => ({
      rank: 1,
      rowRank: 1,
      args: [
        { dtype: float64, access: 'whole', privilege: 'read', rank: 1 },
        { dtype: int64, access: 'elementwise', privilege: 'read', rank: 1 },
        { dtype: float64, access: 'elementwise', privilege: 'write', rank: 1 },
      ],
      scalars: [],
      loops: [
        {
          nodes: [
            { op: 'load', dtype: int64, arg: 1 },
            { op: 'gather', dtype: float64, arg: 0, indices: [0] },
          ],
          statements: [{ kind: 'store', arg: 2, value: 1 }],
        },
      ],
    }),
  },
});

const NEGATE_JS = defineKind({
  name: 'negate',
  args: FROM_X_TO_Y,
  body: {
    kind: 'js',
    run: ([x, y]) => {
      for (let i = 0; i < x.shape[0]; i++) y.data[y.offset + i * y.strides[0]] = -Number(x.data[x.offset + i * x.strides[0]]);
    },
  },
});

function call(rt: Runtime, kind: typeof ADD, ...inputs: Store[]): Store {
  const shape = inputs[inputs.length - 1].shape;
  const out = rt.create(float64, shape);
  rt.launch(kind, shape, [...inputs, out]);
  return out;
}

for (const device of ['js', 'auto'] as const) {
  t.test(`device ${device}`, async (t) => {
    const rt = createRuntime({ device, procs: 2, plans: 'kept' });
    t.teardown(() => rt.close());
    const n = 5000;
    const data = Float64Array.from({ length: n }, (_, i) => i);

    t.test('a chain', async (t) => {
      const a = rt.upload(data, float64, [n]);
      const c = call(rt, MUL, call(rt, ADD, a, a), a);
      const got = await rt.read(c);
      t.same(
        got,
        data.map((x) => (x + x) * x),
      );
      t.same(rt.readSync(c), got);
    });

    t.test('views, and writes that others see', async (t) => {
      const a = rt.upload(data, float64, [n]);
      const odd = new Store(a.root, sliceView(a.view, 0, 1, n / 2, 2), a.token);
      const even = new Store(a.root, sliceView(a.view, 0, 0, n / 2, 2), a.token);
      rt.launch(ADD, odd.shape, [odd, odd, even]);
      t.same(
        rt.readSync(a),
        data.map((x, i) => (i % 2 === 0 ? 2 * (x + 1) : x)),
      );
      t.same(
        rt.readSync(even),
        data.filter((_, i) => i % 2 === 1).map((x) => 2 * x),
      );
    });

    t.test('a read sees the contents as of its call', async (t) => {
      const a = rt.upload(data, float64, [n]);
      const b = call(rt, ADD, a, a);
      const before = rt.read(b);
      rt.launch(ADD, b.shape, [a, a, a]);
      rt.launch(ADD, b.shape, [a, a, b]);
      rt.flush();
      t.same(
        await before,
        data.map((x) => 2 * x),
      );
      t.same(
        await rt.read(b),
        data.map((x) => 4 * x),
      );
    });

    t.test('a failed launch poisons what depends on it', async (t) => {
      const a = rt.upload(data, float64, [n]);
      const bad = rt.upload(new BigInt64Array([0n, BigInt(n)]), int64, [2]);
      const good = rt.upload(new BigInt64Array([1n, -1n]), int64, [2]);
      const x = rt.create(float64, [2]);
      rt.launch(TAKE, [2], [a, good, x]);
      t.same(rt.readSync(x), new Float64Array([1, n - 1]));
      const y = rt.create(float64, [2]);
      rt.launch(TAKE, [2], [a, bad, y]);
      const z = call(rt, ADD, y, y);
      await t.rejects(rt.read(z), IndexError);
      t.throws(() => rt.readSync(y), IndexError);
      t.same(rt.readSync(x), new Float64Array([1, n - 1]), 'others are well');
    });

    t.test('a JavaScript body between kernels', async (t) => {
      const a = rt.upload(data, float64, [n]);
      const b = rt.create(float64, [n]);
      rt.launch(NEGATE_JS, [n], [call(rt, ADD, a, a), b]);
      t.same(
        await rt.read(call(rt, ADD, b, a)),
        data.map((x) => -x + 0),
      );
    });

    t.test('known windows', async (t) => {
      const before = rt.stats();
      for (let i = 0; i < 5; i++) {
        const a = rt.upload(data, float64, [n]);
        rt.readSync(call(rt, MUL, a, a));
      }
      const after = rt.stats();
      t.equal(after.windows - before.windows, 5);
      t.ok(after.planHits - before.planHits >= 4);
    });
  });
}
