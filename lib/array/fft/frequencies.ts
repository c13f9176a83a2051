/** The frequencies of a transform's results, and their order. */
import { ArgumentError, byPlace, INTEGER, NUMBER, type OptionKinds, takes } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { astype } from '../assign.js';
import { less } from '../comparison.js';
import { defineForms } from '../complex/calls.js';
import { ComplexArray } from '../complex/complex-array.js';
import { asComplex } from '../complex/convert.js';
import { type ArrayLike, dtypeOption, toArray } from '../convert.js';
import type { DTypeOption } from '../creation.js';
import { floatDefault } from '../default-dtypes.js';
import { roll } from '../differences.js';
import { ARRAY, AXES, DTYPE } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { arange } from '../ranges.js';
import { where } from '../select.js';

/** Options of `fftfreq` and `rfftfreq`. */
export interface FrequencyOptions extends DTypeOption {
  /** How far samples are apart; default 1. */
  readonly d?: number;
}
const FREQUENCY_OPTIONS: OptionKinds<FrequencyOptions> = { d: NUMBER, ...DTYPE };

/** Options of `fftshift` and `ifftshift`. */
export interface ShiftOptions {
  /** Which axes; default all. */
  readonly axes?: number | readonly number[] | null;
}
const SHIFT_OPTIONS: OptionKinds<ShiftOptions> = { axes: AXES };

function frequencies(name: string, n: number, how: Positional<FrequencyOptions, 'd'> | undefined, count: number): NDArray {
  const { d = 1, dtype } = byName(name, how, 'd') ?? {};
  const to = dtypeOption(dtype) ?? floatDefault();
  if (to.kind !== 'float') throw new ArgumentError(`${name}: expected a float dtype, got ${to.name}`);
  if (n < 1) throw new ArgumentError(`${name}: expected a positive number of samples, got ${n}`);
  const half = Math.floor((n - 1) / 2) + 1;
  const k = arange(count, { dtype: float64 });
  return astype((name === 'rfftfreq' ? k : where(less(k, half), k, k.subtract(n))).multiply(1 / (n * d)), to, { copy: false });
}

/**
 * The frequencies of the elements of `fft`'s result for n samples: cycles for each unit of `d`.
 *
 * @example
 * await np.fft.fftfreq(4).tolist(); // [0, 0.25, -0.5, -0.25]
 */
export const fftfreq = takes(
  'fftfreq',
  INTEGER,
  byPlace(FREQUENCY_OPTIONS, 'd'),
)((n: number, how?: Positional<FrequencyOptions, 'd'>): NDArray => frequencies('fftfreq', n, how, n));

/**
 * The frequencies of the elements of `rfft`'s result for n samples.
 *
 * @example
 * await np.fft.rfftfreq(4).tolist(); // [0, 0.25, 0.5]
 */
export const rfftfreq = takes(
  'rfftfreq',
  INTEGER,
  byPlace(FREQUENCY_OPTIONS, 'd'),
)((n: number, how?: Positional<FrequencyOptions, 'd'>): NDArray => frequencies('rfftfreq', n, how, Math.floor(n / 2) + 1));

function shifted(
  x: NDArray,
  name: string,
  how: Positional<ShiftOptions, 'axes'> | undefined,
  by: (n: number) => number,
): NDArray {
  const { axes } = byName(name, how, 'axes') ?? {};
  const all = axes === undefined || axes === null ? x.shape.map((_, i) => i) : [axes].flat();
  return all.length === 0
    ? x
    : roll(
        x,
        all.map((axis) => by(x.shape.at(axis) ?? 0)),
        all as number[],
      );
}

const forth = (n: number): number => Math.floor(n / 2);
const back = (n: number): number => -Math.floor(n / 2);

/**
 * Frequency 0 in the middle: halves of axes are exchanged.
 *
 * @example
 * await np.fft.fftshift(np.fft.fftfreq(4)).tolist(); // [-0.5, -0.25, 0, 0.25]
 */
export const fftshift = takes(
  'fftshift',
  ARRAY,
  byPlace(SHIFT_OPTIONS, 'axes'),
)((x: ArrayLike, how?: Positional<ShiftOptions, 'axes'>): NDArray => shifted(toArray(x, 'fftshift'), 'fftshift', how, forth));

/**
 * The inverse of `fftshift`.
 *
 * @example
 * await np.fft.ifftshift([-0.5, -0.25, 0, 0.25]).tolist(); // [0, 0.25, -0.5, -0.25]
 */
export const ifftshift = takes(
  'ifftshift',
  ARRAY,
  byPlace(SHIFT_OPTIONS, 'axes'),
)((x: ArrayLike, how?: Positional<ShiftOptions, 'axes'>): NDArray => shifted(toArray(x, 'ifftshift'), 'ifftshift', how, back));

const ofParts =
  (name: string, by: (n: number) => number) =>
  (x: unknown, how?: Positional<ShiftOptions, 'axes'>): ComplexArray => {
    const z = asComplex(x, name);
    return new ComplexArray(shifted(z.re, name, how, by), shifted(z.im, name, how, by));
  };
defineForms({ fftshift: ofParts('fftshift', forth), ifftshift: ofParts('ifftshift', back) });
