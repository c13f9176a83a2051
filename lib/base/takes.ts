/**
 * Declarations of public functions: the name and the kind of each argument, from which every call is checked.
 *
 *     export const cholesky = takes('cholesky', ARRAY, options(CHOLESKY_OPTIONS))((x: ArrayLike, options?: CholeskyOptions) => …);
 *
 * A call with too many or too few arguments, an unknown option or a value of a wrong kind throws a typed error before the function
 * begins (an async function rejects). The names and types of options are held against their interface by the compiler (`OptionKinds`),
 * the number of kinds against the parameters by `test/error/declarations.test.ts`: the compiler cannot, as it would need the methods of
 * arrays, which are made of declared functions. Functions that are called by the million
 * are declared by `counts`: their own code tells wrong kinds where it leaves its short way, so only the number of arguments is looked
 * at.
 */
// biome-ignore-all lint/complexity/noArguments: the number of arguments is looked at without making an Array of them
import { ArgumentError } from './errors.js';
import { formFor, wrongBeside } from './forms.js';
import { type Kind, wrongKind } from './kinds.js';
import { later } from './later.js';
import { growing } from './members.js';
import { placesOf, withoutNulls, withPlaces } from './places.js';

// biome-ignore lint/suspicious/noExplicitAny: parameters of any function, as in TypeScript's own `Parameters`
type Callable = (...given: any[]) => unknown;
export type Loose = (...given: unknown[]) => unknown;
export type LooseMethod = (this: unknown, ...given: unknown[]) => unknown;

/** A public function's arguments. */
export interface Declaration {
  readonly name: string;
  readonly kinds: readonly Kind<unknown>[];
  /** The function without the checks. */
  readonly fn: Loose;
  /** Whether calls are checked for the number of arguments alone. */
  readonly counted: boolean;
  /** The function as a method, where it is not made of `fn`. */
  readonly method?: LooseMethod;
}

const declarations = new WeakMap<object, Declaration>();

/** Finds the function that a stub stands for: the packed library has stubs for functions of files that are not loaded (`boot`). */
export const stubs = { behind: (fn: object): object => fn };

/** The declaration of a public function; undefined for other functions. */
export function declarationOf(fn: object): Declaration | undefined {
  return declarations.get(fn) ?? declarations.get(stubs.behind(fn));
}

/** Declares a function that takes arguments of these kinds. */
export function takes(name: string, ...kinds: readonly Kind[]) {
  return <F extends Callable>(fn: F): F => declared<F>(name, kinds, fn, false);
}

/** Declares a function that takes arguments of these kinds, and looks for wrong kinds itself. */
export function counts(name: string, ...kinds: readonly Kind[]) {
  return <F extends Callable>(fn: F): F => declared<F>(name, kinds, fn, true);
}

function declared<F extends Callable>(name: string, kinds: readonly Kind[], fn: F, counted: boolean): F {
  const declaration: Declaration = { name, kinds: kinds as readonly Kind<unknown>[], fn, counted };
  const checked = checkedFunction(declaration);
  Object.defineProperty(checked, 'name', { value: name, configurable: true });
  declarations.set(checked, declaration);
  return checked as F;
}

/** The most arguments of a function; Infinity where the last kind is that of all further ones. */
export function mostOf({ kinds }: { readonly kinds: readonly Kind[] }): number {
  return kinds.at(-1)?.many === true ? Number.POSITIVE_INFINITY : kinds.length;
}

/** Whether a declared function gives a promise. */
export function isAsync(fn: Loose): boolean {
  return fn.constructor.name === 'AsyncFunction';
}

/**
 * The function with its checks, by number of parameters, so that no call makes an Array of its arguments. `declaration` is never assigned
 * again: its fields are constants to optimized code.
 */
function checkedFunction(declaration: Declaration): Loose {
  const { fn, name, kinds, counted } = declaration;
  const most = mostOf(declaration);
  if (isAsync(fn)) return rejecting(declaration);
  if (most > 3) {
    return (...given) => (given.length > most ? surplus(declaration, given) : called(declaration, given));
  }
  const [first, second, third] = kinds;
  if (counted && first.late === true) return countedFunction(declaration);
  if (most === 0) {
    return function () {
      if (arguments.length > 0) throw tooMany(name, kinds, arguments.length);
      return fn();
    };
  }
  if (most === 1) {
    return function (a) {
      if (arguments.length > 1) return surplus(declaration, [...arguments]);
      if (!first.is(a)) return otherwise(declaration, 0, [a]);
      return fn(a);
    };
  }
  if (most === 2) {
    return function (a, b) {
      if (arguments.length > 2) return surplus(declaration, [...arguments]);
      if (!first.is(a)) return otherwise(declaration, 0, [a, b]);
      if (!second.is(b)) return otherwise(declaration, 1, [a, b]);
      return fn(a, b);
    };
  }
  return function (a, b, c) {
    if (arguments.length > 3) return surplus(declaration, [...arguments]);
    if (!first.is(a)) return otherwise(declaration, 0, [a, b, c]);
    if (!second.is(b)) return otherwise(declaration, 1, [a, b, c]);
    if (!third.is(c)) return otherwise(declaration, 2, [a, b, c]);
    return fn(a, b, c);
  };
}

/** Of three parameters. */
function countedFunction({ fn, name, kinds }: Declaration): Loose {
  return function (a, b, c, d) {
    if (arguments.length > 3) return fn(...withoutPlace(name, kinds, arguments.length, [a, b, c, d]));
    return fn(a, b, c);
  };
}

/** Declares a function, and the method, that count their arguments themselves and look for wrong kinds. */
export function countedAs<F extends Callable>(name: string, kinds: readonly Kind[], fn: F, method: unknown): F {
  Object.defineProperty(fn, 'name', { value: name, configurable: true });
  const own = method as LooseMethod;
  declarations.set(fn, { name, kinds: kinds as readonly Kind<unknown>[], fn, counted: true, method: own });
  return fn;
}

/**
 * The arguments of a call by `Array.map` or `reduce`, which hand over the element's position and the Array behind the operands:
 * `xs.map(np.negative)`. Throws `ArgumentError` for other calls.
 */
export function withoutPlace(name: string, kinds: readonly Kind[], count: number, given: readonly unknown[]): readonly unknown[] {
  const [list, at, element] = [given[count - 1], given[count - 2], given[count - 3]];
  if (Array.isArray(list) && typeof at === 'number' && at in list && list[at] === element) return given.slice(0, count - 2);
  throw tooMany(name, kinds, count);
}

function rejecting(declaration: Declaration): Loose {
  const { fn, name } = declaration;
  const mark = later(name);
  return (...given) => {
    try {
      if (given.length > mostOf(declaration)) return surplus(declaration, given);
      const at = wrongAt(declaration, given);
      if (at >= 0) return otherwise(declaration, at, given);
    } catch (error) {
      return Promise.reject(error);
    }
    return mark(fn(...given) as Promise<unknown>);
  };
}

/** The place of the first argument of a wrong kind; -1 where there is none. Throws `ArgumentError` for too many. */
function wrongAt(declaration: Declaration, given: readonly unknown[]): number {
  const { name, kinds } = declaration;
  if (given.length > mostOf(declaration)) throw tooMany(name, kinds, given.length);
  for (let i = 0; i < Math.max(given.length, kinds.length); i++) {
    const own = kinds[Math.min(i, kinds.length - 1)];
    if (i >= given.length && own.optional === true) break;
    if (!own.is(given[i])) return i;
  }
  return -1;
}

/** The result of a call with as many arguments as kinds, or fewer. */
function called(declaration: Declaration, given: readonly unknown[]): unknown {
  const at = wrongAt(declaration, given);
  return at < 0 ? declaration.fn(...given) : otherwise(declaration, at, given);
}

/** The result of a call with more arguments than kinds: options by their places. Throws `ArgumentError` for other calls; `self`: of a method. */
export function surplus(declaration: Declaration, given: readonly unknown[], self = 0): unknown {
  const { name, kinds } = declaration;
  const placed = withPlaces(name, kinds, given);
  if (placed === null) throw tooMany(name, kinds.slice(self), given.length - self);
  return called(declaration, placed);
}

/** The result of a call with an argument of a wrong kind: by its place, by the second form for such arguments, or an error. */
export function otherwise(declaration: Declaration, at: number, given: readonly unknown[]): unknown {
  const { name, kinds } = declaration;
  const placed = withPlaces(name, kinds, given) ?? withoutNulls(name, kinds, given);
  if (placed !== null) return called(declaration, placed);
  const form = formFor(name, given, declaration.fn);
  if (form === null) throw refused(declaration, at, given[at]);
  checkBeside(declaration, given);
  return form(...given);
}

/** Throws for an argument of a call by a second form that is wrong in any form. */
export function checkBeside(declaration: Declaration, given: readonly unknown[]): void {
  const wrong = wrongBeside(declaration, given);
  if (wrong !== null) throw refused(declaration, wrong.at, wrong.value);
}

function tooMany(name: string, kinds: readonly Kind[], count: number): ArgumentError {
  const places = kinds.findIndex(({ options }) => options !== undefined) + (placesOf(name)?.length ?? 0);
  const most = Math.max(mostOf({ kinds }), places);
  const expected = most === 0 ? 'no arguments' : `at most ${most} ${most === 1 ? 'argument' : 'arguments'}`;
  const hint =
    kinds[0]?.gathers === true
      ? `; several arrays go in one Array, ${name}([x, y])`
      : kinds[0]?.nests === true
        ? `; the numbers of an array go in one Array, ${name}([1, 2, 3])`
        : '';
  return new ArgumentError(`${name}: expected ${expected}, got ${count}${hint}`);
}

/** The error for `concat(x, y)`. */
function oneByOne(name: string): ArgumentError {
  return new ArgumentError(`${name}: expected the arrays in one Array, ${name}([x, y]), got them one by one`);
}

function refused({ name, kinds }: Pick<Declaration, 'name' | 'kinds'>, at: number, given: unknown): Error {
  if (at > 0 && kinds[0].gathers === true && kinds[0].is(given)) return oneByOne(name);
  const own = kinds[Math.min(at, kinds.length - 1)];
  if (given !== undefined || own.optional === true || own.refuse !== undefined) return wrongKind(name, own, given);
  const least = kinds.filter((kind) => kind.optional !== true).length;
  return new ArgumentError(
    `${name}: expected ${kinds.length > least ? 'at least ' : ''}${least} ${least === 1 ? 'argument' : 'arguments'}, the ${ordinal(at)} of them ${own.expected}, got undefined`,
  );
}

function ordinal(at: number): string {
  return ['first', 'second', 'third', 'fourth'][at] ?? `${at + 1}th`;
}

/** The error for a method with too many arguments; `kinds`: of the function, with the array first. */
export function tooManyFor(name: string, kinds: readonly Kind[], count: number): ArgumentError {
  return tooMany(name, kinds.slice(1), count);
}

/** The error for a call of a function that counts its arguments itself. */
export function refusedCall(name: string, kinds: readonly Kind[], count: number, given: readonly unknown[]): Error {
  if (count > kinds.length) return tooMany(name, kinds, count);
  const all = kinds as readonly Kind<unknown>[];
  const at = all.findIndex((own, i) => !own.is(given[i]));
  return refused({ name, kinds: all }, Math.max(0, at), given[Math.max(0, at)]);
}

type MethodName<C> = { [N in keyof C]: C[N] extends (...given: never[]) => unknown ? N : never }[keyof C];

/** The kinds of the arguments of each method of a class. */
export type MethodKinds<C> = { readonly [N in Extract<MethodName<C>, string>]: readonly Kind[] };

/** Declares the methods of a class, each of which is checked from now on as functions are. */
export function declareMethods<C extends object>(Class: { readonly prototype: C }, kindsOf: MethodKinds<C>): void {
  const prototype = growing(Class.prototype) as Record<string, LooseMethod>;
  for (const [name, kinds] of Object.entries(kindsOf) as [string, readonly Kind<unknown>[]][]) {
    const fn = prototype[name];
    const declaration: Declaration = { name, kinds, fn, counted: false };
    const method = checkedMethod(declaration);
    Object.defineProperty(method, 'name', { value: name, configurable: true });
    declarations.set(method, declaration);
    Object.defineProperty(prototype, name, { value: method, writable: true, configurable: true });
  }
}

/** Declares methods that check their arguments and their number themselves: methods that are called by the million. */
export function declareChecked<C extends object>(Class: { readonly prototype: C }, kindsOf: MethodKinds<C>): void {
  const prototype = Class.prototype as Record<string, LooseMethod>;
  for (const [name, kinds] of Object.entries(kindsOf) as [string, readonly Kind<unknown>[]][])
    declarations.set(prototype[name], { name, kinds, fn: prototype[name], counted: true });
}

/** The arguments of a method's call, of which nulls stand for ones that are left out. Throws for a call that is wrong without them. */
function withNulls(declaration: Declaration, given: readonly unknown[], wrong: number): unknown[] {
  const { name, kinds } = declaration;
  const rest = (withoutNulls(name, kinds, given) ?? given).map((value, i) =>
    value === null && !kinds[Math.min(i, kinds.length - 1)].is(null) ? undefined : value,
  );
  if (wrongAt(declaration, rest) >= 0) throw refused(declaration, wrong, given[wrong]);
  return rest;
}

function checkedMethod(declaration: Declaration): LooseMethod {
  const { fn, name } = declaration;
  const mark = isAsync(fn) ? later(name) : null;
  return function (this: unknown, ...asked) {
    let given: unknown[] = asked;
    try {
      const at = wrongAt(declaration, asked);
      if (at >= 0) given = withNulls(declaration, asked, at);
    } catch (error) {
      if (mark !== null) return Promise.reject(error);
      throw error;
    }
    const result = fn.apply(this, given);
    return mark === null ? result : mark(result as Promise<unknown>);
  };
}
