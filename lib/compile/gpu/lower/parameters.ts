/**
 * The parameters of a dispatch, in words: those that every program has, then the domain, how it is cut into units, arguments and
 * scalars. All programs of one kernel have them in the same places.
 */
import type { Kernel } from '../../../ir/index.js';

/** Words that every dispatch has. `zero` holds 0, which no compiler knows; `status` is the place of the launch's status word. */
export const WORD = {
  zero: 0,
  status: 1,
  items: 2,
  first: 3,
  second: 4,
  third: 5,
  rows: 6,
  inner: 7,
  per: 8,
  strips: 9,
  units: 10,
} as const;
const FIXED = 11;

interface ArgWords {
  /** Element of the memory that is the view's first. */
  readonly base: number;
  /** First size, for `whole` arguments and bins. */
  readonly sizes: number;
  readonly strides: number;
}

export interface Parameters {
  readonly length: number;
  /** The word of the status word's number. */
  readonly status: number;
  readonly domain: number;
  readonly args: readonly ArgWords[];
  /** Two words each. */
  readonly scalars: readonly number[];
  /** By folding statement: the word of the scratch memory where its partial results begin. */
  readonly partials: readonly number[];
}

export function parametersOf(kernel: Kernel): Parameters {
  let next = FIXED + kernel.rank;
  const take = (count: number): number => {
    next += count;
    return next - count;
  };
  const args = kernel.args.map(({ rank }): ArgWords => ({ base: take(1), sizes: take(rank), strides: take(rank) }));
  const scalars = kernel.scalars.map(() => take(2));
  const folds = kernel.loops.flatMap((loop) => loop.statements.filter((s) => s.kind !== 'store'));
  const partials = folds.map(() => take(1));
  return { length: next, status: WORD.status, domain: FIXED, args, scalars, partials };
}
