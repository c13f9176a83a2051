/** Kernels of stencils on grids, as NumPy's users write them. */
import * as np from '../../../lib/array/index.js';

/** Averages of three neighbours, in turns between two vectors. */
export async function jacobi1d() {
  const [n, steps] = [120, 30];
  const a = np.arange(n, { dtype: np.float64 }).divide(n);
  const b = np.zeros(n);
  for (let t = 0; t < steps; t++) {
    b.slice('1:-1').assign(a.slice(':-2').add(a.slice('1:-1')).add(a.slice('2:')).multiply(0.33333));
    a.slice('1:-1').assign(b.slice(':-2').add(b.slice('1:-1')).add(b.slice('2:')).multiply(0.33333));
  }
  return [a, b];
}

/** Averages of five points of a square. */
export async function jacobi2d() {
  const n = 24;
  const i = np.arange(n, { dtype: np.float64 });
  const a = i.slice(':', null).multiply(i.add(2)).divide(n);
  const b = a.multiply(1.5);
  for (let t = 0; t < 20; t++) {
    b.slice('1:-1', '1:-1').assign(
      a
        .slice('1:-1', '1:-1')
        .add(a.slice('1:-1', ':-2'))
        .add(a.slice('1:-1', '2:'))
        .add(a.slice('2:', '1:-1'))
        .add(a.slice(':-2', '1:-1'))
        .multiply(0.2),
    );
    a.slice('1:-1', '1:-1').assign(
      b
        .slice('1:-1', '1:-1')
        .add(b.slice('1:-1', ':-2'))
        .add(b.slice('1:-1', '2:'))
        .add(b.slice('2:', '1:-1'))
        .add(b.slice(':-2', '1:-1'))
        .multiply(0.2),
    );
  }
  return a;
}

/** Heat in a cube: second differences along three axes. */
export async function heat3d() {
  const n = 10;
  const i = np.arange(n, { dtype: np.float64 });
  const a = i.slice(':', null, null).add(i.slice(':', null)).add(np.subtract(n, i)).multiply(10).divide(n);
  for (let t = 0; t < 8; t++) {
    const c = a.slice('1:-1', '1:-1', '1:-1');
    const x = a
      .slice('2:', '1:-1', '1:-1')
      .subtract(c.multiply(2))
      .add(a.slice(':-2', '1:-1', '1:-1'));
    const y = a
      .slice('1:-1', '2:', '1:-1')
      .subtract(c.multiply(2))
      .add(a.slice('1:-1', ':-2', '1:-1'));
    const z = a
      .slice('1:-1', '1:-1', '2:')
      .subtract(c.multiply(2))
      .add(a.slice('1:-1', '1:-1', ':-2'));
    a.slice('1:-1', '1:-1', '1:-1').assign(c.add(x.add(y).add(z).multiply(0.125)));
  }
  return a;
}

/** Electric and magnetic fields on staggered grids. */
export async function fdtd2d() {
  const n = 20;
  const i = np.arange(n, { dtype: np.float64 });
  const ex = i.slice(':', null).multiply(i.add(1)).divide(n);
  const ey = i.slice(':', null).multiply(i.add(2)).divide(n);
  const hz = i.slice(':', null).multiply(i.add(3)).divide(n);
  for (let t = 0; t < 12; t++) {
    ey.slice(0).assign(t);
    ey.slice('1:').subtractAssign(hz.slice('1:').subtract(hz.slice(':-1')).multiply(0.5));
    ex.slice(':', '1:').subtractAssign(hz.slice(':', '1:').subtract(hz.slice(':', ':-1')).multiply(0.5));
    hz.slice(':-1', ':-1').subtractAssign(
      ex
        .slice(':-1', '1:')
        .subtract(ex.slice(':-1', ':-1'))
        .add(ey.slice('1:', ':-1'))
        .subtract(ey.slice(':-1', ':-1'))
        .multiply(0.7),
    );
  }
  return [ex, ey, hz];
}

/** Gauss and Seidel's relaxation, over points of two colours. */
export async function redBlack() {
  const n = 18;
  const i = np.arange(n);
  const color = i.slice(':', null).add(i).remainder(2);
  const inner = np.zeros([n, n], { dtype: np.bool });
  inner.slice('1:-1', '1:-1').assign(true);
  let u = np.zeros([n, n]);
  u.slice(0).assign(1);
  for (let t = 0; t < 15; t++) {
    for (let k = 0; k < 2; k++) {
      const mean = np
        .roll(u, 1, { axis: 0 })
        .add(np.roll(u, -1, { axis: 0 }))
        .add(np.roll(u, 1, { axis: 1 }))
        .add(np.roll(u, -1, { axis: 1 }))
        .multiply(0.25);
      u = np.where(inner.bitwiseAnd(color.equal(k)), mean, u);
    }
  }
  return u;
}

/** A limited flux of Laplacians along both axes of a grid. */
export async function horizontalDiffusion() {
  const n = 14;
  const f = np.cos(np.arange(n * n, { dtype: np.float64 })).reshape([n, n]);
  const lap = f
    .slice('1:-1', '1:-1')
    .multiply(4)
    .subtract(f.slice('2:', '1:-1').add(f.slice(':-2', '1:-1')).add(f.slice('1:-1', '2:')).add(f.slice('1:-1', ':-2')));
  let flux = lap.slice('1:', '1:-1').subtract(lap.slice(':-1', '1:-1'));
  const x = np.where(flux.multiply(f.slice('2:-1', '2:-2').subtract(f.slice('1:-2', '2:-2'))).greater(0), 0, flux);
  flux = lap.slice('1:-1', '1:').subtract(lap.slice('1:-1', ':-1'));
  const y = np.where(flux.multiply(f.slice('2:-2', '2:-1').subtract(f.slice('2:-2', '1:-2'))).greater(0), 0, flux);
  return f
    .slice('2:-2', '2:-2')
    .subtract(x.slice('1:').subtract(x.slice(':-1')).add(y.slice(':', '1:')).subtract(y.slice(':', ':-1')).multiply(0.03));
}

/** A glider on a torus. */
export async function gameOfLife() {
  let grid = np.zeros([12, 12], { dtype: np.int64 });
  grid.slice(1, 2).assign(1);
  grid.slice(2, 3).assign(1);
  grid.slice(3, '1:4').assign(1);
  for (let t = 0; t < 10; t++) {
    const count = np.zeros([12, 12], { dtype: np.int64 });
    for (const i of [-1, 0, 1]) {
      for (const j of [-1, 0, 1]) {
        count.addAssign(np.roll(grid, [i, j], { axis: [0, 1] }));
      }
    }
    count.subtractAssign(grid);
    grid = count
      .equal(3)
      .bitwiseOr(grid.equal(1).bitwiseAnd(count.equal(2)))
      .astype(np.int64);
  }
  return grid;
}

/** A string that swings: three levels of time. */
export async function wave() {
  const n = 60;
  const x = np.linspace(0, 1, n);
  let before = np.sin(x.multiply(np.pi));
  let now = before.copy();
  for (let t = 0; t < 40; t++) {
    const after = np.zeros(n);
    after.slice('1:-1').assign(
      now
        .slice('1:-1')
        .multiply(2)
        .subtract(before.slice('1:-1'))
        .add(now.slice('2:').subtract(now.slice('1:-1').multiply(2)).add(now.slice(':-2')).multiply(0.25)),
    );
    before = now;
    now = after;
  }
  return now;
}
