/**
 * Formulas: functions of several operations that are one kernel, and so one task, where a chain of calls would be a task for each operation:
 *
 *     logaddexp(a, b)    sub  gt  select  abs  neg  exp  log1p  add  eq  add  select     11 nodes, one task
 *
 * A task that is not predicted costs the same whatever its kernel is. Float16 is computed as float32 and rounded: once where only the
 * result counts, or after each operation where the results of a chain of calls are what the function is defined by.
 */
import type { DType } from '../dtype/index.js';
import type { KernelBuilder, Value } from '../ir/index.js';
import { floating } from './signatures.js';
import { Ufunc } from './ufunc.js';

/** The result's node, of operands in one float dtype. */
type FloatFormula = (e: KernelBuilder, operands: readonly Value[], dtype: DType) => Value;

/** A function of floats that rounds its result once. Integers are computed as floats of the default dtype. */
export function floatFormula(name: string, arity: number, emit: FloatFormula): Ufunc {
  return new Ufunc({
    name,
    arity,
    compares: true,
    signature: floating,
    emit: (e, operands, d) =>
      emit(
        e,
        operands.map((x) => e.cast(x, d)),
        d,
      ),
  });
}

/** A function of floats that rounds after each operation, as calls of the operations do. */
export function stepwiseFormula(name: string, arity: number, emit: FloatFormula): Ufunc {
  return new Ufunc({
    name,
    arity,
    compares: true,
    signature: floating,
    emit: (e, operands) => {
      const { compute } = floating(operands.map(({ dtype }) => dtype));
      return emit(
        e,
        operands.map((x) => e.cast(x, compute)),
        compute,
      );
    },
  });
}
