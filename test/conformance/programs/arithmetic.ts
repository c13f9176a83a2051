/** Programs of numbers: primes, digits, polynomials, fractals. */
import * as np from '../../../lib/array/index.js';

/** The sieve of Eratosthenes. */
export async function primes() {
  const n = 200;
  const sieve = np.ones(n, { dtype: np.bool });
  sieve.slice(':2').assign(false);
  for (let k = 2; k < 15; k++) {
    sieve.slice(`${k * k}::${k}`).assign(false);
  }
  return [np.flatnonzero(sieve), np.countNonzero(sieve)];
}

/** Fibonacci's numbers, by powers of a matrix. */
export async function fibonacci() {
  const m = np.array(
    [
      [1, 1],
      [1, 0],
    ],
    { dtype: np.int64 },
  );
  return np.stack(Array.from({ length: 20 }, (_, k) => np.linalg.matrixPower(m, k).slice(0, 1)));
}

/** Pascal's triangle, row after row. */
export async function pascal() {
  const n = 10;
  const t = np.zeros([n, n], { dtype: np.int64 });
  t.slice(':', 0).assign(1);
  for (let k = 1; k < n; k++) {
    t.slice(k, '1:').assign(t.slice(k - 1, '1:').add(t.slice(k - 1, ':-1')));
  }
  return t;
}

/** How many steps numbers take to come to 1. */
export async function collatz() {
  let x = np.arange(1, 60, { dtype: np.int64 });
  const steps = np.zeros(59, { dtype: np.int64 });
  for (let k = 0; k < 120; k++) {
    const active = x.greater(1);
    steps.addAssign(active);
    x = np.where(active, np.where(x.remainder(2).equal(0), x.floorDivide(2), x.multiply(3).add(1)), x);
  }
  return steps;
}

/** Sums of decimal digits, and numbers that nine divides. */
export async function digits() {
  const n = np.arange(500, { dtype: np.int64 });
  const total = np.zeros(500, { dtype: np.int64 });
  let rest = n.copy();
  for (let k = 0; k < 3; k++) {
    total.addAssign(rest.remainder(10));
    rest = rest.floorDivide(10);
  }
  return [total, np.arrayEqual(total.remainder(9).equal(0), n.remainder(9).equal(0))];
}

/** Gray's code, and how many bits of neighbours differ. */
export async function grayCode() {
  const n = np.arange(64, { dtype: np.uint32 });
  const code = n.bitwiseXor(n.bitwiseRightShift(1));
  return [code, np.bitwiseCount(code.slice('1:').bitwiseXor(code.slice(':-1')))];
}

/** A square of odd order whose lines have one sum. */
export async function magicSquare() {
  const n = 5;
  const i = np.arange(n, { dtype: np.int64 });
  const square = i
    .slice(':', null)
    .add(i)
    .add(Math.floor(n / 2))
    .add(1)
    .remainder(n)
    .multiply(n)
    .add(i.slice(':', null).add(i.multiply(2)).add(n).subtract(3).remainder(n))
    .add(1);
  return [square, square.sum({ axis: 0 }), square.sum({ axis: 1 }), np.trace(square)];
}

/** A table of greatest common divisors, and Euler's function from it. */
export async function greatestDivisors() {
  const i = np.arange(1, 25, { dtype: np.int64 });
  const table = np.gcd(i.slice(':', null), i);
  return [table, np.sum(np.tril(table.equal(1)), { axis: 1 })];
}

/** Newton's iteration for many numbers. */
export async function squareRoots() {
  const a = np.linspace(0.5, 100, 40);
  let x = a.copy();
  for (let k = 0; k < 12; k++) {
    x = x.add(a.divide(x)).multiply(0.5);
  }
  return [x, np.max(np.abs(x.multiply(x).subtract(a)))];
}

/** Zeros of a cubic function, for many parameters. */
export async function bisection() {
  const c = np.linspace(1, 5, 20);
  let [low, high] = [np.zeros(20), np.ones(20).multiply(3)];
  for (let k = 0; k < 50; k++) {
    const middle = low.add(high).divide(2);
    const above = middle.pow(3).add(middle).subtract(c).greater(0);
    high = np.where(above, middle, high);
    low = np.where(above, low, middle);
  }
  return low.add(high).divide(2);
}

/** Values, products, derivatives and integrals of polynomials. */
export async function polynomials() {
  const [p, q] = [np.array([1, -3, 2]), np.array([2, 0, 1, -1])];
  const x = np.linspace(-1, 1, 9);
  return [np.polyval(np.polymul(p, q), x), np.polyder(q), np.polyint(p), np.polyadd(p, q)];
}

/** Interpolation at Chebyshev's points, by a Vandermonde matrix. */
export async function chebyshev() {
  const k = np.arange(12, { dtype: np.float64 });
  const x = np.cos(k.add(0.5).multiply(np.pi).divide(12));
  const c = np.linalg.solve(np.vander(x, { increasing: true }), np.divide(1, x.pow(2).add(1)));
  const at = np.linspace(-1, 1, 15);
  return np.polyval(c.slice('::-1'), at);
}

/** Steps until points of a square leave a circle, one constant for all. */
export async function julia() {
  const x = np.linspace(-1.5, 1.5, 20);
  let z = x.add(x.slice(':', null).multiply({ re: 0, im: 1 }));
  const count = np.zeros([20, 20], { dtype: np.int64 });
  for (let k = 0; k < 25; k++) {
    const inside = np.abs(z).lessEqual(2);
    count.addAssign(inside);
    z = np.where(inside, z.pow(2).add({ re: -0.8, im: 0.156 }), z);
  }
  return count;
}

/** Powers of roots of unity, their sums and angles. */
export async function rootsOfUnity() {
  const w = np.exp(np.arange(8, { dtype: np.float64 }).multiply(np.pi).divide(8).multiply({ re: 0, im: 2 }));
  return [np.abs(np.sum(w)).less(1e-12), np.angle(w), np.prod(w), w.real.pow(2).add(w.imag.pow(2))];
}

/** The trapezoidal rule, Simpson's, and an integral of a table. */
export async function integrals() {
  const x = np.linspace(0, np.pi, 101);
  const y = np.sin(x);
  const h = x.slice(1).subtract(x.slice(0));
  const simpson = h.divide(3).multiply(
    y
      .slice(0)
      .add(y.slice(-1))
      .add(np.sum(y.slice('1:-1:2')).multiply(4))
      .add(np.sum(y.slice('2:-1:2')).multiply(2)),
  );
  const running = np.concatenate([np.zeros(1), np.cumsum(y.slice('1:').add(y.slice(':-1')).multiply(h).divide(2))]);
  return [np.trapezoid(y, x), simpson, running];
}
