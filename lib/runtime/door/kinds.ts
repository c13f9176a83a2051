/** Kinds of arguments of `maniple/runtime`. */
import { INTEGER, instanceOf, type Kind, kind, listOf, NUMBER, OBJECT, oneOf, recordOf } from '../../base/index.js';
import { type DType, dtypes } from '../../dtype/index.js';
import type { Shape, View } from '../../shape/index.js';
import { Store } from '../../store/index.js';

export const DTYPE: Kind<DType> = kind('a dtype such as float64', (given) => (dtypes as readonly unknown[]).includes(given));
export const STORE = instanceOf('a store', Store);
/** Sizes of axes. */
export const SIZES: Kind<Shape> = kind(
  'a shape such as [2, 3]',
  (given) => Array.isArray(given) && [...given].every((n) => Number.isSafeInteger(n) && n >= 0),
);
export const INTEGERS: Kind<readonly number[]> = listOf(INTEGER);
export const RANK: Kind<number> = kind(
  'a number of axes',
  (given) => Number.isInteger(given) && Number(given) >= 0 && Number(given) <= 64,
);
/** Operators of folds. */
export const FOLD = oneOf('sum', 'prod', 'min', 'max', 'any', 'all');
export const VIEW: Kind<View> = recordOf<View>('a view of a store', {
  id: NUMBER,
  form: NUMBER,
  shape: SIZES,
  strides: INTEGERS,
  offset: INTEGER,
  size: NUMBER,
  contiguous: kind('true or false', (given) => typeof given === 'boolean'),
  low: NUMBER,
  high: NUMBER,
  made: OBJECT as Kind<View['made']>,
});
