/** Sums of products by Einstein's notation. The plan for subscripts and arrays' shapes is made once (`einsum-plan.ts`). */

import { each, TEXT, takes } from '../../base/index.js';
import { type Shape, sameShape } from '../../shape/index.js';
import { checkUsable } from '../../store/index.js';
import { type ArrayLike, toArray } from '../convert.js';
import { ARRAY } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { type Plan, planEinsum } from './einsum-plan.js';
import { parseSubscripts } from './subscripts.js';

interface Known {
  readonly shapes: readonly Shape[];
  readonly plan: Plan;
}

/** Texts that are remembered, and for how many shapes each. */
const TEXTS = 256;
const SHAPES = 8;

const known = new Map<string, Known[]>();

function fits({ shapes }: Known, operands: readonly NDArray[]): boolean {
  if (shapes.length !== operands.length) return false;
  for (let i = 0; i < shapes.length; i++) if (!sameShape(shapes[i], operands[i].view.shape)) return false;
  return true;
}

function planFor(subscripts: string, operands: readonly NDArray[]): Plan {
  const plans = known.get(subscripts);
  const found = plans?.find((plan) => fits(plan, operands));
  if (found !== undefined) return found.plan;
  const shapes = operands.map((x) => x.view.shape);
  const plan = planEinsum(parseSubscripts(subscripts, operands.length), shapes, subscripts);
  if (plans === undefined) {
    if (known.size === TEXTS) known.clear();
    known.set(subscripts, [{ shapes, plan }]);
  } else if (plans.push({ shapes, plan }) > SHAPES) plans.shift();
  return plan;
}

/**
 * Sums of products over named axes: `subscripts` names the axes of each operand, and of the result after '->'; names that are not
 * in the result are summed over. Throws `ArgumentError` for subscripts that make no sense, `ShapeError` when axes do not meet.
 *
 * @example
 * await np.einsum('ij,j->i', [[1, 2], [3, 4]], [1, 1]).tolist(); // [3, 7]
 * await np.einsum('ii', [[1, 2], [3, 4]]).item();                // 5
 */
export const einsum = takes(
  'einsum',
  TEXT,
  each(ARRAY),
)((subscripts: string, ...operands: ArrayLike[]): NDArray => {
  const arrays = operands.map((operand) => {
    const array = toArray(operand, 'einsum');
    checkUsable(array, 'einsum');
    return array;
  });
  return planFor(subscripts, arrays)(arrays);
});
