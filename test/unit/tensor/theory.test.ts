/**
 * Messages, bytes and memory of products on grids, as the runtime's analysis decides them, against the definitions of the algorithms, byte for
 * byte; and against the formulas of the papers where grids divide sizes.
 */
import t, { type Test } from 'tap';
import {
  type Cost,
  cannon,
  cosma,
  cosmaPlan,
  Grid,
  innerprod,
  johnson,
  mttkrp,
  pumma,
  type Schedule,
  solomonik,
  summa,
  type Tensor,
  tensor,
  ttm,
  ttv,
} from '../../../lib/tensor/index.js';
import { innerTheory, mttkrpTheory, slicedTheory } from '../../support/kernel-theory.js';
import {
  cannonTheory,
  layeredTheory,
  pummaTheory,
  type Sizes,
  solomonikTheory,
  summaTheory,
  type Traffic,
} from '../../support/matrix-theory.js';
import '../../support/arrays.js';

/** Processors of grids, at most, beside some larger grids; MANIPLE_GRIDS=64 means all of up to 64. */
const MOST = Number(process.env.MANIPLE_GRIDS ?? 9);
const LARGE = ['2,32', '8,8', '7,9', '4,4,4', '3,4,5'];

t.setTimeout(MOST < 64 ? 30_000 : 600_000);

const dtype = 'float64';

function matrices(on: Grid, { m, n, k }: Sizes, as: readonly [string, string, string]): [Tensor, Tensor, Tensor] {
  return [
    tensor('A', [m, n], { on, as: as[0], dtype }),
    tensor('B', [m, k], { on, as: as[1], dtype }),
    tensor('C', [k, n], { on, as: as[2], dtype }),
  ];
}

const TILES = ['xy -> xy', 'xy -> xy', 'xy -> xy'] as const;
const FACES = ['xy -> xy0', 'xz -> x0z', 'zy -> 0yz'] as const;
const FACE = ['xy -> xy0', 'xy -> xy0', 'xy -> xy0'] as const;

function agrees(t: Test, name: string, schedule: Schedule, theory: Traffic, work: Sizes | number): Cost {
  const cost = schedule.compile().cost();
  const found: Traffic = {
    messages: cost.messages,
    bytes: cost.bytes,
    sent: cost.perProcessor.map(({ sent }) => sent),
    received: cost.perProcessor.map(({ received }) => received),
    peak: cost.perProcessor.map(({ peakBytes }) => peakBytes),
  };
  t.strictSame(found, theory, name);
  const flops = typeof work === 'number' ? work : 2 * work.m * work.n * work.k;
  if (cost.flops !== flops) t.fail(`${name}: ${cost.flops} operations`);
  return cost;
}

function* grids(): Generator<[number, number]> {
  for (let x = 1; x <= 64; x++) for (let y = 1; x * y <= 64; y++) if (x * y <= MOST || LARGE.includes(`${x},${y}`)) yield [x, y];
}

/** Grids of three dimensions. */
function* boxes(): Generator<[number, number, number]> {
  for (let x = 1; x <= 64; x++)
    for (let y = 1; x * y <= 64; y++)
      for (let z = 1; x * y * z <= 64; z++) if (x * y * z <= MOST || LARGE.includes(`${x},${y},${z}`)) yield [x, y, z];
}

t.test('SUMMA', async (t) => {
  for (const [x, y] of grids()) {
    const m = new Grid(x, y);
    const even = { m: 2 * x, n: 3 * y, k: x * y };
    const cost = agrees(t, `(${x}, ${y})`, summa(...matrices(m, even, TILES), m, 1), summaTheory(x, y, even, 1), even);
    const theory = 8 * (even.m * even.k * (y - 1) + even.k * even.n * (x - 1));
    t.equal(cost.bytes, theory, 'each part of B goes along its row, of C along its column');
    const odd = { m: 2 * x + 1, n: 3 * y - 1, k: x + y + 3 };
    agrees(t, `(${x}, ${y}), not divided`, summa(...matrices(m, odd, TILES), m, 2), summaTheory(x, y, odd, 2), odd);
  }
});

t.test("Cannon's algorithm", async (t) => {
  for (let g = 1; g <= 8; g++) {
    if (g > 4 && g < 8 && MOST < 64) continue;
    const m = new Grid(g, g);
    const n = 2 * g;
    const sizes = { m: n, n, k: n };
    const cost = agrees(t, `${g}`, cannon(...matrices(m, sizes, TILES), m), cannonTheory(g, sizes), sizes);
    t.equal(cost.bytes, 8 * 2 * n * n * (g - 1));
    t.ok(
      cost.perProcessor.every(({ peakBytes }) => peakBytes <= 5 * 4 * 8),
      'five tiles',
    );
    const odd = { m: n + 1, n: 2 * n - 1, k: n + 1 };
    agrees(t, `${g}, not divided`, cannon(...matrices(m, odd, TILES), m), cannonTheory(g, odd), odd);
  }
});

t.test('PUMMA', async (t) => {
  for (const [x, y] of grids()) {
    const m = new Grid(x, y);
    for (const sizes of [
      { m: 2 * x, n: 2 * y, k: x * y },
      { m: 2 * x + 1, n: y, k: x + 2 * y + 1 },
    ])
      agrees(t, `(${x}, ${y})`, pumma(...matrices(m, sizes, TILES), m), pummaTheory(x, y, sizes), sizes);
  }
});

t.test("Johnson's algorithm", async (t) => {
  for (const g of [1, 2, 3, 4]) {
    const m = new Grid(g, g, g);
    const sizes = { m: 2 * g, n: 3 * g, k: 4 * g };
    const cost = agrees(t, `${g}`, johnson(...matrices(m, sizes, FACES), m), layeredTheory(g, g, g, sizes, 1), sizes);
    t.equal(
      cost.bytes,
      8 * (g - 1) * (sizes.m * sizes.k + sizes.k * sizes.n + sizes.m * sizes.n),
      'each matrix goes along one axis',
    );
    const odd = { m: 2 * g + 1, n: g + 2, k: 3 * g - 1 };
    agrees(t, `${g}, not divided`, johnson(...matrices(m, odd, FACES), m), layeredTheory(g, g, g, odd, 1), odd);
  }
});

/** (q, q, c) with c that divides q. */
function* cubes(): Generator<[number, number]> {
  for (let q = 1; q <= 8; q++)
    for (let c = 1; q * q * c <= 64; c++) if (q % c === 0 && (q <= 4 || q === 8 || MOST === 64)) yield [q, c];
}

t.test("Solomonik's 2.5D algorithm", async (t) => {
  for (const [q, c] of [...cubes()]) {
    const m = new Grid(q, q, c);
    const n = 2 * q;
    const sizes = { m: n, n, k: n };
    const cost = agrees(t, `(${q}, ${q}, ${c})`, solomonik(...matrices(m, sizes, FACE), m), solomonikTheory(q, c, sizes), sizes);
    t.equal(cost.bytes, 8 * n * n * (2 * (q - 1 / c) + (c - 1)), 'q³ - q²/c tiles of B and of C, and c - 1 partial results');
    const odd = { m: n + 1, n: n - 1, k: 2 * n + 1 };
    agrees(t, `(${q}, ${q}, ${c}), not divided`, solomonik(...matrices(m, odd, FACE), m), solomonikTheory(q, c, odd), odd);
  }
});

t.test('COSMA', async (t) => {
  for (const [m, n, k, processors, memory] of [
    [8, 8, 8, 8, 48],
    [6, 6, 48, 8, 100],
    [20, 10, 5, 10, 60],
    [7, 11, 13, 12, 40],
    [16, 16, 16, 64, 40],
  ]) {
    const sizes = { m, n, k };
    const plan = cosmaPlan({ ...sizes, processors, memory });
    const [x, y, z] = plan.grid.dims;
    const name = `${m} by ${k} by ${n} on ${String(plan.grid)}, ${plan.steps} steps`;
    agrees(t, name, cosma(...matrices(plan.grid, sizes, FACES), plan), layeredTheory(x, y, z, sizes, plan.steps), sizes);
  }
  for (const [x, y, z] of boxes()) {
    const sizes = { m: 2 * x + 1, n: y + 1, k: 3 * z - 1 };
    const plan = { grid: new Grid(x, y, z), steps: 2 };
    agrees(t, `${plan.grid}`, cosma(...matrices(plan.grid, sizes, FACES), plan), layeredTheory(x, y, z, sizes, 2), sizes);
  }
});

t.test('machines of 4,096 processors', async (t) => {
  const cube = new Grid(16, 16, 16);
  const n = { m: 32, n: 48, k: 33 };
  agrees(t, 'Johnson', johnson(...matrices(cube, n, FACES), cube), layeredTheory(16, 16, 16, n, 1), n);
  if (MOST < 64) return;
  const [square, layers] = [new Grid(64, 64), new Grid(32, 32, 4)];
  for (const size of [128, 130]) {
    const sizes = { m: size, n: size, k: size };
    agrees(t, 'Cannon', cannon(...matrices(square, sizes, TILES), square), cannonTheory(64, sizes), sizes);
    agrees(t, 'PUMMA', pumma(...matrices(square, sizes, TILES), square), pummaTheory(64, 64, sizes), sizes);
    agrees(t, 'SUMMA', summa(...matrices(square, sizes, TILES), square, 2), summaTheory(64, 64, sizes, 2), sizes);
    agrees(t, '2.5D', solomonik(...matrices(layers, sizes, FACE), layers), solomonikTheory(32, 4, sizes), sizes);
    const plan = { grid: layers, steps: 3 };
    agrees(t, 'COSMA', cosma(...matrices(layers, sizes, FACES), plan), layeredTheory(32, 32, 4, sizes, 3), sizes);
  }
});

t.test('the layers of a 2.5D grid save messages', async (t) => {
  const n = 64;
  const sizes = { m: n, n, k: n };
  const bytes = (m: Grid): number =>
    solomonik(...matrices(m, sizes, FACE), m)
      .compile()
      .cost().bytes;
  // 64 processors: (8, 8, 1) has one layer, (4, 4, 4) four: 2 (4 - 1/4) + 3 parts of the matrices, of 2 (8 - 1).
  t.equal(bytes(new Grid(4, 4, 4)) / bytes(new Grid(8, 8, 1)), 10.5 / 14);
  // 4,096 processors in four layers, by the formula that the sizes above are held against: 1/√4, and the partial results.
  const large = { m: 128, n: 128, k: 128 };
  const ratio = solomonikTheory(32, 4, large).bytes / cannonTheory(64, large).bytes;
  t.ok(ratio >= 0.5 && ratio <= 0.54, `${ratio}`);
});

t.test('replication takes memory that tiles do not', async (t) => {
  // 32 nodes, each with memory for its share of three matrices, twice over, and a quarter more: cubes replicate, tiles of steps fit.
  const n = 96;
  const sizes = { m: n, n, k: n };
  const memory = 2.5 * ((3 * 8 * n * n) / 32);
  const refused = (schedule: Schedule): void => {
    t.throws(() => schedule.compile({ memory }), {
      code: 'ERR_SCHEDULE',
      message: /^communicate\(.*would hold \d+ bytes at a time/,
    });
  };
  const [flat, cube] = [new Grid(4, 8), new Grid(3, 3, 3)];
  refused(johnson(...matrices(cube, sizes, FACES), cube));
  const plan = cosmaPlan({ ...sizes, processors: 32, memory: 8 * n * n });
  refused(cosma(...matrices(plan.grid, sizes, FACES), plan));
  t.ok(summa(...matrices(flat, sizes, TILES), flat, 4).compile({ memory }));
});

const three = (name: string, on: Grid, shape: number[], as: string): Tensor => tensor(name, shape, { on, as, dtype });

t.test('tensors times vectors and matrices, inner products', async (t) => {
  for (let p = 1; p <= 64; p++) {
    if (p > MOST && p < 63) continue;
    const m = new Grid(p);
    for (const n of [2 * p, 2 * p + 1, Math.ceil(p / 2)]) {
      const [B, C] = ['B', 'C'].map((name) => three(name, m, [n, 3, 5], 'xyz -> x'));
      const name = `${n} slices on ${p}`;
      const vector = ttv(three('A', m, [n, 3], 'xy -> x'), B, three('c', m, [5], 'x -> *'), m);
      agrees(t, `TTV, ${name}`, vector, slicedTheory(p, n, { a: 3, b: 15, c: 5 }), 2 * n * 15);
      const matrix = ttm(three('A', m, [n, 3, 2], 'xyz -> x'), B, three('C', m, [5, 2], 'xy -> *'), m);
      agrees(t, `TTM, ${name}`, matrix, slicedTheory(p, n, { a: 6, b: 15, c: 10 }), 2 * n * 30);
      agrees(t, `inner product, ${name}`, innerprod(three('a', m, [], '-> 0'), B, C, m), innerTheory(p, n, 15), 2 * n * 15);
    }
  }
});

t.test('MTTKRP (Ballard, Knight, Rouse 2018): the tensor stays, rows of factors and results move', async (t) => {
  const r = 3;
  for (const [x, y, z] of boxes()) {
    const m = new Grid(x, y, z);
    for (const [I, J, K] of [
      [2 * x, 3 * y, 2 * z],
      [2 * x + 1, 3 * y + 1, Math.ceil(z / 2)],
    ]) {
      const factors = [three('C', m, [J, r], 'xy -> 0x0'), three('D', m, [K, r], 'xy -> 00x')];
      const schedule = mttkrp(three('A', m, [I, r], 'xy -> x00'), three('B', m, [I, J, K], 'xyz -> xyz'), factors, m);
      const name = `(${x}, ${y}, ${z}) of ${I}, ${J}, ${K}`;
      const cost = agrees(t, name, schedule, mttkrpTheory([x, y, z], [I, J, K], r), 3 * I * J * K * r);
      const busy = [
        [I, x],
        [J, y],
        [K, z],
      ].map(([n, g]) => Math.ceil(n / Math.ceil(n / g)));
      const theory = 8 * r * (J * (busy[0] * busy[2] - 1) + K * (busy[0] * busy[1] - 1) + I * (busy[1] * busy[2] - 1));
      t.equal(cost.bytes, theory, name);
    }
  }
});
