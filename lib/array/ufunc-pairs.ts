/** NumPy's options of element-wise functions with two results, such as `divmod`. */
import { kind, type OptionKinds } from '../base/index.js';
import { asDType } from '../dtype/index.js';
import { astype } from './assign.js';
import type { ArrayLike, DTypeLike } from './convert.js';
import { toArray } from './convert.js';
import { ARRAY, DTYPE_LIKE, TARGET } from './kinds.js';
import type { NDArray } from './ndarray.js';
import { byName, type Positional } from './positional.js';
import { computeWith } from './ufunc-options.js';

/** Where both results go; null for a new array. */
type Targets = readonly [NDArray | null, NDArray | null];

/** Options of element-wise functions with two results. */
export interface PairOptions {
  /** Arrays for both results; default: new ones. */
  readonly out?: Targets | null;
  /** Elements for which this is true are computed; all else is as it is in `out`, 0 without one. Default: all. */
  readonly where?: ArrayLike;
  /** The dtype that operands are converted to. Default: their common one. */
  readonly dtype?: DTypeLike;
}
const TARGETS = kind<Targets | null>(
  'an Array of two arrays made by maniple, or null for new ones',
  (given) => given === null || (Array.isArray(given) && given.length === 2 && given.every((x) => TARGET.is(x))),
);
export const PAIR_OPTIONS: OptionKinds<PairOptions> = { out: TARGETS, where: ARRAY, dtype: DTYPE_LIKE };

/** One of the results. */
export type Compute = (operands: readonly ArrayLike[]) => NDArray;

/** Both results of a call. They are computed before either is written: a target may be an operand. */
export function pairWith(
  name: string,
  operands: readonly ArrayLike[],
  how: Positional<PairOptions, 'out'> | undefined,
  both: readonly Compute[],
): [NDArray, NDArray] {
  const { out, where, dtype } = how === undefined ? {} : (byName(name, how, 'out') ?? {});
  const to = dtype === undefined ? undefined : asDType(dtype);
  const given = to === undefined ? operands : operands.map((x) => astype(toArray(x, name), to, { copy: false }));
  const [first, second] = both.map((compute) => compute(given));
  const [one, other] = [first, second].map((result, i) =>
    computeWith(name, [], { out: out?.[i] ?? undefined, where }, () => result),
  );
  return [one, other];
}
