/** Where results go: the `out` option, writing in place, and NumPy's casting rule. */

import { ArgumentError, byPlace, DTypeError, type OptionKinds, wrongKind } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import type { View } from '../shape/index.js';
import { beforeWrite, checkUsable, checkWritable } from '../store/index.js';
import { TARGET } from './kinds.js';
import { NDArray } from './ndarray.js';
import type { Positional } from './positional.js';

/** Where a function puts its result. */
export interface OutOption {
  /** An array of the result's shape and a dtype that can hold it; default: a new one. */
  readonly out?: NDArray;
}
export const OUT: OptionKinds<OutOption> = { out: TARGET };

const outKind = byPlace(OUT, 'out');

/** Where the result goes: said by name, or by its place as NumPy's functions have it. Throws `ArgumentError` for other arguments. */
export function outOf(how: Positional<OutOption, 'out'>, operation: string): NDArray | undefined {
  if (how instanceof NDArray) return how;
  if (how === undefined || how === null) return undefined;
  if (!outKind.is(how)) throw wrongKind(operation, outKind, how);
  return how.out ?? undefined;
}

/** Throws when an array cannot be written to, and counts the write: it repeats elements, is read-only, or was disposed of. */
export function checkTarget(out: unknown, operation: string): asserts out is NDArray {
  if (!(out instanceof NDArray)) throw new ArgumentError(`${operation}: out must be an array made by maniple`);
  checkUsable(out, operation);
  beforeWrite(out);
  checkWritable(out.root, operation);
  if (repeats(out.view)) {
    throw new ArgumentError(
      `${operation}: the target repeats elements (it was broadcast), so it cannot be written; copy it first`,
    );
  }
}

/** Whether some element is at several positions of the view. */
export function repeats(view: View): boolean {
  if (view.size === 0) return false;
  for (let i = 0; i < view.shape.length; i++) if (view.strides[i] === 0 && view.shape[i] > 1) return true;
  return false;
}

const kindRank = { bool: 0, unsigned: 1, int: 2, float: 3 } as const;

/** Whether `from` may become `to` without being asked for: bool, unsigned, int, float, in this order. */
export function sameKind(from: DType, to: DType): boolean {
  return kindRank[from.kind] <= kindRank[to.kind];
}

/** NumPy's same-kind rule for writing in place: float to integer must be asked for with `astype`. */
export function checkCast(from: DType, to: DType, operation: string): void {
  if (!sameKind(from, to)) {
    throw new DTypeError(
      `${operation}: a ${from.name} result cannot be written to a ${to.name} array; convert with astype('${to.name}') and assign`,
    );
  }
}
