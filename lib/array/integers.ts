/** Lists of integers: positions, counts and shifts, on which the shape of a result may depend. */
import { ArgumentError } from '../base/index.js';
import type { Integers } from './convert.js';
import { NDArray } from './ndarray.js';
import { describe } from './operand.js';
import { dataSync } from './read.js';

/** The integers. Throws `ArgumentError` for other things; the caller checks their range. */
export function integersOf(given: Integers, operation: string): readonly number[] {
  if (typeof given === 'number') return checked([given], operation);
  if (Array.isArray(given)) return checked(given, operation);
  const values = given instanceof NDArray && given.dtype.kind !== 'bool' ? dataSync(given) : given;
  if (!ArrayBuffer.isView(values) || values instanceof DataView)
    throw new ArgumentError(`${operation}: expected an integer, or several in an Array, got ${described(given)}`);
  return checked(Array.from<number | bigint, number>(values, Number), operation);
}

function checked(list: readonly unknown[], operation: string): readonly number[] {
  for (const i of list) if (!Number.isInteger(i)) throw new ArgumentError(`${operation}: expected integers, got ${describe(i)}`);
  return list as readonly number[];
}

function described(given: unknown): string {
  return given instanceof NDArray ? `an array of ${given.dtype.name}` : describe(given);
}
