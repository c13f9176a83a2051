/**
 * How soon a loop replays, in a process of its own: `node replay.js PROGRAM reads|loop ITERATIONS`. `reads`: somebody reads
 * after every iteration, as solvers do; `loop`: one synchronous loop, in which windows end when they are full. An iteration
 * is steady when every window launched since it began had a known plan.
 */
import * as np from 'maniple';
import * as sparse from 'maniple/sparse';
import { advance, inflow } from '../app/channel-flow.js';
import { spread } from '../harness/program.js';

/** An iteration, and what its reader wants to know. */
interface Loop {
  step(): void;
  read(): Promise<unknown>;
}

/** Jacobi with two buffers that take turns (thesis Fig. 5.1): the same arrays only every other iteration. */
function jacobi(): Loop {
  const n = 256;
  const rest = spread(n * n, 0.618, 0.1)
    .reshape([n, n])
    .divide(n);
  const b = spread(n, 0.754, 0.3);
  let [x, y] = [np.zeros([n]), np.zeros([n])];
  return {
    step() {
      y.assign(b.subtract(np.matmul(rest, x)).divide(2));
      [x, y] = [y, x];
    },
    read: () => np.abs(x.subtract(y)).max().item(),
  };
}

function channelFlow(): Loop {
  const n = 64;
  const dx = 2 / (n - 1);
  const u = inflow(n);
  const [v, p] = [np.zeros([n, n]), np.zeros([n, n])];
  return { step: () => advance(u, v, p, dx, dx * dx), read: () => u.sum().item() };
}

function cg(): Loop {
  const A = sparse.poisson2d(64);
  const b = spread(64 * 64, 0.618, 0.1);
  let x = np.zeros([64 * 64]);
  let r = b.copy();
  let p = r;
  let rr = r.multiply(r).sum();
  return {
    step() {
      const Ap = A.matmul(p);
      const alpha = rr.divide(p.multiply(Ap).sum());
      x = x.add(p.multiply(alpha));
      r = r.subtract(Ap.multiply(alpha));
      const next = r.multiply(r).sum();
      p = r.add(p.multiply(next.divide(rr)));
      rr = next;
    },
    read: () => rr.item(),
  };
}

const programs = { jacobi, 'channel-flow': channelFlow, cg };
const [name, mode, count] = process.argv.slice(2);
if (!(name in programs)) throw new Error(`replay: expected ${Object.keys(programs).join(', ')}, got ${name}`);
const loop = programs[name as keyof typeof programs]();
await np.runtime.fence();

const unknown = (): number => {
  const { windows, planHits } = np.runtime.stats();
  return windows - planHits;
};
let steadyAfter = 0;
let before = unknown();
for (let i = 1; i <= Number(count); i++) {
  loop.step();
  if (mode === 'reads') await loop.read();
  const now = unknown();
  if (now !== before) steadyAfter = i;
  before = now;
}
const { tasks, windows } = np.runtime.stats();
console.log(JSON.stringify({ iterations: steadyAfter + 1, share: np.runtime.traceReport().share, tasks, windows }));
process.exit(0);
