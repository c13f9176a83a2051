/**
 * A program that uses what most programs use of the library, for the compiled code that is kept of it: only functions that ran are in
 * that code. Loops go on until their windows are planned, replayed and compiled.
 */
const { doors, installCode } = require('../dist/pack/core/boot.cjs');

const np = doors['array/index'];
const { defaultRng } = doors['array/random/index'];
const linalg = doors['array/linalg/index'];
const sparse = doors['sparse/index'];

/** Sweeps over views that overlap, small enough to be launched singly at first, and often enough to be replayed. */
function sweep(n, steps) {
  let u = np.zeros([n, n]);
  u.slice(0).assign(1);
  for (let k = 0; k < steps; k++) {
    const next = u.copy();
    const across = u.slice('1:-1', ':-2').add(u.slice('1:-1', '2:'));
    next.slice('1:-1', '1:-1').assign(across.add(u.slice(':-2', '1:-1')).add(u.slice('2:', '1:-1')).multiply(0.25));
    u = next;
  }
  return u.sum().itemSync();
}

/** Rows of a matrix, one after the other: views that move. */
function rows(n) {
  const [x, y] = [np.ones([n, n]), np.zeros([n, n])];
  for (let i = 1; i < n; i++)
    y.slice(i).assign(
      np.divide(
        x.slice(i),
        y
          .slice(i - 1)
          .multiply(-0.5)
          .add(2),
      ),
    );
  y.slice(':', 0).addAssign(1);
  return y;
}

function elementwise(x) {
  const [lower, upper] = [x.min(), x.max()];
  const scaled = x.subtract(lower).divide(upper.subtract(lower));
  const e = np
    .exp(np.negative(scaled))
    .add(np.sqrt(np.abs(x)))
    .add(np.sin(x))
    .subtract(np.cos(x))
    .multiply(np.log1p(scaled));
  const chosen = np.where(x.greater(0.5).logicalAnd(x.less(0.9)), e, np.minimum(e, np.maximum(x, 0)));
  return chosen
    .add(np.power(scaled, 2))
    .add(np.floor(x))
    .add(np.mod(np.arange(x.size).reshape(x.shape), 7))
    .astype('float32');
}

async function reductions(x) {
  const mean = x.mean({ axis: 0, keepdims: true });
  const sums = [x.sum({ axis: 1 }), x.std(), x.subtract(mean).max({ axis: 0 }), np.cumsum(x, { axis: 0 }), np.any(x.greater(2))];
  await Promise.all(sums.map((sum) => sum.data()));
  return x.argmax().item();
}

async function arrangements(x) {
  const flat = x.reshape([-1]);
  const [sorted, order] = [np.sort(flat), np.argsort(flat)];
  const joined = np.concatenate([sorted, flat.take(order)]);
  const stacked = np.stack([flat, sorted]).transpose();
  const masked = np.where(flat.greater(0.5), flat, 0);
  await Promise.all([joined.tolist(), stacked.data(), masked.data(), np.unique(np.floor(flat.multiply(9))).values?.data?.()]);
  return String(x.slice(':3', ':3'));
}

async function algebra(rng) {
  const a = rng.normal(0, 1, { shape: [24, 24] }).add(np.eye(24).multiply(9));
  const b = rng.random({ shape: [24] });
  const products = [np.matmul(a, a), np.matmul(a, b), np.outer(b, b), np.dot(b, b), linalg.solve(a, b), linalg.norm(b)];
  await Promise.all(products.map((product) => product.data()));
  const { x } = await sparse.cg(sparse.poisson2d(12), np.ones([144]));
  return x.data();
}

async function main() {
  const rng = defaultRng(1);
  for (const n of [32, 96, 96, 96, 96]) {
    sweep(n, 60);
    await new Promise(setImmediate);
  }
  for (let k = 0; k < 8; k++) await rows(64).sum().item();
  const large = np.arange(1 << 18).multiply(1e-5);
  for (let k = 0; k < 4; k++) await elementwise(large).sum().item();
  const x = rng.random({ shape: [60, 40] });
  for (let k = 0; k < 3; k++) {
    await elementwise(x).data();
    await reductions(x);
    await arrangements(x);
    await algebra(rng);
  }
  np.asarray([
    [1, 2],
    [3, 4],
  ])
    .add(np.linspace(0, 1, 2))
    .dataSync();
  installCode();
  process.exit(0);
}

main();
