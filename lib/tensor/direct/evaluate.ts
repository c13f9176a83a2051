/**
 * Statements without a schedule, by the array library: each summand is a product of arrays over named axes, which `einsum` computes; a sum
 * within a product becomes an array over its variables first.
 *
 *     A(i, j) = B(i, k) * (C(k, j) + d(j)) - 2 * E(j, i)      einsum('ik,kj->ij', B, C + d) - einsum('ji->ij', E) * 2
 */
import {
  add,
  astype,
  broadcastTo,
  einsum,
  expandDims,
  full,
  multiply,
  type NDArray,
  negative,
  subtract,
} from '../../array/index.js';
import { ArgumentError } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import type { Statement } from '../notation/statement.js';
import { factorsOf, type IndexVariable, summandsOf, type Term, variablesOf } from '../notation/terms.js';

/** An array with the variable of each axis. */
interface Named {
  readonly array: NDArray;
  readonly axes: readonly IndexVariable[];
}

/** Letters that `einsum` names axes with. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The array of the statement's target. Throws `ArgumentError` for a tensor that has no elements. */
export function evaluate({ target, value, extents, compute }: Statement): NDArray {
  const shape = target.indices.map((variable) => extents.get(variable) ?? 1);
  const dtype = target.tensor.dtype ?? compute;
  const total = sumOf(value, target.indices, compute);
  const whole = broadcastTo(spread(total, target.indices), shape);
  // A view of an operand is copied: the result is an array of its own.
  return total.array.dtype === dtype ? whole.copy() : astype(whole, dtype);
}

/** The sum of an expression's summands over some variables, without axes for variables that no summand has. */
function sumOf(value: Term, wanted: readonly IndexVariable[], compute: DType): Named {
  let total: Named | null = null;
  for (const { negative: minus, term } of summandsOf(value)) {
    const product = productOf(term, wanted, compute);
    const next: NDArray = minus && total === null ? negative(product.array) : product.array;
    const axes: readonly IndexVariable[] = wanted.filter((v) => product.axes.includes(v) || total?.axes.includes(v));
    if (total === null) total = { array: next, axes: product.axes };
    else {
      const [a, b]: NDArray[] = [spread(total, axes), spread(product, axes)];
      total = { array: minus ? subtract(a, b) : add(a, b), axes };
    }
  }
  return total ?? { array: full([], 0, { dtype: compute }), axes: [] };
}

/** A summand's product, summed over the variables that are not wanted. */
function productOf(term: Term, wanted: readonly IndexVariable[], compute: DType): Named {
  const { negative: minus, factors } = factorsOf(term);
  const axes = wanted.filter((variable) => variablesOf(term).includes(variable));
  const arrays = factors.filter(({ kind }) => kind !== 'constant').map((factor) => arrayOf(factor, compute));
  const letters = new Map(arrays.flatMap((a) => a.axes).map((variable) => [variable, '']));
  if (letters.size > LETTERS.length)
    throw new ArgumentError(`run: a product of ${letters.size} variables; ${LETTERS.length} are possible`);
  [...letters.keys()].forEach((variable, i) => letters.set(variable, LETTERS[i]));
  const spell = (variables: readonly IndexVariable[]): string => variables.map((v) => letters.get(v) ?? '').join('');
  const subscripts = `${arrays.map((a) => spell(a.axes)).join(',')}->${spell(axes)}`;
  let array = arrays.length === 0 ? full([], 1, { dtype: compute }) : einsum(subscripts, ...arrays.map((a) => a.array));
  for (const factor of factors) if (factor.kind === 'constant') array = multiply(array, constantOf(factor.value, compute));
  return { array: minus ? negative(array) : array, axes };
}

/** A factor as an array: a tensor, or a sum over all of its variables. */
function arrayOf(factor: Term, compute: DType): Named {
  if (factor.kind === 'access') return { array: astype(factor.tensor.array(), compute, { copy: false }), axes: factor.indices };
  return sumOf(factor, variablesOf(factor), compute);
}

function constantOf(value: number | bigint, compute: DType): NDArray {
  return full([], compute.long ? BigInt(value) : Number(value), { dtype: compute });
}

/** With axes of length 1 for the variables that it has not. */
function spread({ array, axes }: Named, wanted: readonly IndexVariable[]): NDArray {
  const missing = wanted.flatMap((variable, i) => (axes.includes(variable) ? [] : [i]));
  return missing.length === 0 ? array : expandDims(array, { axis: missing });
}
