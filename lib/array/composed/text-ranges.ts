/** Ranges as NumPy writes them in brackets. */
import { ArgumentError, type Kind, kind } from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import type { NDArray } from '../ndarray.js';
import { arange } from '../ranges.js';
import { linspace } from '../spaced.js';

/** `'0:5'` or `':5'`, `'0:5:2'`, or `'0:1:5j'` (5 numbers, both ends among them). */
export type TextRange = `${number | ''}:${string}`;

const NUMBER = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?';
const RANGE = new RegExp(`^\\s*(${NUMBER})?:(${NUMBER})(?::(${NUMBER})(j?))?\\s*$`);

export const TEXT_RANGE: Kind<TextRange> = kind("a range such as '0:5:2'", (given) => typeof given === 'string');

/** The numbers of a range: int64 where all of a text are integers, else float64. Throws `ArgumentError` for other texts. */
export function rangeOf(text: TextRange, operation: string): NDArray {
  const found = RANGE.exec(text);
  if (found === null)
    throw new ArgumentError(`${operation}: expected a range such as '0:5', '0:5:2' or '0:1:5j', got ${JSON.stringify(text)}`);
  const [start, stop, step] = [Number(found[1] ?? 0), Number(found[2]), Number(found[3] ?? 1)];
  if (found[4] === 'j') return linspace(start, stop, Math.trunc(Math.abs(step)));
  return steps(start, stop, step);
}

/** The numbers from `start` to before `stop`: int64 where the bounds and the step are integers, else float64. */
export function steps(start: number, stop: number, step: number): NDArray {
  const isWhole = [start, stop, step].every(Number.isInteger);
  return arange(start, stop, { step, ...(isWhole ? { dtype: int64 } : {}) });
}
