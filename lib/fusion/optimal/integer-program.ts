/** An integer linear program, as it is written down: columns with bounds and costs, and rows. */

/** A row's terms: columns with their factors. */
type Terms = readonly (readonly [column: number, factor: number])[];

/** As `highs` takes it: rows in order. */
export interface ProgramData {
  readonly numCols: number;
  readonly numRows: number;
  readonly offset: number;
  readonly colCost: Float64Array;
  readonly colLower: Float64Array;
  readonly colUpper: Float64Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  readonly matrix: {
    readonly format: 'csr';
    readonly numRows: number;
    readonly numCols: number;
    readonly starts: Int32Array;
    readonly indices: Int32Array;
    readonly values: Float64Array;
  };
  readonly integrality: Int32Array;
}

export class IntegerProgram {
  offset = 0;
  readonly #lower: number[] = [];
  readonly #upper: number[] = [];
  readonly #cost: number[] = [];
  readonly #integer: number[] = [];
  readonly #rowLower: number[] = [];
  readonly #rowUpper: number[] = [];
  readonly #starts: number[] = [0];
  readonly #indices: number[] = [];
  readonly #values: number[] = [];

  get columns(): number {
    return this.#lower.length;
  }

  /** A column with whole numbers from `lower` to `upper`; its number. */
  integer(lower: number, upper: number, cost = 0): number {
    this.#integer.push(1);
    return this.#column(lower, upper, cost);
  }

  /** A column with numbers from `lower` to `upper`. */
  real(lower: number, upper: number, cost = 0): number {
    this.#integer.push(0);
    return this.#column(lower, upper, cost);
  }

  #column(lower: number, upper: number, cost: number): number {
    this.#upper.push(upper);
    this.#cost.push(cost);
    return this.#lower.push(lower) - 1;
  }

  addCost(column: number, cost: number): void {
    this.#cost[column] += cost;
  }

  /** The sum of the terms is at least this. */
  atLeast(least: number, terms: Terms): void {
    this.row(least, Number.POSITIVE_INFINITY, terms);
  }

  row(least: number, most: number, terms: Terms): void {
    this.#rowLower.push(least);
    this.#rowUpper.push(most);
    // A column that comes twice is one term.
    const sums = new Map<number, number>();
    for (const [column, factor] of terms) sums.set(column, (sums.get(column) ?? 0) + factor);
    for (const [column, factor] of sums) {
      if (factor === 0) continue;
      this.#indices.push(column);
      this.#values.push(factor);
    }
    this.#starts.push(this.#indices.length);
  }

  /** The cost of a solution. */
  costOf(values: ArrayLike<number>): number {
    return this.#cost.reduce((sum, cost, column) => sum + (cost === 0 ? 0 : cost * values[column]), this.offset);
  }

  /** `infinity`: the number that the solver takes for none. */
  data(infinity: number): ProgramData {
    const bounds = (list: readonly number[]): Float64Array =>
      Float64Array.from(list, (x) => (Number.isFinite(x) ? x : Math.sign(x) * infinity));
    const [numCols, numRows] = [this.#lower.length, this.#rowLower.length];
    return {
      numCols,
      numRows,
      offset: this.offset,
      colCost: Float64Array.from(this.#cost),
      colLower: bounds(this.#lower),
      colUpper: bounds(this.#upper),
      rowLower: bounds(this.#rowLower),
      rowUpper: bounds(this.#rowUpper),
      matrix: {
        format: 'csr',
        numRows,
        numCols,
        starts: Int32Array.from(this.#starts),
        indices: Int32Array.from(this.#indices),
        values: Float64Array.from(this.#values),
      },
      integrality: Int32Array.from(this.#integer),
    };
  }
}
