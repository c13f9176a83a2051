/** The draws of NumPy's `Generator` from urns, without putting items back. */
import { ArgumentError, zeroed } from '../../base/index.js';
import { sizeOf } from '../../shape/index.js';
import { shapeArgument } from '../creation.js';
import type { NDArray } from '../ndarray.js';
import { describe } from '../operand.js';
import { gathered, type Parameter, type ShapeOption, type Size, shapeIn } from './arguments.js';
import { byCount, byMarginals, hypergeometricNext } from './hypergeometric.js';
import { type NumberList, numbersIn } from './number-list.js';
import { NumpyDistributions } from './numpy-distributions.js';
import { longs, masked } from './whole-numbers.js';

/** Options of draws of items of several colours. */
export interface UrnOptions extends ShapeOption {
  /** Whether each colour's count is drawn in turn ('marginals', the default), or all items are listed and shuffled ('count'). */
  readonly method?: 'marginals' | 'count';
}

/** Counts from which on the algorithm loses digits. */
const MOST = 1e9;

/** Throws `ArgumentError` unless it is a whole number of at least 0 and below `most`. */
function checkCount(operation: string, name: string, count: number, most: number): void {
  if (!Number.isSafeInteger(count) || count < 0 || count >= most)
    throw new ArgumentError(
      `${operation}: expected a whole number of ${name} of at least 0 and below ${most}, got ${describe(count)}`,
    );
}

/** A source of the numbers of NumPy's `Generator`, with urns. */
export abstract class NumpyUrns extends NumpyDistributions {
  readonly #interval = (most: number): number => masked(this.bits, most);

  /**
   * How many good items are among `nsample`, drawn from `ngood` and `nbad` ones without putting them back, as int64. Throws `ArgumentError`
   * for counts that are no whole numbers of at least 0 or reach 10^9, and for samples of more than all items.
   */
  hypergeometric(ngood: Parameter, nbad: Parameter, nsample: Parameter, size?: Size | ShapeOption): NDArray {
    return this.counted('hypergeometric', size, [ngood, nbad, nsample], (good, bad, sample) => {
      checkCount('hypergeometric', 'good items', good, MOST);
      checkCount('hypergeometric', 'bad items', bad, MOST);
      checkSample('hypergeometric', sample, good + bad);
      return hypergeometricNext(good, bad, sample, this.#interval);
    });
  }

  /**
   * How many items of each colour are among `nsample`, drawn from an urn with so many of each without putting them back, as int64 along a
   * last axis. Throws `ArgumentError` for counts that are no whole numbers of at least 0, which are to add up to less than 10^9, and for
   * samples of more than all items.
   */
  multivariateHypergeometric(
    colors: NumberList,
    nsample: number,
    size?: Size | UrnOptions,
    method?: UrnOptions['method'] | UrnOptions,
  ): NDArray {
    const options = gathered<UrnOptions>('multivariateHypergeometric', ['shape', 'method'], ...([size, method] as never[]));
    const balls = numbersIn(colors, 'multivariateHypergeometric');
    const operation = 'multivariateHypergeometric';
    for (const count of balls) checkCount(operation, 'items of a colour', count, MOST);
    const total = balls.reduce((n, count) => n + count, 0);
    checkCount(operation, 'all items', total, MOST);
    checkSample(operation, nsample, total);
    const shape = [...shapeArgument(shapeIn(options) ?? [], operation), balls.length];
    const counts = zeroed(Float64Array, sizeOf(shape), operation);
    if (nsample > 0) this.#fromUrn(balls, nsample, options.method, counts);
    return longs(counts, shape);
  }

  /** Draws the items that stay where they are fewer. */
  #fromUrn(colors: readonly number[], sample: number, method: UrnOptions['method'], counts: Float64Array): void {
    const total = colors.reduce((n, count) => n + count, 0);
    const isMost = sample > Math.floor(total / 2);
    const draws = isMost ? total - sample : sample;
    const choices = method === 'count' ? listed(colors, total) : null;
    for (let at = 0; at < counts.length; at += colors.length) {
      if (choices !== null) byCount(choices, draws, this.#interval, counts, at);
      else
        byMarginals(colors, draws, (good, bad, n) => hypergeometricNext(good, bad, n, this.#interval)(this.sources), counts, at);
      if (isMost) for (const [k, count] of colors.entries()) counts[at + k] = count - counts[at + k];
    }
  }
}

/** The colour of each item, in order. */
function listed(colors: readonly number[], total: number): Uint32Array {
  const choices = zeroed(Uint32Array, total, 'multivariateHypergeometric');
  let at = 0;
  for (const [k, count] of colors.entries()) {
    choices.fill(k, at, at + count);
    at += count;
  }
  return choices;
}

/** Throws `ArgumentError` unless a sample is a whole number of at least 0 and no more than all items. */
function checkSample(operation: string, sample: number, total: number): void {
  if (!Number.isSafeInteger(sample) || sample < 0 || sample > total)
    throw new ArgumentError(
      `${operation}: expected a sample of 0 to ${total} items, which are all there are, got ${describe(sample)}`,
    );
}
