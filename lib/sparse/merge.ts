/** Values at the union of two structures: a function of both operands' values, 0 where an operand has no entry. One task for each union. */
import { add, greater, less, logicalOr, maximum, minimum, type NDArray, notEqual, subtract } from '../array/index.js';
import { bool, type DType, int32, int64 } from '../dtype/index.js';
import { input, type KernelBuilder, kernel, output, type Value, whole } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import { defineKind, type TaskKind } from '../task/index.js';
import type { Combined } from './combine.js';
import { byParts, checkValues, partsOf } from './values.js';
import { perDType } from './vectors.js';

/** A function of two numbers that gives 0 for two zeros. */
export interface Merging {
  readonly name: string;
  /** The function of arrays. */
  readonly of: (a: NDArray | number, b: NDArray | number) => NDArray;
  readonly kind: (dtype: DType) => TaskKind;
  /** Whether each part of a complex result is that of the same parts of the operands. */
  readonly ofParts: boolean;
}

type BinaryName = 'add' | 'sub' | 'max' | 'min';
type CompareName = 'ne' | 'lt' | 'gt';

/** The entry of argument `arg` at a place; 0 for place -1. */
function entryAt(b: KernelBuilder, arg: number, place: Value): Value {
  const found = b.gather(arg, b.cast(b.max(place, b.const(0, int32)), int64));
  return b.select(isEntry(b, place), found, b.const(0, found.dtype));
}

function isEntry(b: KernelBuilder, place: Value): Value {
  return b.gt(place, b.const(-1, int32));
}

/** A kind of arguments left values, right values, left places, right places and result. */
function unionKind(
  name: string,
  value: (b: KernelBuilder, left: Value, right: Value) => Value,
  result?: DType,
): (dtype: DType) => TaskKind {
  return perDType((dtype) =>
    defineKind({
      name: `csr_${name}_${dtype.name}`,
      args: [
        { privilege: 'read', access: 'whole' },
        { privilege: 'read', access: 'whole' },
        { privilege: 'read', access: 'elementwise' },
        { privilege: 'read', access: 'elementwise' },
        { privilege: 'write', access: 'elementwise' },
      ],
      body: {
        kind: 'kernel',
        kernel: (rank) => {
          const args = [whole(dtype, 1), whole(dtype, 1), input(int32, rank), input(int32, rank), output(result ?? dtype, rank)];
          return kernel(rank, args, [], (b) => b.store(4, value(b, b.load(2), b.load(3))));
        },
      },
    }),
  );
}

function merging(name: string, op: BinaryName | CompareName, of: unknown, result?: DType): Merging {
  const kind = unionKind(name, (b, left, right) => b.binary(op, entryAt(b, 0, left), entryAt(b, 1, right)), result);
  return { name, of: of as Merging['of'], kind, ofParts: op === 'add' || op === 'sub' };
}

export const MERGED: Readonly<Record<'add' | 'subtract' | 'maximum' | 'minimum', Merging>> = {
  add: merging('add', 'add', add),
  subtract: merging('subtract', 'sub', subtract),
  maximum: merging('maximum', 'max', maximum),
  minimum: merging('minimum', 'min', minimum),
};

/** Comparisons that are false for two zeros. */
export const COMPARED: Readonly<Record<'notEqual' | 'less' | 'greater', Merging>> = {
  notEqual: merging('not_equal', 'ne', notEqual, bool),
  less: merging('less', 'lt', less, bool),
  greater: merging('greater', 'gt', greater, bool),
};

/** The function's values at a union; both operands have entries, and one dtype. */
export function merged(by: Merging, left: NDArray, right: NDArray, union: Combined): NDArray {
  return launched(by.kind, by.name, left, right, union);
}

/** Whether the operands differ at each entry of a union. */
export function differing(left: NDArray, right: NDArray, union: Combined): NDArray {
  const others = partsOf(right);
  const found = partsOf(left).map((part, k) => compared(COMPARED.notEqual, part, others[k], union));
  return found.reduce((a, b) => logicalOr(a, b));
}

/** A comparison's values at a union, bools. */
export function compared(by: Merging, left: NDArray, right: NDArray, union: Combined): NDArray {
  return launched(by.kind, by.name, left, right, union, bool);
}

const replacedKind = unionKind('replaced', (b, left, right) =>
  b.select(isEntry(b, right), entryAt(b, 1, right), entryAt(b, 0, left)),
);

/** The right operand's values at a union where it has entries, the left one's elsewhere; of one dtype, neither without elements. */
export function replaced(left: NDArray, right: NDArray, union: Combined): NDArray {
  return launched(replacedKind, 'withDiagonal', left, right, union);
}

function launched(
  kind: (dtype: DType) => TaskKind,
  name: string,
  left: NDArray,
  right: NDArray,
  union: Combined,
  result: DType = left.dtype,
): NDArray {
  for (const used of [left, right]) checkValues(used, name);
  const { size } = union.left;
  return byParts(result, [size], [left, right], (out, a, b) => {
    runtime().launch(kind(a.dtype), [size], [a, b, union.left, union.right, out]);
  });
}
