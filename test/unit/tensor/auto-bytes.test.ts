/** Schedules that are found, by the bytes that they move: beside the six algorithms by their formulas, and beside a lower bound. */
import t from 'tap';
import { type Assignment, autoSchedule, cosmaPlan, Grid, indices, tensor } from '../../../lib/tensor/index.js';
import {
  cannonTheory,
  layeredTheory,
  pummaTheory,
  type Sizes,
  solomonikTheory,
  summaTheory,
  type Traffic,
} from '../../support/matrix-theory.js';
import { generator } from '../../support/random.js';
import { SEED } from '../../support/seeded.js';
import '../../support/arrays.js';
import { runsOf } from '../../support/seeds.js';

/** Random products that are scheduled; 200 take a minute. */
const RUNS = runsOf(12);
t.setTimeout(RUNS > 50 ? 600_000 : 60_000);

const { i, j, k } = indices();
const dtype = 'float64';
/** Messages cost nothing: bytes alone are minimized. */
const BYTES = { network: { latency: 0, bandwidth: 1e9 }, flops: 1e30 };

function productOf({ m, n, k: inner }: Sizes): Assignment {
  const [B, C] = [tensor('B', [m, inner], { dtype }), tensor('C', [inner, n], { dtype })];
  return tensor('A', [m, n])
    .at(i, j)
    .assign(B.at(i, k).times(C.at(k, j)));
}

/** The bytes that each of the six algorithms moves on its grids of p processors, and its fullest memory. */
function* six(p: number, sizes: Sizes, memory: number): Generator<[name: string, traffic: Traffic]> {
  for (let x = 1; x <= p; x++) {
    if (p % x !== 0) continue;
    const y = p / x;
    for (const chunk of [1, 2, 4]) yield [`summa (${x}, ${y}) by ${chunk}`, summaTheory(x, y, sizes, chunk)];
    yield [`pumma (${x}, ${y})`, pummaTheory(x, y, sizes)];
    if (x === y) yield ['cannon', cannonTheory(x, sizes)];
    if (x ** 3 === p) yield ['johnson', layeredTheory(x, x, x, sizes, 1)];
    const c = p / (x * x);
    if (Number.isInteger(c) && x % c === 0) yield [`solomonik (${x}, ${x}, ${c})`, solomonikTheory(x, c, sizes)];
  }
  try {
    const { grid, steps } = cosmaPlan({ ...sizes, processors: p, memory: Math.floor(memory / 8) });
    const [x, y, z] = grid.dims;
    yield ['cosma', layeredTheory(x, y, z, sizes, steps)];
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCHEDULE') throw error;
  }
}

t.test(`no more bytes than the best of the six on ${RUNS} random products`, async (t) => {
  const draw = generator(SEED);
  const upTo = (n: number): number => 1 + Math.floor(draw() * n);
  let bound = 0;
  for (let run = 0; run < RUNS; run++) {
    const p = [1, 2, 3, 4, 6, 8, 8, 9, 12, 16][upTo(10) - 1];
    const sizes = { m: upTo(40), n: upTo(40), k: upTo(40) };
    const all = sizes.m * sizes.k + sizes.k * sizes.n + sizes.m * sizes.n;
    const memory = draw() < 0.3 ? 1e9 : 8 * Math.ceil((all * (1 + 4 * draw())) / p);
    const fitting = [...six(p, sizes, memory)].filter(([, { peak }]) => Math.max(...peak) <= memory);
    if (memory < 1e9) bound++;
    const [name, best] = fitting.sort(([, a], [, b]) => a.bytes - b.bytes)[0] ?? [];
    if (best === undefined) continue;
    const { cost } = autoSchedule(productOf(sizes), { on: new Grid(p), memory, ...BYTES });
    const text = `${sizes.m} x ${sizes.k} x ${sizes.n} on ${p} of ${memory} bytes: ${cost.bytes}, ${name} ${best.bytes}`;
    t.ok(cost.bytes <= best.bytes, text);
    t.ok(
      cost.perProcessor.every(({ peakBytes }) => peakBytes <= memory),
      'fits',
    );
  }
  t.ok(bound > RUNS / 3, `${bound} products in a memory that is bounded`);
});

t.test("at most 1.2 of COSMA's lower bound, where grids attain it", async (t) => {
  // Kwasniewski et al. 2019, theorem 2: Q = min(2 mnk / (p √S) + S, 3 (mnk / p)^(2/3)) elements are used by a processor, S of which it keeps.
  for (const [n, p, memory] of [
    [16, 8, Number.POSITIVE_INFINITY],
    [18, 27, Number.POSITIVE_INFINITY],
    [32, 16, 8 * 4 * 64],
    [24, 4, 8 * 4 * 144],
  ]) {
    const flat = 2 * (n ** 3 / (p * Math.sqrt(n ** 2 / p))) + n ** 2 / p;
    const used = memory === Number.POSITIVE_INFINITY ? 3 * (n ** 3 / p) ** (2 / 3) : flat;
    const bound = 8 * (p * used - 3 * n * n);
    const { cost } = autoSchedule(productOf({ m: n, n, k: n }), {
      on: new Grid(p),
      ...BYTES,
      ...(memory < 1e9 ? { memory } : {}),
    });
    t.ok(cost.bytes <= 1.2 * bound, `${n} on ${p}: ${cost.bytes} of ${bound}`);
  }
});

t.test(`COSMA's lower bound is met where cubes of equal sides fill a product, on ${RUNS} random grids`, async (t) => {
  const draw = generator(SEED + 1);
  const upTo = (n: number): number => 1 + Math.floor(draw() * n);
  let exact = 0;
  for (let run = 0; run < RUNS; run++) {
    const [x, y, z, side] = [upTo(3), upTo(3), upTo(3), upTo(6)];
    const [p, m, n, inner] = [x * y * z, x * side, y * side, z * side];
    // 3 (mnk / p)^(2/3) elements are used by a processor, and the matrices are there from the beginning.
    const bound = 8 * (p * 3 * side ** 2 - (m * inner + inner * n + m * n));
    const { cost } = autoSchedule(productOf({ m, n, k: inner }), { on: new Grid(p), ...BYTES });
    t.ok(cost.bytes <= 1.2 * bound, `(${x}, ${y}, ${z}) cubes of ${side}: ${cost.bytes} of ${bound}`);
    if (cost.bytes === bound) exact++;
  }
  t.comment(`${exact} of ${RUNS} move the bytes of the bound`);
});

t.test('grids of very many processors are refused at once', (t) => {
  const given = { m: 2 ** 20, n: 2 ** 20, k: 1, processors: 2 ** 40, memory: 10 };
  t.throws(() => cosmaPlan(given), {
    message: /^Grid: .* no more than 1048576 processors together, got \(1048576, 1048576, 1\)/,
  });
  t.end();
});
