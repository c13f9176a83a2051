/** The kinds of values that each fold takes; `operations/` has the operators. */
import type { DTypeKind } from '../dtype/index.js';
import type { FoldOp } from './kernel.js';

const every: readonly DTypeKind[] = ['bool', 'unsigned', 'int', 'float'];
const numeric: readonly DTypeKind[] = ['unsigned', 'int', 'float'];

/** Kinds of values that each fold takes; the result has the same dtype. */
export const foldRules: Readonly<Record<FoldOp, readonly DTypeKind[]>> = {
  sum: numeric,
  prod: numeric,
  min: every,
  max: every,
  any: ['bool'],
  all: ['bool'],
};
