/** Functions that treat the parts of complex arrays alike: functions that move elements, and sums. */
import { DTypeError, declarationOf, isPlain } from '../../base/index.js';
import { asAnyDType, type DTypeName, isComplexDType } from '../../dtype/index.js';
import { toArray } from '../convert.js';
import { zerosLike } from '../creation.js';
import { Lazy } from '../lazy/lazy-array.js';
import { NDArray } from '../ndarray.js';
import { isScalar } from '../operand.js';
import { type ComplexForm, isComplexNumber } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { LazyComplex } from './lazy-complex.js';

/** A part of an argument: itself and zeros where it is real. */
export function partOf(x: unknown, k: number, name: string): unknown {
  if (x instanceof ComplexArray || isComplexNumber(x)) return k === 0 ? x.re : x.im;
  if (isScalar(x)) return k === 0 ? x : 0;
  if (Array.isArray(x)) return x.map((item) => partOf(item, k, name));
  if (x === undefined || k === 0) return x;
  return zerosLike(toArray(x as NDArray, name));
}

/** Arrays of real parts and of imaginary ones as complex arrays, in a promise or an Array if the parts are. */
export function joined(re: unknown, im: unknown): unknown {
  if (re instanceof NDArray) return new ComplexArray(re, im as NDArray);
  if (re instanceof Lazy && im instanceof Lazy) return LazyComplex.of(re, im);
  if (re instanceof Promise) return Promise.all([re, im]).then(([a, b]) => joined(a, b));
  return (re as readonly unknown[]).map((part, i) => joined(part, (im as readonly unknown[])[i]));
}

/** Arguments without trailing ones that were left out. */
export function givenOf(given: readonly unknown[]): unknown[] {
  const count = given.findLastIndex((x) => x !== undefined) + 1;
  return given.slice(0, count);
}

/** Options with elements of the result, of which each part of the result takes its own part. */
const ELEMENTS = new Set(['initial', 'prepend', 'append', 'left', 'right', 'toBegin', 'toEnd', 'out']);
/** Such options of one function alone. */
const OWN_ELEMENTS: Readonly<Record<string, string>> = { polyint: 'k' };

/** The options of part `k` of a result. */
function optionsFor(x: unknown, k: number, name: string): unknown {
  if (!isPlain(x) || isComplexNumber(x) || !Object.keys(x).some((key) => isElement(key, name))) return x;
  const entries = Object.entries(x).map(([key, value]) => [key, isElement(key, name) ? partOf(value, k, name) : value]);
  return Object.fromEntries(entries);
}

function isElement(option: string, name: string): boolean {
  return ELEMENTS.has(option) || OWN_ELEMENTS[name] === option;
}

/** The complex target among the arguments. */
function targetIn(given: readonly unknown[]): ComplexArray | null {
  for (const x of given) if (isPlain(x) && x.out instanceof ComplexArray) return x.out;
  return null;
}

/** Throws for complex options that have no parts, and for a real array that both parts of a result would go to. */
function checkReal(x: unknown, name: string, takesOut: boolean): void {
  if (typeof x !== 'object' || x === null) return;
  const isOptions = isPlain(x) && !isComplexNumber(x);
  const wrong = isOptions ? Object.keys(x).some((key) => isPair(x[key]) && !isElement(key, name)) : isPair(x);
  if (wrong)
    throw new DTypeError(`${name}: an option, or this argument, is not taken as complex values; assign the result instead`);
  if (takesOut && (x instanceof NDArray || (isOptions && x.out instanceof NDArray)))
    throw new DTypeError(
      `${name}: a complex result cannot be written to a real array; leave out away, and take np.real of the result`,
    );
}

const isPair = (x: unknown): boolean => x instanceof ComplexArray || isComplexNumber(x);

/** The complex form of a function that treats the parts of its arrays, at some places among the arguments, alike. */
// biome-ignore lint/suspicious/noExplicitAny: any declared function
export function byParts(fn: (...given: any[]) => unknown, ...places: readonly number[]): ComplexForm {
  const data = places.length === 0 ? [0] : places;
  const { name } = fn;
  return (...all) => {
    const given = givenOf(all);
    const kinds = declarationOf(fn)?.kinds ?? [];
    const [reals, imaginaries]: [unknown[], unknown[]] = [[], []];
    for (let i = 0; i < given.length; i++) {
      const isData = data.includes(i);
      if (!isData) checkReal(given[i], name, kinds[i]?.options?.out !== undefined);
      reals.push(isData ? partOf(given[i], 0, name) : optionsFor(given[i], 0, name));
      imaginaries.push(isData ? partOf(given[i], 1, name) : optionsFor(given[i], 1, name));
    }
    const [re, im] = [fn(...reals), fn(...imaginaries)];
    return targetIn(given) ?? joined(re, im);
  };
}

/** A complex form, of which a complex `dtype` option converts the array first. Throws `DTypeError` for a real one: imaginary parts have no place in it. */
export function inDType(operation: string, form: ComplexForm, convert: (z: unknown, dtype: unknown) => unknown): ComplexForm {
  return (z, ...rest) => {
    const at = rest.findIndex((x) => isPlain(x) && isComplexDType(x.dtype));
    if (at < 0) {
      const given = rest.find((x) => isPlain(x) && x.dtype !== undefined && x.dtype !== null);
      if (given === undefined) return form(z, ...rest);
      const { name } = asAnyDType((given as { readonly dtype: DTypeName }).dtype);
      throw new DTypeError(`${operation}: complex numbers are not converted to ${name}; take np.real(z), or a complex dtype`);
    }
    const { dtype, ...options } = rest[at] as Readonly<Record<string, unknown>>;
    return form(convert(z, dtype), ...rest.map((x, i) => (i === at ? options : x)));
  };
}
