/** Elements of matrices that are built on the host, as the typed arrays of a dtype hold them. */
import { type Complex, NDArray } from '../array/index.js';
import { ArgumentError, DTypeError, describe, either, type Kind, kind } from '../base/index.js';
import { bool, type DType, type TypedArray } from '../dtype/index.js';
import { LIST, SCALAR_VALUE } from './kinds.js';
import { type List, valuesOf } from './lists.js';
import { isComplexType, typeOfParts } from './values.js';

/** An element on the host. */
export type Element = number | bigint | boolean | Complex;
/** A value, or several in a list or by rows. */
export type BuilderValues = Element | List | readonly (readonly Element[])[];
export const ELEMENT: Kind<Element> = kind(
  'a number, bigint or boolean',
  (given) => typeof given === 'bigint' || typeof given === 'boolean' || SCALAR_VALUE.is(given as number),
);

export const VALUES: Kind<BuilderValues> = either(ELEMENT, LIST) as unknown as Kind<BuilderValues>;

/** An element's real and imaginary parts, as the typed arrays of its dtype hold them. */
export type Parts = readonly (number | bigint)[];

/** Conversions of values to a dtype. */
export class ElementValues {
  readonly dtype: DType;
  /** A place to convert values in. */
  readonly #scratch: TypedArray;

  constructor(dtype: DType) {
    this.dtype = dtype;
    this.#scratch = new (typeOfParts(dtype).Typed)(1) as TypedArray;
  }

  /** The sum of an element and a value. */
  sum(before: Parts, value: Element): Parts {
    const [more] = this.values(value, 1);
    return before.map((part, k) => this.held(sumOf(part, more[k], this.dtype)));
  }

  zero(): Parts {
    const none = this.#scratch instanceof BigInt64Array || this.#scratch instanceof BigUint64Array ? 0n : 0;
    return isComplexType(this.dtype) ? [none, none] : [none];
  }

  /** The values of a list, or one for all places. */
  values(given: BuilderValues, count: number): readonly Parts[] {
    if (isRows(given))
      return this.values(given instanceof NDArray ? given.ravel() : (given as readonly Element[][]).flat(), count);
    if (!isList(given)) return [this.partsOf(given as Element)];
    const isHost = Array.isArray(given);
    const values = isHost
      ? given.map((one: Element) => this.partsOf(checkElement(one)))
      : rowsOf(valuesOf(given, this.dtype, 'set').parts);
    if (values.length !== count && values.length !== 1)
      throw new ArgumentError(`dokArray: expected a value, or one for each of ${count} places, got ${values.length}`);
    return values;
  }

  partsOf(value: Element): Parts {
    const parts = typeof value === 'object' ? [value.re, value.im] : [value, 0];
    if (isComplexType(this.dtype)) return parts.map((part) => this.held(part));
    if (typeof value === 'object')
      throw new DTypeError(
        `dokArray: a matrix of ${this.dtype.name} holds no complex numbers; make it with { dtype: 'complex128' }`,
      );
    return [this.held(value)];
  }

  /** A number as the dtype has it. */
  held(value: number | bigint | boolean): number | bigint {
    const { dtype } = this;
    if (dtype === bool) return Number(value) === 0 ? 0 : 1;
    const own = this.#scratch;
    const isWhole = own instanceof BigInt64Array || own instanceof BigUint64Array;
    const isInteger = dtype.kind === 'int' || dtype.kind === 'unsigned';
    if (isInteger && typeof value === 'number' && !Number.isInteger(value)) throw notHeld(value, dtype);
    own[0] = (isWhole ? BigInt(value) : Number(value)) as never;
    if (isInteger && BigInt(own[0]) !== BigInt(value)) throw notHeld(value, dtype);
    return own[0];
  }
}

/** Throws `DTypeError` for an element of a list that is no number. */
function checkElement(given: Element): Element {
  if (ELEMENT.is(given)) return given;
  throw new DTypeError(`dokArray: expected ${ELEMENT.expected} as an element, got ${describe(given)}`);
}

function notHeld(value: unknown, dtype: DType): DTypeError {
  return new DTypeError(`dokArray: ${dtype.name} does not hold ${String(value)}`);
}

/** Whether values are given by rows. */
function isRows(given: BuilderValues): boolean {
  return given instanceof NDArray ? given.ndim === 2 : Array.isArray(given) && given.length > 0 && given.every(Array.isArray);
}

function isList(given: BuilderValues): given is List {
  return typeof given === 'object' && LIST.is(given as List);
}

function rowsOf(parts: readonly TypedArray[]): Parts[] {
  return Array.from({ length: parts[0].length }, (_, i) => parts.map((part) => part[i]));
}

/** The sum of two parts; of bools whether there is any. */
function sumOf(a: number | bigint, b: number | bigint, dtype: DType): number | bigint {
  if (typeof a === 'bigint' || typeof b === 'bigint') return BigInt(a) + BigInt(b);
  return dtype === bool ? Math.max(a, b) : a + b;
}
