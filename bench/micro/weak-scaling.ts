/**
 * A simulation, and no measurement of machines: how six algorithms for products of matrices scale weakly to 256 nodes by the α-β model,
 * `node weak-scaling.js [--network 1.5us,12GB/s] [--rate 5e10] [--out weak-scaling.svg]`. Messages, bytes and memory are the runtime's own
 * (`cost()`); the rate of leaves is that of a product of 1024² here, unless given. 8192² elements a node, one processor a node, as in Figure 15
 * of Yadav, Aiken, Kjolstad, "DISTAL" (PLDI 2022). Communication is not overlapped with computation.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as np from 'maniple';
import {
  cannon,
  cosma,
  cosmaPlan,
  Grid,
  johnson,
  pumma,
  type Schedule,
  solomonik,
  summa,
  type Tensor,
  tensor,
} from 'maniple/tensor';

const NODES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const SIDE = 8192;
const TILES = ['xy -> xy', 'xy -> xy', 'xy -> xy'] as const;
const FACES = ['xy -> xy0', 'xz -> x0z', 'zy -> 0yz'] as const;
const FACE = ['xy -> xy0', 'xy -> xy0', 'xy -> xy0'] as const;

type Matrices = readonly [Tensor, Tensor, Tensor];

/** An algorithm on the grid that it takes of so many nodes; null where it has none. */
interface Algorithm {
  readonly name: string;
  readonly as: readonly [string, string, string];
  readonly gridOf: (p: number, n: number) => Grid | null;
  readonly schedule: (matrices: Matrices, grid: Grid) => Schedule;
}

/** The grid of two dimensions with the least sides. */
function flat(p: number): Grid {
  let x = Math.floor(Math.sqrt(p));
  while (p % x !== 0) x--;
  return new Grid(x, p / x);
}

function square(p: number): Grid | null {
  const side = Math.sqrt(p);
  return Number.isInteger(side) ? new Grid(side, side) : null;
}

/** The largest cube of nodes; all others stand idle. */
function cube(p: number): Grid {
  const side = Math.floor(Math.cbrt(p) + 1e-9);
  return new Grid(side, side, side);
}

/** Squares in as many layers as there can be. */
function layered(p: number): Grid | null {
  for (let c = Math.floor(Math.cbrt(p) + 1e-9); c >= 1; c--) {
    const q = Math.sqrt(p / c);
    if (Number.isInteger(q) && q % c === 0) return new Grid(q, q, c);
  }
  return null;
}

const planOf = (p: number, n: number): ReturnType<typeof cosmaPlan> =>
  cosmaPlan({ m: n, n, k: n, processors: p, memory: 8 * SIDE * SIDE });

const algorithms: readonly Algorithm[] = [
  { name: 'Cannon', as: TILES, gridOf: square, schedule: ([a, b, c], m) => cannon(a, b, c, m) },
  { name: 'PUMMA', as: TILES, gridOf: flat, schedule: ([a, b, c], m) => pumma(a, b, c, m) },
  { name: 'SUMMA', as: TILES, gridOf: flat, schedule: ([a, b, c], m) => summa(a, b, c, m, SIDE / 4) },
  { name: 'Johnson', as: FACES, gridOf: cube, schedule: ([a, b, c], m) => johnson(a, b, c, m) },
  { name: '2.5D', as: FACE, gridOf: layered, schedule: ([a, b, c], m) => solomonik(a, b, c, m) },
  {
    name: 'COSMA',
    as: FACES,
    gridOf: (p, n) => planOf(p, n).grid,
    schedule: ([a, b, c], grid) => cosma(a, b, c, { grid, steps: planOf(grid.size, a.shape[0]).steps }),
  },
];

interface Machine {
  readonly latency: number;
  readonly bandwidth: number;
  readonly rate: number;
}

/** Operations of a node in a second, and the fullest memory in parts of the matrices' share of a node. */
function simulated({ as, gridOf, schedule }: Algorithm, p: number, machine: Machine): { rate: number; memory: number } | null {
  const n = Math.round(SIDE * Math.sqrt(p));
  const on = gridOf(p, n);
  if (on === null) return null;
  const [A, B, C] = ['A', 'B', 'C'].map((name, t) => tensor(name, [n, n], { on, as: as[t], dtype: 'float64' }));
  const { perProcessor } = schedule([A, B, C], on).compile().cost();
  const moving = perProcessor.map((own) => own.messages * machine.latency + Math.max(own.sent, own.received) / machine.bandwidth);
  const work = on.dims.reduce((volume, parts) => volume * Math.ceil(n / parts), on.dims.length === 2 ? 2 * n : 2);
  const seconds = Math.max(...moving) + work / machine.rate;
  const fullest = Math.max(...perProcessor.map(({ peakBytes }) => peakBytes));
  return { rate: (2 * n ** 3) / p / seconds, memory: (fullest * p) / (3 * 8 * n * n) };
}

/** Operations a second of a product of 1024² on all threads. */
async function measuredRate(): Promise<number> {
  const a = np.ones([1024, 1024]);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    np.matmul(a, a);
    await np.runtime.fence();
    least = Math.min(least, performance.now() - start);
  }
  return (2 * 1024 ** 3) / (least / 1000);
}

/** The units of `autoSchedule`'s option `network`. */
const SECONDS: Readonly<Record<string, number>> = { s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };
const BYTES: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

function machineOf(network: string, rate: number): Machine {
  const match = /^([\d.]+)(s|ms|us|µs|ns),([\d.]+)([kMGT]?B)\/s$/.exec(network.replace(/\s+/g, ''));
  const [latency, bandwidth] =
    match === null ? [Number.NaN, 0] : [Number(match[1]) * SECONDS[match[2]], Number(match[3]) * BYTES[match[4]]];
  if (!(latency >= 0 && bandwidth > 0 && rate > 0))
    throw new Error(`expected --network such as 1.5us,12GB/s and a --rate above 0, got ${network}, ${rate}`);
  return { latency, bandwidth, rate };
}

const COLORS = ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b'];

function plot(rows: readonly (readonly (number | null)[])[], machine: Machine): string {
  const at = (node: number, rate: number): string => `${60 + node * 60},${260 - (220 * rate) / machine.rate}`;
  const lines = rows.map((rates, a) => {
    const points = rates.flatMap((rate, n) => (rate === null ? [] : [at(n, rate)]));
    const label = `<text x="560" y="${40 + 18 * a}" fill="${COLORS[a]}">${algorithms[a].name}</text>`;
    return `<polyline fill="none" stroke="${COLORS[a]}" points="${points.join(' ')}"/>${label}`;
  });
  const nodes = NODES.map((p, n) => `<text x="${60 + n * 60}" y="280" text-anchor="middle">${p}</text>`);
  const title = '<text x="60" y="20">Simulation: operations a second of a node, of the rate of leaves, by nodes</text>';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="300" font-family="sans-serif" font-size="12">${title}${nodes.join('')}${lines.join('')}</svg>\n`;
}

const options = {
  network: { type: 'string', default: '1.5us,12GB/s' },
  rate: { type: 'string' },
  out: { type: 'string' },
} as const;
const { values } = parseArgs({ options });
const machine = machineOf(values.network, values.rate === undefined ? await measuredRate() : Number(values.rate));
console.log(
  `A simulation: ${values.network}, leaves at ${(machine.rate / 1e9).toFixed(0)} GFLOP/s, ${SIDE}² elements of each matrix a node.`,
);
console.log('Percent of the rate of leaves, and the fullest memory in parts of the matrices on a node:\n');
console.log(['nodes', ...algorithms.map(({ name }) => name)].map((text) => text.padStart(12)).join(''));
const rows = algorithms.map((): (number | null)[] => []);
for (const p of NODES) {
  const found = algorithms.map((algorithm) => simulated(algorithm, p, machine));
  found.forEach((f, a) => rows[a].push(f?.rate ?? null));
  const cells = found.map((f) => (f === null ? '-' : `${((100 * f.rate) / machine.rate).toFixed(0)}% ${f.memory.toFixed(1)}`));
  console.log([String(p), ...cells].map((text) => text.padStart(12)).join(''));
}
if (values.out !== undefined) writeFileSync(values.out, plot(rows, machine));
