/** Places of `choice`, in the order of draws that NumPy has. */
import { ArgumentError, ShapeError, zeroed } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { astype } from '../assign.js';
import { toArray } from '../convert.js';
import { dataSync } from '../read.js';
import type { ChoiceOptions } from './distributions.js';

/** The draws that places are chosen by. */
export interface PlaceDraws {
  readonly uniform: () => number;
  /** From 0 to `most`. */
  readonly below: (most: number) => number;
  /** `count` different places of `of`, all of them as likely, in random order unless `shuffle` is false. */
  readonly different: (of: number, count: number, shuffle: boolean) => Float64Array;
}

/** `count` places of `of`. Throws `ArgumentError` and `ShapeError`. */
export function chosenPlaces(draws: PlaceDraws, of: number, count: number, options: ChoiceOptions): Float64Array {
  if (!Number.isSafeInteger(of) || (of <= 0 && count > 0))
    throw new ArgumentError(`choice: expected elements to choose from, got ${of}`);
  const replace = options.replace ?? true;
  if (!replace && count > of) throw new ArgumentError(`choice: ${count} different ones cannot be chosen from ${of} elements`);
  const { p, shuffle = true } = options;
  const weights = p === undefined || p === null ? null : weightsOf(p, of);
  if (weights === null) return replace ? filled(count, () => draws.below(of - 1)) : draws.different(of, count, shuffle);
  return replace ? placed(weights, filled(count, draws.uniform)) : differentPlaces(draws, weights, count);
}

function filled(count: number, next: () => number): Float64Array {
  const numbers = zeroed(Float64Array, count, 'choice');
  for (let i = 0; i < count; i++) numbers[i] = next();
  return numbers;
}

function weightsOf(p: NonNullable<ChoiceOptions['p']>, of: number): Float64Array {
  const given = toArray(p, 'choice');
  if (given.ndim !== 1 || given.size !== of)
    throw new ShapeError(`choice: expected a probability for each of ${of} elements, got shape [${given.shape.join(', ')}]`);
  const weights = Float64Array.from(dataSync(astype(given, float64)) as Float64Array);
  const total = weights.reduce((sum, w) => sum + w, 0);
  if (!weights.every((w) => w >= 0)) throw new ArgumentError('choice: expected probabilities of at least 0');
  if (!(Math.abs(total - 1) <= 1.5e-8)) throw new ArgumentError(`choice: expected probabilities whose sum is 1, got ${total}`);
  return weights;
}

/** Where uniform numbers fall among cumulated weights. */
function placed(weights: Float64Array, uniform: Float64Array): Float64Array {
  let total = 0;
  const ends = weights.map((w) => (total += w));
  for (let i = 0; i < ends.length; i++) ends[i] /= total;
  return uniform.map((u) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ends[middle] <= u) low = middle + 1;
      else high = middle;
    }
    return low;
  });
}

/** Draws until there are enough different places; found places weigh nothing any more. */
function differentPlaces(draws: PlaceDraws, weights: Float64Array, count: number): Float64Array {
  if (weights.filter((w) => w > 0).length < count)
    throw new ArgumentError(`choice: fewer than ${count} elements have a probability above 0`);
  const found = new Set<number>();
  while (found.size < count) {
    const uniform = filled(count - found.size, draws.uniform);
    for (const place of found) weights[place] = 0;
    for (const place of placed(weights, uniform)) found.add(place);
  }
  return Float64Array.from(found);
}
