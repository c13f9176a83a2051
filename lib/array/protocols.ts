/** Protocols of JavaScript on arrays: template strings, `console.log`, `for`-`of`, `JSON.stringify` and `using`. */
import { inspect } from 'node:util';
import { DTypeError, ShapeError } from '../base/index.js';
import { checkUsable } from '../store/index.js';
import { NDArray } from './ndarray.js';
import { arrayRepr, arrayStr } from './print.js';
import { type NestedList, tolistSync } from './read.js';
import { dispose } from './scope.js';
import { slice } from './slice.js';

declare module './ndarray.js' {
  // biome-ignore lint/suspicious/noExplicitAny: any is the type that is not known
  interface NDArray<D = any, R = any> {
    /** The arrays along the first axis, as views: rows of a matrix, 0-d arrays of a vector. Throws `ShapeError` for a 0-d array. */
    [Symbol.iterator](): IterableIterator<NDArray>;
    /** As `dispose`: arrays work with `using`. */
    [Symbol.dispose](): void;
    /** As `tolistSync`, for `JSON.stringify`, which writes NaN and infinities as null: JSON has no numbers for them. */
    toJSON(): NestedList;
  }
}

/** JavaScript's operators cannot be given a meaning for arrays; a template string may have one. */
function toPrimitive(this: NDArray, hint: string): string {
  if (hint === 'string') return arrayStr(this);
  throw new DTypeError(
    "JavaScript's operators do not work on arrays: use methods, x.add(y) for x + y, x.less(y) for x < y; or read values first, await x.item()",
  );
}

function* rows(this: NDArray): IterableIterator<NDArray> {
  checkUsable(this, 'iteration');
  if (this.ndim === 0) throw new ShapeError('iteration over a 0-d array: read its element, await x.item()');
  for (let i = 0; i < this.shape[0]; i++) yield slice(this, i);
}

function define(key: string | symbol, value: unknown): void {
  Object.defineProperty(NDArray.prototype, key, { value, writable: true, configurable: true });
}

define(Symbol.toPrimitive, toPrimitive);
define(Symbol.iterator, rows);
define(Symbol.dispose, function (this: NDArray) {
  dispose(this);
});
define('toJSON', function (this: NDArray) {
  return tolistSync(this);
});
define('toString', function (this: NDArray) {
  return arrayStr(this);
});
define(inspect.custom, function (this: NDArray) {
  return arrayRepr(this);
});
