/**
 * The loop that solvers share. Methods update their residual by a recurrence, which drifts from the true one, b - A·x. The true residual
 * is computed where the recurrence claims convergence, or cannot go on, and at the end: a solve has converged if the true residual is
 * small enough. Where it is not, the method begins again from it (residual replacement: van der Vorst and Ye, 2000); where beginning
 * again has not halved it since the last time, the solve stops. A good iterate is kept for solves that do not converge: seldom, since
 * each copy breaks up the replay of iterations.
 */
import { assign, type NDArray, zeros } from '../array/index.js';
import { ConvergenceError, named, now } from '../base/index.js';
import type { Reason, Solution, SolveOptions, System } from './solver.js';
import { dot, fresh } from './vectors.js';

/** One method on one system. */
export interface Method {
  /** Begins at the system's x, with its residual `r`, which the method may write from now on. */
  begin(r: NDArray): void;
  /** Issues an iteration and gives the square of its residual's norm: 0-d, or a number that the method has waited for. */
  step(): NDArray | Promise<number>;
  /** How far the last iteration went along its directions, 0-d each: all are 0 where a division by 0 stopped the recurrence. */
  sizes(): readonly NDArray[];
  /** The vectors that the method alone has: they are disposed of at the end, and need not wait for the garbage collector. */
  vectors(): readonly (NDArray | undefined)[];
  /** Writes the iterate before the last step into `out`, for methods that still have the step. */
  back?(out: NDArray): void;
  /** Brings x up to the last step, for methods that do not in each. */
  settle?(): void;
}

/** A residual this much above the best has lost every digit of a float64: the recurrence has broken down. */
const GROWTH = 1e12;

/**
 * A solve that was told to stop gives its last iterate unless the kept one's residual is so many times smaller: residuals of conjugate
 * gradients rise and fall while every iterate is nearer to the solution than the one before (Hestenes and Stiefel, 1952).
 */
const TOLERATED = 1e3;

/** Runs a method until its residual is small enough, or it cannot be made so. */
export async function iterate(name: string, method: Method, system: System, options: SolveOptions): Promise<Solution> {
  const solution = named(name, await new Solve(method, system, options).run());
  if (solution.converged || options.mustConverge !== true) return solution;
  const { reason, trueResidual, iterations, target } = solution;
  throw new ConvergenceError(
    `${name}: the residual is ${trueResidual.toExponential(3)} after ${iterations} iterations, above ${target.toExponential(3)} (${reason}); raise maxiter or tol, or give a preconditioner M`,
  );
}

class Solve {
  readonly #method: Method;
  readonly #system: System;
  readonly #options: SolveOptions;
  readonly #most: number;
  readonly #patience: number;
  readonly #deadline: number;
  readonly #residuals: number[] = [];
  #target = 0;
  /** Residual of the best iterate and the iteration that gave it. */
  #best = { residual: Number.POSITIVE_INFINITY, at: 0 };
  /** A good iterate, by its residual, and the iteration that kept it; null for the start. */
  #kept: NDArray | null = null;
  #keptResidual = Number.POSITIVE_INFINITY;
  #keptAt = 0;
  /** The true residual from which the method last began again. */
  #begun = Number.POSITIVE_INFINITY;
  #trueResidual = Number.NaN;

  constructor(method: Method, system: System, options: SolveOptions) {
    this.#method = method;
    this.#system = system;
    this.#options = options;
    const unknowns = system.b.size;
    this.#most = options.maxiter ?? 10 * unknowns;
    this.#patience = Math.max(100, 2 * unknowns);
    this.#deadline = now() + (options.timeLimit ?? Number.POSITIVE_INFINITY);
  }

  get #iterations(): number {
    return this.#residuals.length - 1;
  }

  async run(): Promise<Solution> {
    const { b, x, start } = this.#system;
    const { tol, rtol, atol = 0 } = this.#options;
    const r = start === null ? b.copy() : b.subtract(this.#system.apply(x));
    const square = dot(r, r);
    this.#method.begin(r);
    this.#target = Math.max((tol ?? rtol ?? 1e-8) * (await norm(dot(b, b))), atol);
    await this.#note(square);
    this.#trueResidual = this.#keptResidual = this.#residuals[0];
    if (!Number.isFinite(this.#trueResidual)) return this.#solution('notFinite', x);
    if (this.#trueResidual <= this.#target) return this.#solution('converged', x);
    let reason = await this.#verdict();
    while (reason === null) {
      for (const square of await this.#issue()) await this.#note(square);
      this.#keepGood();
      if (!this.#goesWell()) reason = await this.#verdict();
    }
    return reason === 'converged' ? this.#solution(reason, x) : this.#bestSolution(reason);
  }

  /** The iterations up to the next look. */
  async #issue(): Promise<(NDArray | number)[]> {
    const count = Math.min(this.#options.checkEvery ?? 1, this.#most - this.#iterations);
    const squares: (NDArray | number)[] = [];
    for (let k = 0; k < count; k++) {
      const square = this.#method.step();
      squares.push(square instanceof Promise ? await square : square);
    }
    return squares;
  }

  async #note(square: NDArray | number): Promise<void> {
    const residual = Math.sqrt(Number(typeof square === 'number' ? square : await square.item()));
    this.#residuals.push(residual);
    if (residual < this.#best.residual) this.#best = { residual, at: this.#iterations };
    const { callback } = this.#options;
    if (callback === undefined) return;
    this.#method.settle?.();
    await callback(this.#iterations, residual, this.#system.x);
  }

  /** Keeps the best iterate where the residual rises from less than half of the kept one's, by taking a step back, if the method can. */
  #keepGood(): void {
    const before = this.#residuals[this.#iterations - 1];
    const residual = this.#residuals[this.#iterations];
    if (this.#method.back === undefined) this.#keepSeldom(residual);
    else if (
      residual > before &&
      before === this.#best.residual &&
      before < this.#keptResidual / 2 &&
      Number.isFinite(residual)
    ) {
      this.#kept ??= fresh(this.#system.x.dtype, this.#system.x.shape);
      this.#method.back(this.#kept);
      this.#keptResidual = before;
    }
  }

  /** Keeps the iterate if its residual is less than half of the kept one's, at distances that grow. */
  #keepSeldom(residual: number): void {
    if (residual < this.#keptResidual / 2 && residual > this.#target && this.#iterations - this.#keptAt >= this.#iterations / 4)
      this.#keep(residual);
  }

  #keep(residual: number): void {
    const { x } = this.#system;
    this.#method.settle?.();
    if (this.#kept === null) this.#kept = x.copy();
    else assign(this.#kept, x);
    this.#keptResidual = residual;
    this.#keptAt = this.#iterations;
  }

  /** Whether there is nothing to decide after a look, as after nearly all of them. */
  #goesWell(): boolean {
    const residual = this.#residuals[this.#iterations];
    return (
      residual > this.#target &&
      residual < GROWTH * this.#best.residual &&
      residual !== this.#residuals[this.#iterations - 1] &&
      this.#iterations < this.#most &&
      this.#iterations - this.#best.at <= this.#patience &&
      this.#options.signal?.aborted !== true &&
      (this.#options.timeLimit === undefined || now() < this.#deadline)
    );
  }

  /** Why to stop, or null to go on. */
  async #verdict(): Promise<Reason | null> {
    const { signal } = this.#options;
    const residual = this.#residuals[this.#iterations];
    if (residual <= this.#target) return this.#again('stagnation');
    if (residual > GROWTH * this.#best.residual) return this.#again('breakdown');
    if (!Number.isFinite(residual)) return 'notFinite';
    if (residual === this.#residuals[this.#iterations - 1] && (await this.#stands())) return this.#again('breakdown');
    if (this.#iterations >= this.#most) return 'maxiter';
    if (signal?.aborted === true) return 'aborted';
    if (now() >= this.#deadline) return 'timeLimit';
    return this.#iterations - this.#best.at > this.#patience ? this.#again('stagnation') : null;
  }

  async #stands(): Promise<boolean> {
    const sizes = await Promise.all(this.#method.sizes().map((size) => size.item()));
    return sizes.every((size) => Number(size) === 0);
  }

  /** Begins again from the true residual of the best iterate at hand; gives a reason where that is no use, or not needed. */
  async #again(reason: Reason): Promise<Reason | null> {
    const { x } = this.#system;
    this.#method.settle?.();
    if (!(this.#residuals[this.#iterations] <= this.#keptResidual)) assign(x, this.#keptIterate());
    const r = this.#residualOf(x);
    const residual = await norm(dot(r, r));
    this.#trueResidual = residual;
    if (residual <= this.#target) return 'converged';
    if (!(residual <= this.#begun / 2)) return reason;
    if (this.#iterations >= this.#most) return 'maxiter';
    this.#begun = residual;
    this.#best = { residual, at: this.#iterations };
    this.#keep(residual);
    this.#method.begin(r);
    return null;
  }

  #residualOf(x: NDArray): NDArray {
    return this.#system.b.subtract(this.#system.apply(x));
  }

  #keptIterate(): NDArray {
    const { x, start } = this.#system;
    return this.#kept ?? start ?? zeros(x.shape, { dtype: x.dtype });
  }

  /**
   * The better of the last iterate and the one that was kept, by their true residuals; the last one if it may yet have come right. The
   * kept one's is computed only where its residual, as it was known when it was kept, promises to be the better.
   */
  async #bestSolution(reason: Reason): Promise<Solution> {
    const { x } = this.#system;
    this.#method.settle?.();
    const stopped = reason === 'maxiter' || reason === 'aborted' || reason === 'timeLimit';
    const allowed = stopped && this.#method.back !== undefined ? TOLERATED : 1;
    const last = await this.#trueResidualOf(x);
    this.#trueResidual = last;
    let chosen = x;
    if (!(last <= this.#keptResidual * allowed)) {
      const kept = this.#keptIterate();
      const residual = await this.#trueResidualOf(kept);
      if (!Number.isFinite(last) || residual * allowed < last) [chosen, this.#trueResidual] = [kept, residual];
    }
    return this.#solution(this.#trueResidual <= this.#target ? 'converged' : reason, chosen);
  }

  async #trueResidualOf(x: NDArray): Promise<number> {
    const r = this.#residualOf(x);
    const residual = await norm(dot(r, r));
    r.dispose();
    return residual;
  }

  #solution(reason: Reason, x: NDArray): Solution {
    const { b, start } = this.#system;
    for (const own of [b, start, this.#kept, ...this.#method.vectors()]) if (own !== x) own?.dispose();
    return {
      x,
      iterations: this.#iterations,
      residuals: this.#residuals,
      trueResidual: this.#trueResidual,
      target: this.#target,
      converged: reason === 'converged',
      reason,
    };
  }
}

/** The root of a 0-d array's value, once it is there. */
async function norm(square: NDArray): Promise<number> {
  return Math.sqrt(Number(await square.item()));
}
