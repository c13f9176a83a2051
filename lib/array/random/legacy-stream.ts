/** The stream of NumPy's `RandomState`, which `np.random.seed` begins: the Mersenne twister with NumPy's older algorithms. */
import { ANYTHING, declareMethods, OBJECT } from '../../base/index.js';
import type { NDArray } from '../ndarray.js';
import type { IntegerBound, RandintOptions } from './arguments.js';
import { NUMPY_DRAWS } from './kinds.js';
import { Mt19937 } from './mersenne.js';
import type { PlaceDraws } from './numpy-choice.js';
import { type NativeDraws, NumpyDraws } from './numpy-draws.js';
import { type IntegerDraws, integersOf, partMasked } from './numpy-integers.js';
import { masked, maskedLong } from './whole-numbers.js';

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

  readonly #integers: IntegerDraws = {
    bits: this.bits,
    below: (most) => masked(this.bits, most),
    belowLong: (most) => maskedLong(this.bits, most),
    part: partMasked,
    many: 'masked',
  };
  protected override readonly isLegacy = true;
  protected override readonly native: NativeDraws = { normal: null, exponential: null };

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

  /** As the module's `randint`. */
  randint(low: IntegerBound, options: RandintOptions): NDArray {
    return integersOf(this.#integers, 'randint', low, options);
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

declareMethods(LegacyStream, { ...NUMPY_DRAWS, randint: [ANYTHING, OBJECT] });
