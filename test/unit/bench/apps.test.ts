/** Each benchmark program computes, at a small size, what plain loops do, or something that must hold of its result. */
import t from 'tap';
import { near, resultOf, spread } from '../../support/bench-programs.js';

// Emitted JavaScript needs no compiler, and what is tested are the programs.
process.env.MANIPLE_CONFIG ??= '--device js';

t.test('black-scholes: put-call parity for every option, by sums', async (t) => {
  const n = 200;
  const [calls, puts] = await resultOf('black-scholes', n);
  let parity = 0;
  for (let i = 0; i < n; i++) {
    const s = 50 + 100 * spread(i, 0.6180339887498949, 0.1);
    const x = 50 + 100 * spread(i, 0.7548776662466927, 0.3);
    const t = 0.1 + 2 * spread(i, 0.5698402909980532, 0.5);
    const r = 0.01 + 0.04 * spread(i, 0.8191725133961645, 0.7);
    parity += s - x * Math.exp(-r * t);
  }
  t.ok(near(calls - puts, parity, 1e-9));
});

t.test('chain: 64 additions', async (t) => {
  const n = 10;
  const [sum] = await resultOf('chain', n);
  let expected = 0;
  for (let i = 0; i < n; i++) expected += spread(i, 0.6180339887498949, 0.1) + 64 * spread(i, 0.7548776662466927, 0.3);
  t.ok(near(sum, expected));
});

t.test('stencil5: ten sweeps by loops', async (t) => {
  const n = 9;
  const plate = (): number[][] =>
    Array.from({ length: n + 2 }, (_, i) =>
      Array.from({ length: n + 2 }, (_, j) => (i === 0 ? 40 : i === n + 1 || j === 0 || j === n + 1 ? -273.15 : 0)),
    );
  let [from, to] = [plate(), plate()];
  for (let s = 0; s < 10; s++) {
    for (let i = 1; i <= n; i++)
      for (let j = 1; j <= n; j++)
        to[i][j] = 0.2 * (from[i][j] + from[i - 1][j] + from[i][j + 1] + from[i][j - 1] + from[i + 1][j]);
    [from, to] = [to, from];
  }
  const [sum, corner, left] = await resultOf('stencil5', n);
  t.ok(
    near(
      sum,
      from.flat().reduce((a, b) => a + b, 0),
    ),
  );
  t.equal(corner, from[1][1]);
  t.equal(left, from[Math.floor(n / 2)][1]);
});

t.test('stencil27: two sweeps by loops', async (t) => {
  const n = 5;
  const weights = [0.5, 0.05, 0.0125, 0.00625];
  const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])));
  const cube = (): number[][][] =>
    Array.from({ length: n + 2 }, (_, i) =>
      Array.from({ length: n + 2 }, (_, j) => new Array<number>(n + 2).fill(j === 0 ? 0.5 : i === 0 ? 1 : 0)),
    );
  let [from, to] = [cube(), cube()];
  for (let s = 0; s < 2; s++) {
    for (let i = 1; i <= n; i++)
      for (let j = 1; j <= n; j++)
        for (let k = 1; k <= n; k++) {
          to[i][j][k] = 0;
          for (const [x, y, z] of around)
            to[i][j][k] += weights[Math.abs(x) + Math.abs(y) + Math.abs(z)] * from[i + x][j + y][k + z];
        }
    [from, to] = [to, from];
  }
  const [sum, corner] = await resultOf('stencil27', n);
  t.ok(
    near(
      sum,
      from.flat(2).reduce((a, b) => a + b, 0),
    ),
  );
  t.ok(near(corner, from[1][1][1]));
});

t.test('jacobi: twenty iterations by loops', async (t) => {
  const n = 24;
  const a = (i: number, j: number): number => spread(i * n + j, 0.6180339887498949, 0.1);
  let x = new Array<number>(n).fill(0);
  for (let k = 0; k < 20; k++) {
    const old = x;
    x = old.map(
      (_, i) =>
        (spread(i, 0.7548776662466927, 0.3) - old.reduce((sum, v, j) => sum + (i === j ? 0 : a(i, j) * v), 0)) / (a(i, i) + n),
    );
  }
  const [sum, first, last] = await resultOf('jacobi', n);
  t.ok(
    near(
      sum,
      x.reduce((p, q) => p + q, 0),
    ) &&
      near(first, x[0]) &&
      near(last, x[n - 1]),
  );
});

t.test('cg and bicgstab give one solution; multigrid lowers the residual', async (t) => {
  const [cg] = await resultOf('cg', 6);
  const [bicgstab] = await resultOf('bicgstab', 6);
  t.ok(near(cg, bicgstab, 1e-6));
  for (const n of [15, 31]) {
    const [, residual] = await resultOf('multigrid', n);
    const b = Math.hypot(...Array.from({ length: n * n }, (_, i) => spread(i, 0.6180339887498949, 0.1)));
    t.ok(residual < 0.6 * b, `${residual} of ${b}`);
  }
});

t.test('cg-line: twenty iterations by loops', async (t) => {
  const n = 120;
  const [sum, first, middle] = await resultOf('cg-line', n);
  const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((s, v, i) => s + v * b[i], 0);
  let x = new Array<number>(n).fill(0);
  let r = Array.from({ length: n }, (_, i) => spread(i, 0.6180339887498949, 0.1));
  let p = r;
  for (let k = 0; k < 20; k++) {
    const q = p.map((v, i) => 2 * v - (p[i - 1] ?? 0) - (p[i + 1] ?? 0));
    const alpha = dot(r, r) / dot(p, q);
    x = x.map((v, i) => v + alpha * p[i]);
    const next = r.map((v, i) => v - alpha * q[i]);
    const beta = dot(next, next) / dot(r, r);
    p = next.map((v, i) => v + beta * p[i]);
    r = next;
  }
  const expected = [x.reduce((s, v) => s + v, 0), x[0], x[n / 2]];
  t.ok(near(sum, expected[0], 1e-8) && near(first, expected[1], 1e-8) && near(middle, expected[2], 1e-8));
});

t.test('channel-flow: the walls hold, the flow goes on', async (t) => {
  const [flow, across, pressure, inside] = await resultOf('channel-flow', 24);
  t.ok([flow, across, pressure, inside].every(Number.isFinite));
  t.ok(flow > 0 && inside > 0);
});

t.test('mandelbrot: counts by loops', async (t) => {
  const n = 20;
  let total = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const [cr, ci] = [(j * 2.5) / n - 2, (i * 2.5) / n - 1.25];
      let [zr, zi, k] = [0, 0, 0];
      for (; k < 50 && zr * zr + zi * zi <= 4; k++) [zr, zi] = [zr * zr - zi * zi + cr, 2 * zr * zi + ci];
      total += k;
    }
  }
  t.equal((await resultOf('mandelbrot', n))[0], total);
});

t.test('logistic-regression finds the first features', async (t) => {
  const w = await resultOf('logistic-regression', 500);
  t.equal(w.length, 16);
  t.ok(w[0] > w[1] && w[1] > 0, 'the label depends on the first twice as much as on the second');
});

t.test('kmeans: five rounds by loops', async (t) => {
  const n = 300;
  const factors = [0.6180339887498949, 0.7548776662466927, 0.5698402909980532, 0.8191725133961645];
  const points = Array.from({ length: n }, (_, i) => factors.map((f) => spread(i, f, 0.1)));
  let centers = points.slice(0, 8);
  for (let round = 0; round < 5; round++) {
    const members: number[][][] = centers.map(() => []);
    for (const p of points) {
      const distances = centers.map((c) => c.reduce((sum, v, d) => sum + (p[d] - v) ** 2, 0));
      members[distances.indexOf(Math.min(...distances))].push(p);
    }
    centers = members.map((m) => factors.map((_, d) => m.reduce((sum, p) => sum + p[d], 0) / m.length));
  }
  const got = await resultOf('kmeans', n);
  t.ok(centers.flat().every((v, i) => near(v, got[i])));
});

t.test('matmul: by loops', async (t) => {
  const n = 7;
  const a = (i: number, j: number): number => spread(i * n + j, 0.6180339887498949, 0.1);
  const b = (i: number, j: number): number => spread(i * n + j, 0.7548776662466927, 0.3);
  let corner = 0;
  for (let k = 0; k < n; k++) corner += a(0, k) * b(k, 0);
  t.ok(near((await resultOf('matmul', n))[1], corner));
});

t.test('elimination: factors in place, as plain loops have them', async (t) => {
  const n = 6;
  const A = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => Math.sin(i * n + j) + (i === j ? n : 0)));
  for (let k = 0; k < n - 1; k++)
    for (let i = k + 1; i < n; i++) {
      A[i][k] /= A[k][k];
      for (let j = k + 1; j < n; j++) A[i][j] -= A[i][k] * A[k][j];
    }
  const [sum, last] = await resultOf('elimination', n);
  t.ok(
    near(
      sum,
      A.flat().reduce((a, b) => a + b),
      1e-12,
    ),
  );
  t.ok(near(last, A[n - 1][n - 1], 1e-12));
});

t.test('alignment: each cell is the better of two ways', async (t) => {
  const n = 9;
  const table = Array.from({ length: n + 1 }, (_, i) => Array.from({ length: n + 1 }, (_, j) => (i === 0 ? j : 0)));
  for (let i = 1; i <= n; i++)
    for (let j = 1; j <= n; j++) table[i][j] = Math.min(table[i - 1][j] + 1, table[i - 1][j - 1] + (((i - 1) * n + j - 1) % 7));
  t.same(await resultOf('alignment', n), [table.flat().reduce((a, b) => a + b), table[n][n]]);
});

t.test('prk-star: the norm rule of the kernel, exactly, and the grid grown by one an iteration', async (t) => {
  t.same(await resultOf('prk-star', 12), [100, 50]);
});

/** The matrix of the dense programs: symmetric, its diagonal large. */
const dense = (n: number): number[][] => {
  const at = (i: number, j: number): number => spread(i * n + j, 0.6180339887498949, 0.1);
  return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => at(i, j) + at(j, i) + (i === j ? n : 0)));
};

t.test('eigh and svd: the trace, and the spectrum that all eigenvalues are positive', async (t) => {
  const n = 12;
  const trace = dense(n).reduce((sum, row, i) => sum + row[i], 0);
  const values = await resultOf('eigh', n);
  t.ok(near(values[0], trace, 1e-10), 'eigh');
  t.ok(values[2] > 0, 'positive');
  t.ok(
    (await resultOf('svd', n)).every((v, i) => near(v, values[i], 1e-10)),
    'svd',
  );
});

t.test('qr and linear-solve: columns keep their length, the inverse is one', async (t) => {
  const a = dense(1)[0][0];
  t.ok(
    (await resultOf('qr', 1)).every((v) => near(v, a)),
    'qr of one element',
  );
  t.ok(
    (await resultOf('linear-solve', 1)).every((v) => near(v, 1 / a)),
    'one unknown',
  );
  const [[p, q], [, r]] = dense(2);
  const det = p * r - q * q;
  const [inverses, largest] = await resultOf('linear-solve', 2);
  t.ok(near(inverses, (p + r - 2 * q) / det, 1e-10) && near(largest, Math.max(p, r) / det, 1e-10), 'two');
  const length = Math.hypot(p, q);
  t.ok(near((await resultOf('qr', 2))[0], length + (q * (p + r)) / length + Math.abs(det) / length, 1e-10), 'qr of two rows');
});

t.test('sort and scan', async (t) => {
  const n = 50;
  const x = Array.from({ length: n }, (_, i) => spread(i, 0.6180339887498949, 0.1));
  const sums = x.map((_, i) => x.slice(0, i + 1).reduce((a, b) => a + b, 0));
  const order = [...x].sort((a, b) => a - b);
  const shown = [0, Math.floor(n / 3), n - 1];
  t.same(
    await resultOf('sort', n),
    shown.map((i) => order[i]),
  );
  t.ok((await resultOf('scan', n)).every((v, i) => near(v, sums[shown[i]])));
});

t.test('nas-mg, lulesh and flash-attention find what is published, or plain attention, else they throw', async (t) => {
  const [norm] = await resultOf('nas-mg', 32);
  t.ok(near(norm, 0.5307707005734e-4, 1e-8), 'class S');
  const [energy] = await resultOf('lulesh', 5);
  t.ok(energy > 7.853665e3, 'after ten steps; the end was checked');
  await resultOf('flash-attention', 300);
});

t.test('orders: the same by hand', async (t) => {
  for (const name of ['top-down', 'bottom-up', 'taken'])
    for (const [k, value] of (await resultOf(name, 1000)).entries())
      t.ok(near(value, (await resultOf(`${name}-by-hand`, 1000))[k]), name);
});
