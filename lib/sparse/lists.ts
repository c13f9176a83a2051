/** Lists of numbers as users give them, on the host. */
import type { NDArray } from '../array/index.js';
import { IndexError } from '../base/index.js';
import type { TypedArray } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { Store } from '../store/index.js';

/** A list of numbers: an Array, a TypedArray or a 1-d array (which is waited for). */
export type List = readonly number[] | TypedArray | NDArray;

function hostList(list: List): readonly number[] | TypedArray {
  return list instanceof Store ? runtime().readSync(list) : list;
}

export function floats(list: List): Float64Array {
  return Float64Array.from(hostList(list) as ArrayLike<number>, Number);
}

export function integers(list: List, name: string, operation: string): Int32Array {
  const values = hostList(list) as ArrayLike<number>;
  const out = new Int32Array(values.length);
  for (let i = 0; i < out.length; i++) {
    out[i] = Number(values[i]);
    if (out[i] !== Number(values[i]))
      throw new IndexError(`${operation}: ${name}[${i}] must be an integer that 32 bits hold, got ${values[i]}`);
  }
  return out;
}
