/** numpy-ts, the npm package that follows NumPy most closely. */
import * as np from 'numpy-ts';
import * as data from './side..js';

const { A1, A2, A3, A4, A5, F1, F2, RSQRT2PI, spread } = data;
/** All the elements of a contiguous array. */
const flat = (array) => Float64Array.from(array.data);

function cnd(d) {
  const k = np.reciprocal(np.absolute(d).multiply(0.2316419).add(1));
  const poly = k.multiply(A5).add(A4).multiply(k).add(A3).multiply(k).add(A2).multiply(k).add(A1).multiply(k);
  const c = np.exp(d.multiply(-0.5).multiply(d)).multiply(RSQRT2PI).multiply(poly);
  return np.where(np.greater(d, 0), np.negative(c).add(1), c);
}

function blackScholes(n) {
  const [s, x, t, r, v] = data.options(n).map((values) => np.array(values));
  let call;
  let put;
  const run = () => {
    const root = np.sqrt(t);
    const drift = v.multiply(0.5).multiply(v).add(r).multiply(t);
    const d1 = np.log(s.divide(x)).add(drift).divide(v.multiply(root));
    const d2 = d1.subtract(v.multiply(root));
    const [n1, n2] = [cnd(d1), cnd(d2)];
    const t3 = np.exp(np.negative(r).multiply(t));
    call = s.multiply(n1).subtract(x.multiply(t3).multiply(n2));
    put = x
      .multiply(t3)
      .multiply(np.negative(n2).add(1))
      .subtract(s.multiply(np.negative(n1).add(1)));
  };
  const result = () => [np.sum(call), np.sum(put), call.get([0]), call.get([Math.floor(n / 2)]), put.get([n - 1])];
  return { run, result };
}

function chain(n) {
  const a = np.array(spread(n, F1, 0.1));
  const b = np.array(spread(n, F2, 0.3));
  let c = a;
  const run = () => {
    c = a;
    for (let i = 0; i < 64; i++) c = c.add(b);
  };
  return { run, result: () => [np.sum(c), c.get([n - 1])] };
}

function stencil5(n) {
  const plate = () => np.array(data.plate(n)).reshape([n + 2, n + 2]);
  const [even, odd] = [plate(), plate()];
  const sweep = (from, to) => {
    const center = from.slice('1:-1', '1:-1');
    const north = from.slice(':-2', '1:-1');
    const south = from.slice('2:', '1:-1');
    const west = from.slice('1:-1', ':-2');
    const east = from.slice('1:-1', '2:');
    np.copyto(to.slice('1:-1', '1:-1'), center.add(north).add(east).add(west).add(south).multiply(0.2));
  };
  const run = () => {
    for (let i = 0; i < 10; i += 2) {
      sweep(even, odd);
      sweep(odd, even);
    }
  };
  return { run, result: () => data.plateResult(flat(even), n) };
}

function jacobi(n) {
  const system = data.denseSystem(n);
  const rest = np.array(system.rest).reshape([n, n]);
  const [diagonal, b] = [np.array(system.diagonal), np.array(system.b)];
  let x;
  const run = () => {
    x = np.zeros([n]);
    for (let i = 0; i < 20; i++) x = b.subtract(rest.matmul(x)).divide(diagonal);
  };
  return { run, result: () => [np.sum(x), x.get([0]), x.get([n - 1])] };
}

function kmeans(n) {
  const points = np.array(data.points(n)).reshape([n, 4]);
  const seeds = points.slice('0:8').copy();
  const clusters = np.arange(8);
  let centers;
  const run = () => {
    centers = seeds;
    for (let i = 0; i < 5; i++) {
      const apart = points.reshape([n, 1, 4]).subtract(centers.reshape([1, 8, 4]));
      const nearest = np.argmin(apart.multiply(apart).sum(2), 1);
      const mine = np.equal(nearest.reshape([n, 1]), clusters).astype('float64');
      centers = mine.T.matmul(points).divide(mine.sum(0).reshape([8, 1]));
    }
  };
  return { run, result: () => flat(centers) };
}

function logisticRegression(n) {
  const { x: features, y: classes } = data.samples(n, 16);
  const x = np.array(features).reshape([n, 16]);
  const y = np.array(classes);
  let w;
  const run = () => {
    w = np.zeros([16]);
    for (let i = 0; i < 10; i++) {
      const p = np.reciprocal(np.exp(np.negative(x.matmul(w))).add(1));
      w = w.subtract(x.T.matmul(p.subtract(y)).multiply(0.5 / n));
    }
  };
  return { run, result: () => flat(w) };
}

function mandelbrot(n) {
  const { real, imaginary } = data.axes(n);
  const cr = np.array(real);
  const ci = np.array(imaginary).reshape([n, 1]);
  let count;
  const run = () => {
    let zr = np.zeros([n, n]);
    let zi = np.zeros([n, n]);
    count = np.zeros([n, n]);
    for (let i = 0; i < 50; i++) {
      // What `where` returns has no methods, only the functions take it.
      const [rr, ii] = [np.multiply(zr, zr), np.multiply(zi, zi)];
      const inside = np.less_equal(rr.add(ii), 4);
      count = count.add(inside);
      zi = np.where(inside, np.multiply(zr, zi).multiply(2).add(ci), zi);
      zr = np.where(inside, rr.subtract(ii).add(cr), zr);
    }
  };
  return { run, result: () => data.squareResult(flat(count), n, ...data.mandelbrotPlaces(n)) };
}

function matmul(n) {
  const a = np.array(spread(n * n, F1, 0.1)).reshape([n, n]);
  const b = np.array(spread(n * n, F2, 0.3)).reshape([n, n]);
  let c;
  const run = () => {
    c = a.matmul(b);
  };
  return { run, result: () => data.squareResult(flat(c), n, ...data.matmulPlaces(n)) };
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
