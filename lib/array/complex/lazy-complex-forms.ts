/**
 * Functions and methods of complex arrays whose size is not known yet: element-wise functions are computed for all values, sums and
 * means fold the parts, reads wait, and all other functions are called once the array is there.
 */
import { inspect } from 'node:util';
import { addMembersLater, DTypeError, growing, isPlain, useForms } from '../../base/index.js';
import { isOptions } from '../positional.js';
import './methods.js';
import { awaitFirst, lazyFormOf } from '../lazy/calls.js';
import { Lazy } from '../lazy/lazy-array.js';
import { METHOD_FUNCTIONS } from '../method-names.js';
import { NDArray } from '../ndarray.js';
import { formOf, isComplex, isComplexNumber } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { toComplex } from './convert.js';
import { elementWiseForms } from './elementary-forms.js';
import { LazyComplex, type SelectedComplex } from './lazy-complex.js';

const ELEMENT_WISE = new Set([
  ...Object.keys(elementWiseForms),
  ...[
    'real',
    'imag',
    'conj',
    'conjugate',
    'astype',
    'iscomplex',
    'isreal',
    'maximum',
    'minimum',
    'floatPower',
    'nanToNum',
    'isclose',
  ],
  ...['less', 'lessEqual', 'greater', 'greaterEqual', 'logicalAnd', 'logicalOr', 'logicalXor'],
]);
const FOLDS = new Set(['sum', 'mean']);
const WRITES = new Set([
  'assign',
  'set',
  'put',
  'putAlongAxis',
  'place',
  'putmask',
  'copyto',
  'assignAt',
  'addAt',
  'fillDiagonal',
]);
const READS = new Set(['data', 'item', 'tolist']);
const SYNC_READS = new Set(['dataSync', 'itemSync', 'tolistSync']);

const isPending = (x: unknown): x is Lazy | LazyComplex => x instanceof Lazy || x instanceof LazyComplex;

/** An argument once the lazy arrays in it are known. */
async function settled(x: unknown): Promise<unknown> {
  if (isPending(x)) return x.whole();
  if (Array.isArray(x)) return Promise.all(x.map(settled));
  if (!isOptions(x) || isComplexNumber(x)) return x;
  return Object.fromEntries(await Promise.all(Object.entries(x).map(async ([key, value]) => [key, await settled(value)])));
}

/** An argument that later writes do not change. */
const asItIs = (x: unknown): unknown => (x instanceof NDArray || x instanceof ComplexArray ? formOf('copy')(x) : x);

/** A call of the function of that name: the method of arrays of either sort, or the complex form. */
function called(name: string, [first, ...rest]: readonly unknown[]): unknown {
  const method = (first as Readonly<Record<string, unknown>>)[name];
  if (first instanceof NDArray && typeof method === 'function') return method.call(first, ...rest);
  return formOf(name)(first, ...rest);
}

/** The call once its lazy arguments are known, with all further arguments as they are now. */
function later(name: string, given: readonly unknown[]): LazyComplex {
  if (given.some((x) => isPlain(x) && x.out !== undefined && x.out !== null)) throw awaitFirst(name);
  const now = given.map((x) => (x instanceof NDArray ? x.copy() : asItIs(x)));
  return LazyComplex.promised(
    Promise.all(now.map(settled)).then((known) => {
      const result = called(name, known);
      return isPending(result) ? result.whole() : result;
    }),
  );
}

/** The selection that all lazy arguments are of, with the first's values; null where there is none. */
function commonOf(given: readonly unknown[]): SelectedComplex | null {
  let common: SelectedComplex | null = null;
  for (const x of given) {
    if (!isPending(x)) continue;
    const own = x.selected;
    if (own === null) return null;
    const values = own.values instanceof ComplexArray ? own.values : new ComplexArray(own.values, own.values);
    if (common === null) common = { selection: own.selection, values };
    else if (!common.selection.equals(own.selection) || values.ndim !== common.values.ndim) return null;
  }
  return common;
}

/** Whether a further operand is the same for every selected element. */
function isRepeated(x: unknown, rank: number, name: string): boolean {
  if (isOptions(x) && !isComplexNumber(x)) return Object.keys(x).every((key) => key === 'dtype' || key === 'copy');
  if (typeof x !== 'object' || x === null || isComplexNumber(x) || 'kind' in x) return true;
  const array = toComplex(x, name);
  return array.ndim < rank || (array.ndim === rank && array.shape[0] === 1);
}

function elementWise(name: string, given: readonly unknown[]): unknown {
  if (given.some((x) => isPlain(x) && x.out !== undefined && x.out !== null)) throw awaitFirst(name);
  const common = commonOf(given);
  if (common === null) return later(name, given);
  const { selection, values } = common;
  if (!given.every((x) => isPending(x) || isRepeated(x, values.ndim, name))) return later(name, given);
  const result = formOf(name)(...given.map((x) => (isPending(x) ? x.selected?.values : x)));
  return result instanceof ComplexArray ? LazyComplex.selected(selection, result) : Lazy.of(selection, result as NDArray);
}

/** A fold of both parts over axes. */
function folded(name: string, given: readonly unknown[]): unknown {
  const [z, how, ...rest] = given;
  const parts = z instanceof LazyComplex ? z.lazyParts : null;
  const isOther = isPlain(how) && Object.keys(how).some((key) => key !== 'axis' && key !== 'keepdims');
  if (parts === null || isOther || rest.some((x) => x !== undefined)) return later(name, given);
  const [re, im] = parts.map((part) => lazyFormOf(name)(part, how));
  return re instanceof Lazy ? LazyComplex.of(re, im as Lazy) : new ComplexArray(re as NDArray, im as NDArray);
}

async function read(name: string, [z, ...rest]: readonly unknown[]): Promise<unknown> {
  return called(name, [await settled(z), ...rest]);
}

/** A function that writes to its first argument, which has to be done when it returns. */
function written(name: string, given: readonly unknown[]): unknown {
  const [target] = given;
  if (target instanceof NDArray)
    throw new DTypeError(`${name}: complex values do not fit a real array; take np.real(z), or make the array complex`);
  if (name === 'set' && target instanceof ComplexArray) return formOf(name)(...given);
  throw awaitFirst(name);
}

function formOfLazy(name: string): (...given: unknown[]) => unknown {
  return (...given) => {
    if (WRITES.has(name) || name.endsWith('Assign')) return written(name, given);
    if (ELEMENT_WISE.has(name)) return elementWise(name, given);
    if (FOLDS.has(name)) return folded(name, given);
    if (READS.has(name)) return read(name, given);
    if (name === 'dispose') return undefined;
    if (!SYNC_READS.has(name)) return later(name, given);
    const known = (given[0] as LazyComplex).wholeSync();
    if (known === null) throw awaitFirst(name);
    return formOf(name)(known, ...given.slice(1));
  };
}

const holdsLazy = (x: unknown): boolean =>
  x instanceof LazyComplex ||
  (Array.isArray(x) && x.some((item) => item instanceof LazyComplex)) ||
  (isPlain(x) && Object.values(x).some((value) => value instanceof LazyComplex));
/** Whether real elements of an unknown number meet complex operands, element by element. */
const isMixed = (name: string, given: readonly unknown[]): boolean =>
  ELEMENT_WISE.has(name) && given.some((x) => x instanceof Lazy) && given.some(isComplex);
useForms((name, given) => (given.some(holdsLazy) || isMixed(name, given) ? formOfLazy(name) : null), true);

const define = (name: string | symbol, value: unknown): void => {
  Object.defineProperty(LazyComplex.prototype, name, { value, writable: true, configurable: true });
};
const attribute = (name: string | symbol, get: (this: LazyComplex) => unknown): void => {
  Object.defineProperty(LazyComplex.prototype, name, { get, configurable: true });
};

addMembersLater(LazyComplex, addMethods);

function addMethods(): void {
  const prototype = growing(LazyComplex.prototype);
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(NDArray.prototype))) {
    if (typeof value !== 'function' || name === 'constructor' || Object.hasOwn(prototype, name)) continue;
    define(name, function (this: LazyComplex, ...given: unknown[]) {
      return formOfLazy(METHOD_FUNCTIONS[name] ?? name)(this, ...given);
    });
  }
  for (const name of ['then', 'catch', 'finally'] as const)
    define(name, function (this: LazyComplex, ...given: never[]) {
      return (this.whole()[name] as (...given: never[]) => unknown)(...given);
    });
  define('shapeKnown', async function (this: LazyComplex) {
    return ((await this.whole()) as ComplexArray).shape;
  });
  addAttributes();
  addConversions();
}

function addAttributes(): void {
  attribute('real', function () {
    return formOfLazy('real')(this);
  });
  attribute('imag', function () {
    return formOfLazy('imag')(this);
  });
  for (const name of ['shape', 'size', 'length', 'nbytes', 'ndim', 'itemsize', 'T', 'mT'] as const)
    attribute(name, function () {
      const { known } = this;
      if (known === null) throw awaitFirst(name);
      return (known as unknown as Readonly<Record<string, unknown>>)[name];
    });
  attribute(Symbol.toStringTag, () => 'LazyArray');
}

/** Text does not wait. */
function text(this: LazyComplex): string {
  const { known } = this;
  return known === null ? 'LazyArray(<its size is not known yet: await it>)' : String(known);
}
function addConversions(): void {
  define(Symbol.toPrimitive, function (this: LazyComplex, hint: string) {
    if (hint === 'string') return text.call(this);
    throw new DTypeError("JavaScript's operators do not work on arrays: use methods, x.add(y) for x + y");
  });
  define(Symbol.iterator, function (this: LazyComplex) {
    if (this.known === null) throw awaitFirst('iteration');
    return (this.known as unknown as Iterable<unknown>)[Symbol.iterator]();
  });
  define(Symbol.dispose, () => undefined);
  define('toString', text);
  define(inspect.custom, text);
}
