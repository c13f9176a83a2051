/** Kernels whose steps need the ones before: sweeps, dynamic programs, flows. */
import * as np from '../../../lib/array/index.js';

/** Implicit in turns: rows, then columns, each by a forward and a backward sweep. */
export async function adi() {
  const n = 16;
  const [b, c] = [3, -1];
  let u = np.linspace(0, 1, n).slice(':', null).multiply(np.ones(n));
  for (let t = 0; t < 4; t++) {
    for (let turn = 0; turn < 2; turn++) {
      u = u.T.copy();
      const p = np.zeros([n, n]);
      const q = np.zeros([n, n]);
      for (let j = 1; j < n - 1; j++) {
        p.slice(':', j).assign(
          np.divide(
            -c,
            p
              .slice(':', j - 1)
              .multiply(c)
              .add(b),
          ),
        );
        q.slice(':', j).assign(
          u
            .slice(':', j)
            .subtract(q.slice(':', j - 1).multiply(c))
            .divide(
              p
                .slice(':', j - 1)
                .multiply(c)
                .add(b),
            ),
        );
      }
      for (let j = n - 2; j > 0; j--) {
        u.slice(':', j).assign(
          p
            .slice(':', j)
            .multiply(u.slice(':', j + 1))
            .add(q.slice(':', j)),
        );
      }
    }
  }
  return u;
}

/** Columns of an atmosphere: a tridiagonal system along the last axis of a grid. */
export async function verticalAdvection() {
  const [n, levels] = [6, 12];
  const x = np
    .arange(n * n * levels, { dtype: np.float64 })
    .reshape([n, n, levels])
    .remainder(7);
  const low = x.multiply(0.1).add(0.2);
  const high = np.subtract(0.3, x.multiply(0.02));
  const d = np.sin(x);
  const c = np.zeros([n, n, levels]);
  c.slice(':', ':', 0).assign(high.slice(':', ':', 0));
  for (let k = 1; k < levels; k++) {
    const pivot = np.divide(
      1,
      low
        .slice(':', ':', k)
        .add(2)
        .subtract(low.slice(':', ':', k).multiply(c.slice(':', ':', k - 1))),
    );
    c.slice(':', ':', k).assign(high.slice(':', ':', k).multiply(pivot));
    d.slice(':', ':', k).assign(
      d
        .slice(':', ':', k)
        .subtract(low.slice(':', ':', k).multiply(d.slice(':', ':', k - 1)))
        .multiply(pivot),
    );
  }
  for (let k = levels - 2; k > -1; k--) {
    d.slice(':', ':', k).subtractAssign(c.slice(':', ':', k).multiply(d.slice(':', ':', k + 1)));
  }
  return d;
}

/** Shortest paths between all pairs of nodes. */
export async function floydWarshall() {
  const n = 16;
  const i = np.arange(n, { dtype: np.float64 });
  const path = i.slice(':', null).multiply(i).remainder(7).add(1);
  path.set(i.slice(':', null).add(i).remainder(13).equal(0), 999);
  for (let k = 0; k < n; k++) {
    path.assign(np.minimum(path, path.slice(':', k).slice(':', null).add(path.slice(k))));
  }
  return path;
}

/** Pairs of bases in a strand, by a dynamic program over its pieces. */
export async function nussinov() {
  const n = 14;
  const base = np.arange(n).multiply(3).add(1).remainder(4);
  const match = base.slice(':', null).add(base).equal(3);
  const table = np.zeros([n, n]);
  for (let i = n - 2; i > -1; i--) {
    for (let j = i + 1; j < n; j++) {
      let best = np.maximum(table.slice(i, j - 1), table.slice(i + 1, j));
      if (j > i + 1) {
        best = np.maximum(best, table.slice(i + 1, j - 1).add(match.slice(i, j)));
        best = np.maximum(best, np.max(table.slice(i, `${i + 1}:${j}`).add(table.slice(`${i + 2}:${j + 1}`, j))));
      }
      table.slice(i, j).assign(best);
    }
  }
  return table;
}

/** The score of two sequences, along diagonals of its table. */
export async function alignment() {
  const n = 20;
  const a = np.arange(n).multiply(7).remainder(4);
  const b = np.arange(n).multiply(5).add(1).remainder(4);
  const before = np.zeros(n + 1);
  const row = np.zeros(n + 1);
  for (let k = 0; k < n; k++) {
    row
      .slice('1:')
      .assign(np.maximum(before.slice(':-1').add(np.where(b.equal(a.slice(k)), 2, -1)), before.slice('1:').subtract(1)));
    row.slice('1:').assign(np.maximum(row.slice('1:'), 0));
    before.assign(row);
  }
  return before;
}

/** A step of flow in a cavity: pressure by iterations, then velocities. */
export async function cavity() {
  const [n, dt, dx] = [16, 0.001, 0.125];
  const u = np.zeros([n, n]);
  const v = np.zeros([n, n]);
  const p = np.zeros([n, n]);
  u.slice(-1).assign(1);
  for (let t = 0; t < 5; t++) {
    const dudx = u
      .slice('1:-1', '2:')
      .subtract(u.slice('1:-1', ':-2'))
      .divide(2 * dx);
    const dvdy = v
      .slice('2:', '1:-1')
      .subtract(v.slice(':-2', '1:-1'))
      .divide(2 * dx);
    const b = dudx.add(dvdy).divide(dt).subtract(dudx.pow(2)).subtract(dvdy.pow(2));
    for (let k = 0; k < 6; k++) {
      p.slice('1:-1', '1:-1').assign(
        p
          .slice('1:-1', '2:')
          .add(p.slice('1:-1', ':-2'))
          .add(p.slice('2:', '1:-1'))
          .add(p.slice(':-2', '1:-1'))
          .subtract(b.multiply(dx ** 2))
          .multiply(0.25),
      );
      p.slice(':', -1).assign(p.slice(':', -2));
      p.slice(0).assign(p.slice(1));
      p.slice(':', 0).assign(p.slice(':', 1));
      p.slice(-1).assign(0);
    }
    u.slice('1:-1', '1:-1').subtractAssign(
      p
        .slice('1:-1', '2:')
        .subtract(p.slice('1:-1', ':-2'))
        .multiply(dt / (2 * dx)),
    );
    v.slice('1:-1', '1:-1').subtractAssign(
      p
        .slice('2:', '1:-1')
        .subtract(p.slice(':-2', '1:-1'))
        .multiply(dt / (2 * dx)),
    );
    u.slice('1:-1', '1:-1').addAssign(
      u
        .slice('2:', '1:-1')
        .add(u.slice(':-2', '1:-1'))
        .subtract(u.slice('1:-1', '1:-1').multiply(2))
        .multiply((0.1 * dt) / dx ** 2),
    );
  }
  return [u, v, p];
}

/** Flow in a channel that closes on itself, until it changes by little. */
export async function channel() {
  const [n, dt] = [12, 0.01];
  const u = np.zeros([n, n]);
  let [change, steps] = [1, 0];
  while (change > 0.02 && steps < 100) {
    const before = u.copy();
    const around = np.roll(before, 1, { axis: 1 }).add(np.roll(before, -1, { axis: 1 }));
    u.slice('1:-1').assign(
      before
        .slice('1:-1')
        .add(
          around
            .slice('1:-1')
            .add(before.slice('2:'))
            .add(before.slice(':-2'))
            .subtract(before.slice('1:-1').multiply(4))
            .add(1)
            .multiply(dt),
        ),
    );
    change = Number(await np.sum(u).subtract(np.sum(before)).divide(np.sum(u)).item());
    steps += 1;
  }
  return u;
}
