/**
 * The lazy forms of functions by name. A call with a lazy array among its arguments is refused by the functions of arrays, and comes here
 * (`base/forms.ts`); a function without a lazy form throws a typed error.
 */
import { isFormless, isPlain, ShapeError, useForms } from '../../base/index.js';
import { Lazy } from './lazy-array.js';

// biome-ignore lint/suspicious/noExplicitAny: forms have the parameters of the functions that they are forms of
export type LazyForm = (...given: any[]) => unknown;

type Forms = Readonly<Record<string, LazyForm>>;

const forms = new Map<string, LazyForm>();
/** Tables that are made, and added in this order, when a form is first asked for. */
const tables: (() => Forms)[] = [];

function allForms(): ReadonlyMap<string, LazyForm> {
  for (let table = tables[0]; table !== undefined; table = tables[0]) {
    for (const [name, form] of Object.entries(table())) forms.set(name, form);
    tables.shift();
  }
  return forms;
}

/** Whether a value is lazy: an array, or options or an Array that hold one. */
function isLazy(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  if (given instanceof Lazy) return true;
  if (Array.isArray(given)) return given.some((item) => item instanceof Lazy);
  return isPlain(given) && Object.values(given).some((value) => value instanceof Lazy);
}

/** Adds lazy forms of functions. */
export function defineLazyForms(table: () => Forms): void {
  tables.push(table);
}

/** The error of a function that needs the size. */
export function awaitFirst(name: string): ShapeError {
  return new ShapeError(
    `${name}: needs the size of an array that is not known yet, since its elements are chosen by their values: await it first, x = await x, or await x.shapeKnown()`,
  );
}

const waiting = new Set<string>();
let whenKnown: ((fn: LazyForm, name: string) => LazyForm) | null = null;

/** Functions that are called once the sizes are known, and how. */
export function defineWaiting(names: readonly string[], call: (fn: LazyForm, name: string) => LazyForm): void {
  for (const name of names) waiting.add(name);
  whenKnown = call;
}

/** The lazy form of the function of that name, `own`; one that throws where there is none. */
export function lazyFormOf(name: string, own?: LazyForm): LazyForm {
  const form = allForms().get(name);
  if (form !== undefined) return form;
  if (own !== undefined && whenKnown !== null && waiting.has(name)) return whenKnown(own, name);
  return () => {
    throw awaitFirst(name);
  };
}

/** Of functions of sparse matrices and lazy arrays: the product alone, whose result is an array. */
function besideFormless(name: string, own: LazyForm | undefined): LazyForm {
  if (name === 'matmul' && own !== undefined && whenKnown !== null) return whenKnown(own, name);
  return () => {
    throw awaitFirst(name);
  };
}

useForms((name, given, own) => {
  if (!given.some(isLazy)) return null;
  return given.some(isFormless) ? besideFormless(name, own) : lazyFormOf(name, own);
});
