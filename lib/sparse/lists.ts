/** Lists of numbers as users give them, on the host. */
import { type ArrayLike, asarray, type Complex, type NDArray } from '../array/index.js';
import { IndexError } from '../base/index.js';
import { bool, type DType, dtypes, isStored, type TypedArray } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { Store } from '../store/index.js';
import { inDType, isComplexArray, partsOf, valueDType } from './values.js';

/** A list of numbers, complex ones among them: an Array, a TypedArray or a 1-d array (which is waited for). */
export type List = readonly (number | bigint | boolean | Complex)[] | TypedArray | NDArray;

function hostList(list: List): readonly unknown[] | TypedArray {
  return list instanceof Store ? runtime().readSync(list) : (list as readonly unknown[] | TypedArray);
}

/** Values on the host: of a real dtype, or real and imaginary parts. */
export interface HostValues {
  readonly dtype: DType;
  readonly parts: readonly TypedArray[];
}

/** The values of a list or an array, in the dtype that is asked for; left out, in their own: numbers of an Array are of the default dtype. */
export function valuesOf(list: List, asked: unknown, operation: string): HostValues {
  const own = ArrayBuffer.isView(list)
    ? dtypes.find((one) => list.constructor === one.Typed && one !== bool && !isStored(one))
    : undefined;
  if (own !== undefined && (asked === undefined || asked === own || asked === own.name))
    return { dtype: own, parts: [list as TypedArray] };
  const given = list instanceof Store || isComplexArray(list) ? (list as NDArray) : asarray(list as ArrayLike);
  const dtype = valueDType(asked, operation, given.dtype);
  return { dtype, parts: partsOf(inDType(given, dtype)).map((part) => runtime().readSync(part)) };
}

/** The numbers 0, 1, 2, … below `count`. */
export function ascending(count: number): Int32Array {
  const list = new Int32Array(count);
  for (let i = 0; i < count; i++) list[i] = i;
  return list;
}

export function integers(list: List, name: string, operation: string): Int32Array {
  const values = hostList(list) as { readonly length: number; readonly [i: number]: number };
  if (values instanceof Int32Array) return values.slice();
  const out = new Int32Array(values.length);
  for (let i = 0; i < out.length; i++) {
    out[i] = Number(values[i]);
    if (out[i] !== Number(values[i]))
      throw new IndexError(`${operation}: ${name}[${i}] must be an integer that 32 bits hold, got ${values[i]}`);
  }
  return out;
}
