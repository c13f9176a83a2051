/** Short rows of views, which compiled kernels move between memory and strips many at a time, against loops over their elements. */
import t, { type Test } from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime, useRuntime } from '../../../lib/runtime/index.js';
import { whyNoNative } from '../../support/native.js';
import '../../support/arrays.js';

const [GROUPS, ROWS] = [3, 40];
const LENGTHS = [1, 2, 3, 4, 5, 8, 9, 16, 17, 20, 31, 32, 33];

type Elements = Record<number, number>;
/** A part of the array, and which element of the array each of its elements gets. */
interface Move {
  readonly name: string;
  readonly from: (x: np.NDArray, m: number) => np.NDArray;
  readonly at: (g: number, r: number, i: number, m: number) => readonly [number, number, number];
}

const moves: readonly Move[] = [
  { name: 'rows', from: (x, m) => x.slice(':', '::-1', `${m}:${2 * m}`), at: (g, r, i, m) => [g, ROWS - 1 - r, m + i] },
  { name: 'rows of one value', from: (x) => x.slice(':', ':', '-1:'), at: (g, r, _, m) => [g, r, 2 * m] },
  {
    name: 'rows backwards',
    from: (x, m) => x.slice('::-1', ':', `${m - 1}::-1`),
    at: (g, r, i, m) => [GROUPS - 1 - g, r, m - 1 - i],
  },
  { name: 'one row', from: (x, m) => x.slice(':', ':1', `:${m}`), at: (g, _, i) => [g, 0, i] },
];

for (const tier of ['c', 'block'] as const) {
  t.test(`short rows, tier ${tier}`, { skip: whyNoNative() }, async (t) => {
    const runtime = createRuntime({ device: 'cpu', tier, procs: 2 });
    const before = useRuntime(runtime);
    try {
      for (const dtype of ['float64', 'float32', 'int16', 'int8'] as const)
        for (const m of LENGTHS) for (const move of moves) await check(t, move, m, dtype);
    } finally {
      useRuntime(before);
      await runtime.close();
    }
  });
}

async function check(
  t: Test,
  { name, from, at }: Move,
  m: number,
  dtype: 'float64' | 'float32' | 'int16' | 'int8',
): Promise<void> {
  const width = 2 * m + 1;
  const x = np
    .arange(GROUPS * ROWS * width)
    .multiply(7)
    .remainder(101)
    .astype(dtype)
    .reshape([GROUPS, ROWS, width]);
  const y = x.add(1);
  y.slice(':', ':', `:${m}`).assign(from(x, m));
  const [given, found] = [(await x.data()) as Elements, (await y.data()) as Elements];
  const flat = (g: number, r: number, i: number): number => (g * ROWS + r) * width + i;
  let wrong = 0;
  for (let g = 0; g < GROUPS; g++)
    for (let r = 0; r < ROWS; r++)
      for (let i = 0; i < width; i++) {
        const want = i < m ? given[flat(...at(g, r, i, m))] : given[flat(g, r, i)] + 1;
        if (found[flat(g, r, i)] !== want) wrong++;
      }
  if (wrong > 0) t.fail(`${name} of ${m} elements of ${dtype}: ${wrong} elements are wrong`);
  else t.pass(`${name} of ${m} elements of ${dtype}`);
}
