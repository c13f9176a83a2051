/** @jax-js/jax on its WebAssembly backend, in float64: programs are functions that `jit` compiles, as its users write them. */
import { defaultDevice, init, jit, numpy as np } from '@jax-js/jax';
import * as data from './side..js';

// The package asks whether data are of this class, which Node has from version 24 on.
globalThis.Float16Array ??= class Float16Array {};

const { A1, A2, A3, A4, A5, F1, F2, RSQRT2PI, spread } = data;
await init('wasm');
defaultDevice('wasm');
const float64 = { dtype: np.float64 };

/** The program that calls a compiled function on the same inputs, which keep their references, and waits for what it gives. */
function calling(compiled, inputs, numbers) {
  let last = [];
  const run = async () => {
    for (const array of last) array.dispose();
    last = [compiled(...inputs.map((array) => array.ref))].flat();
    for (const array of last) await array.blockUntilReady();
  };
  return { run, result: async () => numbers(...(await Promise.all(last.map((array) => array.ref.data())))) };
}

const sum = (values) => values.reduce((a, b) => a + b, 0);

function cnd(d) {
  const k = np.reciprocal(np.abs(d.ref).mul(0.2316419).add(1));
  let poly = k.ref.mul(A5);
  for (const a of [A4, A3, A2, A1]) poly = poly.add(a).mul(k.ref);
  k.dispose();
  const c = np.exp(d.ref.mul(-0.5).mul(d.ref)).mul(RSQRT2PI).mul(poly);
  return np.where(d.greater(0), np.subtract(1, c.ref), c);
}

const price = jit((s, x, t, r, v) => {
  const deviation = v.ref.mul(np.sqrt(t.ref));
  const drift = v.ref.mul(0.5).mul(v).add(r.ref).mul(t.ref);
  const d1 = np.log(s.ref.div(x.ref)).add(drift).div(deviation.ref);
  const d2 = d1.ref.sub(deviation);
  const [n1, n2] = [cnd(d1), cnd(d2)];
  const discounted = x.mul(np.exp(r.neg().mul(t)));
  const call = s.ref.mul(n1.ref).sub(discounted.ref.mul(n2.ref));
  return [call, discounted.mul(np.subtract(1, n2)).sub(s.mul(np.subtract(1, n1)))];
});

const blackScholes = (n) =>
  calling(
    price,
    data.options(n).map((values) => np.array(values)),
    (call, put) => [sum(call), sum(put), call[0], call[Math.floor(n / 2)], put[n - 1]],
  );

const addAll = jit((a, b) => {
  for (let i = 0; i < 64; i++) a = a.add(b.ref);
  b.dispose();
  return a;
});

const chain = (n) => calling(addAll, [np.array(spread(n, F1, 0.1)), np.array(spread(n, F2, 0.3))], (c) => [sum(c), c[n - 1]]);

/** One sweep; `edges` has the walls, and zeros inside. */
const sweep = jit((grid, edges) => {
  const [rows, columns] = grid.shape;
  const part = (top, left) => grid.ref.slice([top, top + rows - 2], [left, left + columns - 2]);
  const mean = part(1, 1).add(part(0, 1)).add(part(1, 2)).add(part(1, 0)).add(part(2, 1)).mul(0.2);
  grid.dispose();
  return np.pad(mean, 1).add(edges);
});

function stencil5(n) {
  const edges = np.array(data.plate(n)).reshape([n + 2, n + 2]);
  let grid = edges.ref;
  const run = async () => {
    for (let i = 0; i < 10; i++) grid = sweep(grid, edges.ref);
    await grid.blockUntilReady();
  };
  return { run, result: async () => data.plateResult(await grid.ref.data(), n) };
}

const relax = jit((rest, diagonal, b, x) => b.sub(np.matmul(rest, x)).div(diagonal));

function jacobi(n) {
  const system = data.denseSystem(n);
  const rest = np.array(system.rest).reshape([n, n]);
  const [diagonal, b] = [np.array(system.diagonal), np.array(system.b)];
  let x = np.zeros([n], float64);
  const run = async () => {
    x.dispose();
    x = np.zeros([n], float64);
    for (let i = 0; i < 20; i++) x = relax(rest.ref, diagonal.ref, b.ref, x);
    await x.blockUntilReady();
  };
  const result = async () => {
    const values = await x.ref.data();
    return [sum(values), values[0], values[n - 1]];
  };
  return { run, result };
}

const round = jit((points, centers) => {
  const n = points.shape[0];
  const apart = points.ref.reshape([n, 1, 4]).sub(centers.reshape([1, 8, 4]));
  const nearest = np.argmin(np.square(apart).sum(2), 1);
  const mine = nearest.reshape([n, 1]).equal(np.arange(8)).astype(np.float64);
  return np.matmul(mine.ref.transpose(), points).div(mine.sum(0).reshape([8, 1]));
});

function kmeans(n) {
  const points = np.array(data.points(n)).reshape([n, 4]);
  const seeds = points.ref.slice([0, 8]);
  let centers = seeds.ref;
  const run = async () => {
    centers.dispose();
    centers = seeds.ref;
    for (let i = 0; i < 5; i++) centers = round(points.ref, centers);
    await centers.blockUntilReady();
  };
  return { run, result: () => centers.ref.data() };
}

const descend = jit((x, y, w) => {
  const n = x.shape[0];
  const p = np.reciprocal(np.exp(np.matmul(x.ref, w.ref).neg()).add(1));
  return w.sub(np.matmul(x.transpose(), p.sub(y)).mul(0.5 / n));
});

function logisticRegression(n) {
  const { x: features, y: classes } = data.samples(n, 16);
  const x = np.array(features).reshape([n, 16]);
  const y = np.array(classes);
  let w = np.zeros([16], float64);
  const run = async () => {
    w.dispose();
    w = np.zeros([16], float64);
    for (let i = 0; i < 10; i++) w = descend(x.ref, y.ref, w);
    await w.blockUntilReady();
  };
  return { run, result: () => w.ref.data() };
}

const escape = jit((zr, zi, count, cr, ci) => {
  const [rr, ii] = [np.square(zr.ref), np.square(zi.ref)];
  const inside = rr.ref.add(ii.ref).lessEqual(4);
  const next = rr.sub(ii).add(cr);
  const across = zr.ref.mul(zi.ref).mul(2).add(ci);
  return [np.where(inside.ref, next, zr), np.where(inside.ref, across, zi), count.add(inside.astype(np.float64))];
});

function mandelbrot(n) {
  const { real, imaginary } = data.axes(n);
  const cr = np.array(real);
  const ci = np.array(imaginary).reshape([n, 1]);
  let count = np.zeros([n, n], float64);
  const run = async () => {
    count.dispose();
    let [zr, zi] = [np.zeros([n, n], float64), np.zeros([n, n], float64)];
    count = np.zeros([n, n], float64);
    for (let i = 0; i < 50; i++) [zr, zi, count] = escape(zr, zi, count, cr.ref, ci.ref);
    await count.blockUntilReady();
    zr.dispose();
    zi.dispose();
  };
  return { run, result: async () => data.squareResult(await count.ref.data(), n, ...data.mandelbrotPlaces(n)) };
}

function matmul(n) {
  const square = (factor, offset) => np.array(spread(n * n, factor, offset)).reshape([n, n]);
  return calling(jit(np.matmul), [square(F1, 0.1), square(F2, 0.3)], (c) => data.squareResult(c, n, ...data.matmulPlaces(n)));
}

await data.serve({
  'black-scholes': blackScholes,
  chain,
  stencil5,
  jacobi,
  kmeans,
  'logistic-regression': logisticRegression,
  mandelbrot,
  matmul,
});
