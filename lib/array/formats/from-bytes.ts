/** Options of functions that take bytes for elements. */
import { either, kind, NUMBER, type OptionKinds } from '../../base/index.js';
import type { DTypeLike } from '../convert.js';
import { DTYPE_LIKE } from '../kinds.js';

/** Options of `frombuffer` and `fromfile`. */
export interface FrombufferOptions {
  /** A dtype, or a type of elements as NumPy writes it (`>f8`, `<i2`), which comes as the dtype that holds it; default float64. */
  readonly dtype?: DTypeLike | `${'<' | '>' | '=' | '|'}${string}`;
  /** How many elements; default -1: all that there are. */
  readonly count?: number;
  /** How many bytes to leave out at the beginning; default 0. */
  readonly offset?: number;
}
const ELEMENT_TYPE = kind<`${'<' | '>' | '=' | '|'}${string}`>(
  'a type of elements such as >f8',
  (given) => typeof given === 'string' && /^[<>=|]/.test(given),
);
export const FROM_BYTES: OptionKinds<FrombufferOptions> = {
  dtype: either(DTYPE_LIKE, ELEMENT_TYPE),
  count: NUMBER,
  offset: NUMBER,
};
