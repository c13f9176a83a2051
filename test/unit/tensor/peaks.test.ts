/** The bytes that memories hold while schedules run, as the runtime counts them, beside the ones that formulas and `cost()` say. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime } from '../../../lib/runtime/public.js';
import {
  blas,
  cannon,
  cosma,
  cosmaPlan,
  Grid,
  indices,
  johnson,
  type ProductOptions,
  pumma,
  type Schedule,
  solomonik,
  summa,
  type Tensor,
  tensor,
} from '../../../lib/tensor/index.js';
import {
  cannonTheory,
  layeredTheory,
  pummaTheory,
  type Sizes,
  solomonikTheory,
  summaTheory,
} from '../../support/matrix-theory.js';
import { onRuntime } from '../../support/on-runtime.js';
import '../../support/arrays.js';

t.setTimeout(120_000);

/** Tiles are larger than what goes with the garbage, whose memory is given back at no certain time. */
const n = 1536;
const sizes: Sizes = { m: n, n, k: n };
const TILES = ['xy -> xy', 'xy -> xy', 'xy -> xy'] as const;
const FACES = ['xy -> xy0', 'xz -> x0z', 'zy -> 0yz'] as const;
const FACE = ['xy -> xy0', 'xy -> xy0', 'xy -> xy0'] as const;
const leaf: ProductOptions = { leaf: blas.gemm };

/** B and C, computed on their processors: loops over what a text cuts, in the order of the grid. */
function matrices(on: Grid, [a, ...as]: readonly [string, string, string]): [Tensor, Tensor, Tensor] {
  const named = indices();
  const made = as.map((text, m) => {
    const X = tensor('BC'[m], [n, n], { on, as: text, dtype: 'float64' });
    const [left, right] = text.split(' -> ');
    const cut = [...right].flatMap((letter) => (left.includes(letter) ? ['ij'[left.indexOf(letter)]] : []));
    const [loops, outer, inner] = ['', 'o', 'i'].map((end) => cut.map((name) => named[`${name}${end}`]));
    const all = X.at(named.i, named.j)
      .assign(2 + m)
      .schedule();
    all.distribute(loops, outer, inner, X).compile().run();
    return X;
  });
  return [tensor('A', [n, n], { on, as: a, dtype: 'float64' }), made[0], made[1]];
}

/** A schedule, its machine, and what an algorithm's theory says. */
type Case = readonly [name: string, grid: Grid, make: (on: Grid) => Schedule, theory: { readonly peak: readonly number[] }];

const cases: readonly Case[] = [
  ...[2, 3, 4, 6, 8].map(
    (g): Case => ['cannon', new Grid(g, g), (on) => cannon(...matrices(on, TILES), on, leaf), cannonTheory(g, sizes)],
  ),
  ['pumma', new Grid(4, 1), (on) => pumma(...matrices(on, TILES), on, leaf), pummaTheory(4, 1, sizes)],
  ['pumma', new Grid(2, 4), (on) => pumma(...matrices(on, TILES), on, leaf), pummaTheory(2, 4, sizes)],
  ['summa', new Grid(2, 2), (on) => summa(...matrices(on, TILES), on, n / 4, leaf), summaTheory(2, 2, sizes, n / 4)],
  ...[2, 3].map((g): Case => {
    return ['johnson', new Grid(g, g, g), (on) => johnson(...matrices(on, FACES), on, leaf), layeredTheory(g, g, g, sizes, 1)];
  }),
  // A memory of so many tiles of a result: the less there is, the more steps.
  ...(
    [
      [8, 8],
      [8, 1.5],
      [12, 1.2],
      [16, 1.1],
    ] as const
  ).map(([processors, tiles]): Case => {
    const { grid, steps } = cosmaPlan({ ...sizes, processors, memory: Math.floor((tiles * n * n) / processors ** (2 / 3)) });
    const [x, y, z] = grid.dims;
    const make = (on: Grid): Schedule => cosma(...matrices(on, FACES), { grid: on, steps }, leaf);
    return [`cosma in ${steps} steps`, grid, make, layeredTheory(x, y, z, sizes, steps)];
  }),
  ...[2, 4].map((q): Case => {
    return ['solomonik', new Grid(q, q, 2), (on) => solomonik(...matrices(on, FACE), on, leaf), solomonikTheory(q, 2, sizes)];
  }),
];

for (const [name, grid, make, theory] of cases)
  t.test(`memories are as full as the theory of ${name} says on ${grid}`, async (t) => {
    // What is allocated depends on no value: nothing is computed.
    await onRuntime(createRuntime({ memories: grid.size, device: 'null' }), async (rt) => {
      const compiled = make(grid).compile();
      rt.flush();
      const result = compiled.run();
      rt.flush();
      t.same(result.shape, [n, n]);
      const peaks = (rt.stats().memories ?? []).map(({ peak }) => peak);
      t.same(peaks, theory.peak, 'the theory');
      t.same(
        peaks,
        compiled.cost().perProcessor.map(({ peakBytes }) => peakBytes),
        'cost()',
      );
    });
  });

/** The most bytes that each memory held while a schedule ran. */
function peaksOf(grid: Grid, make: (on: Grid) => Schedule): Promise<readonly number[]> {
  // What is allocated depends on no value: nothing is computed.
  return onRuntime(createRuntime({ memories: grid.size, device: 'null' }), (rt) => {
    make(grid).compile().run();
    rt.flush();
    return (rt.stats().memories ?? []).map(({ peak }) => peak);
  });
}

t.test("five tiles a processor are enough for Cannon's algorithm, on every grid to 64", async (t) => {
  for (const g of [2, 3, 4, 5, 6, 7, 8]) {
    const tile = Math.ceil(n / g) ** 2 * 8;
    // Tiles at the ends are shorter where a grid does not divide them; their copies use the memory of whole ones.
    const peaks = await peaksOf(new Grid(g, g), (on) => cannon(...matrices(on, TILES), on, leaf));
    t.equal(Math.max(...peaks), 5 * tile, `${g} × ${g}: three of its own, and the copies of a step`);
  }
});

t.test('memories count arrays and copies, until they are dead', async (t) => {
  const size = 2 ** 20;
  await onRuntime(createRuntime({ memories: 2, procs: 2 }), async (rt) => {
    const kept = np.zeros([size]);
    for (let turn = 0; turn < 20; turn++) {
      await np.add(kept, turn).slice(0).item();
      global.gc?.();
    }
    rt.flush();
    const memories = rt.stats().memories ?? [];
    t.equal(memories.length, 2);
    for (const { live, peak } of memories) {
      t.ok(live >= 4 * size && live <= peak, `${live} of ${peak} bytes`);
      t.ok(peak < 20 * 4 * size, 'sums that are dead give their memory to later ones');
    }
    const { live, peak } = rt.stats().memory;
    const sum = (of: 'live' | 'peak'): number => memories.reduce((total, memory) => total + memory[of], 0);
    t.ok(sum('live') <= live && sum('peak') <= 2 * peak, 'no more than the pool that all have their memory from');
  });
  await onRuntime(createRuntime({ procs: 2 }), async (rt) =>
    t.equal(rt.stats().memories, undefined, 'one memory is stats().memory'),
  );
});
