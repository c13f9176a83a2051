/**
 * Products of matrices on grids of memories: SUMMA and Cannon's algorithm move what the theory says and no element more, and a
 * memory never holds more than five tiles: its own of A, B and C, and one copy each of A and B.
 *
 *     SUMMA (van de Geijn, Watts 1997), step k      C(i,j) += A(i,k) B(k,j): row i gets a panel of A, column j one of B
 *     Cannon (1969), step s, k = i + j + s mod n    C(i,j) += A(i,k) B(k,j): all tiles of A and of B are in use
 */
import t from 'tap';
import {
  Coherence,
  type Grid,
  type IndexTask,
  type Instance,
  Mapper,
  type Operation,
  type RootKey,
} from '../../../lib/dependence/index.js';
import { onGrid } from '../../../lib/dependence/placement.js';
import { identity, type Partition, projection, rectSize, rotated, subPartition, tiling } from '../../../lib/partition/index.js';
import { identityView, internView } from '../../../lib/shape/index.js';
import { seeds } from '../../support/seeds.js';
import { Ranks } from './ranks.js';

interface Roots {
  readonly a: RootKey;
  readonly b: RootKey;
  readonly c: RootKey;
}

const matrix = (id: number, rows: number, columns: number): RootKey => ({ id, shape: [rows, columns], itemSize: 8 });
const whole = (root: RootKey, partition: Partition) => ({ root, sub: subPartition(identityView(root.shape), partition) });

/** The tasks that write A, B and C in tiles. */
function begin(launch: readonly number[], { a, b, c }: Roots): IndexTask[] {
  return [a, b, c].map((root) => {
    const tiles = tiling(
      root.shape.map((n, i) => n / launch[i]),
      [0, 0],
      identity(2),
    );
    return { launch, args: [{ ...whole(root, tiles), privilege: 'write' as const }] };
  });
}

/** One task a panel; a panel is one column of A and one row of B. */
function summa(p: number, q: number, { a, b, c }: Roots): IndexTask[] {
  const [rows, panels] = a.shape;
  const columns = b.shape[1];
  return Array.from({ length: panels }, (_, k): IndexTask => {
    const left = subPartition(internView([rows, 1], [panels, 1], k), tiling([rows / p, 1], [0, 0], projection([0, -1])));
    const right = subPartition(
      internView([1, columns], [columns, 1], k * columns),
      tiling([1, columns / q], [0, 0], projection([-1, 1])),
    );
    return {
      launch: [p, q],
      args: [
        { root: a, sub: left, privilege: 'read', ends: true },
        { root: b, sub: right, privilege: 'read', ends: true },
        { ...whole(c, tiling([rows / p, columns / q], [0, 0], identity(2))), privilege: 'readwrite' },
      ],
    };
  });
}

function cannon(n: number, { a, b, c }: Roots): IndexTask[] {
  const tile = [a.shape[0] / n, a.shape[1] / n];
  return Array.from({ length: n }, (_, shift): IndexTask => {
    const left = rotated([0, 1], [null, { others: [0], shift, extent: n }]);
    const right = rotated([0, 1], [{ others: [1], shift, extent: n }, null]);
    return {
      launch: [n, n],
      args: [
        { ...whole(a, tiling(tile, [0, 0], left)), privilege: 'read', ends: true },
        { ...whole(b, tiling(tile, [0, 0], right)), privilege: 'read', ends: true },
        { ...whole(c, tiling(tile, [0, 0], identity(2))), privilege: 'readwrite' },
      ],
    };
  });
}

/** Elements that move between memories, and the most that one memory has room for; nothing completes meanwhile. */
function traffic(memories: number, tasks: readonly IndexTask[]): { moved: number; most: number } {
  const room = new Array<number>(memories).fill(0);
  let most = 0;
  let moved = 0;
  const allocate = ({ memory, bytes }: Instance): boolean => {
    room[memory] += bytes / 8;
    most = Math.max(most, room[memory]);
    return true;
  };
  const free = ({ memory, bytes }: Instance): void => {
    room[memory] -= bytes / 8;
  };
  const coherence = new Coherence({ mapper: new Mapper(memories), backing: { allocate, free } });
  for (const task of tasks) {
    for (const op of coherence.map(task).before) {
      if (op.kind === 'combine') moved += reduced(op);
      if (op.kind !== 'copy') continue;
      for (const { rect, fromMemory, toMemory } of op.pieces) if (fromMemory !== toMemory) moved += rectSize(rect);
    }
  }
  return { moved, most };
}

function random(seed: number): () => number {
  let x = seed;
  return () => (x = (x * 16807) % 2147483647) / 2147483647;
}

/** Elements of buffers that are combined in other memories. */
function reduced({ span, of, intoAt }: Extract<Operation, { kind: 'combine' }>): number {
  let elements = 0;
  for (let item = 0; item < span.count; item++) {
    for (const { pointsOf, bufferAt } of of) {
      for (const point of pointsOf(item)) {
        const buffer = bufferAt(point);
        if (buffer !== null && buffer.memory !== intoAt(item)?.memory) elements += rectSize(buffer.rect);
      }
    }
  }
  return elements;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** All grids of few memories, and some of 49 to 64; MANIPLE_GRIDS=64 means all of up to 64. */
const MOST = Number(process.env.MANIPLE_GRIDS ?? 16);
const LARGE = ['1,64', '8,8', '2,30', '7,9', '10,5'];

t.test('SUMMA on grids of up to 64 memories', async (t) => {
  let grids = 0;
  for (let p = 1; p <= 64; p++) {
    for (let q = 1; p * q <= 64; q++) {
      if (p * q > MOST && !LARGE.includes(`${p},${q}`)) continue;
      const k = (p * q) / gcd(p, q);
      const roots = { a: matrix(0, 2 * p, k), b: matrix(1, k, 3 * q), c: matrix(2, 2 * p, 3 * q) };
      const { moved, most } = traffic(p * q, [...begin([p, q], roots), ...summa(p, q, roots)]);
      const theory = 2 * p * k * (q - 1) + 3 * q * k * (p - 1);
      const tiles = (2 * k) / q + (3 * k) / p + 6;
      const panels = (q > 1 ? 2 : 0) + (p > 1 ? 3 : 0);
      if (moved !== theory || most > tiles + panels)
        t.fail(`grid (${p}, ${q}): moved ${moved} of ${theory}, room for ${most} of ${tiles} and ${panels}`);
      grids++;
    }
  }
  t.comment(`${grids} grids`);
  t.ok(grids > 50);
});

t.test("Cannon's algorithm on every square grid of up to 64 memories", async (t) => {
  for (let n = 1; n <= 8; n++) {
    const roots = { a: matrix(0, 2 * n, 2 * n), b: matrix(1, 2 * n, 2 * n), c: matrix(2, 2 * n, 2 * n) };
    const { moved, most } = traffic(n * n, [...begin([n, n], roots), ...cannon(n, roots)]);
    t.equal(moved, 2 * n * n * (n - 1) * 4, `${n} by ${n}: each memory gets n - 1 tiles of A and of B`);
    t.ok(most <= 5 * 4, 'five tiles');
  }
});

/** Face 0 of a cube of n³ memories along an axis: the memories that have coordinate 0 there. */
const face = (n: number, axis: number): Grid => {
  const strides = [n * n, n, 1].filter((_, i) => i !== axis);
  return { base: 0, parts: [n, n], strides };
};

t.test("tiles on a cube's faces: what is read moves once, and partial sums are added up at the tiles' owners", async (t) => {
  const n = 3;
  const at = { a: face(n, 1), b: face(n, 0), c: face(n, 2) };
  const square = (id: number): RootKey => matrix(id, 2 * n, 2 * n);
  const [a, b, c] = [square(0), square(1), square(2)];
  const tiles = (axes: number[]): Partition => tiling([2, 2], [0, 0], projection(axes));
  const write = (root: RootKey, grid: Grid): IndexTask => ({
    launch: [n, n],
    grid,
    args: [{ ...whole(root, tiles([0, 1])), privilege: 'write' }],
  });
  // Point (i, j, k) of the cube: C(i, j) += A(i, k) B(k, j). A lies on j = 0, B on i = 0, C on k = 0.
  const product: IndexTask = {
    launch: [n, n, n],
    grid: { base: 0, parts: [n, n, n], strides: [n * n, n, 1] },
    args: [
      { ...whole(a, tiles([0, 2])), privilege: 'read', ends: true },
      { ...whole(b, tiles([2, 1])), privilege: 'read', ends: true },
      { ...whole(c, tiles([0, 1])), privilege: 'reduce', op: 'sum' },
    ],
  };
  const tasks = [write(a, at.a), write(b, { ...at.b, strides: [1, n] }), write(c, at.c)];
  const use: IndexTask = { ...write(c, at.c), args: [{ ...whole(c, tiles([0, 1])), privilege: 'readwrite' }] };
  const { moved, most } = traffic(n ** 3, [...tasks, product, use]);
  t.equal(
    moved,
    3 * (n - 1) * (2 * n) ** 2,
    'each element of A and of B, and each partial sum but the first, once a step along its axis',
  );
  t.ok(most <= 5 * 4, 'five tiles');
  for (const seed of seeds(5)) {
    const ranks = new Ranks(n ** 3, random(seed));
    for (const task of [...tasks, product]) ranks.issue(task);
    t.same(ranks.differences(), [], `seed ${seed}`);
  }
});

t.test('grids: each memory has the points that run there', async (t) => {
  const cases: [number[], Grid][] = [
    [[4, 6], { base: 0, parts: [2, 3], strides: [3, 1] }],
    [[5, 7], { base: 1, parts: [2, 3], strides: [1, 4] }],
    [[5], { base: 2, parts: [3], strides: [4] }],
    [[3, 4], { base: 5, parts: [1, 2], strides: [0, 6] }],
  ];
  for (const [launch, grid] of cases) {
    const placement = onGrid(launch, grid, 16);
    const points = launch.reduce((a, b) => a * b, 1);
    const found = Array.from({ length: 16 }, (_, m) => placement.pointsIn(m));
    t.same(
      found.flat().sort((a, b) => a - b),
      Array.from({ length: points }, (_, p) => p),
    );
    t.ok(found.every((own, m) => own.every((p) => placement.memoryAt(p) === m)));
  }
  t.same(onGrid([2, 3], cases[0][1], 6).pointsIn(4), [4]);
});

t.test('what is no grid of the machine', async (t) => {
  const wrong: Grid[] = [
    { base: 0, parts: [2], strides: [1] },
    { base: 0, parts: [2, 3], strides: [2, 1] },
    { base: 1, parts: [2, 3], strides: [3, 1] },
    { base: 0, parts: [2, 0], strides: [1, 1] },
    { base: 0.5, parts: [1, 1], strides: [1, 1] },
  ];
  for (const grid of wrong)
    t.throws(() => onGrid([2, 3], grid, 6), {
      code: 'ERR_ARGUMENT',
      message: /grid: expected .* from 0 to 5, got base .*row-major/s,
    });
});

t.test('a process for each memory, in any order', async (t) => {
  for (const [p, q] of [
    [2, 3],
    [3, 3],
  ]) {
    for (const seed of seeds(5)) {
      const k = (p * q) / gcd(p, q);
      const roots = { a: matrix(0, 2 * p, k), b: matrix(1, k, 2 * q), c: matrix(2, 2 * p, 2 * q) };
      const ranks = new Ranks(p * q, random(seed));
      const square = { a: matrix(3, 3, 3), b: matrix(4, 3, 3), c: matrix(5, 3, 3) };
      const rotating = p === q ? [...begin([p, q], square), ...cannon(p, square)] : [];
      for (const task of [...begin([p, q], roots), ...summa(p, q, roots), ...rotating]) ranks.issue(task);
      t.same(ranks.differences(), [], `grid (${p}, ${q}), seed ${seed}`);
    }
  }
});

t.test('memories with replicas at even distances send equally much', async (t) => {
  for (const [memories, apart] of [
    [16, 4],
    [12, 3],
    [10, 5],
    [7, 7],
  ]) {
    const mapper = new Mapper(memories);
    const holders = Array.from({ length: memories / apart }, (_, k) => apart * k + 1);
    const sent = new Map(holders.map((memory) => [memory, 0]));
    for (let to = 0; to < memories; to++) {
      const from = mapper.source(to, holders);
      if (holders.includes(to)) t.equal(from, to);
      else sent.set(from, (sent.get(from) ?? 0) + 1);
    }
    t.same(
      [...sent],
      holders.map((memory) => [memory, apart - 1]),
    );
  }
});
