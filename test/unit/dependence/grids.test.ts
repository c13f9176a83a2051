/**
 * Products of matrices on grids of memories: SUMMA and Cannon's algorithm move what the theory says and no element more, and a
 * memory never holds more than five tiles: its own of A, B and C, and one copy each of A and B.
 *
 *     SUMMA (van de Geijn, Watts 1997), step k      C(i,j) += A(i,k) B(k,j): row i gets a panel of A, column j one of B
 *     Cannon (1969), step s, k = i + j + s mod n    C(i,j) += A(i,k) B(k,j): all tiles of A and of B are in use
 */
import t from 'tap';
import { Coherence, type IndexTask, type Instance, Mapper, type RootKey } from '../../../lib/dependence/index.js';
import { identity, type Partition, projection, rectSize, rotated, subPartition, tiling } from '../../../lib/partition/index.js';
import { identityView, internView } from '../../../lib/shape/index.js';
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
      if (op.kind !== 'copy') continue;
      for (const { rect, fromMemory, toMemory } of op.pieces) if (fromMemory !== toMemory) moved += rectSize(rect);
    }
  }
  return { moved, most };
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

function random(seed: number): () => number {
  let x = seed;
  return () => (x = (x * 16807) % 2147483647) / 2147483647;
}

t.test('a process for each memory, in any order', async (t) => {
  for (const [p, q] of [
    [2, 3],
    [3, 3],
  ]) {
    for (let seed = 1; seed <= 5; seed++) {
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
