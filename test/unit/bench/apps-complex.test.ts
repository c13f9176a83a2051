/** Benchmark programs of complex arrays, and those that choose by values, beside plain loops. */
import t from 'tap';
import { near, resultOf, spread } from '../../support/bench-programs.js';

process.env.MANIPLE_CONFIG ??= '--device js';

/** Pairs of a real and an imaginary part, as the programs of complex arrays have them. */
const points = (n: number): [number, number][] =>
  Array.from({ length: n }, (_, i) => [spread(i, 0.6180339887498949, 0.1), spread(i, 0.7548776662466927, 0.3)]);

t.test('mandelbrot-complex counts as mandelbrot does', async (t) => {
  const [complex, plain] = [await resultOf('mandelbrot-complex', 20), await resultOf('mandelbrot', 20)];
  t.same(complex, plain.slice(0, 2));
});

t.test('stockham and fourier-2d: by sums over all pairs, and back again', async (t) => {
  const x = points(16);
  const bins = x.map((_, k) =>
    x.reduce(
      ([re, im], [a, b], j) => {
        const [c, s] = [Math.cos((2 * Math.PI * j * k) / 16), -Math.sin((2 * Math.PI * j * k) / 16)];
        return [re + a * c - b * s, im + a * s + b * c];
      },
      [0, 0],
    ),
  );
  const [lengths, second] = await resultOf('stockham', 4);
  t.ok(
    near(
      lengths,
      bins.reduce((sum, [re, im]) => sum + Math.hypot(re, im), 0),
      1e-10,
    ),
  );
  t.ok(near(second, bins[1][0], 1e-10));
  const total = Array.from({ length: 64 }, (_, i) => spread(i, 0.6180339887498949, 0.1)).reduce((a, b) => a + b, 0);
  const [real, imaginary] = await resultOf('fourier-2d', 8);
  t.ok(near(real, total, 1e-10) && near(imaginary, total, 1e-10));
});

t.test('scattering: products and shifts by loops', async (t) => {
  const n = 5;
  const at = (a: number, b: number) => (q: number, w: number, i: number, j: number) => {
    const k = ((q * n + w) * 4 + i) * 4 + j;
    return [spread(k, 0.6180339887498949, a), spread(k, 0.7548776662466927, b)];
  };
  const [g, d] = [at(0.1, 0.3), at(0.5, 0.7)];
  let [re, im] = [0, 0];
  for (const q of [0, 1, 2, 3])
    for (const w of [0, 1, 2, 3])
      for (let row = 0; row < n - q; row++)
        for (let column = 0; column < n - w; column++)
          for (let i = 0; i < 4; i++)
            for (let j = 0; j < 4; j++) {
              let [x, y] = [0, 0];
              for (let k = 0; k < 4; k++) {
                const [[a, b], [c, e]] = [g(row, column, i, k), d(q, w, k, j)];
                [x, y] = [x + a * c - b * e, y + a * e + b * c];
              }
              const [a, b] = g(row, column, i, j);
              [re, im] = [re + x * a - y * b, im + x * b + y * a];
            }
  const found = await resultOf('scattering', n);
  t.ok(near(found[0], re, 1e-9) && near(found[1], im, 1e-9));
});

t.test('unique, rejection and vectorized: by loops', async (t) => {
  const n = 300;
  const whole = Array.from({ length: n }, (_, i) => Math.trunc(spread(i, 0.6180339887498949, 0.1) * 1000));
  const [values, counts] = await resultOf('unique', n);
  t.same([values, counts], [[...new Set(whole)].reduce((a, b) => a + b), n]);
  const draw = (s: bigint): bigint => (s * 1103515245n + 12345n) % 2147483648n;
  const kept = Array.from({ length: n }, (_, i) => [draw(BigInt(i)), draw(draw(BigInt(i)))].map((s) => Number(s) / 2147483648));
  const chosen = kept.filter(([x, y]) => y < Math.sin(x * Math.PI)).map(([x]) => x);
  t.ok(near((await resultOf('rejection', n))[0], chosen.reduce((a, b) => a + b) / chosen.length, 1e-10));
  const choice = points(n).reduce(
    (sum, [x, y]) => sum + (x > y ? Math.sqrt(x - y) : x > 0.25 ? x * y + 1 : Math.abs(x - 0.5) / (y + 1)),
    0,
  );
  t.ok(near((await resultOf('vectorized', n))[1], choice, 1e-10));
});
