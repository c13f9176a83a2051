/** Folds of few long rows as device programs, by the lanes of their runs: the bits of a row in one invocation, which are the kernel interpreter's. */
import t from 'tap';
import { type GpuFeatures, launchableKernel } from '../../../lib/compile/index.js';
import { bool, type DType, float32, int32, int64, uint8 } from '../../../lib/dtype/index.js';
import { type FoldOp, input, type Kernel, KernelBuilder, output, rowsOut } from '../../../lib/ir/index.js';
import { firstDifference } from '../../support/compare.js';
import { shaderProblems, shadersOf } from '../../support/dawn.js';
import { dense, interpret, type View } from '../../support/interpret.js';
import { interpretLowered } from '../../support/on-device-programs.js';
import { Draw } from '../../support/random.js';

const PAIRS: GpuFeatures = { long: false, division: true, subnormals: true };
const LONG: GpuFeatures = { ...PAIRS, long: true };

/** Two folds of the rows of x, and x + x at its place. */
function kernelOf(dtype: DType, ops: readonly FoldOp[], stores: boolean): Kernel {
  const args = [input(dtype, 2), ...ops.map(() => rowsOut(dtype, 1)), ...(stores ? [output(dtype, 2)] : [])];
  const b = new KernelBuilder(args, []);
  const x = b.load(0);
  ops.forEach((op, k) => b.foldInner(op, k + 1, x));
  if (stores) b.store(ops.length + 1, b.add(x, x));
  return { rank: 2, rowRank: 1, args, scalars: [], loops: [{ nodes: b.nodes, statements: b.statements }] };
}

function drawn(dtype: DType, rows: number, inner: number, draw: Draw): View {
  const found = new dtype.Typed(rows * inner);
  for (let i = 0; i < found.length; i++) {
    const value = dtype === bool ? draw.int(2) : draw.int(2 ** 20) - 2 ** 19;
    if (found instanceof BigInt64Array || found instanceof BigUint64Array) found[i] = BigInt(value) * 1_000_003n;
    else found[i] = dtype === float32 ? value * 1.1 : value;
  }
  return dense(found, [rows, inner]);
}

/** The extents of a launch's arguments. */
function extentsOf({ args }: Kernel, rows: number, inner: number): { offset: number; shape: number[]; strides: number[] }[] {
  return args.map(({ rank }) => ({ offset: 0, shape: [rows, inner].slice(0, rank), strides: rank === 2 ? [inner, 1] : [1] }));
}

const programsOf = (kernel: Kernel, rows: number, inner: number): string => {
  const launch = { shape: [rows, inner], args: extentsOf(kernel, rows, inner), scalars: [] };
  return launchableKernel(kernel, PAIRS)
    .dispatches(launch)
    .map(({ program, workgroups }) => `${program} ${workgroups}`)
    .join(', ');
};

t.test('few long rows are taken by lanes, other rows whole', (t) => {
  const one = kernelOf(float32, ['sum'], false);
  t.equal(programsOf(one, 1, 100_000), 'lanes 13, tree 0 2, join 0 1');
  t.equal(programsOf(one, 3, 512), 'lanes 1, tree 0 1, join 0 1');
  t.equal(programsOf(one, 3, 511), 'rows 1', 'short rows');
  t.equal(programsOf(one, 2048, 512), 'rows 32', 'many rows');
  t.equal(programsOf(one, 0, 5000), '', 'no row');
  t.equal(programsOf(kernelOf(int32, ['min', 'max'], true), 2, 3000), 'lanes 1, tree 0 1, join 0 1, tree 1 1, join 1 1');
  t.end();
});

for (const [dtype, ops] of [
  [float32, ['sum', 'max']],
  [float32, ['prod', 'min']],
  [int32, ['sum', 'min']],
  [int64, ['prod', 'max']],
  [uint8, ['max', 'sum']],
  [bool, ['any', 'all']],
] as const) {
  t.test(`${ops.join(' and ')} of ${dtype.name}`, async (t) => {
    const kernel = kernelOf(dtype, ops, dtype !== bool);
    for (const [rows, inner] of [
      [1, 512],
      [3, 1024],
      [2, 2500],
    ]) {
      const x = drawn(dtype, rows, inner, new Draw(rows * inner));
      const views = (): View[] => [
        x,
        ...ops.map(() => dense(new dtype.Typed(rows))),
        ...(dtype === bool ? [] : [dense(new dtype.Typed(rows * inner), [rows, inner])]),
      ];
      const expected = views();
      t.equal(interpret(kernel, [rows, inner], expected, []), 0);
      for (const features of [PAIRS, LONG]) {
        const found = views();
        t.equal(interpretLowered({ kernel, scalars: [], arguments: () => [] }, [rows, inner], found, features), 0);
        found.forEach(({ data }, k) => {
          t.equal(firstDifference(data, expected[k].data), -1, `argument ${k} of ${rows} rows of ${inner}`);
        });
      }
    }
    const args = extentsOf(kernel, 3, 1500);
    t.same((await shaderProblems(shadersOf(launchableKernel(kernel, PAIRS), { shape: [3, 1500], args, scalars: [] }))) ?? [], []);
  });
}
