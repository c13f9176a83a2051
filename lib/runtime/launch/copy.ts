/** The task that copies a view to a dense store, one kind a dtype; and the loop that does it here for a few elements. */
import { type DType, dtypes, type TypedArray } from '../../dtype/index.js';
import type { Kernel } from '../../ir/index.js';
import type { View } from '../../shape/index.js';
import { defineKind, type TaskKind } from '../../task/index.js';

function copyKernel(dtype: DType, rank: number): Kernel {
  return {
    rank,
    rowRank: Math.min(1, rank),
    args: [
      { dtype, access: 'elementwise', privilege: 'read', rank },
      { dtype, access: 'elementwise', privilege: 'write', rank },
    ],
    scalars: [],
    loops: [{ nodes: [{ op: 'load', dtype, arg: 0 }], statements: [{ kind: 'store', arg: 1, value: 0 }] }],
  };
}

/** `copyKinds[code](source, target)`: element by element, both of the domain's shape. */
export const copyKinds: readonly TaskKind[] = dtypes.map((dtype) => {
  const kernels: Kernel[] = [];
  return defineKind({
    name: `copy_${dtype.name}`,
    args: [
      { privilege: 'read', access: 'elementwise' },
      { privilege: 'write', access: 'elementwise' },
    ],
    body: { kind: 'kernel', kernel: (rank) => (kernels[rank] ??= copyKernel(dtype, rank)) },
  });
});

/** The elements of a view, row-major; `memory[0]` is the allocation's element `view.low`. */
export function gatherView(memory: TypedArray, view: View, out: TypedArray): void {
  const { shape, strides, size } = view;
  const index = new Array<number>(shape.length).fill(0);
  let at = view.offset - view.low;
  for (let i = 0; i < size; i++) {
    out[i] = memory[at];
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      at += strides[axis];
      if (++index[axis] < shape[axis]) break;
      at -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}
