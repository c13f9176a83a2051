/** TensorFlow.js on its WebAssembly backend. It has float32 only, so its results are compared with less strictness. */
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-wasm';
import * as data from './side..js';

const { A1, A2, A3, A4, A5, F1, F2, RSQRT2PI, spread } = data;
await tf.setBackend('wasm');

const sum = (values) => values.reduce((a, b) => a + b, 0);
const tensor = (values, shape = [values.length]) => tf.tensor(Float32Array.from(values), shape, 'float32');

/** The program that runs `step` within `tf.tidy` and keeps the tensors that it returns. */
function keeping(step, numbers) {
  let last = [];
  const run = () => {
    tf.dispose(last);
    last = [tf.tidy(step)].flat();
  };
  return { run, result: async () => numbers(...(await Promise.all(last.map((t) => t.data())))) };
}

function cnd(d) {
  const k = tf.reciprocal(tf.add(tf.mul(tf.abs(d), 0.2316419), 1));
  let poly = tf.mul(k, A5);
  for (const a of [A4, A3, A2, A1]) poly = tf.mul(tf.add(poly, a), k);
  const c = tf.mul(tf.mul(tf.exp(tf.mul(tf.mul(d, -0.5), d)), RSQRT2PI), poly);
  return tf.where(tf.greater(d, 0), tf.sub(1, c), c);
}

function blackScholes(n) {
  const [s, x, t, r, v] = data.options(n).map((values) => tensor(values));
  const step = () => {
    const deviation = tf.mul(v, tf.sqrt(t));
    const drift = tf.mul(tf.add(tf.mul(tf.mul(v, 0.5), v), r), t);
    const d1 = tf.div(tf.add(tf.log(tf.div(s, x)), drift), deviation);
    const d2 = tf.sub(d1, deviation);
    const [n1, n2] = [cnd(d1), cnd(d2)];
    const discounted = tf.mul(x, tf.exp(tf.mul(tf.neg(r), t)));
    const call = tf.sub(tf.mul(s, n1), tf.mul(discounted, n2));
    const put = tf.sub(tf.mul(discounted, tf.sub(1, n2)), tf.mul(s, tf.sub(1, n1)));
    return [call, put];
  };
  return keeping(step, (call, put) => [sum(call), sum(put), call[0], call[Math.floor(n / 2)], put[n - 1]]);
}

function chain(n) {
  const a = tensor(spread(n, F1, 0.1));
  const b = tensor(spread(n, F2, 0.3));
  const step = () => {
    let c = a;
    for (let i = 0; i < 64; i++) c = tf.add(c, b);
    return c;
  };
  return keeping(step, (c) => [sum(c), c[n - 1]]);
}

function stencil5(n) {
  const edges = tensor(data.plate(n), [n + 2, n + 2]);
  let grid = tf.clone(edges);
  const sweep = (from) => {
    const part = (top, left) => tf.slice(from, [top, left], [n, n]);
    const mean = tf.mul(tf.addN([part(1, 1), part(0, 1), part(1, 2), part(1, 0), part(2, 1)]), 0.2);
    return tf.add(
      tf.pad(mean, [
        [1, 1],
        [1, 1],
      ]),
      edges,
    );
  };
  const run = () => {
    const next = tf.tidy(() => {
      let to = grid;
      for (let i = 0; i < 10; i++) to = sweep(to);
      return to;
    });
    grid.dispose();
    grid = next;
  };
  return { run, result: async () => data.plateResult(await grid.data(), n) };
}

function jacobi(n) {
  const system = data.denseSystem(n);
  const rest = tensor(system.rest, [n, n]);
  const [diagonal, b] = [tensor(system.diagonal, [n, 1]), tensor(system.b, [n, 1])];
  const step = () => {
    let x = tf.zeros([n, 1]);
    for (let i = 0; i < 20; i++) x = tf.div(tf.sub(b, tf.matMul(rest, x)), diagonal);
    return x;
  };
  return keeping(step, (x) => [sum(x), x[0], x[n - 1]]);
}

function kmeans(n) {
  const points = tensor(data.points(n), [n, 4]);
  const seeds = tf.slice(points, [0, 0], [8, 4]);
  const step = () => {
    let centers = seeds;
    for (let i = 0; i < 5; i++) {
      const apart = tf.sub(tf.reshape(points, [n, 1, 4]), tf.reshape(centers, [1, 8, 4]));
      const nearest = tf.argMin(tf.sum(tf.mul(apart, apart), 2), 1);
      const mine = tf.oneHot(nearest, 8);
      centers = tf.div(tf.matMul(mine, points, true), tf.reshape(tf.sum(mine, 0), [8, 1]));
    }
    return centers;
  };
  return keeping(step, (centers) => centers);
}

function logisticRegression(n) {
  const { x: features, y: classes } = data.samples(n, 16);
  const x = tensor(features, [n, 16]);
  const y = tensor(classes, [n, 1]);
  const step = () => {
    let w = tf.zeros([16, 1]);
    for (let i = 0; i < 10; i++) {
      const p = tf.sigmoid(tf.matMul(x, w));
      w = tf.sub(w, tf.mul(tf.matMul(x, tf.sub(p, y), true), 0.5 / n));
    }
    return w;
  };
  return keeping(step, (w) => w);
}

function mandelbrot(n) {
  const { real, imaginary } = data.axes(n);
  const cr = tensor(real);
  const ci = tensor(imaginary, [n, 1]);
  const step = () => {
    let state = [tf.zeros([n, n]), tf.zeros([n, n]), tf.zeros([n, n])];
    for (let i = 0; i < 50; i++) {
      const [zr, zi, count] = state;
      state = tf.tidy(() => {
        const [rr, ii] = [tf.mul(zr, zr), tf.mul(zi, zi)];
        const inside = tf.lessEqual(tf.add(rr, ii), 4);
        const next = tf.add(tf.sub(rr, ii), cr);
        const across = tf.add(tf.mul(tf.mul(zr, zi), 2), ci);
        return [tf.where(inside, next, zr), tf.where(inside, across, zi), tf.add(count, tf.cast(inside, 'float32'))];
      });
      tf.dispose([zr, zi, count]);
    }
    return state[2];
  };
  return keeping(step, (count) => data.squareResult(count, n, ...data.mandelbrotPlaces(n)));
}

function matmul(n) {
  const a = tensor(spread(n * n, F1, 0.1), [n, n]);
  const b = tensor(spread(n * n, F2, 0.3), [n, n]);
  return keeping(
    () => tf.matMul(a, b),
    (c) => data.squareResult(c, n, ...data.matmulPlaces(n)),
  );
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
