/** The elements of a root that a point reaches through an argument: elements at its own indices, or all of the view. */
import type { LogArg, LogView } from './log.js';

/** Row-major indices [from, to) of a domain. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Calls `found` with each element; a broadcast one may come more than once. */
export function partOf(
  arg: LogView & Pick<LogArg, 'access'>,
  domain: readonly number[],
  range: Range,
  found: (element: number) => void,
): void {
  const { from, to } = indices(arg, domain, range);
  const { shape, strides } = arg;
  const rank = shape.length;
  if (to <= from) return;
  const at = new Array<number>(rank).fill(0);
  let element = arg.offset;
  for (let i = rank - 1, rest = from; i >= 0; i--) {
    at[i] = rest % shape[i];
    rest = Math.floor(rest / shape[i]);
    element += at[i] * strides[i];
  }
  for (let n = from; n < to; n++) {
    found(element);
    for (let i = rank - 1; i >= 0; i--) {
      element += strides[i];
      if (++at[i] < shape[i]) break;
      element -= strides[i] * shape[i];
      at[i] = 0;
    }
  }
}

/** The indices of the view that the point uses. */
function indices(arg: LogView & Pick<LogArg, 'access'>, domain: readonly number[], { from, to }: Range): Range {
  const size = (shape: readonly number[]): number => shape.reduce((a, n) => a * n, 1);
  const all = { from: 0, to: size(arg.shape) };
  if (from >= to) return size(domain) === 0 ? all : { from: 0, to: 0 };
  if (arg.access === 'elementwise' && domain.length > 0) return { from, to };
  if (arg.access !== 'rows') return all;
  const inner = size(domain.slice(arg.shape.length));
  return { from: Math.floor(from / inner), to: Math.ceil(to / inner) };
}
