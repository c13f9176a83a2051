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

function merging(name: string, op: BinaryName, of: Merging['of']): Merging {
  const value = (b: KernelBuilder, arg: number, place: Value): Value => {
    const none = b.const(-1, int32);
    const at = b.cast(b.max(place, b.const(0, int32)), int64);
    const found = b.gather(arg, at);
    return b.select(b.gt(place, none), found, b.const(0, found.dtype));
  };
  const kind = perDType((dtype) =>
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
          return kernel(rank, args, [], (b) => b.store(4, b.binary(op, value(b, 0, b.load(2)), value(b, 1, b.load(3)))));
        },
      },
    }),
  );
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
  for (const used of [left, right]) checkUsable(used, by.name);
  const { size } = union.left;
  const out = fresh(left.dtype, [size]);
  runtime().launch(by.kind(left.dtype), [size], [left, right, union.left, union.right, out]);
  return out;
}
