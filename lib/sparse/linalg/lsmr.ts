/**
 * The process of LSMR (Fong and Saunders 2011): minimal residuals on the normal equations, by two chains of rotations of the bidiagonal matrix. Names are
 * as in the paper.
 */
import type { NDArray } from '../../array/index.js';
import type { Bidiagonalization, Norms, Process } from './bidiagonal.js';

/** The rotation (c, s) that takes (a, b) to (r, 0). */
function turn(a: number, b: number): readonly [c: number, s: number, r: number] {
  const r = Math.hypot(a, b);
  return r === 0 ? [1, 0, 0] : [a / r, b / r, r];
}

export class Lsmr implements Process {
  readonly #pair: Bidiagonalization;
  readonly #damp: number;
  readonly x: NDArray;
  readonly norms: Norms = { residual: 0, gradient: 0, norm: 0 };
  #h: NDArray;
  #hbar: NDArray;
  #zetabar = 0;
  #alphabar = 0;
  #zeta = 0;
  /** The last rotations: of the bidiagonal matrix, and of its triangle. */
  #rho = 1;
  #bar: readonly [c: number, s: number, rho: number] = [1, 0, 1];
  /** For the residual's norm. */
  readonly #estimate = { betadd: 0, betad: 0, rhod: 1, tautilde: 0, thetatilde: 0, damped: 0 };
  #largest = 0;
  #smallest = Number.POSITIVE_INFINITY;
  #steps = 0;
  condition = 1;

  constructor(pair: Bidiagonalization, damp: number, x: NDArray) {
    [this.#pair, this.#damp, this.x, this.#h, this.#hbar] = [pair, damp, x, x, x];
  }

  async begin(): Promise<void> {
    await this.#pair.begin();
    const { alpha, beta, v } = this.#pair;
    [this.#h, this.#hbar] = [v, this.x.copy()];
    [this.#zetabar, this.#alphabar, this.#estimate.betadd] = [alpha * beta, alpha, beta];
    Object.assign(this.norms, { residual: beta, gradient: alpha * beta, norm: alpha ** 2 });
  }

  async step(): Promise<void> {
    await this.#pair.step();
    const { alpha, beta, v } = this.#pair;
    const [chat, shat, alphahat] = turn(this.#alphabar, this.#damp);
    const [before, [cbar, sbar, rhobarBefore], zetaBefore] = [this.#rho, this.#bar, this.#zeta];
    const [c, s, rho] = turn(alphahat, beta);
    const theta = s * alpha;
    this.#alphabar = c * alpha;
    const thetabar = sbar * rho;
    const rhotemp = cbar * rho;
    const bar = turn(rhotemp, theta);
    const rhobar = bar[2];
    this.#zeta = bar[0] * this.#zetabar;
    this.#zetabar *= -bar[1];
    this.#hbar = this.#h.subtract(this.#hbar.multiply((thetabar * rho) / (before * rhobarBefore)));
    this.x.assign(this.x.add(this.#hbar.multiply(this.#zeta / (rho * rhobar))));
    this.#h = v.subtract(this.#h.multiply(theta / rho));
    [this.#rho, this.#bar] = [rho, bar];
    this.#learnResidual([c, s, chat, shat], thetabar, rhobar, zetaBefore);
    this.norms.norm += beta ** 2 + alpha ** 2;
    this.norms.gradient = Math.abs(this.#zetabar);
    this.#largest = Math.max(this.#largest, rhobarBefore);
    if (++this.#steps > 1) this.#smallest = Math.min(this.#smallest, rhobarBefore);
    this.condition = Math.max(this.#largest, rhotemp) / Math.min(this.#smallest, rhotemp);
  }

  #learnResidual([c, s, chat, shat]: readonly number[], thetabar: number, rhobar: number, zetaBefore: number): void {
    const e = this.#estimate;
    const acute = chat * e.betadd;
    const hat = c * acute;
    e.damped += (shat * e.betadd) ** 2;
    e.betadd = -s * acute;
    const before = e.thetatilde;
    const [ctilde, stilde, rhotilde] = turn(e.rhod, thetabar);
    e.thetatilde = stilde * rhobar;
    e.rhod = ctilde * rhobar;
    e.betad = -stilde * e.betad + ctilde * hat;
    e.tautilde = (zetaBefore - before * e.tautilde) / rhotilde;
    const tau = (this.#zeta - e.thetatilde * e.tautilde) / e.rhod;
    this.norms.residual = Math.sqrt(e.damped + (e.betad - tau) ** 2 + e.betadd ** 2);
  }
}
