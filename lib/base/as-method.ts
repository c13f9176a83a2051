/** Methods that are made of declared functions: `this` is the function's first argument. */
// biome-ignore-all lint/complexity/noArguments: the number of arguments is looked at without making an Array of them
import {
  checkBeside,
  type Declaration,
  declarationOf,
  isAsync,
  type Loose,
  type LooseMethod,
  mostOf,
  otherwise,
  surplus,
  tooManyFor,
} from './takes.js';

/** The declarations of the functions that methods are made of. */
const ofMethods = new WeakMap<object, Declaration>();

/** A declared function as a method: `this` is its first argument. */
export function asMethod(fn: object): LooseMethod {
  const declaration = declarationOf(fn);
  if (declaration === undefined) throw new Error('maniple: a method is made of a declared function');
  const method = methodOf(fn, declaration);
  ofMethods.set(method, declaration);
  return method;
}

/**
 * The method of objects that a declared function has a second form for: its arguments are held against the declaration of the function that
 * `method` was made of.
 */
export function asFormMethod(method: LooseMethod, form: Loose): LooseMethod {
  const declaration = ofMethods.get(method);
  if (declaration === undefined)
    return function (this: unknown, ...given) {
      return form(this, ...given);
    };
  const { name, kinds, fn } = declaration;
  const most = mostOf(declaration);
  return function (this: unknown, ...given) {
    try {
      if (given.length >= most) throw tooManyFor(name, kinds, given.length);
      checkBeside(declaration, [this, ...given]);
    } catch (error) {
      if (isAsync(fn)) return Promise.reject(error);
      throw error;
    }
    return form(this, ...given);
  };
}

function methodOf(fn: object, declaration: Declaration): LooseMethod {
  if (declaration.method !== undefined) return declaration.method;
  const { name, kinds, fn: own, counted } = declaration;
  const most = mostOf(declaration) - 1;
  if (counted && most > 2) {
    return function (this: unknown, ...given) {
      return own(this, ...given);
    };
  }
  if (most > 2 || isAsync(own)) {
    const whole = fn as Loose;
    return function (this: unknown, ...given) {
      return whole(this, ...given);
    };
  }
  const [of, first, second] = kinds;
  if (counted) {
    return function (this: unknown, a, b) {
      if (arguments.length > most) throw tooManyFor(name, kinds, arguments.length);
      return own(this, a, b);
    };
  }
  return function (this: unknown, a, b) {
    if (arguments.length > most) return surplus(declaration, [this, ...arguments], 1);
    if (!of.is(this)) return otherwise(declaration, 0, [this, a, b]);
    if (most > 0 && !(a === undefined && first.optional) && !first.is(a)) return otherwise(declaration, 1, [this, a, b]);
    if (most > 1 && !(b === undefined && second.optional) && !second.is(b)) return otherwise(declaration, 2, [this, a, b]);
    return own(this, a, b);
  };
}
