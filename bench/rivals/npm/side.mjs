/**
 * One side of a benchmark in its own process, on a package of npm: the protocol of harness/side.ts. A rival's file calls
 * `serve({ chain, matmul, … })`; each function takes the size and returns `run`, which does the work once and may be
 * asynchronous, and `result`, which gives a few numbers to compare. `node FILE PROGRAM SIZE` starts it.
 */
import { createInterface } from 'node:readline';

/** Answers the harness until it says stop. */
export async function serve(programs) {
  const [name, size] = process.argv.slice(2);
  if (programs[name] === undefined) throw new Error(`no program ${name}; there are ${Object.keys(programs).join(', ')}`);
  const { run, result } = await programs[name](Number(size));
  const answer = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
  answer({ ready: true, bytes: null });
  for await (const line of createInterface({ input: process.stdin })) {
    const command = JSON.parse(line);
    if (command.do === 'run') {
      const start = performance.now();
      for (let i = 0; i < command.times; i++) await run();
      answer({ seconds: (performance.now() - start) / 1000 });
    } else if (command.do === 'result') answer({ result: Array.from(await result(), Number) });
    else break;
  }
  process.exit(0);
}

/** Numbers in [0, 1), equal in every language: multiples of a fraction, without their integer part. */
export const spread = (n, factor, offset) => Float64Array.from({ length: n }, (_, i) => (i * factor + offset) % 1);

/** Factors of `spread`. */
export const [F1, F2, F3, F4, F5] = [
  0.6180339887498949, 0.7548776662466927, 0.5698402909980532, 0.8191725133961645, 0.6710436067037893,
];

/** Spot, strike, years, rate and volatility of n options. */
export const options = (n) => [
  spread(n, F1, 0.1).map((v) => 50 + 100 * v),
  spread(n, F2, 0.3).map((v) => 50 + 100 * v),
  spread(n, F3, 0.5).map((v) => 0.1 + 2 * v),
  spread(n, F4, 0.7).map((v) => 0.01 + 0.04 * v),
  spread(n, F5, 0.9).map((v) => 0.1 + 0.4 * v),
];

/** The constants of the normal distribution's approximation. */
export const [A1, A2, A3, A4, A5] = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
export const RSQRT2PI = 0.3989422804014327;

/** A dense system whose diagonal dominates, as Jacobi wants it: what is off the diagonal, the diagonal, the right-hand side. */
export function denseSystem(n) {
  const rest = spread(n * n, F1, 0.1);
  const diagonal = Float64Array.from({ length: n }, (_, i) => rest[i * n + i] + n);
  for (let i = 0; i < n; i++) rest[i * n + i] = 0;
  return { rest, diagonal, b: spread(n, F2, 0.3) };
}

/** The grid of the 5-point stencil: n by n points, cold walls, one of them warm. */
export function plate(n) {
  const side = n + 2;
  return Float64Array.from({ length: side * side }, (_, i) => {
    const [row, column] = [Math.floor(i / side), i % side];
    if (row === 0) return 40;
    return row === n + 1 || column === 0 || column === n + 1 ? -273.15 : 0;
  });
}

/** What is compared of such a grid. */
export function plateResult(grid, n) {
  const at = (i, j) => grid[i * (n + 2) + j];
  return [grid.reduce((a, b) => a + b, 0), at(1, 1), at(Math.floor(n / 2), 1), at(1, n)];
}

/** Samples by features, and classes, for logistic regression. */
export function samples(n, features) {
  const x = spread(n * features, F1, 0.1).map((v) => v - 0.5);
  return { x, y: Float64Array.from({ length: n }, (_, i) => (x[i * features] + 0.5 * x[i * features + 1] > 0 ? 1 : 0)) };
}

/** Points by four coordinates, for k-means. */
export function points(n) {
  const columns = [F1, F2, F3, F4].map((factor) => spread(n, factor, 0.1));
  return Float64Array.from({ length: 4 * n }, (_, i) => columns[i % 4][Math.floor(i / 4)]);
}

/** The real and imaginary axes of the Mandelbrot image. */
export const axes = (n) => ({
  real: Float64Array.from({ length: n }, (_, i) => (i * 2.5) / n - 2),
  imaginary: Float64Array.from({ length: n }, (_, i) => (i * 2.5) / n - 1.25),
});

/** What is compared of an n by n array. */
export function squareResult(values, n, ...places) {
  return [values.reduce((a, b) => a + b, 0), ...places.map(([i, j]) => values[i * n + j])];
}
export const mandelbrotPlaces = (n) => [
  [Math.floor(n / 2), Math.floor(n / 4)],
  [Math.floor(n / 3), Math.floor(n / 2)],
];
export const matmulPlaces = (n) => [
  [0, 0],
  [Math.floor(n / 2), n - 1],
];
