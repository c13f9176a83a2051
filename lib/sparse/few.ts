/**
 * Conjugate gradients for few unknowns without arrays or a runtime, whose start takes longer than such a solve: `maniple solve` tries this first.
 * It is `cg` (`krylov.ts`) without a preconditioner, with the same bits: each step has the same roundings, a row's products are
 * added in order, and dot products fold as one run (`ir/folds.ts`). Where a solve does not simply converge, it gives no answer, and
 * `cg` is to find out why.
 */
import { BLOCK, LANE_TREE, LANES } from '../ir/index.js';
import type { CompressedRows } from './coordinates.js';

/** The most unknowns: dot products are one run. */
export const FEW = BLOCK;

/** When a solve ends; `maxiter`: 10 for each unknown by default. */
interface Bounds {
  readonly tol: number;
  readonly atol: number;
  readonly maxiter?: number;
}

/** A solve that converged, as `cg` reports it. */
interface Solved {
  readonly iterations: number;
  readonly residuals: readonly number[];
  readonly trueResidual: number;
}

/** Solves A·x = b for at most `FEW` unknowns; null where the residual does anything but fall below the bound, and `cg` has to look. */
export function solveFew(A: CompressedRows, b: Float64Array, { tol, atol, maxiter }: Bounds): Solved | null {
  const most = maxiter ?? 10 * b.length;
  const target = Math.max(tol * Math.sqrt(dot(b, b)), atol);
  const state = begin(A, b);
  const residuals = [Math.sqrt(state.gamma)];
  if (residuals[0] <= target) return { iterations: 0, residuals, trueResidual: residuals[0] };
  let best = { residual: residuals[0], at: 0 };
  for (let iteration = 1; iteration <= most && goesWell(residuals, best); iteration++) {
    step(A, state);
    const residual = Math.sqrt(state.gamma);
    residuals.push(residual);
    if (residual <= target) {
      const trueResidual = residualOf(A, state.x, b);
      return trueResidual <= target ? { iterations: iteration, residuals, trueResidual } : null;
    }
    if (residual < best.residual) best = { residual, at: iteration };
  }
  return null;
}

/** How far above its least a residual may rise, and for how many iterations, within the bounds of `iterate.ts`: conjugate gradients' rise and fall. */
const [RISE, PATIENCE] = [1e6, 100];

/** Whether there is nothing to judge: a residual that stands, or that rises too far or too long, is `cg`'s. */
function goesWell(residuals: readonly number[], best: { readonly residual: number; readonly at: number }): boolean {
  const last = residuals.length - 1;
  const residual = residuals[last];
  return residual < RISE * best.residual && residual !== residuals[last - 1] && last - best.at < PATIENCE;
}

/** The vectors and scalars of an iteration, named as in `krylov.ts`. */
interface State {
  readonly x: Float64Array;
  readonly r: Float64Array;
  readonly w: Float64Array;
  readonly p: Float64Array;
  readonly s: Float64Array;
  gamma: number;
  delta: number;
  last: { readonly alpha: number; readonly gamma: number } | null;
}

function begin(A: CompressedRows, b: Float64Array): State {
  const r = b.slice();
  const w = multiply(A, r, new Float64Array(b.length));
  const vector = (): Float64Array => new Float64Array(b.length);
  return { x: vector(), r, w, p: vector(), s: vector(), gamma: dot(r, r), delta: dot(w, r), last: null };
}

function step(A: CompressedRows, state: State): void {
  const { x, r, w, p, s, gamma, delta, last } = state;
  const beta = last === null ? 0 : quotient(gamma, last.gamma);
  const alpha = last === null ? quotient(gamma, delta) : quotient(gamma, delta - quotient(beta * gamma, last.alpha));
  for (let i = 0; i < x.length; i++) {
    p[i] = last === null ? r[i] : r[i] + p[i] * beta;
    s[i] = last === null ? w[i] : w[i] + s[i] * beta;
    x[i] += p[i] * alpha;
    r[i] -= s[i] * alpha;
  }
  state.last = { alpha, gamma };
  state.gamma = dot(r, r);
  multiply(A, r, w);
  state.delta = dot(w, r);
}

/** The norm of b - A·x. */
function residualOf(A: CompressedRows, x: Float64Array, b: Float64Array): number {
  const r = multiply(A, x, new Float64Array(b.length)).map((y, i) => b[i] - y);
  return Math.sqrt(dot(r, r));
}

/** a / b, and 0 where b is 0. */
function quotient(over: number, under: number): number {
  return under === 0 ? 0 : over / under;
}

function multiply({ ptr, col, value }: CompressedRows, x: Float64Array, out: Float64Array): Float64Array {
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (let k = ptr[i]; k < ptr[i + 1]; k++) sum += value[k] * x[col[k]];
    out[i] = sum;
  }
  return out;
}

/** The sum of products as one run. */
function dot(a: Float64Array, b: Float64Array): number {
  const lanes = new Float64Array(LANES);
  for (let i = 0; i < a.length; i++) lanes[i % LANES] += a[i] * b[i];
  for (const [left, right] of LANE_TREE) lanes[left] += lanes[right];
  return lanes[0];
}
