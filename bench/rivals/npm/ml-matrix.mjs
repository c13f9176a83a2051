/** ml-matrix: matrices in JavaScript. */
import { Matrix } from 'ml-matrix';
import * as data from './side..js';

const { F1, F2, spread } = data;
const matrix = (values, rows, columns) => Matrix.from1DArray(rows, columns, values);

function chain(n) {
  const a = matrix(spread(n, F1, 0.1), 1, n);
  const b = matrix(spread(n, F2, 0.3), 1, n);
  let c = a;
  const run = () => {
    c = a;
    for (let i = 0; i < 64; i++) c = Matrix.add(c, b);
  };
  return { run, result: () => [c.sum(), c.get(0, n - 1)] };
}

function stencil5(n) {
  const plate = () => matrix(data.plate(n), n + 2, n + 2);
  const [even, odd] = [plate(), plate()];
  const sweep = (from, to) => {
    const part = (top, left) => from.subMatrix(top, top + n - 1, left, left + n - 1);
    const mean = part(1, 1).add(part(0, 1)).add(part(1, 2)).add(part(1, 0)).add(part(2, 1)).mul(0.2);
    to.setSubMatrix(mean, 1, 1);
  };
  const run = () => {
    for (let i = 0; i < 10; i += 2) {
      sweep(even, odd);
      sweep(odd, even);
    }
  };
  return { run, result: () => data.plateResult(even.to1DArray(), n) };
}

function jacobi(n) {
  const system = data.denseSystem(n);
  const rest = matrix(system.rest, n, n);
  const [diagonal, b] = [Matrix.columnVector(system.diagonal), Matrix.columnVector(system.b)];
  let x;
  const run = () => {
    x = Matrix.zeros(n, 1);
    for (let i = 0; i < 20; i++) x = Matrix.sub(b, rest.mmul(x)).div(diagonal);
  };
  return { run, result: () => [x.sum(), x.get(0, 0), x.get(n - 1, 0)] };
}

function logisticRegression(n) {
  const { x: features, y: classes } = data.samples(n, 16);
  const x = matrix(features, n, 16);
  const transposed = x.transpose();
  const y = Matrix.columnVector(classes);
  let w;
  const run = () => {
    w = Matrix.zeros(16, 1);
    for (let i = 0; i < 10; i++) {
      const p = Matrix.pow(x.mmul(w).neg().exp().add(1), -1);
      w = Matrix.sub(w, transposed.mmul(p.sub(y)).mul(0.5 / n));
    }
  };
  return { run, result: () => w.to1DArray() };
}

function matmul(n) {
  const a = matrix(spread(n * n, F1, 0.1), n, n);
  const b = matrix(spread(n * n, F2, 0.3), n, n);
  let c;
  const run = () => {
    c = a.mmul(b);
  };
  return { run, result: () => data.squareResult(c.to1DArray(), n, ...data.matmulPlaces(n)) };
}

await data.serve({ chain, stencil5, jacobi, 'logistic-regression': logisticRegression, matmul });
