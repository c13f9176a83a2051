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

/** Parts of arrays, read and written: numbers, slices, index arrays, masks. */
async function parts(x, rng) {
  const y = x.copy();
  for (let k = 1; k < 6; k++) {
    y.set(k, x.get(k - 1).add(x.get(':', k).mean()));
    y.set(':', k, x.get(':', 0));
    y.set(k, 0, y.get(0, k));
    y.get('1:', ':-1').addAssign(np.roll(x, 1, 0).get(':-1', '1:'));
  }
  y.set(y.greater(1), 0);
  y.set([0, 2], 1);
  const chosen = y.get(rng.integers(0, 20, { shape: [8] })).add(x.get(null, 0, '::1'));
  const [kept, padded] = [x.get(x.less(0.5)), np.pad(y, 1)];
  await Promise.all([kept.sum().item(), padded.tolist(), chosen.data(), y.slice(0).item?.length]);
}

/** Small matrices, again and again: steps of a filter, of a fit, of a network. */
async function steps(rng) {
  let [x, p] = [np.zeros([4]), np.eye(4)];
  const [f, r] = [np.eye(4).add(np.eye(4, { k: 2 }).multiply(0.1)), np.eye(2).multiply(0.1)];
  const h = np.asarray([
    [1, 0, 0, 0],
    [0, 1, 0, 0],
  ]);
  for (let k = 0; k < 30; k++) {
    const z = np.array([Math.cos(k), Math.sin(k)]).add(rng.standardNormal({ shape: [2] }).multiply(0.1));
    [x, p] = [f.matmul(x), f.matmul(p).matmul(f.T).add(0.01)];
    const gain = p.matmul(h.T).matmul(linalg.inv(h.matmul(p).matmul(h.T).add(r)));
    x = x.add(gain.matmul(z.subtract(h.matmul(x))));
    p = np.eye(4).subtract(gain.matmul(h)).matmul(p);
  }
  const w = rng.standardNormal({ shape: [4, 3] });
  for (let k = 0; k < 20; k++) {
    const e = np.exp(p.matmul(w).subtract(p.matmul(w).max({ axis: 1, keepdims: true })));
    const s = e.divide(e.sum({ axis: 1, keepdims: true }));
    w.subtractAssign(p.T.matmul(s.subtract(s.argmax({ axis: 0 }).astype('float64'))).multiply(0.1));
  }
  await Promise.all([x.tolist(), w.data()]);
}

/** Counts, orders and sums of data. */
async function data(x, rng) {
  const flat = x.ravel();
  const keys = rng.integers(0, 9, { shape: [flat.size] });
  const sums = await np.bincount(keys, { weights: flat, minlength: 9 });
  const joined = np.concatenate([[1], np.minimumAccumulate(flat), np.diff(flat)]);
  const results = [sums, joined, np.searchsorted(np.sort(flat), [0.2, 0.7]), np.percentile(flat, 90), np.median(flat)];
  results.push(np.clip(flat, 0.1, 0.9), np.argsort(keys), np.equal(keys, 3).sum(), np.meshgrid(flat, sums)[0], np.tile(sums, 2));
  await Promise.all(results.map((result) => result.data()));
  await np.histogram(flat, { bins: 5 }).counts?.data?.();
  await np.einsum('ij,kj->ik', x, x).data();
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
    await parts(x.slice(':40').copy(), rng);
    await steps(rng);
    await data(x, rng);
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
