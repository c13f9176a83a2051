/**
 * 2-D channel flow, the CFD program of the papers: step 12 of "CFD Python" (Barba and Forsyth 2019). Walls in y; in x the
 * channel is periodic, so that the first and last columns have each other as neighbours.
 */
import * as np from 'maniple';
import { items, program } from '../harness/program.js';

type NDArray = np.NDArray;
/** The library as its package, or the copy of it that a test runs. */
type Library = Pick<typeof np, 'zeros' | 'arange' | 'sin' | 'subtract'>;

const [RHO, NU, FORCE, SWEEPS] = [1, 0.1, 1, 10];

/** West, centre and east columns: those inside, then the two that wrap around. */
const COLUMNS = [
  { w: ':-2', c: '1:-1', e: '2:' },
  { w: '-2:-1', c: '-1:', e: '0:1' },
  { w: '-1:', c: '0:1', e: '1:2' },
];
const [MID, UP, DOWN] = ['1:-1', '2:', ':-2'];

/** Right-hand side of the pressure equation. */
function divergence(u: NDArray, v: NDArray, dx: number, dt: number, lib: Library): NDArray {
  const b = lib.zeros(u.shape);
  for (const { w, c, e } of COLUMNS) {
    const ux = u
      .slice(MID, e)
      .subtract(u.slice(MID, w))
      .divide(2 * dx);
    const vy = v
      .slice(UP, c)
      .subtract(v.slice(DOWN, c))
      .divide(2 * dx);
    const uy = u
      .slice(UP, c)
      .subtract(u.slice(DOWN, c))
      .divide(2 * dx);
    const vx = v
      .slice(MID, e)
      .subtract(v.slice(MID, w))
      .divide(2 * dx);
    const growth = ux.add(vy).multiply(1 / dt);
    b.slice(MID, c).assign(
      growth.subtract(ux.multiply(ux)).subtract(uy.multiply(vx).multiply(2)).subtract(vy.multiply(vy)).multiply(RHO),
    );
  }
  return b;
}

/** Relaxes the pressure towards the solution of its Poisson equation. */
function relax(p: NDArray, b: NDArray, dx: number): void {
  const scale = 2 * (dx ** 2 + dx ** 2);
  for (let i = 0; i < SWEEPS; i++) {
    const old = p.copy();
    for (const { w, c, e } of COLUMNS) {
      const across = old
        .slice(MID, e)
        .add(old.slice(MID, w))
        .multiply(dx ** 2);
      const along = old
        .slice(UP, c)
        .add(old.slice(DOWN, c))
        .multiply(dx ** 2);
      p.slice(MID, c).assign(
        across
          .add(along)
          .divide(scale)
          .subtract(b.slice(MID, c).multiply((dx ** 2 * dx ** 2) / scale)),
      );
    }
    p.slice(-1).assign(p.slice(-2));
    p.slice(0).assign(p.slice(1));
  }
}

/** One time step of u, v and p. */
export function advance(u: NDArray, v: NDArray, p: NDArray, dx: number, dt: number, lib: Library = np): void {
  const [un, vn] = [u.copy(), v.copy()];
  relax(p, divergence(un, vn, dx, dt, lib), dx);
  for (const { w, c, e } of COLUMNS) {
    const [uc, vc] = [un.slice(MID, c), vn.slice(MID, c)];
    const carried = (f: NDArray): NDArray => {
      const fc = f.slice(MID, c);
      const alongX = uc.multiply(dt / dx).multiply(fc.subtract(f.slice(MID, w)));
      return fc.subtract(alongX).subtract(vc.multiply(dt / dx).multiply(fc.subtract(f.slice(DOWN, c))));
    };
    const spreadOut = (f: NDArray): NDArray => {
      const twice = f.slice(MID, c).multiply(2);
      const alongX = f.slice(MID, e).subtract(twice).add(f.slice(MID, w));
      const alongY = f.slice(UP, c).subtract(twice).add(f.slice(DOWN, c));
      return alongX.add(alongY).multiply((NU * dt) / dx ** 2);
    };
    const pushX = p
      .slice(MID, e)
      .subtract(p.slice(MID, w))
      .multiply(dt / (2 * RHO * dx));
    const pushY = p
      .slice(UP, c)
      .subtract(p.slice(DOWN, c))
      .multiply(dt / (2 * RHO * dx));
    u.slice(MID, c).assign(
      carried(un)
        .subtract(pushX)
        .add(spreadOut(un))
        .add(FORCE * dt),
    );
    v.slice(MID, c).assign(carried(vn).subtract(pushY).add(spreadOut(vn)));
  }
  for (const wall of [0, -1]) {
    u.slice(wall).assign(0);
    v.slice(wall).assign(0);
  }
}

/** A parabola in y with a wave in x. */
export function inflow(n: number, lib: Library = np): NDArray {
  const u = lib.zeros([n, n]);
  const along = lib.arange(n).multiply(2 / (n - 1));
  const y = along.reshape([n, 1]);
  const flow = lib.sin(along.multiply(Math.PI)).multiply(y).multiply(lib.subtract(2, y));
  u.slice(MID).assign(flow.slice(MID));
  return u;
}

export default await program(import.meta, {
  name: 'channel-flow',
  unit: 'points a side',
  size: 512,
  async prepare(n) {
    const dx = 2 / (n - 1);
    const dt = (0.1 * dx * dx) / NU;
    const u = inflow(n);
    const [v, p] = [np.zeros([n, n]), np.zeros([n, n])];
    await np.runtime.fence();
    return {
      async run() {
        advance(u, v, p, dx, dt);
        await np.runtime.fence();
      },
      result: () => items(u.sum(), np.abs(v).sum(), np.abs(p).sum(), u.slice(Math.floor(n / 2), Math.floor(n / 3))),
    };
  },
});
