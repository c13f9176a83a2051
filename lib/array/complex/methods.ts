/**
 * Methods and attributes of complex arrays: of each method that real arrays have, the complex form of the function of its name, or one that
 * throws a typed error where there is none.
 */
import { inspect } from 'node:util';
import { addMembersLater, asFormMethod, asMethod, DTypeError, growing, ShapeError } from '../../base/index.js';
import { METHOD_FUNCTIONS } from '../method-names.js';
import { NDArray } from '../ndarray.js';
import { formOf } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { joined } from './parts.js';
import { conj } from './parts-of.js';

declare module '../ndarray.js' {
  // biome-ignore lint/suspicious/noExplicitAny: any is the type that is not known
  interface NDArray<D = any, R = any> {
    /** The real parts, as a view; a real array itself. */
    readonly real: NDArray;
    /** The imaginary parts, as a view; of a real array zeros. */
    readonly imag: NDArray;
    /** As the function `conj`. */
    conj(): NDArray;
    /** As the function `conj`. */
    conjugate(): NDArray;
  }
}

function define(of: object, name: string | symbol, value: unknown): void {
  Object.defineProperty(of, name, { value, writable: true, configurable: true });
}

function attribute(of: object, name: string, get: (this: ComplexArray) => unknown): void {
  Object.defineProperty(of, name, { get, configurable: true });
}

/** The name by which in-place operations are computed, and then assigned. */
const inPlace = /^(\w+)Assign$/;

function methodOf(name: string, method: (...given: unknown[]) => unknown): unknown {
  const of = inPlace.exec(name)?.[1];
  if (of !== undefined) {
    return function (this: ComplexArray, other: unknown) {
      return formOf('assign')(this, formOf(of)(this, other));
    };
  }
  return asFormMethod(method, (...given) => formOf(METHOD_FUNCTIONS[name] ?? name)(...given));
}

define(NDArray.prototype, 'conj', asMethod(conj));
define(NDArray.prototype, 'conjugate', asMethod(conj));
attribute(NDArray.prototype, 'real', function () {
  return this;
});
attribute(NDArray.prototype, 'imag', function () {
  return formOf('zerosLike')(this);
});

addMembersLater(ComplexArray, addMethods);

function addMethods(): void {
  const prototype = growing(ComplexArray.prototype);
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(NDArray.prototype))) {
    if (typeof value === 'function' && name !== 'constructor' && !Object.hasOwn(prototype, name))
      define(prototype, name, methodOf(name, value));
  }
  addAttributes(prototype);
  addConversions(prototype);
}

function addAttributes(prototype: object): void {
  attribute(prototype, 'real', function () {
    return this.re;
  });
  attribute(prototype, 'imag', function () {
    return this.im;
  });
  attribute(prototype, 'T', function () {
    return joined(this.re.T, this.im.T);
  });
  attribute(prototype, 'mT', function () {
    return joined(this.re.mT, this.im.mT);
  });
  attribute(prototype, 'itemsize', function () {
    return this.dtype.size;
  });
  attribute(prototype, 'nbytes', function () {
    return this.size * this.dtype.size;
  });
  attribute(prototype, 'length', function () {
    if (this.ndim === 0) throw new ShapeError('length: a 0-d array has no axes; its number of elements is its size');
    return this.shape[0];
  });
}

function addConversions(prototype: object): void {
  define(prototype, Symbol.toPrimitive, function (this: ComplexArray, hint: string) {
    if (hint === 'string') return formOf('arrayStr')(this);
    throw new DTypeError("JavaScript's operators do not work on arrays: use methods, x.add(y) for x + y");
  });
  define(prototype, Symbol.iterator, function* (this: ComplexArray) {
    if (this.ndim === 0) throw new ShapeError('iteration over a 0-d array: read its element, await x.item()');
    for (let i = 0; i < this.shape[0]; i++) yield joined(this.re.slice(i), this.im.slice(i));
  });
  define(prototype, Symbol.dispose, function (this: ComplexArray) {
    formOf('dispose')(this);
  });
  define(prototype, 'toJSON', function (this: ComplexArray) {
    return formOf('tolistSync')(this);
  });
  define(prototype, 'toString', function (this: ComplexArray) {
    return formOf('arrayStr')(this);
  });
  define(prototype, inspect.custom, function (this: ComplexArray) {
    return formOf('arrayRepr')(this);
  });
}
