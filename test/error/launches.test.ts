/** Kinds of tasks that programs define: stores, domains and scalars that they do not take are refused, and the runtime goes on. */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import {
  defineKind,
  elementwise,
  float64,
  fullOut,
  identityView,
  input,
  int64,
  kernel,
  runtime,
  type Store,
} from '../../lib/runtime/public.js';
import '../support/arrays.js';

const READS_AND_WRITES = [
  { privilege: 'read', access: 'elementwise' },
  { privilege: 'write', access: 'elementwise' },
] as const;
const scaled = defineKind({
  name: 'scaled',
  args: READS_AND_WRITES,
  body: { kind: 'kernel', kernel: (rank) => elementwise(rank, [float64], float64, (b, x) => b.mul(x, b.scalar(0)), [float64]) },
});
const squares = kernel(1, [input(float64, 1), fullOut(float64)], [], (b) => b.fold('sum', 1, b.mul(b.load(0), b.load(0))));
const summed = defineKind({
  name: 'summed',
  args: [READS_AND_WRITES[0], { privilege: 'write', access: 'full' }],
  body: { kind: 'kernel', kernel: () => squares },
});
const counted = defineKind({
  name: 'counted',
  args: READS_AND_WRITES,
  body: {
    kind: 'kernel',
    kernel: (rank) => elementwise(rank, [int64], int64, (b, x) => b.binary('add', x, b.scalar(0)), [int64]),
  },
});
const inC = defineKind({
  name: 'inC',
  args: READS_AND_WRITES,
  body: { kind: 'c', entry: 'copy', source: 'void copy(double *P, int64_t u0, int64_t u1) { (void)P; (void)u0; (void)u1; }' },
});

const x = np.arange(4).astype('float64');
const out = (...shape: number[]): Store => runtime().create(float64, shape);

t.test('launches that are refused', async (t) => {
  const rt = runtime();
  const launch = (...given: readonly unknown[]) => Reflect.apply(rt.launch, rt, given);
  const same = np.arange(6).astype('float64');
  for (const [given, code, message] of [
    [[scaled, [4], [x, out(4)]], 'ERR_ARGUMENT', 'scaled: expected 1 scalars, got 0'],
    [[scaled, [4], [x, out(4)], [2n]], 'ERR_DTYPE', 'scaled: scalar 0 is float64: expected a number, got 2n'],
    [
      [counted, [4], [np.arange(4n), rt.create(int64, [4])], [2]],
      'ERR_DTYPE',
      'counted: scalar 0 is int64: expected a bigint, got 2',
    ],
    [[scaled, [4], [x, out(4)], ['2']], 'ERR_ARGUMENT', /^scaled: scalars: expected an Array of numbers and bigints/],
    [[scaled, [4], [x], [2]], 'ERR_ARGUMENT', 'scaled: expected 2 stores, got 1'],
    [[scaled, [4], [x, x, out(4)], [2]], 'ERR_ARGUMENT', 'scaled: expected 2 stores, got 3'],
    [[scaled, [4], [x, null], [2]], 'ERR_ARGUMENT', /^scaled: expected an Array of stores/],
    [
      [scaled, [4], [np.ones([4], { dtype: 'float32' }), out(4)], [2]],
      'ERR_DTYPE',
      'scaled: argument 0: expected float64, got float32',
    ],
    [[scaled, [4000], [x, out(4)], [2]], 'ERR_SHAPE', 'scaled: argument 0: expected the shape (4000,), got (4,)'],
    [[scaled, [4], [x, out(5)], [2]], 'ERR_SHAPE', 'scaled: argument 1: expected the shape (4,), got (5,)'],
    [[scaled, [2], [np.ones([2, 2]), out(2)], [2]], 'ERR_SHAPE', 'scaled: argument 0: expected the shape (2,), got (2, 2)'],
    [[scaled, [-4], [x, out(4)], [2]], 'ERR_SHAPE', /^scaled: sizes must be integers/],
    [[scaled, [4n], [x, out(4)], [2]], 'ERR_SHAPE', /^scaled: sizes must be integers/],
    [[scaled, 4, [x, out(4)], [2]], 'ERR_ARGUMENT', /^scaled: expected a domain such as \[2, 3\], got 4/],
    [[summed, [2, 2], [np.ones([2, 2]), out()]], 'ERR_SHAPE', 'summed: its kernel has a domain of 1 axes, got (2, 2)'],
    [[summed, [4], [x, out(4)]], 'ERR_SHAPE', 'summed: argument 1: expected the shape (), got (4,)'],
    [[inC, [4], [x, out(40)]], 'ERR_SHAPE', 'inC: argument 1: expected the shape (4,), got (40,)'],
    [[squares, [4], [x, out()]], 'ERR_ARGUMENT', /^launch: expected a kind of task that defineKind made/],
    [[undefined, [4], [x, out()]], 'ERR_ARGUMENT', /^launch: expected a kind of task/],
    [
      [scaled, [4], [same.slice([0, 4]), same.slice([1, 5])], [2]],
      'ERR_ARGUMENT',
      /^scaled: argument 1 is written and overlaps argument 0/,
    ],
    [
      [scaled, [4], [x, np.broadcastTo(np.ones([1]), [4])], [2]],
      'ERR_ARGUMENT',
      /^scaled: argument 1 is written, and its elements are in one place/,
    ],
  ] as const)
    t.throws(() => launch(...given), { code, message }, String(message));
  const y = out(4);
  rt.launch(scaled, [4], [x, y], [2]);
  rt.launch(scaled, [4], [y, y], [3]);
  t.same([...(await rt.read(y))], [0, 6, 12, 18], 'the runtime goes on, and a task may write in place');
});

t.test('bodies that cannot run', async (t) => {
  const rt = runtime();
  const run = async (body: Parameters<typeof defineKind>[0]['body']) => {
    const y = out(4);
    rt.launch(defineKind({ name: 'odd', args: READS_AND_WRITES, body }), [4], [x, y]);
    await rt.read(y);
  };
  await t.rejects(run(Object({ kind: 'native', routine: 'gemm_f64' })), {
    code: 'ERR_ARGUMENT',
    message: /^defineKind: expected/,
  });
  await t.rejects(run({ kind: 'js', run: async () => undefined }), {
    code: 'ERR_TASK',
    message: /^odd: its body returned a promise/,
  });
  for (const address of [0, -1, 1.5, Number.NaN, 2 ** 60])
    await t.rejects(run({ kind: 'function', address }), { code: 'ERR_ARGUMENT' }, String(address));
  t.equal(await np.ones([3]).add(1).sum().item(), 6, 'the runtime goes on');
});

t.test('kinds and stores that are refused', async (t) => {
  const rt = runtime();
  const body = { kind: 'kernel', kernel: () => squares } as const;
  const wrong = (spec: object) => () =>
    Reflect.apply(defineKind, null, [{ name: 'wrong', body, args: READS_AND_WRITES, ...spec }]);
  for (const spec of [
    { args: [{ privilege: 'banana', access: 'elementwise' }] },
    { args: [{ privilege: 'read', access: 'sideways' }] },
    { args: [{ privilege: 'reduce', access: 'full' }] },
    { constraints: [{ kind: 'align', a: 0, b: 2 }] },
    { constraints: [{ kind: 'bloat', from: 0, to: 1, low: [1] }] },
    { constraints: [{ kind: 'near', a: 0, b: 1 }] },
    { points: 'columns' },
  ])
    t.throws(wrong(spec), { code: 'ERR_ARGUMENT', message: /^defineKind: expected \{ name, args, body \}/ });
  const other = defineKind({ name: 'other', args: READS_AND_WRITES, body });
  t.throws(() => rt.launch(other, [4], [x, out(4)]), {
    message:
      "other: the kind's arguments are (read elementwise, write elementwise), its kernel's are (read elementwise, write full)",
  });
  const none = defineKind({ name: 'none', args: READS_AND_WRITES, body: { kind: 'kernel', kernel: () => Object(3) } });
  t.throws(() => rt.launch(none, [4], [x, out(4)]), {
    code: 'ERR_ARGUMENT',
    message: /^none: its body made .*, expected a kernel/,
  });
  for (const [dtype, shape] of [
    [float64, [3n]],
    [float64, 3],
    [null, [3]],
    ['float64', [3]],
  ])
    t.throws(() => Reflect.apply(rt.create, rt, [dtype, shape]), { code: 'ERR_ARGUMENT' });
  t.equal(identityView([3]).size, 3);
});
