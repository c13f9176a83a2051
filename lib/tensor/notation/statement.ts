/** A statement of tensor index notation with its meaning found: the extents of its variables, the dtype it computes in. */
import type { DType } from '../../dtype/index.js';
import { checkCompressed } from './compressed.js';
import { checkCast, checkTarget, dtypeOf, type Extents, extentsOf } from './infer.js';
import { type AccessTerm, formatTerm, type Term } from './terms.js';

/** `target = value`. Each summand of the value is summed over its own variables that the target has not. */
export interface Statement {
  readonly target: AccessTerm;
  readonly value: Term;
  readonly extents: Extents;
  /** The dtype that operands are converted to; the result is converted to the target's. */
  readonly compute: DType;
}

/** Checks a statement; the target takes the dtype of the value, if it has none. Throws `ShapeError`, `DTypeError`, `ArgumentError`. */
export function makeStatement(target: AccessTerm, value: Term): Statement {
  checkTarget(target, value);
  const extents = extentsOf(target, value);
  const compute = dtypeOf(value);
  const pattern = checkCompressed(target, value);
  const { tensor } = target;
  if (tensor.dtype !== null) checkCast(tensor.name, compute, tensor.dtype);
  tensor.infer(compute);
  if (pattern !== null) tensor.inferPattern(pattern);
  return { target, value, extents, compute };
}

/** As text: `A(i, j) = B(i, k) * C(k, j)`. */
export function formatStatement({ target, value }: Pick<Statement, 'target' | 'value'>): string {
  return `${formatTerm(target)} = ${formatTerm(value)}`;
}
