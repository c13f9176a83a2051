/** `matmul` and `tensordot` on grids of processors: equal to the same products in one memory. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime } from '../../../lib/runtime/public.js';
import { Grid } from '../../../lib/tensor/index.js';
import { onRuntime } from '../../support/on-runtime.js';
import '../../support/arrays.js';

t.setTimeout(60_000);

type Axes = NonNullable<np.TensordotOptions['axes']>;

const MATRICES: readonly (readonly [np.Shape, np.Shape])[] = [
  [
    [5, 7],
    [7, 3],
  ],
  [[7], [7]],
  [[5, 7], [7]],
  [[7], [7, 3]],
  [
    [2, 5, 7],
    [7, 3],
  ],
  [
    [2, 1, 5, 7],
    [3, 7, 4],
  ],
  [
    [1, 5, 1],
    [4, 1, 3],
  ],
  [
    [0, 3],
    [3, 4],
  ],
  [
    [2, 0],
    [0, 4],
  ],
];
const TENSORS: readonly (readonly [np.Shape, np.Shape, Axes])[] = [
  [[2, 3, 4], [3, 4, 5], 2],
  [
    [2, 3, 4],
    [4, 3, 5],
    [
      [1, 2],
      [1, 0],
    ],
  ],
  [
    [6, 2],
    [6, 3],
    [[0], [0]],
  ],
  [[3, 4], [3, 4], 2],
  [[3, 1], [1, 4], 1],
  [[2, 3], [4], 0],
  [
    [5, 3],
    [3, 2, 2],
    [[-1], [0]],
  ],
];

/** Numbers whose products overflow integers of 32 bits, so that their order would show if it mattered. */
function numbers(shape: np.Shape, dtype: np.DTypeName): np.NDArray {
  const count = shape.reduce((n, x) => n * x, 1);
  const found = np.arange(count).multiply(37).remainder(11).subtract(5);
  return found
    .multiply(dtype === 'int32' ? 99_991 : 1)
    .astype(dtype)
    .reshape(shape);
}

for (const memories of [1, 2, 3, 4]) {
  t.test(`on ${memories} of ${memories} memories`, async (t) => {
    await onRuntime(createRuntime({ memories, procs: 2 }), async () => {
      const grids = memories === 4 ? [new Grid(4), new Grid(2, 2)] : [new Grid(memories)];
      for (const dtype of ['int32', 'int64', 'float64', 'float16'] as const) {
        for (const on of grids) {
          for (const [a, b] of MATRICES) {
            const [x, y] = [numbers(a, dtype), numbers(b, dtype)];
            const [expected, found] = [np.matmul(x, y), np.matmul(x, y, { on, schedule: 'auto' })];
            t.same([found.dtype.name, found.shape], [dtype, expected.shape]);
            t.same(await found.tolist(), await expected.tolist(), `matmul ${dtype} (${a}) (${b}) on ${on}`);
          }
          for (const [a, b, axes] of TENSORS) {
            const [x, y] = [numbers(a, dtype), numbers(b, dtype)];
            const [expected, found] = [np.tensordot(x, y, { axes }), np.tensordot(x, y, { axes, on, memory: 1e6 })];
            t.same([found.dtype.name, found.shape], [dtype, expected.shape]);
            t.same(await found.tolist(), await expected.tolist(), `tensordot ${dtype} (${a}) (${b}) on ${on}`);
          }
        }
      }
    });
  });
}

t.test('as a method, into an array, of dtypes that differ, of complex matrices', async (t) => {
  await onRuntime(createRuntime({ memories: 2, procs: 2 }), async () => {
    const on = new Grid(2);
    const [x, y] = [numbers([4, 6], 'int32'), numbers([6, 2], 'float64')];
    const expected = await x.matmul(y).tolist();
    t.same(await x.matmul(y, { on }).tolist(), expected);
    const out = np.zeros([4, 2]);
    t.equal(np.matmul(x, y, { on, out }), out);
    t.same(await out.tolist(), expected);
    t.same(await np.linalg.matmul(x, y, { on }).tolist(), expected);
    t.same(
      await np
        .matmul(
          [
            [1, 2],
            [3, 4],
          ],
          [1, 1],
          { on },
        )
        .tolist(),
      [3, 7],
    );
    const z = np.asarray([
      [
        { re: 1, im: 2 },
        { re: 0, im: 1 },
      ],
    ]);
    t.same(await np.matmul(z, z.T, { on }).tolist(), await np.matmul(z, z.T).tolist());
    t.same(await np.tensordot(z, z.T, { axes: 1, on }).tolist(), await np.tensordot(z, z.T, { axes: 1 }).tolist());
  });
});

t.test('what products on a grid refuse', async (t) => {
  await onRuntime(createRuntime({ memories: 2, procs: 2 }), async () => {
    const [x, on] = [np.ones([4, 4]), new Grid(2)];
    const cases: [() => unknown, string, RegExp][] = [
      [() => np.matmul(x, x, { memory: 8 }), 'ERR_ARGUMENT', /matmul: a schedule and a memory are for a grid .* \{ on: new Grid/],
      [() => np.tensordot(x, x, { schedule: 'auto' }), 'ERR_ARGUMENT', /tensordot: a schedule and a memory are for a grid/],
      [() => np.matmul(x, x, { on: [2, 2] as never }), 'ERR_ARGUMENT', /on: expected a Grid of maniple\/tensor/],
      [() => np.tensordot(x, x, { on: 4 as never }), 'ERR_ARGUMENT', /on: expected a Grid of maniple\/tensor/],
      [() => np.matmul(x, x, { on: new Grid(3) }), 'ERR_SCHEDULE', /for 3 processors, the machine has 2 memories/],
      [() => np.tensordot(x, x, { axes: 1, on, memory: 16 }), 'ERR_SCHEDULE', /no grid of 2 processors computes .* in 16 bytes/],
      [() => np.matmul(x, np.ones([3, 4]), { on }), 'ERR_SHAPE', /matmul: shapes .* do not meet/],
      [() => np.matmul(np.ones([2, 4, 4]), np.ones([3, 4, 4]), { on }), 'ERR_SHAPE', /matmul/],
      [() => np.matmul(x.greater(0), x.greater(0), { on }), 'ERR_DTYPE', /matmul: .*got bool/],
      [() => np.tensordot(x.greater(0), x.greater(0), { on }), 'ERR_DTYPE', /tensordot: .*got bool/],
    ];
    for (const [run, code, message] of cases) t.throws(run, { code, message }, String(message));
  });
});
