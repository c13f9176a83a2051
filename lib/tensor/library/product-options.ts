/** The option of all schedules of products: the routine for the tiles of a processor. */
import { kind, type OptionKinds } from '../../base/index.js';
import type { Schedule } from '../concrete/schedule.js';
import type { IndexVariable } from '../notation/terms.js';
import { blas } from './blas.js';

/** Options of the products of matrices, and of tensors and matrices. */
export interface ProductOptions {
  /**
   * The routine that multiplies the tiles of a processor, `blas.gemm`, and adds their product to its part of the result; default: loops, whose
   * bits depend on no library.
   */
  readonly leaf?: typeof blas.gemm;
}

export const OPTIONS: OptionKinds<ProductOptions> = {
  leaf: kind<typeof blas.gemm>('a routine such as blas.gemm', (given) => given === blas.gemm),
};

/** A schedule with its innermost loops computed by the routine, if one is given. */
export function withLeaf(schedule: Schedule, loops: readonly IndexVariable[], { leaf }: ProductOptions = {}): Schedule {
  return leaf === undefined ? schedule : schedule.substitute(loops, leaf);
}
