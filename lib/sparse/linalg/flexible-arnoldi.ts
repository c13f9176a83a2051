/**
 * The flexible process of Arnoldi (Saad 1993), on which LGMRES and GCROT(m, k) are built: A Z = C B + V H with an orthonormal basis V of the
 * products without their parts along given orthonormal C. Directions Z are preconditioned vectors of the basis, by a preconditioner that may vary, or any
 * vectors. The least-squares problem of H says the residual's norm at each step.
 */
import { asarray, type NDArray, zeros } from '../../array/index.js';
import type { DType } from '../../dtype/index.js';
import type { Known } from '../krylov.js';
import { dot, typed } from '../vectors.js';
import { LeastSquares } from './hessenberg.js';
import { apartFrom } from './orthogonal.js';

/** A direction that is no vector of the basis, and its product with the matrix, where that is known. */
export interface Direction {
  readonly z: NDArray;
  readonly image: NDArray | null;
}

/** An array of numbers on the host. */
export function rowOf(numbers: ArrayLike<number>, dtype: DType): NDArray {
  return typed(asarray(Float64Array.from(numbers)), dtype);
}

export class FlexibleArnoldi {
  readonly #system: Known;
  readonly #epsilon: number;
  /** Rows are V, and Z. */
  readonly #basis: NDArray;
  readonly #directions: NDArray;
  #residual: NDArray | null = null;
  #problem = new LeastSquares(0);
  /** Columns of B. */
  #beside: number[][] = [];
  #isBroken = false;

  /** At most so many steps. */
  constructor(system: Known, most: number) {
    const { dtype, shape } = system.x;
    this.#system = system;
    this.#epsilon = dtype.size === 4 ? 2 ** -23 : 2 ** -52;
    this.#basis = zeros([most + 1, ...shape], { dtype });
    this.#directions = zeros([most, ...shape], { dtype });
  }

  /** Steps since the beginning. */
  get size(): number {
    return this.#problem.size;
  }

  /** Whether the last product had nothing beside the basis, so that there is no further step. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Begins with a residual, of which the process takes its first vector. */
  begin(r: NDArray): void {
    this.#residual = r;
    this.#problem = new LeastSquares(0);
    this.#beside = [];
    this.#isBroken = false;
  }

  /** A step along a direction, or along a row of the basis; gives the square of the residual's norm. Rows of `beside` are C. */
  async step(along: Direction | number, beside: NDArray | null = null): Promise<number> {
    const { apply, precondition } = this.#system;
    await this.#first();
    const size = this.size + 1;
    const given = typeof along === 'number' ? this.#basis.slice(along) : along.z;
    const z = typeof along === 'number' && precondition !== null ? precondition(given) : given;
    this.#directions.slice(size - 1).assign(z);
    const product = (typeof along === 'number' ? null : along.image) ?? apply(z);
    const apart = beside === null ? null : apartFrom(beside, product);
    const left = apartFrom(this.#basis.slice(`0:${size}`), apart?.rest ?? product);
    const [parts, column, square] = await Promise.all([
      apart?.parts.data() ?? [],
      left.parts.data(),
      dot(left.rest, left.rest).item(),
    ]);
    const numbers = Array.from(column as ArrayLike<number>, Number);
    this.#beside.push(Array.from(parts as ArrayLike<number>, Number));
    return this.#take(numbers, Math.sqrt(Number(square)), left.rest) ** 2;
  }

  #take(column: number[], length: number, rest: NDArray): number {
    const whole = Math.hypot(length, ...column, ...(this.#beside.at(-1) ?? []));
    this.#isBroken = length <= this.#epsilon * whole;
    if (!this.#isBroken) this.#basis.slice(column.length).assign(rest.multiply(1 / length));
    return this.#problem.add([...column, this.#isBroken ? 0 : length], this.#isBroken ? this.#epsilon * whole : 0);
  }

  async #first(): Promise<void> {
    if (this.#residual === null) return;
    const r = this.#residual;
    const norm = Math.sqrt(Number(await dot(r, r).item()));
    this.#problem = new LeastSquares(norm);
    this.#basis.slice(0).assign(r.multiply(norm === 0 ? 0 : 1 / norm));
    this.#residual = null;
  }

  /** The sum of the steps so far: Z y with the y of the smallest residual, its product without the part along C, V H y, and that part, B y. */
  combined(): { readonly step: NDArray; readonly image: NDArray; readonly norm: number; readonly beside: Float64Array } {
    const { dtype } = this.#system.x;
    const y = this.#problem.solution();
    const image = this.#problem.image();
    const beside = new Float64Array(this.#beside[0].length);
    this.#beside.forEach((column, j) => {
      column.forEach((part, i) => {
        beside[i] += part * y[j];
      });
    });
    return {
      step: rowOf(y, dtype).matmul(this.#directions.slice(`0:${this.size}`)),
      image: rowOf(image, dtype).matmul(this.#basis.slice(`0:${this.size + 1}`)),
      norm: Math.hypot(...image),
      beside,
    };
  }

  /** B over the triangle of H, by rows: its singular vectors are the directions of C that mattered most (de Sturler 1999). */
  weights(): Float64Array {
    const { triangle } = this.#problem;
    const rows = this.#beside[0].length;
    const found = new Float64Array(rows * this.size);
    for (let i = 0; i < rows; i++)
      triangle.forEach((column, j) => {
        let sum = this.#beside[j][i];
        for (let k = 0; k < j; k++) sum -= found[i * this.size + k] * column[k];
        found[i * this.size + j] = column[j] === 0 ? 0 : sum / column[j];
      });
    return found;
  }

  dispose(): void {
    if (!this.#system.unshared) return;
    this.#basis.dispose();
    this.#directions.dispose();
  }
}
