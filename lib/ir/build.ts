/**
 * Kernels written by hand. Types are inferred; a mistake breaks an invariant where it is made. The elements of
 * `y = sum(exp(a) * s)` in a domain of any rank:
 *
 *     kernel(rank, [input(float64, rank), fullOut(float64)], [float64], (b) => {
 *       b.fold('sum', 1, b.mul(b.exp(b.load(0)), b.scalar(0)));
 *     });
 */
import { invariant } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import type { FoldOp, Kernel, KernelArg, NestLoop, Statement } from './kernel.js';
import { printKernel } from './print.js';
import { verify } from './spec.js';
import { LoopBuilder, type Value } from './values.js';

/** A view of the domain's shape that is read. */
export const input = (dtype: DType, rank: number): KernelArg => ({ dtype, access: 'elementwise', privilege: 'read', rank });
/** A view of the domain's shape that is written. */
export const output = (dtype: DType, rank: number): KernelArg => ({ dtype, access: 'elementwise', privilege: 'write', rank });
/** A view of the domain's shape that is read and written. */
export const inout = (dtype: DType, rank: number): KernelArg => ({ dtype, access: 'elementwise', privilege: 'readwrite', rank });
/** Any element, by gathers. */
export const whole = (dtype: DType, rank: number): KernelArg => ({ dtype, access: 'whole', privilege: 'read', rank });
/** A 0-d value, read for the whole domain. */
export const fullIn = (dtype: DType): KernelArg => ({ dtype, access: 'full', privilege: 'read', rank: 0 });
/** The 0-d result of a full fold or a uniform store. */
export const fullOut = (dtype: DType): KernelArg => ({ dtype, access: 'full', privilege: 'write', rank: 0 });
/** The result of a foldInner or argFold: a view of the row axes. */
export const rowsOut = (dtype: DType, rowRank: number): KernelArg => ({
  dtype,
  access: 'rows',
  privilege: 'write',
  rank: rowRank,
});
/** The result of a foldOuter: a view of the inner axes, `rank - rowRank` of them. */
export const columnsOut = (dtype: DType, innerRank: number): KernelArg => ({
  dtype,
  access: 'columns',
  privilege: 'write',
  rank: innerRank,
});

/** The result of a scatter: a view of one axis. */
export const binsOut = (dtype: DType): KernelArg => ({ dtype, access: 'bins', privilege: 'write', rank: 1 });

/**
 * Builds a kernel of one loop: nodes as `LoopBuilder` has them, loads and statements. Given to the function that `kernel` and `elementwise` call.
 *
 * @example
 * const clipped = elementwise(1, [float64], float64, (b, x) => b.max(x, b.const(0, float64)));
 * printKernel(clipped).includes('max'); // true
 */
export class KernelBuilder extends LoopBuilder {
  readonly statements: Statement[] = [];

  /** Element of an element-wise argument, or the only one of a `full` argument. */
  load(arg: number): Value {
    return this.push({ op: 'load', dtype: this.argument(arg).dtype, arg });
  }
  store(arg: number, value: Value): void {
    this.statements.push({ kind: 'store', arg, value: value.id });
  }
  fold(op: FoldOp, arg: number, value: Value): void {
    this.statements.push({ kind: 'fold', arg, op, value: value.id });
  }
  foldInner(op: FoldOp, arg: number, value: Value): void {
    this.statements.push({ kind: 'foldInner', arg, op, value: value.id });
  }
  foldOuter(op: FoldOp, arg: number, value: Value): void {
    this.statements.push({ kind: 'foldOuter', arg, op, value: value.id });
  }
  scatter(op: FoldOp, arg: number, index: Value, value: Value): void {
    this.statements.push({ kind: 'scatter', arg, op, index: index.id, value: value.id });
  }
  argFold(op: 'argmin' | 'argmax', arg: number, value: Value): void {
    this.statements.push({ kind: 'argFold', arg, op, value: this.cast(value, value.dtype.computes).id });
  }
}

/** A kernel of one loop, checked. `rowRank` is 1 (or the rank, if smaller); inner and outer folds may need a different one. */
export function kernel(
  rank: number,
  args: readonly KernelArg[],
  scalars: readonly DType[],
  write: (b: KernelBuilder) => void,
  options: { readonly rowRank?: number; readonly nest?: readonly NestLoop[] } = {},
): Kernel {
  const builder = new KernelBuilder(args, scalars);
  write(builder);
  const { nodes, statements } = builder;
  const { nest, rowRank = Math.min(1, rank) } = options;
  const made: Kernel = { rank, rowRank, args, scalars, loops: [{ nodes, statements }], ...(nest === undefined ? {} : { nest }) };
  const problems = verify(made);
  invariant(problems.length === 0, `ill-formed kernel: ${problems.join('; ')}\n${problems.length > 0 ? printKernel(made) : ''}`);
  return made;
}

/** `out = fn(inputs…)` at every element of a domain of any rank; the output is the last argument. */
export function elementwise(
  rank: number,
  inputs: readonly DType[],
  out: DType,
  fn: (b: KernelBuilder, ...inputs: Value[]) => Value,
  scalars: readonly DType[] = [],
): Kernel {
  const args = [...inputs.map((dtype) => input(dtype, rank)), output(out, rank)];
  return kernel(rank, args, scalars, (b) => {
    b.store(inputs.length, b.cast(fn(b, ...inputs.map((_, k) => b.load(k))), out));
  });
}
