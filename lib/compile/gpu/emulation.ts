/**
 * The stated accuracy of float64 as pairs of float32 (`library/double-single.ts`), which tests and the self-test of devices hold operations to,
 * and the documentation prints: a result r of the arguments x has |found - r| <= relative |r| + absolute + angle |x|, where the exact result and the
 * arguments are within the range.
 */
import { type BinaryOp, operationNames, operationOf, type PairBound, type UnaryOp } from '../../ir/index.js';

/** Operations on float64 that round to fewer bits than float64 has, by the table of operations. All others are exact. */
const bounds: Readonly<Partial<Record<UnaryOp | BinaryOp, PairBound>>> = Object.fromEntries(
  operationNames.flatMap((name) => {
    const pairs = operationOf(name)?.gpu?.pairs ?? null;
    return pairs === null || pairs === 'exact' ? [] : [[name, pairs]];
  }),
);

export const emulation = {
  bounds,
  /** Of arithmetic. */
  relative: 2 ** -45,
  absolute: 2 ** -123,
  /** Magnitudes below the least are 0, those from the end on infinite; below `full` the absolute error shows. */
  least: 2 ** -126,
  full: 2 ** -77,
  end: 2 ** 127,
} as const;
