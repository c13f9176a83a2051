/**
 * Values in the order of the elements that a mask chooses, each at its element's place:
 *
 *     mask  1 0 1 1      values  7 8 9      each of them  7 . 8 9
 */
import { int64 } from '../dtype/index.js';
import { minimum, multiply, subtract } from './arithmetic.js';
import { astype } from './assign.js';
import { equal, notEqual } from './comparison.js';
import { zeros } from './creation.js';
import { take } from './gather.js';
import { logicalOr } from './logic.js';
import type { NDArray } from './ndarray.js';
import { sum } from './reductions.js';
import { required } from './required.js';
import { ravel, reshape } from './reshape.js';
import { cumsum } from './scan.js';
import { where as choose } from './select.js';

/** Over the mask's axes, the value (or slice) of each element that it chooses, in order. Readers throw where there are too many or too few. */
export function eachOf(mask: NDArray, given: NDArray): NDArray {
  const count = given.shape[0];
  const values = count === 0 ? zeros([1, ...given.shape.slice(1)], { dtype: given.dtype }) : given;
  return inOrder(mask, values, equal(chosenBy(mask), BigInt(count)), toPlace(mask, values));
}

/**
 * As `eachOf`, of the first `count` values (a 0-d int64 that is computed): one is for all that the mask chooses, else there has to be
 * one for each.
 */
export function eachOfFirst(mask: NDArray, values: NDArray, count: NDArray): NDArray {
  const isEnough = logicalOr(equal(chosenBy(mask), count), equal(count, 1n));
  return inOrder(mask, values, isEnough, multiply(toPlace(mask, values), astype(notEqual(count, 1n), int64)));
}

function chosenBy(mask: NDArray): NDArray {
  return sum(ravel(mask), { dtype: int64 });
}

/** For each element of a mask, how many it chooses before it: the place of its value among `values`. */
function toPlace(mask: NDArray, values: NDArray): NDArray {
  return minimum(subtract(cumsum(ravel(mask), { dtype: int64 }), 1n), BigInt(values.shape[0] - 1));
}

function inOrder(mask: NDArray, values: NDArray, isEnough: NDArray, place: NDArray): NDArray {
  const each = required(values, astype(isEnough, int64), 'set', 'the mask chooses more or fewer elements than there are values');
  return reshape(take(each, choose(ravel(mask), place, 0n), { axis: 0 }), [...mask.shape, ...values.shape.slice(1)]);
}
