/** The bytes that memories hold while schedules run, as the runtime counts them, beside the ones that formulas and `cost()` say. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime } from '../../../lib/runtime/public.js';
import {
  blas,
  cannon,
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

const { i, j } = indices();
/** Tiles are larger than what goes with the garbage, whose memory is given back at no certain time. */
const n = 1536;
const sizes: Sizes = { m: n, n, k: n };
const TILES = ['xy -> xy', 'xy -> xy', 'xy -> xy'] as const;
const FACES = ['xy -> xy0', 'xz -> x0z', 'zy -> 0yz'] as const;
const FACE = ['xy -> xy0', 'xy -> xy0', 'xy -> xy0'] as const;
const [flat, rows, cube] = [new Grid(2, 2), new Grid(4, 1), new Grid(2, 2, 2)];
const leaf: ProductOptions = { leaf: blas.gemm };

/** B and C, computed on their processors where the grid has two dimensions. */
function matrices(on: Grid, [a, ...as]: readonly [string, string, string]): [Tensor, Tensor, Tensor] {
  const [io, ii, jo, ji] = ['io', 'ii', 'jo', 'ji'].map((name) => indices()[name]);
  const made = as.map((place, m) => {
    const X = tensor('BC'[m], [n, n], { on, as: place, dtype: 'float64' });
    const all = X.at(i, j)
      .assign(2 + m)
      .schedule();
    const cut = on.dims.length > 2 ? all : all.distribute([i, j], [io, jo], [ii, ji], on);
    cut.compile().run();
    return X;
  });
  return [tensor('A', [n, n], { on, as: a, dtype: 'float64' }), made[0], made[1]];
}

/** A schedule, its machine, what an algorithm's theory says, and the processors whose memory is empty before: all, or all but the first. */
interface Case {
  readonly grid: Grid;
  readonly make: () => Schedule;
  readonly theory: { readonly peak: readonly number[] };
  readonly from: number;
}

const cases: Readonly<Record<string, Case>> = {
  cannon: { grid: flat, make: () => cannon(...matrices(flat, TILES), flat, leaf), theory: cannonTheory(2, sizes), from: 0 },
  pumma: { grid: rows, make: () => pumma(...matrices(rows, TILES), rows, leaf), theory: pummaTheory(4, 1, sizes), from: 0 },
  summa: {
    grid: flat,
    make: () => summa(...matrices(flat, TILES), flat, n / 4, leaf),
    theory: summaTheory(2, 2, sizes, n / 4),
    from: 0,
  },
  // Operands of faces are computed at the first processor, and brought from there.
  johnson: {
    grid: cube,
    make: () => johnson(...matrices(cube, FACES), cube, leaf),
    theory: layeredTheory(2, 2, 2, sizes, 1),
    from: 1,
  },
  solomonik: {
    grid: cube,
    make: () => solomonik(...matrices(cube, FACE), cube, leaf),
    theory: solomonikTheory(2, 2, sizes),
    from: 1,
  },
};

for (const [name, { grid, make, theory, from }] of Object.entries(cases))
  t.test(`memories are as full as the theory of ${name} says`, async (t) => {
    await onRuntime(createRuntime({ memories: grid.size, procs: 2 }), async (rt) => {
      const compiled = make().compile();
      rt.flush();
      const result = compiled.run().array();
      rt.flush();
      const peaks = (rt.stats().memories ?? []).map(({ peak }) => peak).slice(from);
      t.same(peaks, theory.peak.slice(from), 'the theory');
      const { perProcessor } = compiled.cost();
      t.same(peaks, perProcessor.map(({ peakBytes }) => peakBytes).slice(from), 'cost()');
      t.equal(await result.slice(0, 0).item(), 6 * n);
    });
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
