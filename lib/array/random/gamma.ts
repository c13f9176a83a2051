/**
 * Distributions that are made of gamma's, in logarithms, as its values for small shapes are less than the least number:
 *
 *     beta       G(a) / (G(a) + G(b))        chisquare   2 G(n / 2)        t   N / sqrt(2 G(n / 2) / n)        dirichlet   G(aᵢ) / Σ G(aⱼ)
 */
import { ArgumentError } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import type { Shape } from '../../shape/index.js';
import { add, divide, multiply, subtract } from '../arithmetic.js';
import { greater, less } from '../comparison.js';
import { full } from '../creation.js';
import { exp, log } from '../exponential.js';
import { stack } from '../join.js';
import { logicalAnd } from '../logic.js';
import type { NDArray } from '../ndarray.js';
import { max, sum } from '../reductions.js';
import { where } from '../select.js';

/** Where numbers come from: uniform ones in [0, 1), and normal ones. */
export interface Source {
  uniform(shape: Shape): NDArray;
  normal(shape: Shape): NDArray;
}

/** Proposals for each number. From shape 4 on one is refused with a probability below 0.01, and all with one below 2^-53. */
const PROPOSALS = 8;
const STEEP = 4;

export function checkPositive(value: number, name: string, operation: string): void {
  if (!(value > 0) || !Number.isFinite(value)) throw new ArgumentError(`${operation}: expected a positive ${name}, got ${value}`);
}

/**
 * Logarithms of gamma's numbers of a shape (Marsaglia and Tsang, 2000): of `d v` with `v = (1 + c x)³` and x normal, accepted where
 * `log u < x² / 2 + d - d v + d log v`. A shape a is the shape a + 1 with `u^(1 / a)` as a factor: so smaller ones become steep.
 */
export function logGamma(source: Source, a: number, shape: Shape): NDArray {
  const steps = Math.max(0, Math.ceil(STEEP - a));
  const d = a + steps - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  let found: NDArray = full(shape, 0, { dtype: float64 });
  for (let k = 0; k < PROPOSALS; k++) {
    const x = source.normal(shape);
    const root = add(multiply(x, c), 1);
    const logarithm = multiply(log(root), 3);
    const v = multiply(multiply(root, root), root);
    const bound = add(add(multiply(multiply(x, x), 0.5), d), multiply(subtract(logarithm, v), d));
    const accepted = logicalAnd(greater(root, 0), less(log(source.uniform(shape)), bound));
    found = where(accepted, logarithm, found);
  }
  let whole = add(found, Math.log(d));
  for (let k = 0; k < steps; k++) whole = add(whole, divide(log(source.uniform(shape)), a + k));
  return whole;
}

/** `G(a) / (G(a) + G(b))`. */
export function betaOf(source: Source, a: number, b: number, shape: Shape): NDArray {
  const [first, second] = [logGamma(source, a, shape), logGamma(source, b, shape)];
  return divide(1, add(exp(subtract(second, first)), 1));
}

/** Gamma's numbers of each shape, divided by their sum, along a last axis. */
export function dirichletOf(source: Source, shapes: readonly number[], shape: Shape): NDArray {
  const logarithms = stack(
    shapes.map((a) => logGamma(source, a, shape)),
    { axis: -1 },
  );
  const parts = exp(subtract(logarithms, max(logarithms, { axis: -1, keepdims: true })));
  return divide(parts, sum(parts, { axis: -1, keepdims: true }));
}
