/** Contractions of several steps on a grid: the bytes that a plan says beside the ones that the runtime copies, and results that stay where they lie. */
import t, { type Test } from 'tap';
import { findPath, stepsOf } from '../../../lib/array/contraction-path.js';
import * as np from '../../../lib/array/index.js';
import { planContraction, runContraction, type Step, trafficOf } from '../../../lib/tensor/auto/contraction.js';
import { Grid } from '../../../lib/tensor/index.js';
import { generator } from '../../support/random.js';
import { SEED } from '../../support/seeded.js';
import { runsOf } from '../../support/seeds.js';
import { spied } from '../../support/spied.js';
import '../../support/arrays.js';

/** Random chains for each number of memories. */
const RUNS = runsOf(3);
t.setTimeout(RUNS > 20 ? 600_000 : 120_000);

type Shapes = Parameters<typeof planContraction>[2];

const NAMES = [...'abcdefg'];

/** A chain of matrices, the product's subscripts, and its path. */
function chainOf(draw: () => number, parts: number, dtype: np.DTypeName): [string, () => np.NDArray[], Shapes] {
  const count = 3 + Math.floor(draw() * 3);
  const lengths = Array.from({ length: count + 1 }, () => 1 + Math.floor(draw() * 5 * parts));
  const inputs = Array.from({ length: count }, (_, n) => [NAMES[n], NAMES[n + 1]]);
  const output = [NAMES[0], NAMES[count]];
  const contraction = { inputs, output, sizes: new Map(lengths.map((length, n) => [NAMES[n], length])) };
  const steps = stepsOf(contraction, findPath(contraction, 'auto'));
  const shapes = inputs.map((_, n) => [lengths[n], lengths[n + 1]]);
  const make = (): np.NDArray[] =>
    shapes.map((shape) => {
      return np
        .arange(shape[0] * shape[1])
        .remainder(7)
        .subtract(3)
        .astype(dtype)
        .reshape(shape);
    });
  const text = `${inputs.map((own) => own.join('')).join()}->${output.join('')}`;
  const last = steps.length - 1;
  const ordered = steps.map(({ operands, result }, n) => ({ operands, result: n === last ? output : result }));
  return [text, make, { shapes, labels: inputs, steps: ordered, memory: undefined }];
}

/** Runs a contraction so many times on the same arrays: the bytes of all copies between two memories, by the spy's log, and the last result. */
async function bytesOf(
  memories: number,
  contract: (arrays: readonly np.NDArray[]) => np.NDArray,
  make: () => readonly np.NDArray[],
  times: number,
): Promise<[number, unknown]> {
  let result: unknown;
  let size = 0;
  const log = await spied(
    async () => {
      const arrays = make();
      let last = arrays[0];
      for (let run = 0; run < times; run++) {
        last = contract(arrays);
        np.runtime.flush();
      }
      size = last.dtype.size;
      result = await last.tolist();
    },
    { memories, procs: 2 },
  );
  const places = new Map<number, number>();
  let bytes = 0;
  for (const event of log) {
    if (event.event === 'instance') places.set(event.instance, event.memory);
    if (event.event !== 'copy' || places.get(event.from) === places.get(event.to)) continue;
    bytes += event.low.reduce((n, low, axis) => n * (event.high[axis] - low), size);
  }
  return [bytes, result];
}

/** The bytes that are copied when the arrays are in their places, where the first run puts them. */
async function bytesInPlace(
  t: Test,
  memories: number,
  contract: (arrays: readonly np.NDArray[]) => np.NDArray,
  make: () => readonly np.NDArray[],
  expected: unknown,
): Promise<number> {
  const [first] = await bytesOf(memories, contract, make, 1);
  const [both, result] = await bytesOf(memories, contract, make, 2);
  t.same(result, expected);
  return both - first;
}

for (const memories of [1, 2, 3, 4]) {
  t.test(`random chains on ${memories} memories`, async (t) => {
    const draw = generator(SEED + memories);
    const measure = (plan: readonly Step[], make: () => readonly np.NDArray[], expected: unknown): Promise<number> =>
      bytesInPlace(t, memories, (arrays) => runContraction(plan, arrays), make, expected);
    for (let run = 0; run < RUNS; run++) {
      const dtype = run % 2 === 0 ? 'float64' : 'int32';
      const [text, make, shapes] = chainOf(draw, memories, dtype);
      const on = memories === 4 ? new Grid(2, 2) : new Grid(memories);
      const arrays = make();
      const expected = await np.einsum(text, ...arrays).tolist();
      const of = `${text} of ${shapes.shapes.map(String).join(' ')} in ${dtype}, seed ${SEED}`;
      const [apart, carried] = [false, true].map((carries) => planContraction(on, arrays[0].dtype, shapes, carries));
      const [most, moved] = [await measure(apart, make, expected), await measure(carried, make, expected)];
      t.equal(most, trafficOf(apart).bytes, `steps apart move what the plan says: ${of}`);
      t.equal(moved, trafficOf(carried).bytes, `carried results move what the plan says: ${of}`);
      t.ok(moved <= most, `${moved} bytes, apart ${most}: ${of}`);
    }
  });
}

t.test('a result stays where it lies, and einsumPath shows what all steps move', async (t) => {
  const on = new Grid(4);
  const make = (): np.NDArray[] => [np.ones([4, 8]), np.ones([8, 16]), np.ones([16, 8])];
  const optimize = [
    [0, 1],
    [0, 1],
  ];
  const shapes: Shapes = {
    shapes: make().map(({ shape }) => shape),
    labels: [...'abc'].map((name, n) => [name, 'bcd'[n]]),
    steps: [
      { operands: [0, 1], result: ['a', 'c'] },
      { operands: [0, 1], result: ['a', 'd'] },
    ],
    memory: undefined,
  };
  const [apart, carried] = [false, true].map((carries) => planContraction(on, np.float64, shapes, carries));
  const movedBy = (plan: readonly Step[]): number[][] => plan.map(({ found, brought }) => [found.cost.bytes, brought.bytes]);
  t.same(movedBy(apart), [
    [768, 0],
    [768, 384],
  ]);
  t.same(movedBy(carried), [
    [768, 0],
    [1024, 0],
  ]);
  const [, report] = np.einsumPath('ab,bc,cd->ad', ...make(), { on, optimize });
  const found = /^\/\/ 4 processors: (\d+) messages, (\d+) bytes, of which (\d+) bytes bring results to/m.exec(report);
  t.same(found?.slice(1).map(Number), [trafficOf(carried).messages, trafficOf(carried).bytes, 0]);
  const expected = await np.einsum('ab,bc,cd->ad', ...make()).tolist();
  const moved = await bytesInPlace(t, 4, (arrays) => np.einsum('ab,bc,cd->ad', ...arrays, { on, optimize }), make, expected);
  t.equal(moved, Number(found?.[2]), 'a run copies the bytes of the report');
  const [, single] = np.einsumPath('ij,jk->ik', np.ones([4, 8]), np.ones([8, 4]), { on });
  t.match(single, /^\/\/ 4 processors: \d+ messages, \d+ bytes\n/m);
});
