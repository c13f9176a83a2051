/** Choosing between values element by element. */

import { ArgumentError, byPlace, either, NULL, type OptionKinds, optional, orOptions, takes } from '../base/index.js';
import { bool, type DType } from '../dtype/index.js';
import { apply, applyTernary, type Operand } from './apply.js';
import { astype } from './assign.js';
import { notNumber, toArray } from './convert.js';
import { common } from './default-dtypes.js';
import { ARRAY, TARGET } from './kinds.js';
import type { NDArray } from './ndarray.js';
import { isArrayLike, type Positional } from './positional.js';
import { any } from './signatures.js';
import type { OutOption } from './target.js';
import { OUT, outOf } from './target.js';
import { copyUfunc, Ufunc } from './ufunc.js';

const whereUfunc = new Ufunc({
  name: 'where',
  arity: 3,
  signature: ([, a, b]: readonly DType[]) => ({ compute: common(a, b), result: common(a, b) }),
  emit: (e, [c, a, b], d) => e.select(e.cast(c, bool), e.cast(a, d), e.cast(b, d)),
});

const clipUfunc = new Ufunc({
  name: 'clip',
  arity: 3,
  signature: any,
  emit: (e, [x, low, high], d) => {
    const [atLeast, atMost] = d === bool ? (['or', 'and'] as const) : (['max', 'min'] as const);
    return e.binary(atMost, e.binary(atLeast, e.cast(x, d), e.cast(low, d)), e.cast(high, d));
  },
});

const lowUfunc = new Ufunc({
  name: 'clip',
  arity: 2,
  signature: any,
  emit: (e, [x, low], d) => e.binary(d === bool ? 'or' : 'max', e.cast(x, d), e.cast(low, d)),
});
const highUfunc = new Ufunc({
  name: 'clip',
  arity: 2,
  signature: any,
  emit: (e, [x, high], d) => e.binary(d === bool ? 'and' : 'min', e.cast(x, d), e.cast(high, d)),
});

/** NumPy's `where(c)` is `nonzero` here, which gives a promise. */
const CHOICE: typeof ARRAY = {
  ...ARRAY,
  refuse: (operation, given) =>
    given === undefined
      ? new ArgumentError(
          `${operation}: expected a condition and two arrays, where(c, x, y), got the condition alone; await np.nonzero(c) gives the indices where it holds`,
        )
      : notNumber(given, operation),
};

/**
 * Elements of `a` where `condition` is true, of `b` elsewhere. All three broadcast.
 *
 * @example
 * const x = np.asarray([-1, 2]);
 * await np.where(x.less(0), 0, x).tolist(); // [0, 2]
 */
export const where = takes(
  'where',
  ARRAY,
  CHOICE,
  ARRAY,
  byPlace(OUT, 'out'),
)((condition: Operand, a: Operand, b: Operand, how?: Positional<OutOption, 'out'>): NDArray => {
  const found = toArray(condition, 'where');
  return applyTernary(whereUfunc, found.dtype === bool ? found : astype(found, bool, { copy: false }), a, b, how);
});

/** Options of `clip`. */
export interface ClipOptions extends OutOption {
  /** Lower bound; default: none. */
  readonly min?: Operand;
  /** Upper bound, which wins over the lower; default: none. */
  readonly max?: Operand;
}
const CLIP_OPTIONS: OptionKinds<ClipOptions> = { min: ARRAY, max: ARRAY, out: TARGET };

interface Bounds extends OutOption {
  readonly min?: Operand | null;
  readonly max?: Operand | null;
}

function isGiven(bound: Operand | null | undefined): bound is Operand {
  return bound !== undefined && bound !== null;
}

function isOptions(least: Operand | null | ClipOptions | undefined): least is ClipOptions {
  return least !== null && least !== undefined && !isArrayLike(least);
}

/**
 * Elements limited to the range from `min` to `max`; NaN stays. Without bounds a copy.
 *
 * @example
 * await np.clip(np.asarray([1, 5, 9]), 2, 6).tolist();         // [2, 5, 6]
 * await np.clip(np.asarray([1, 5, 9]), { max: 6 }).tolist(); // [1, 5, 6]
 */
export const clip = takes(
  'clip',
  ARRAY,
  optional(orOptions(either(ARRAY, NULL), CLIP_OPTIONS)),
  optional(either(ARRAY, NULL)),
  byPlace(OUT, 'out'),
)((x: Operand, least?: Operand | null | ClipOptions, most?: Operand | null, how?: Positional<OutOption, 'out'>): NDArray => {
  const a = toArray(x, 'clip');
  if (isOptions(least) && (most !== undefined || how !== undefined))
    throw new ArgumentError('clip: got arguments behind an object of options; put all of them into the object');
  const { min, max, out }: Bounds = isOptions(least) ? least : { min: least, max: most, out: outOf(how, 'clip') };
  if (isGiven(min) && isGiven(max)) return apply(clipUfunc, [a, min, max], out);
  if (isGiven(min)) return apply(lowUfunc, [a, min], out);
  if (isGiven(max)) return apply(highUfunc, [a, max], out);
  return apply(copyUfunc, [a], out);
});
