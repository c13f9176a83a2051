/** The programs in float32 that `gpu.ts` times on a GPU, each with its size, and the work that a run of it is. */
import * as np from 'maniple';
import { blackScholes } from '../app/black-scholes.js';

type NDArray = np.NDArray;

/** Sizes of the programs: elements, or points or rows a side. */
export interface Sizes {
  readonly copy: number;
  readonly pricing: number;
  readonly stencil: number;
  readonly product: number;
  readonly gradients: number;
}

/** A program on prepared data: a run, of which a number is read, and its bytes of memory or its operations. */
export interface GpuProgram {
  readonly run: () => NDArray;
  readonly work: number;
}

const FLOAT = 4;

/** The sum of the four neighbours of each inner point. */
function neighbours(x: NDArray): NDArray {
  const rows = x.slice(':-2', '1:-1').add(x.slice('2:', '1:-1'));
  return rows.add(x.slice('1:-1', ':-2')).add(x.slice('1:-1', '2:'));
}

/** A square of numbers in [0, 1). */
function fractions(side: number, step: number): NDArray {
  const turns = np.arange(side * side).multiply(step);
  return turns.subtract(np.floor(turns)).reshape([side, side]);
}

/** A copy, which reads and writes once. */
export function copy(n: number): GpuProgram {
  const [x, out] = [np.ones(n), np.zeros(n)];
  return { run: () => out.assign(x.negative()), work: 2 * FLOAT * n };
}

/** Prices of options: five arrays in, one out. */
export function pricing(n: number): GpuProgram {
  const drawn = (low: number, high: number): NDArray => np.linspace(low, high, n);
  const [s, x, t, r, v] = [drawn(50, 150), drawn(150, 50), drawn(0.1, 2.1), drawn(0.01, 0.05), drawn(0.1, 0.5)];
  const out = np.zeros(n);
  return { run: () => out.assign(blackScholes(s, x, t, r, v).call), work: 6 * FLOAT * n };
}

/** A sweep of a stencil of five points. */
export function stencil(side: number): GpuProgram {
  const [from, to] = [np.ones([side + 2, side + 2]), np.ones([side + 2, side + 2])];
  const run = (): NDArray => {
    to.slice('1:-1', '1:-1').assign(from.slice('1:-1', '1:-1').add(neighbours(from)).multiply(0.2));
    return to.reshape([-1]);
  };
  return { run, work: 2 * FLOAT * side * side };
}

/** A product of square matrices: multiplications and additions. */
export function product(rows: number): GpuProgram {
  const matrix = (step: number): NDArray => fractions(rows, step);
  const [a, b] = [matrix(0.618), matrix(0.755)];
  return { run: () => a.matmul(b).reshape([-1]), work: 2 * rows ** 3 };
}

/** Iterations of a run of `gradients`. */
export const ITERATIONS = 10;
/** Arrays that an iteration reads and writes: p and q; x, r, p, q, and x and r; r and p, and p. */
const PASSES = 2 + 6 + 3;

/** Conjugate gradients on the Poisson matrix of a square grid, by shifted views: the bytes of its iterations. */
export function gradients(side: number): GpuProgram {
  const b = fractions(side, 0.618);
  const run = (): NDArray => {
    const p = np.zeros([side + 2, side + 2]);
    const inner = p.slice('1:-1', '1:-1');
    let [x, r] = [np.zeros([side, side]), b.copy()];
    inner.assign(r);
    let old = r.multiply(r).sum();
    for (let i = 0; i < ITERATIONS; i++) {
      const q = inner.multiply(4).subtract(neighbours(p));
      const step = old.divide(inner.multiply(q).sum());
      x = x.add(inner.multiply(step));
      r = r.subtract(q.multiply(step));
      const now = r.multiply(r).sum();
      inner.assign(r.add(inner.multiply(now.divide(old))));
      old = now;
    }
    return x.reshape([-1]);
  };
  return { run, work: ITERATIONS * PASSES * FLOAT * side * side };
}
