/** The stream of NumPy's `RandomState`, which `np.random.seed` begins: the Mersenne twister with NumPy's older algorithms. */
import { ArgumentError, declareMethods } from '../../base/index.js';
import type { NDArray } from '../ndarray.js';
import type { Size } from './arguments.js';
import { INTEGER_BOUNDS, NUMPY_DRAWS } from './kinds.js';
import { Mt19937 } from './mersenne.js';
import type { PlaceDraws } from './numpy-choice.js';
import { type NativeDraws, NumpyDraws } from './numpy-draws.js';
import { masked } from './whole-numbers.js';

/** NumPy's numbers of a seed. */
export class LegacyStream extends NumpyDraws {
  /** The second of two normal numbers, until it is drawn. */
  #kept: number | null = null;
  protected override readonly places: PlaceDraws = {
    uniform: () => this.bits.nextDouble(),
    below: (most) => masked(this.bits, most),
    different: (of, count) => this.#different(of, count),
  };

  constructor(seed: number | readonly number[]) {
    super(typeof seed === 'number' ? Mt19937.ofInteger(seed) : Mt19937.ofKey(seed));
  }

  protected override readonly isLegacy = true;
  protected override readonly native: NativeDraws = { normal: null, exponential: null, below: 'masked' };

  /** By Marsaglia's polar method, which makes two at a time. */
  protected override nextNormal(): number {
    const kept = this.#kept;
    if (kept !== null) {
      this.#kept = null;
      return kept;
    }
    for (;;) {
      const x = 2 * this.bits.nextDouble() - 1;
      const y = 2 * this.bits.nextDouble() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      this.#kept = factor * x;
      return factor * y;
    }
  }

  protected override nextExponential(): number {
    return -Math.log(1 - this.bits.nextDouble());
  }

  protected override nextBelow(most: number): number {
    return masked(this.bits, most);
  }

  /** Integers from `low` to before `high`; with one bound, from 0 to before it. Throws `ArgumentError` where there are none. */
  randint(low: number, high?: number | null, size?: Size): NDArray {
    const [from, to] = high === undefined || high === null ? [0, low] : [low, high];
    const most = to - from - 1;
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || !Number.isSafeInteger(most) || most < 0)
      throw new ArgumentError(`randint: expected integers with low < high at most 2^53 apart, got ${from} and ${to}`);
    return this.integersIn(from, most, size);
  }

  #different(of: number, count: number): Float64Array {
    const order = Float64Array.from({ length: of }, (_, i) => i);
    for (let i = of - 1; i > 0; i--) {
      const j = masked(this.bits, i);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order.slice(0, count);
  }
}

declareMethods(LegacyStream, { ...NUMPY_DRAWS, randint: INTEGER_BOUNDS });
