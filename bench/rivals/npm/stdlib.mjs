/** @stdlib's BLAS routines on typed arrays. */
import daxpy from '@stdlib/blas-base-daxpy';
import dgemm from '@stdlib/blas-base-dgemm';
import dgemv from '@stdlib/blas-base-dgemv';
import * as data from './side..js';

const { F1, F2, spread } = data;
const sum = (values) => values.reduce((a, b) => a + b, 0);

function chain(n) {
  const a = spread(n, F1, 0.1);
  const b = spread(n, F2, 0.3);
  let c = a;
  const run = () => {
    c = a.slice();
    for (let i = 0; i < 64; i++) daxpy(n, 1, b, 1, c, 1);
  };
  return { run, result: () => [sum(c), c[n - 1]] };
}

function jacobi(n) {
  const { rest, diagonal, b } = data.denseSystem(n);
  let x;
  const run = () => {
    x = new Float64Array(n);
    for (let i = 0; i < 20; i++) {
      const next = b.slice();
      dgemv('row-major', 'no-transpose', n, n, -1, rest, n, x, 1, 1, next, 1);
      x = next.map((v, k) => v / diagonal[k]);
    }
  };
  return { run, result: () => [sum(x), x[0], x[n - 1]] };
}

function logisticRegression(n) {
  const { x, y } = data.samples(n, 16);
  let w;
  const run = () => {
    w = new Float64Array(16);
    const z = new Float64Array(n);
    for (let i = 0; i < 10; i++) {
      dgemv('row-major', 'no-transpose', n, 16, 1, x, 16, w, 1, 0, z, 1);
      const wrong = z.map((v, k) => 1 / (1 + Math.exp(-v)) - y[k]);
      dgemv('row-major', 'transpose', n, 16, -0.5 / n, x, 16, wrong, 1, 1, w, 1);
    }
  };
  return { run, result: () => w };
}

function matmul(n) {
  const a = spread(n * n, F1, 0.1);
  const b = spread(n * n, F2, 0.3);
  const c = new Float64Array(n * n);
  const run = () => {
    dgemm('row-major', 'no-transpose', 'no-transpose', n, n, n, 1, a, n, b, n, 0, c, n);
  };
  return { run, result: () => data.squareResult(c, n, ...data.matmulPlaces(n)) };
}

await data.serve({ chain, jacobi, 'logistic-regression': logisticRegression, matmul });
