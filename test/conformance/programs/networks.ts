/** Kernels of learning, images and particles, as NumPy's users write them. */
import * as np from '../../../lib/array/index.js';

/** Probabilities along the last axis. */
export async function softmax() {
  const x = np
    .sin(np.arange(120, { dtype: np.float64 }))
    .reshape([2, 3, 4, 5])
    .multiply(4);
  const e = np.exp(x.subtract(np.max(x, { axis: -1, keepdims: true })));
  return e.divide(np.sum(e, { axis: -1, keepdims: true }));
}

/** A layer of small filters over images with channels. */
export async function convolution() {
  const image = np.cos(np.arange(2 * 8 * 8 * 3, { dtype: np.float64 })).reshape([2, 8, 8, 3]);
  const weights = np.sin(np.arange(3 * 3 * 3 * 4, { dtype: np.float64 })).reshape([3, 3, 3, 4]);
  const out = np.zeros([2, 6, 6, 4]);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out.addAssign(image.slice(':', `${i}:${i + 6}`, `${j}:${j + 6}`).matmul(weights.slice(i, j)));
    }
  }
  return np.maximum(out, 0);
}

/** The greatest of two by two, and of windows. */
export async function pooling() {
  const x = np.sin(np.arange(64, { dtype: np.float64 })).reshape([8, 8]);
  return [x.reshape([4, 2, 4, 2]).max({ axis: [1, 3] }), np.maximum(x.slice(':', '1:'), x.slice(':', ':-1'))];
}

/** Three layers, forward. */
export async function perceptron() {
  let x = np.cos(np.arange(40, { dtype: np.float64 })).reshape([5, 8]);
  const [w1, w2, w3] = [
    np.sin(np.arange(80)).reshape([8, 10]),
    np.sin(np.arange(60)).reshape([10, 6]),
    np.sin(np.arange(18)).reshape([6, 3]),
  ];
  x = np.maximum(x.matmul(w1).add(0.1), 0);
  x = np.tanh(x.matmul(w2).subtract(0.1));
  x = x.matmul(w3);
  const e = np.exp(x.subtract(np.max(x, { axis: -1, keepdims: true })));
  return e.divide(np.sum(e, { axis: -1, keepdims: true }));
}

/** Features of mean 0 and deviation 1. */
export async function batchNorm() {
  const x = np.arange(60, { dtype: np.float64 }).pow(1.5).reshape([10, 6]).remainder(7);
  return x.subtract(np.mean(x, { axis: 0, keepdims: true })).divide(np.sqrt(np.var(x, { axis: 0, keepdims: true }).add(0.001)));
}

/** Queries, keys and values of two heads. */
export async function attention() {
  const x = np.arange(48, { dtype: np.float64 }).reshape([2, 6, 4]);
  const [q, k, v] = [np.sin(x), np.cos(x), x.divide(48)];
  const scores = q.matmul(np.swapaxes(k, 1, 2)).divide(2);
  const e = np.exp(scores.subtract(scores.max({ axis: -1, keepdims: true })));
  return e.divide(e.sum({ axis: -1, keepdims: true })).matmul(v);
}

/** Steps until points leave a circle, by masks. */
export async function mandelbrot() {
  const [x, y] = [np.linspace(-2, 0.5, 24), np.linspace(-1.25, 1.25, 20)];
  const c = x.add(y.slice(':', null).multiply({ re: 0, im: 1 }));
  let z = np.zeros([20, 24], { dtype: np.complex128 });
  const count = np.zeros([20, 24], { dtype: np.int64 });
  for (let k = 0; k < 30; k++) {
    const inside = np.abs(z).less(2);
    count.addAssign(inside);
    z = np.where(inside, z.multiply(z).add(c), z);
  }
  return count;
}

/** Mean values by radius: sums of bins. */
export async function azimuth() {
  const n = 200;
  const radius = np.arange(n, { dtype: np.float64 }).multiply(0.618).remainder(1);
  const data = np.sin(np.arange(n, { dtype: np.float64 }));
  const place = np.minimum(np.floor(radius.multiply(10)), 9).astype(np.int64);
  return (await np.bincount(place, { weights: data, minlength: 10 })).divide(await np.bincount(place, { minlength: 10 }));
}

/** Distances on a sphere. */
export async function arcDistance() {
  const t = np.arange(40, { dtype: np.float64 }).divide(40);
  const [a1, b1, a2, b2] = [np.sin(t), np.cos(t.multiply(3)), np.cos(t).subtract(0.5), np.sin(t.multiply(5))];
  const temp = np
    .sin(a2.subtract(a1).divide(2))
    .pow(2)
    .add(
      np
        .cos(a1)
        .multiply(np.cos(a2))
        .multiply(np.sin(b2.subtract(b1).divide(2)).pow(2)),
    );
  return np.arctan2(np.sqrt(temp), np.sqrt(np.subtract(1, temp))).multiply(2);
}

/** Integers within bounds, scaled and added. */
export async function clipped() {
  const a = np.arange(60, { dtype: np.int64 }).reshape([6, 10]).multiply(7).remainder(50);
  const b = np.arange(60, { dtype: np.int64 }).reshape([6, 10]).multiply(3).remainder(11);
  return np.clip(a, 2, 10).multiply(4).add(b.multiply(3)).add(9);
}

/** A trace of hyperbolic tangents, added to a matrix. */
export async function goFast() {
  const a = np.arange(36, { dtype: np.float64 }).reshape([6, 6]).divide(36);
  return a.add(np.sum(np.tanh(np.diagonal(a))));
}

/** Particles that attract each other, by all pairs. */
export async function bodies() {
  const [n, dt] = [8, 0.01];
  const i = np.arange(n, { dtype: np.float64 });
  const position = np.stack([np.cos(i), np.sin(i.multiply(2)), np.cos(i.multiply(3))], { axis: 1 });
  const velocity = np.zeros([n, 3]);
  const mass = i.divide(n).add(1);
  for (let t = 0; t < 20; t++) {
    const away = position.slice(null, ':', ':').subtract(position.slice(':', null, ':'));
    const square = np.sum(away.pow(2), { axis: 2 }).add(0.01);
    velocity.addAssign(np.sum(away.multiply(mass.multiply(square.pow(-1.5)).slice(':', ':', null)), { axis: 1 }).multiply(dt));
    position.addAssign(velocity.multiply(dt));
  }
  return [position, velocity];
}

/** A cyclic check of words of 16 bits, bit by bit. */
export async function checkSums() {
  const data = np.arange(40, { dtype: np.int64 }).multiply(37).add(11).remainder(256);
  let crc = np.full(40, 65535, { dtype: np.int64 }).bitwiseXor(data);
  for (let bit = 0; bit < 8; bit++) {
    const odd = crc.bitwiseAnd(1).equal(1);
    crc = np.where(odd, crc.bitwiseRightShift(1).bitwiseXor(33800), crc.bitwiseRightShift(1));
  }
  return crc;
}
