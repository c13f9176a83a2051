/**
 * How soon a loop replays, in a process of its own: `node replay.js PROGRAM reads|loop ITERATIONS [PLANS]`. `reads`: waits as programs do
 * (Jacobi after every fifth iteration, as one that looks whether it has converged, channel flow after each, CG by the
 * library's solver, which reads each residual, in one solve: what begins another is no iteration of it); `loop`: one synchronous loop without reads, in which windows end when they are
 * full. The steady state begins with the first iteration since which every window launched had a known plan; it is null when
 * that is not the case for half of the run, which then shows no steady state, only its own end.
 */
import * as np from 'maniple';
import { configure } from 'maniple/runtime';
import * as sparse from 'maniple/sparse';
import { advance, inflow } from '../app/channel-flow.js';
import { spread } from '../harness/program.js';

/** A loop's iteration, and the program with its waits, which calls `note` after each. */
interface Loop {
  step(): void;
  waiting(count: number, note: () => void): Promise<void>;
}

/** Iterations by `step`, with a fence after so many. */
function fenced(step: () => void, every: number): Loop {
  return {
    step,
    async waiting(count, note) {
      for (let i = 1; i <= count; i++) {
        step();
        if (i % every === 0) await np.runtime.fence();
        note();
      }
    },
  };
}

/** Jacobi with two buffers that take turns (thesis Fig. 5.1): the same arrays only every other iteration. */
function jacobi(): Loop {
  const n = 256;
  const rest = spread(n * n, 0.618, 0.1)
    .reshape([n, n])
    .divide(n);
  const b = spread(n, 0.754, 0.3);
  let [x, y] = [np.zeros([n]), np.zeros([n])];
  return fenced(() => {
    y.assign(b.subtract(np.matmul(rest, x)).divide(2));
    [x, y] = [y, x];
  }, 5);
}

function channelFlow(): Loop {
  const n = 64;
  const dx = 2 / (n - 1);
  const u = inflow(n);
  const [v, p] = [np.zeros([n, n]), np.zeros([n, n])];
  return fenced(() => advance(u, v, p, dx, dx * dx), 1);
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
    async waiting(count, note) {
      await sparse.cg(A, b, { tol: 0, maxiter: count, callback: (iteration) => iteration > 0 && note() });
    },
  };
}

const programs = { jacobi, 'channel-flow': channelFlow, cg };
const [name, mode, count, plans = 'auto'] = process.argv.slice(2);
if (plans === 'auto' || plans === 'kept') configure({ plans });
else throw new Error(`replay: expected plans auto or kept, got ${plans}`);
if (!(name in programs)) throw new Error(`replay: expected ${Object.keys(programs).join(', ')}, got ${name}`);
const loop = programs[name as keyof typeof programs]();
await np.runtime.fence();

const unknown = (): number => {
  const { windows, planHits } = np.runtime.stats();
  return windows - planHits;
};
let made = 0;
let steadyAfter = 0;
let before = unknown();
const note = (): void => {
  made++;
  const now = unknown();
  if (now !== before) steadyAfter = made;
  before = now;
};
if (mode === 'reads') await loop.waiting(Number(count), note);
else {
  for (let i = 0; i < Number(count); i++) {
    loop.step();
    note();
  }
}
const iterations = steadyAfter > made / 2 ? null : steadyAfter + 1;
const { tasks, windows } = np.runtime.stats();
console.log(JSON.stringify({ iterations, share: np.runtime.traceReport().share, tasks, windows }));
process.exit(0);
