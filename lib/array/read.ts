/** Reading values back: the only place where a program waits for results. */

import { later, NUMBER, needHeap, optional, ShapeError, takes } from '../base/index.js';
import { bool, isStored, numbersOf, shownElements, type TypedArray } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { formatShape } from '../shape/index.js';
import { checkUsable } from '../store/index.js';
import { contentsOf } from './contents.js';
import { OWN } from './kinds.js';
import type { NDArray } from './ndarray.js';
import type { Scalar } from './operand.js';
import { slice } from './slice.js';

/** The result of `tolist`: numbers (bigints beyond 2^53, booleans for bool) in as many Arrays as there are axes. */
export type NestedList = Scalar | NestedList[];

const laterData = later('data');

/**
 * The elements, row-major, in a fresh TypedArray of the dtype (a Uint8Array of 0 and 1 for bool, a BigInt64Array for int64; for float16 a
 * Float16Array where the engine has one, else the bits in a Uint16Array). Rejects with the computation's error.
 *
 * @example
 * await np.arange(3).data(); // Float64Array [0, 1, 2]
 */
export const data = takes(
  'data',
  OWN,
)((x: NDArray): Promise<TypedArray> => {
  checkUsable(x, 'data');
  const read = runtime().read(x);
  return laterData(isStored(x.dtype) ? read.then((elements) => shownElements(x.dtype, elements)) : read);
});

/**
 * As `data`, blocking. Throws `DeviceError` on a device that cannot block.
 *
 * @example
 * np.arange(3).dataSync(); // Float64Array [0, 1, 2]
 */
export const dataSync = takes('dataSync', OWN)((x: NDArray): TypedArray => shownElements(x.dtype, contentsOf(x)));

/**
 * The only element, or the one at `i` of a vector, or at `i`, `j` of a matrix: a number, a boolean for bool, a bigint for int64 beyond
 * 2^53. Throws `ShapeError` unless there is exactly one.
 *
 * @example
 * await np.arange(3).sum().item(); // 3
 * await np.arange(3).item(2);      // 2
 */
export const item = takes(
  'item',
  OWN,
  optional(NUMBER),
  optional(NUMBER),
)(async (given: NDArray, i?: number, j?: number): Promise<Scalar> => {
  const x = i === undefined ? given : chosen(given, i, j);
  checkSingle(x, 'item');
  checkUsable(x, 'item');
  const contents = runtime().contents(x);
  return first(contents instanceof Promise ? await contents : contents, x);
});

/**
 * As `item`, blocking.
 *
 * @example
 * np.arange(3).sum().itemSync(); // 3
 */
export const itemSync = takes(
  'itemSync',
  OWN,
  optional(NUMBER),
  optional(NUMBER),
)((given: NDArray, i?: number, j?: number): Scalar => {
  const x = i === undefined ? given : chosen(given, i, j);
  checkSingle(x, 'itemSync');
  return first(contentsOf(x), x);
});

/**
 * The elements in nested Arrays; a 0-d array gives its element.
 *
 * @example
 * await np.eye(2).tolist(); // [[1, 0], [0, 1]]
 */
export const tolist = takes(
  'tolist',
  OWN,
)(async (x: NDArray): Promise<NestedList> => {
  checkUsable(x, 'tolist');
  const contents = runtime().contents(x);
  return nest(contents instanceof Promise ? await contents : contents, x);
});

/**
 * As `tolist`, blocking.
 *
 * @example
 * np.eye(2).tolistSync(); // [[1, 0], [0, 1]]
 */
export const tolistSync = takes(
  'tolistSync',
  OWN,
)((x: NDArray): NestedList => {
  return nest(contentsOf(x), x);
});

function chosen(x: NDArray, i: number, j: number | undefined): NDArray {
  return j === undefined ? slice(x, i) : slice(x, i, j);
}

function checkSingle(x: NDArray, operation: string): void {
  if (x.size !== 1) {
    throw new ShapeError(
      `${operation}: expected exactly one element, got an array of shape ${formatShape(x.view.shape)}; use tolist or data`,
    );
  }
}

function first(contents: TypedArray, { dtype }: NDArray): Scalar {
  return element((isStored(dtype) ? numbersOf(dtype, contents) : contents)[0], dtype === bool);
}

function element(value: number | bigint, isBool: boolean): Scalar {
  if (isBool) return value !== 0;
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** Bytes of a number in nested Arrays, and of each Array. */
const [NUMBER_BYTES, LIST_BYTES] = [8, 64];

function nest(contents: TypedArray, x: NDArray): NestedList {
  const values = numbersOf(x.dtype, contents);
  const { shape } = x.view;
  const isBool = x.dtype === bool;
  if (shape.length === 0) return element(values[0], isBool);
  needHeap('tolist', x.size, NUMBER_BYTES + LIST_BYTES / (shape[shape.length - 1] || 1));
  let next = 0;
  const build = (axis: number): NestedList[] => {
    const list = new Array<NestedList>(shape[axis]);
    const last = axis === shape.length - 1;
    for (let i = 0; i < list.length; i++) list[i] = last ? element(values[next++], isBool) : build(axis + 1);
    return list;
  };
  return build(0);
}
