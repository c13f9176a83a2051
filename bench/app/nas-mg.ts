/**
 * NAS Parallel Benchmark MG: four V-cycles for a 3-D Poisson problem with periodic borders, on charges of -1 and 1 at twenty points. Grids
 * have copies of the opposite faces around them. Checks itself by the benchmark's own norms for classes S (32), W (128) and A (256).
 */
import * as np from 'maniple';
import { program } from '../harness/program.js';

const CYCLES = 4;
/** Weights of a point, its faces, edges and corners: of the operator, and of the smoother. */
const A = [-8 / 3, 0, 1 / 6, 1 / 12] as const;
const C = [-3 / 8, 1 / 32, -1 / 64, 0] as const;
/** Norms of the residual by size, and the relative error that the benchmark allows. */
const NORMS = new Map([
  [32, 0.5307707005734e-4],
  [128, 0.6467329375339e-5],
  [256, 0.2433365309069e-5],
]);
const EPSILON = 1e-8;

const [LESS, HERE, MORE] = [':-2', '1:-1', '2:'] as const;
const ALL = ':';

/** Copies the opposite faces around a grid. */
function wrap(x: np.NDArray): void {
  x.slice(ALL, ALL, 0).assign(x.slice(ALL, ALL, -2));
  x.slice(ALL, ALL, -1).assign(x.slice(ALL, ALL, 1));
  x.slice(ALL, 0).assign(x.slice(ALL, -2));
  x.slice(ALL, -1).assign(x.slice(ALL, 1));
  x.slice(0).assign(x.slice(-2));
  x.slice(-1).assign(x.slice(1));
}

const inner = (x: np.NDArray): np.NDArray => x.slice(HERE, HERE, HERE);

/** Of lines along the last axis: the sums of the four lines beside them, and of the four behind their edges. */
function beside(x: np.NDArray, less: string, here: string, more: string): [np.NDArray, np.NDArray] {
  const faces = x.slice(here, less).add(x.slice(here, more)).add(x.slice(less, here)).add(x.slice(more, here));
  const edges = x.slice(less, less).add(x.slice(less, more)).add(x.slice(more, less)).add(x.slice(more, more));
  return [faces, edges];
}

const along = (lines: np.NDArray, where: string): np.NDArray => lines.slice(ALL, ALL, where);

/** r = v - A u. */
function residual(u: np.NDArray, v: np.NDArray, r: np.NDArray): void {
  const [faces, edges] = beside(u, LESS, HERE, MORE);
  const second = along(edges, HERE).add(along(faces, LESS)).add(along(faces, MORE));
  const third = along(edges, LESS).add(along(edges, MORE));
  const rest = inner(v).subtract(inner(u).multiply(A[0])).subtract(second.multiply(A[2]));
  inner(r).assign(rest.subtract(third.multiply(A[3])));
  wrap(r);
}

/** u += S r. */
function smooth(r: np.NDArray, u: np.NDArray): void {
  const [faces, edges] = beside(r, LESS, HERE, MORE);
  const first = r
    .slice(HERE, HERE, LESS)
    .add(r.slice(HERE, HERE, MORE))
    .add(along(faces, HERE));
  const second = along(edges, HERE).add(along(faces, LESS)).add(along(faces, MORE));
  const better = inner(u).add(inner(r).multiply(C[0])).add(first.multiply(C[1]));
  inner(u).assign(better.add(second.multiply(C[2])));
  wrap(u);
}

/** The residual on the next coarser grid, by weighted means around every second point. */
function restrict(r: np.NDArray, s: np.NDArray): void {
  const [less, here, more] = ['1:-2:2', '2::2', '3::2'] as const;
  const [faces, edges] = beside(r, less, here, more);
  const point = r.slice(here, here);
  const first = along(point, less).add(along(point, more)).add(along(faces, here));
  const second = along(faces, less).add(along(faces, more)).add(along(edges, here));
  const third = along(edges, less).add(along(edges, more));
  const mean = along(point, here).multiply(0.5).add(first.multiply(0.25)).add(second.multiply(0.125));
  inner(s).assign(mean.add(third.multiply(0.0625)));
  wrap(s);
}

/** u += the trilinear interpolation of the next coarser grid z. */
function interpolate(z: np.NDArray, u: np.NDArray): void {
  const [between, exact] = ['1:-2:2', '2::2'] as const;
  const [low, high] = [LESS, HERE] as const;
  const point = z.slice(high, high);
  const across = z.slice(high, high).add(z.slice(high, low));
  const down = z.slice(high, high).add(z.slice(low, high));
  const both = z
    .slice(high, high)
    .add(z.slice(high, low))
    .add(z.slice(low, high).add(z.slice(low, low)));
  const lines = [
    [exact, exact, point, 1],
    [exact, between, across, 0.5],
    [between, exact, down, 0.5],
    [between, between, both, 0.25],
  ] as const;
  for (const [i, j, sum, weight] of lines) {
    const [there, middle] = [u.slice(i, j, exact), u.slice(i, j, between)];
    there.assign(there.add(along(sum, high).multiply(weight)));
    middle.assign(
      middle.add(
        along(sum, high)
          .add(along(sum, low))
          .multiply(weight / 2),
      ),
    );
  }
  wrap(u);
}

/** A V-cycle: u improves on all grids, the finest of which are last. */
function cycle(us: readonly np.NDArray[], rs: readonly np.NDArray[], v: np.NDArray): void {
  const top = us.length - 1;
  for (let k = top; k > 0; k--) restrict(rs[k], rs[k - 1]);
  us[0].assign(0);
  smooth(rs[0], us[0]);
  for (let k = 1; k <= top; k++) {
    if (k < top) us[k].assign(0);
    interpolate(us[k - 1], us[k]);
    residual(us[k], k === top ? v : rs[k], rs[k]);
    smooth(rs[k], us[k]);
  }
}

/** Random numbers of the benchmark's generator, x ← 5^13 x mod 2^46, for a grid of n points a side, x fastest. */
function randomGrid(n: number): Float64Array {
  const [half, whole] = [2 ** 23, 2 ** 46];
  const [high, low] = [Math.floor(5 ** 13 / half), 5 ** 13 % half];
  const values = new Float64Array(n ** 3);
  let x = 314_159_265;
  for (let i = 0; i < values.length; i++) {
    const [top, bottom] = [Math.floor(x / half), x % half];
    x = ((((high * bottom + low * top) % half) * half + low * bottom) % whole) as number;
    values[i] = x / whole;
  }
  return values;
}

/** Charges of 1 at the ten largest random numbers, and of -1 at the ten smallest. */
function charges(n: number): np.NDArray {
  const random = randomGrid(n);
  const order = Uint32Array.from(random.keys()).sort((a, b) => random[a] - random[b]);
  const grid = new Float64Array(n ** 3);
  for (const at of order.subarray(0, 10)) grid[at] = -1;
  for (const at of order.subarray(-10)) grid[at] = 1;
  const v = np.zeros([n + 2, n + 2, n + 2]);
  inner(v).assign(np.asarray(grid).reshape([n, n, n]));
  wrap(v);
  return v;
}

export default await program(import.meta, {
  name: 'nas-mg',
  unit: 'points a side (a power of two)',
  size: 32,
  async prepare(n) {
    const levels = Math.round(Math.log2(n));
    const grids = (): np.NDArray[] => Array.from({ length: levels }, (_, k) => np.zeros([2 ** (k + 1) + 2, 2 ** (k + 1) + 2, 2 ** (k + 1) + 2])); // biome-ignore format: one line
    const [us, rs, v] = [grids(), grids(), charges(n)];
    const [u, r] = [us[levels - 1], rs[levels - 1]];
    await np.runtime.fence();
    return {
      async run() {
        u.assign(0);
        residual(u, v, r);
        for (let i = 0; i < CYCLES; i++) {
          cycle(us, rs, v);
          residual(u, v, r);
        }
        await np.runtime.fence();
      },
      async result() {
        const rest = inner(r);
        const norm = Math.sqrt(Number(await rest.multiply(rest).sum().item()) / n ** 3);
        const known = NORMS.get(n);
        if (known !== undefined && Math.abs(norm / known - 1) > EPSILON)
          throw new Error(`nas-mg: norm ${norm} where ${known} was expected`);
        return [norm, Number(await u.slice(1, 1, 1).item())];
      },
    };
  },
});
