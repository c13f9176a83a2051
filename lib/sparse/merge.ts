/** Values at the union of two structures: a function of both operands' values, 0 where an operand has no entry. One task for each union. */
import { add, maximum, minimum, type NDArray, subtract } from '../array/index.js';
import { type DType, int32, int64 } from '../dtype/index.js';
import { input, type KernelBuilder, kernel, output, type Value, whole } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import { checkUsable } from '../store/index.js';
import { defineKind, type TaskKind } from '../task/index.js';
import type { Combined } from './combine.js';
import { fresh, perDType } from './vectors.js';

/** A function of two numbers that gives 0 for two zeros. */
export interface Merging {
  readonly name: string;
  /** The function of arrays. */
  readonly of: (a: NDArray | number, b: NDArray | number) => NDArray;
  readonly kind: (dtype: DType) => TaskKind;
}

type BinaryName = 'add' | 'sub' | 'max' | 'min';

/** The entry of argument `arg` at a place; 0 for place -1. */
function entryAt(b: KernelBuilder, arg: number, place: Value): Value {
  const found = b.gather(arg, b.cast(b.max(place, b.const(0, int32)), int64));
  return b.select(isEntry(b, place), found, b.const(0, found.dtype));
}

function isEntry(b: KernelBuilder, place: Value): Value {
  return b.gt(place, b.const(-1, int32));
}

/** A kind of arguments left values, right values, left places, right places and result. */
function unionKind(name: string, value: (b: KernelBuilder, left: Value, right: Value) => Value): (dtype: DType) => TaskKind {
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
          const args = [whole(dtype, 1), whole(dtype, 1), input(int32, rank), input(int32, rank), output(dtype, rank)];
          return kernel(rank, args, [], (b) => b.store(4, value(b, b.load(2), b.load(3))));
        },
      },
    }),
  );
}

function merging(name: string, op: BinaryName, of: Merging['of']): Merging {
  const kind = unionKind(name, (b, left, right) => b.binary(op, entryAt(b, 0, left), entryAt(b, 1, right)));
  return { name, of, kind };
}

export const MERGED: Readonly<Record<'add' | 'subtract' | 'maximum' | 'minimum', Merging>> = {
  add: merging('add', 'add', add),
  subtract: merging('subtract', 'sub', subtract),
  maximum: merging('maximum', 'max', maximum),
  minimum: merging('minimum', 'min', minimum),
};

/** The function's values at a union; both operands have entries, and one dtype. */
export function merged(by: Merging, left: NDArray, right: NDArray, union: Combined): NDArray {
  return launched(by.kind(left.dtype), by.name, left, right, union);
}

const replacedKind = unionKind('replaced', (b, left, right) =>
  b.select(isEntry(b, right), entryAt(b, 1, right), entryAt(b, 0, left)),
);

/** The right operand's values at a union where it has entries, the left one's elsewhere; of one dtype, neither without elements. */
export function replaced(left: NDArray, right: NDArray, union: Combined): NDArray {
  return launched(replacedKind(left.dtype), 'withDiagonal', left, right, union);
}

function launched(kind: TaskKind, name: string, left: NDArray, right: NDArray, union: Combined): NDArray {
  for (const used of [left, right]) checkUsable(used, name);
  const { size } = union.left;
  const out = fresh(left.dtype, [size]);
  runtime().launch(kind, [size], [left, right, union.left, union.right, out]);
  return out;
}
