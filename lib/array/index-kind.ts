/** Tasks that fill an array by a formula of its coordinates. */
import type { DType } from '../dtype/index.js';
import { type Kernel, type KernelBuilder, kernel, output, type Value } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import type { Shape } from '../shape/index.js';
import { defineKind, type TaskKind } from '../task/index.js';
import { allocate, type NDArray } from './ndarray.js';
import { toScalar } from './operand.js';
import { byRank } from './ufunc.js';

type Formula = (e: KernelBuilder, scalars: readonly Value[], dtype: DType) => Value;

/** Kinds that fill an array by a formula of its coordinates and some scalars. One per dtype. */
export class IndexKind {
  readonly #name: string;
  readonly #scalars: (dtype: DType) => readonly DType[];
  readonly #formula: Formula;
  readonly #kinds: TaskKind[] = [];

  constructor(name: string, scalars: (dtype: DType) => readonly DType[], formula: Formula) {
    this.#name = name;
    this.#scalars = scalars;
    this.#formula = formula;
  }

  make(dtype: DType, shape: Shape, scalars: readonly number[]): NDArray {
    const types = this.#scalars(dtype);
    const out = allocate(dtype, shape);
    const kind = (this.#kinds[dtype.code] ??= this.#define(dtype, types));
    runtime().launch(
      kind,
      out.view.shape,
      [out],
      scalars.map((s, i) => toScalar(s, types[i])),
    );
    return out;
  }

  #define(dtype: DType, scalars: readonly DType[]): TaskKind {
    const make = (rank: number): Kernel =>
      kernel(rank, [output(dtype, rank)], scalars, (b) => {
        b.store(
          0,
          b.cast(
            this.#formula(
              b,
              scalars.map((_, i) => b.scalar(i)),
              dtype,
            ),
            dtype,
          ),
        );
      });
    return defineKind({
      name: this.#name,
      args: [{ privilege: 'write', access: 'elementwise' }],
      body: { kind: 'kernel', kernel: byRank(make) },
    });
  }
}

/** A diagonal, or one as empty where it is further away than all elements: sums with it are int64's. */
export function nearDiagonal(k: number, [rows, columns]: Shape): number {
  return Math.max(-rows - 1, Math.min(columns + 1, k));
}
