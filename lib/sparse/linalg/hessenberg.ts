/** The least-squares problem of a Hessenberg matrix H and a right-hand side along the first axis, solved by rotations, column by column. */
export class LeastSquares {
  /** Columns of the triangle. */
  readonly #columns: number[][] = [];
  readonly #turns: (readonly [number, number])[] = [];
  readonly #right: number[];

  constructor(norm: number) {
    this.#right = [norm];
  }

  get size(): number {
    return this.#columns.length;
  }

  /**
   * Takes a column of the Hessenberg matrix in; gives the residual's norm. A column that depends on the ones before it, to within `negligible`, leaves the
   * residual as it is.
   */
  add(column: number[], negligible = 0): number {
    this.#turns.forEach(([c, s], i) => {
      [column[i], column[i + 1]] = [c * column[i] + s * column[i + 1], c * column[i + 1] - s * column[i]];
    });
    const below = column.pop() ?? 0;
    const last = column.length - 1;
    const length = Math.hypot(column[last], below);
    const isDependent = negligible > 0 && length <= negligible;
    const [c, s] = isDependent ? [0, 1] : length === 0 ? [1, 0] : [column[last] / length, below / length];
    column[last] = isDependent ? 0 : length;
    this.#turns.push([c, s]);
    this.#columns.push(column);
    const top = this.#right[last];
    this.#right[last] = c * top;
    this.#right.push(-s * top);
    return Math.abs(s * top);
  }

  /** Columns of the triangle that the rotations make of H. */
  get triangle(): readonly (readonly number[])[] {
    return this.#columns;
  }

  /** The solution y; components of which nothing is known are 0. */
  solution(): Float64Array {
    const y = Float64Array.from(this.#right.slice(0, this.size));
    for (let j = this.size - 1; j >= 0; j--) {
      const column = this.#columns[j];
      y[j] = column[j] === 0 ? 0 : y[j] / column[j];
      for (let i = 0; i < j; i++) y[i] -= column[i] * y[j];
    }
    return y;
  }

  /** H y, of one component more: the rotations turn it into the right-hand side without its last component. */
  image(): Float64Array {
    const image = Float64Array.from(this.#right);
    image[this.size] = 0;
    this.#columns.forEach((column, j) => {
      if (column[j] === 0) image[j] = 0;
    });
    for (let i = this.size - 1; i >= 0; i--) {
      const [c, s] = this.#turns[i];
      [image[i], image[i + 1]] = [c * image[i] - s * image[i + 1], s * image[i] + c * image[i + 1]];
    }
    return image;
  }
}
