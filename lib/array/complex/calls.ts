/**
 * Which calls are complex, and the complex forms of functions by name. A call with a complex value among its arguments is refused by the
 * functions of real arrays, and comes here (`base/forms.ts`); a function without a complex form throws a typed error.
 */
import { DTypeError, isPlain, useForms } from '../../base/index.js';
import { isComplexDType } from '../../dtype/index.js';
import type { Complex } from '../convert.js';
import { ComplexArray } from './complex-array.js';

// biome-ignore lint/suspicious/noExplicitAny: forms have the parameters of the functions that they are forms of
export type ComplexForm = (...given: any[]) => unknown;

type Forms = Readonly<Record<string, ComplexForm>>;

const forms = new Map<string, ComplexForm>();
/** Tables that are made, and added in this order, when a form is first asked for: most programs have no complex array. */
const tables: (() => Forms)[] = [];

function allForms(): ReadonlyMap<string, ComplexForm> {
  for (let table = tables[0]; table !== undefined; table = tables[0]) {
    for (const [name, form] of Object.entries(table())) forms.set(name, form);
    tables.shift();
  }
  return forms;
}

/** Whether a value is a complex number. */
export function isComplexNumber(given: unknown): given is Complex {
  if (typeof given !== 'object' || given === null || !('re' in given) || !('im' in given)) return false;
  return typeof given.re === 'number' && typeof given.im === 'number' && !(given instanceof ComplexArray);
}

/** Whether a value is complex: an array, a number, a dtype, or an Array or options that hold one. */
export function isComplex(given: unknown): boolean {
  if (typeof given === 'number') return false;
  if (given instanceof ComplexArray || isComplexNumber(given) || isComplexDType(given)) return true;
  if (Array.isArray(given)) return holds(given, isComplex);
  return isPlain(given) && Object.values(given).some((value) => value instanceof ComplexArray || isComplexDType(value));
}

/** Whether an Array, or one within it, holds a value; each Array is looked at once, as one may contain itself. */
export function holds(list: readonly unknown[], is: (value: unknown) => boolean, seen = new Set<unknown>()): boolean {
  seen.add(list);
  for (const item of list) {
    if (typeof item === 'number') continue;
    if (Array.isArray(item) ? !seen.has(item) && holds(item, is, seen) : is(item)) return true;
  }
  return false;
}

/** Adds complex forms of functions. */
export function defineForms(table: Forms | (() => Forms)): void {
  tables.push(typeof table === 'function' ? table : () => table);
}

/** The names of functions with a complex form. */
export function formNames(): readonly string[] {
  return [...allForms().keys()];
}

function none(name: string): ComplexForm {
  return () => {
    throw new DTypeError(
      `${name}: not defined for complex arrays; take a real one of it: np.real(z), np.imag(z), np.abs(z) or np.angle(z)`,
    );
  };
}

/** The complex form of the function of that name; one that throws where there is none. */
export function formOf(name: string): ComplexForm {
  return allForms().get(name) ?? none(name);
}

useForms((name, given) => (given.some(isComplex) ? formOf(name) : null));
