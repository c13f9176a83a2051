import t from 'tap';
import { compatible, compose, dumpAfter, optimize, passTable } from '../../../lib/compile/index.js';
import { bool, type DType, dtypes, float32, float64, int32, int64, uint8 } from '../../../lib/dtype/index.js';
import {
  elementwise,
  fullIn,
  fullOut,
  inout,
  input,
  type Kernel,
  type KernelBuilder,
  kernel,
  type Node,
  output,
  type Value,
  verify,
} from '../../../lib/ir/index.js';
import { firstDifference } from '../../support/compare.js';
import { dense, interpret } from '../../support/interpret.js';
import { axpy, columnMinima, dot, rowSums } from '../../support/kernels.js';

const none: ReadonlySet<number> = new Set();

/** The nodes, as operators, that the passes leave of `out = fn(x)`. */
function left(type: DType, fn: (b: KernelBuilder, x: Value) => Value): string {
  let out: DType = type;
  kernel(1, [input(type, 1)], [], (b) => {
    out = fn(b, b.load(0)).dtype;
  });
  return optimize(elementwise(1, [type], out, fn), none)
    .kernel.loops[0].nodes.map((n) => n.op)
    .join(' ');
}

t.test('every pass gets what it needs from those before it', async (t) => {
  const given = new Set<string>();
  for (const pass of passTable()) {
    for (const need of pass.needs) t.ok(given.has(need), `${pass.name} needs ${need}`);
    for (const property of pass.gives) given.add(property);
  }
});

t.test('which kernels may be composed', async (t) => {
  t.ok(compatible(axpy(2), rowSums), 'a map takes any rows');
  t.ok(compatible(dot(2), axpy(2)));
  t.ok(compatible(dot(2), dot(2)));
  t.notOk(compatible(axpy(1), axpy(2)), 'ranks');
  t.notOk(compatible(rowSums, columnMinima), 'inner and outer');
  t.notOk(compatible(dot(2), rowSums), 'full and inner');
  t.notOk(compatible(rowSums, { ...rowSums, rowRank: 0 }), 'rows');
  const composed = compose([
    { kernel: axpy(2), args: [0, 1, 2], scalars: [0] },
    {
      kernel: { ...rowSums, rowRank: 0, args: rowSums.args.map((a) => (a.access === 'rows' ? { ...a, rank: 0 } : a)) },
      args: [3, 4, 5],
      scalars: [],
    },
  ]);
  t.equal(composed.rowRank, 0);
  t.throws(
    () =>
      compose([
        { kernel: dot(2), args: [0, 1, 2], scalars: [] },
        { kernel: rowSums, args: [3, 4, 5], scalars: [] },
      ]),
    /fold structure/,
  );
});

t.test('composed privileges are what the loops do', async (t) => {
  const twice = compose([
    { kernel: axpy(1), args: [0, 0, 1], scalars: [0] },
    { kernel: axpy(1), args: [1, 2, 2], scalars: [1] },
  ]);
  t.same(
    twice.args.map((a) => a.privilege),
    ['read', 'write', 'readwrite'],
  );
  t.equal(twice.scalars.length, 2);
});

t.test('constants fold only where every tier has the same bits', async (t) => {
  t.equal(
    left(float64, (b, x) => b.add(x, b.mul(b.const(3, float64), b.const(0.5, float64)))),
    'load const add',
  );
  t.equal(
    left(float64, (b, x) => b.add(x, b.exp(b.const(1, float64)))),
    'load const exp add',
    'exp is left to the run',
  );
  t.equal(
    left(float64, (b, x) => b.add(x, b.div(b.const(1, float64), b.const(0, float64)))),
    'load const const div add',
    'so is infinity',
  );
  const tenth = optimize(
    elementwise(1, [float32], float32, (b, x) => b.mul(x, b.add(b.const(0.1, float32), b.const(0.2, float32)))),
    none,
  ).kernel;
  const folded = tenth.loops[0].nodes.find((n): n is Extract<Node, { op: 'const' }> => n.op === 'const');
  t.equal(folded?.value, Math.fround(Math.fround(0.1) + Math.fround(0.2)));
  const wide = optimize(
    elementwise(1, [int64], int64, (b, x) => b.add(x, b.mul(b.const(2n ** 62n, int64), b.const(3, int64)))),
    none,
  ).kernel;
  t.ok(
    wide.loops[0].nodes.some((n) => n.op === 'const' && n.value === -(2n ** 62n)),
    'integers wrap',
  );
});

t.test('identities that hold for every operand, and none that do not', async (t) => {
  t.equal(
    left(float64, (b, x) => b.mul(x, b.const(1, float64))),
    'load',
  );
  t.equal(
    left(float64, (b, x) => b.sub(x, b.const(0, float64))),
    'load',
  );
  t.equal(
    left(float64, (b, x) => b.add(x, b.const(0, float64))),
    'load const add',
    '-0 + 0 is 0',
  );
  t.equal(
    left(float64, (b, x) => b.add(x, b.const(-0, float64))),
    'load',
  );
  t.equal(
    left(int32, (b, x) => b.add(b.const(0, int32), x)),
    'load',
  );
  t.equal(
    left(float64, (b, x) => b.mul(x, b.const(0, float64))),
    'load const mul',
    'NaN · 0 is NaN',
  );
  t.equal(
    left(float64, (b, x) => b.neg(b.neg(x))),
    'load',
  );
  t.equal(
    left(bool, (b, x) => b.not(b.not(x))),
    'load',
  );
  t.equal(
    left(float64, (b, x) => b.select(b.const(1, bool), x, b.neg(x))),
    'load',
  );
  t.equal(
    left(float64, (b, x) => b.select(b.lt(x, b.const(1, float64)), x, x)),
    'load',
  );
  t.equal(
    left(float64, (b, x) => b.sub(x, x)),
    'load sub',
    'Infinity − Infinity',
  );
});

t.test('conversions that undo one another', async (t) => {
  t.equal(
    left(int32, (b, x) => b.cast(b.cast(x, float64), int32)),
    'load',
  );
  t.equal(
    left(float32, (b, x) => b.cast(b.cast(x, float64), float32)),
    'load',
  );
  t.equal(
    left(uint8, (b, x) => b.cast(b.cast(x, int32), float32)),
    'load cast',
  );
  t.equal(
    left(int32, (b, x) => b.cast(b.cast(x, int64), uint8)),
    'load cast',
  );
  t.equal(
    left(int32, (b, x) => b.cast(b.cast(x, float64), uint8)),
    'load cast cast',
    'floats saturate, integers wrap',
  );
  t.equal(
    left(int64, (b, x) => b.cast(b.cast(x, float64), int64)),
    'load cast cast',
    'float64 does not hold every int64',
  );
  t.equal(
    left(int32, (b, x) => b.cast(b.cast(x, float32), float64)),
    'load cast cast',
    'nor float32 every int32',
  );
  t.equal(
    left(float64, (b, x) => b.cast(b.cast(x, bool), float64)),
    'load cast cast',
  );
});

t.test('equal nodes become one, in either order where that is the same', async (t) => {
  t.equal(
    left(float64, (b, x) => b.add(b.exp(x), b.exp(x))),
    'load exp add',
  );
  t.equal(
    left(float64, (b, x) => b.sub(b.mul(x, b.exp(x)), b.mul(b.exp(x), x))),
    'load exp mul sub',
  );
  t.equal(
    left(float64, (b, x) => b.add(b.sub(x, b.exp(x)), b.sub(b.exp(x), x))),
    'load exp sub sub add',
  );
  t.equal(
    left(float64, (b, x) => b.add(b.mul(x, b.const(0, float64)), b.div(x, b.const(-0, float64)))),
    'load const mul const div add',
    'zeros of either sign differ',
  );
});

t.test('a store is forwarded whether or not the argument lives on', async (t) => {
  const parts = [
    { kernel: axpy(1), args: [0, 1, 2], scalars: [0] },
    { kernel: axpy(1), args: [2, 1, 3], scalars: [1] },
  ];
  const kept = optimize(compose(parts), none);
  t.equal(kept.kernel.loops.length, 1);
  t.same(kept.args, [0, 1, 2, 3]);
  t.equal(kept.kernel.loops[0].nodes.filter((n) => n.op === 'load').length, 2);
  t.same(
    kept.kernel.args.map((a) => a.privilege),
    ['read', 'read', 'write', 'write'],
  );
  const gone = optimize(compose(parts), new Set([2]));
  t.same(gone.args, [0, 1, 3]);
  t.same(gone.kernel.loops[0].statements, [{ kind: 'store', arg: 2, value: gone.kernel.loops[0].nodes.length - 1 }]);
});

t.test('a temporary that is read before it is stored stays', async (t) => {
  const bump = kernel(1, [inout(float64, 1)], [], (b) => b.store(0, b.add(b.load(0), b.const(1, float64))));
  const { args, kernel: made } = optimize(
    compose([
      { kernel: bump, args: [0], scalars: [] },
      { kernel: bump, args: [0], scalars: [] },
    ]),
    new Set([0]),
  );
  t.same(args, [0]);
  t.equal(made.loops[0].statements.length, 1, 'the first store is overwritten');
  t.equal(made.args[0].privilege, 'readwrite');
});

t.test('everything may be dead', async (t) => {
  const { kernel: made, args } = optimize(axpy(1), new Set([2]));
  t.same([made.loops, made.args, args], [[], [], []]);
});

t.test('a loop that loads what another folds stays apart', async (t) => {
  const uses = kernel(1, [fullIn(float64), output(float64, 1)], [], (b) => b.store(1, b.neg(b.load(0))));
  const made = optimize(
    compose([
      { kernel: dot(1), args: [0, 1, 2], scalars: [] },
      { kernel: uses, args: [2, 3], scalars: [] },
    ]),
    none,
  );
  t.equal(made.kernel.loops.length, 2);
});

t.test('a kernel whose row folds are gone is cut as any map', async (t) => {
  const three = elementwise(3, [float32], float32, (b, x) => b.neg(x));
  const folds: Kernel = kernel(
    3,
    [input(float32, 3), { dtype: float32, access: 'rows', privilege: 'write', rank: 2 }],
    [],
    (b) => b.foldInner('sum', 1, b.load(0)),
    { rowRank: 2 },
  );
  const composed = compose([
    { kernel: three, args: [0, 1], scalars: [] },
    { kernel: folds, args: [1, 2], scalars: [] },
  ]);
  t.equal(composed.rowRank, 2);
  t.equal(optimize(composed, none).kernel.rowRank, 2);
  t.equal(optimize(composed, new Set([2])).kernel.rowRank, 1);
});

t.test('a chain of thousands of kernels is one loop, without deep recursion', async (t) => {
  const n = 5000;
  const step = elementwise(1, [float64], float64, (b, x) => b.add(x, b.scalar(0)), [float64]);
  const parts = Array.from({ length: n }, (_, i) => ({ kernel: step, args: [i, i + 1], scalars: [0] }));
  const { kernel: made, args } = optimize(compose(parts), new Set(Array.from({ length: n - 1 }, (_, i) => i + 1)));
  t.same(args, [0, n]);
  t.equal(made.loops[0].nodes.length, n + 2);
  const out = new Float64Array(1);
  interpret(made, [1], [dense(Float64Array.of(1)), dense(out)], [2]);
  t.equal(out[0], 1 + 2 * n);
});

t.test('dumps name the pass', async (t) => {
  const seen: string[] = [];
  optimize(axpy(1), none, { watch: dumpAfter('dead-code', (text) => seen.push(text)) });
  t.equal(seen.length, 1);
  t.match(seen[0], /^after dead-code\nkernel rank 1/);
  optimize(axpy(1), none, { watch: dumpAfter('all', (text) => seen.push(text)) });
  t.equal(seen.length, 1 + passTable().length);
});

t.test('0-d stores reach the loads of later loops', async (t) => {
  const half = kernel(1, [fullIn(float64), fullOut(float64)], [], (b) => b.store(1, b.mul(b.load(0), b.const(0.5, float64))));
  const scale = kernel(1, [fullIn(float64), input(float64, 1), output(float64, 1)], [], (b) =>
    b.store(2, b.mul(b.load(0), b.load(1))),
  );
  const made = optimize(
    compose([
      { kernel: half, args: [0, 1], scalars: [] },
      { kernel: scale, args: [1, 2, 3], scalars: [] },
    ]),
    new Set([1]),
  );
  t.same(made.args, [0, 2, 3]);
  t.same(verify(made.kernel), []);
});

t.test('conversions one after the other keep their values', async (t) => {
  const numbers = [
    0,
    1,
    2,
    3.75,
    100,
    127,
    200,
    255,
    256,
    40_000,
    65_535,
    2 ** 24 + 1,
    2 ** 31 - 1,
    2 ** 32,
    2 ** 53,
    -1,
    -2.5,
    -129,
    -40_000,
  ];
  let fewer = 0;
  for (const from of dtypes) {
    const held =
      from.kind === 'float' ? numbers : numbers.filter((x) => Number.isInteger(x) && from.lowest <= x && x <= from.highest);
    const values = held.map((x) => (from.long ? BigInt(x) : x));
    for (const over of dtypes) {
      for (const to of dtypes) {
        const plain = elementwise(1, [from], to, (b, x) => b.cast(b.cast(x, over), to));
        const { kernel: short } = optimize(plain, none);
        if (short.loops[0].nodes.length < plain.loops[0].nodes.length) fewer++;
        const [wanted, found] = [plain, short].map((kernel) => {
          const out = new to.Typed(held.length);
          interpret(
            kernel,
            [held.length],
            [dense(new from.Typed(values as never), [held.length]), dense(out, [held.length])],
            [],
          );
          return out;
        });
        if (firstDifference(found, wanted) >= 0)
          t.fail(`${from.name} over ${over.name} to ${to.name}: ${found} instead of ${wanted}`);
      }
    }
  }
  t.ok(fewer > 200, `${fewer} pairs of conversions became one or none`);
});
