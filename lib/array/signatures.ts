/** The dtype rules that element-wise functions share: the dtype that operands are converted to, and the result's. */
import { DTypeError } from '../base/index.js';
import { bool, type DType, uint8 } from '../dtype/index.js';
import type { BinaryOp, UnaryOp } from '../ir/index.js';
import { common, floatDefault } from './default-dtypes.js';
import { type Signature, Ufunc } from './ufunc.js';

type Rule = (operands: readonly DType[]) => Signature;

export function promoteAll(operands: readonly DType[]): DType {
  return operands.reduce(common);
}

/** Same dtype in and out; bool is a number of one byte. */
export const numeric: Rule = (operands) => {
  const common = promoteAll(operands);
  const compute = common === bool ? uint8 : common;
  return { compute, result: compute };
};

/** Same dtype in and out, bool included. */
export const any: Rule = (operands) => {
  const compute = promoteAll(operands);
  return { compute, result: compute };
};

/** Integers are computed, and given, as floats of the default dtype. */
export const floating: Rule = (operands) => {
  const common = promoteAll(operands);
  const compute = common.kind === 'float' ? common : floatDefault();
  return { compute, result: compute };
};

/** Operands at their common dtype, a bool out. Bools are compared as bytes. */
export const comparing: Rule = (operands) => ({ compute: numeric(operands).compute, result: bool });

/** Truth values. */
export const logical: Rule = () => ({ compute: bool, result: bool });

/** Signed or floating numbers only. */
export function notBool(name: string, instead: string): Rule {
  return (operands) => {
    const compute = promoteAll(operands);
    if (compute === bool) throw new DTypeError(`${name}: not defined for bool arrays; use ${instead}`);
    return { compute, result: compute };
  };
}

/** Integers, and bool where `withBool`. */
export function integral(name: string, withBool: boolean): Rule {
  return (operands) => {
    const compute = promoteAll(operands);
    if (compute.kind === 'float' || (compute === bool && !withBool)) {
      throw new DTypeError(
        `${name}: expected integers${withBool ? ' or bools' : ''}, got ${operands.map((d) => d.name).join(' and ')}; convert with astype('int64')`,
      );
    }
    return { compute, result: compute };
  };
}

/** A function that is one op of the kernel language. `boolOp` stands in for bools. */
export function unaryOp(name: string, op: UnaryOp, signature: Rule): Ufunc {
  return new Ufunc({ name, arity: 1, signature, emit: (e, [a], compute) => e.unary(op, e.cast(a, compute)) });
}

export function binaryOp(name: string, op: BinaryOp, signature: Rule, boolOp: BinaryOp = op): Ufunc {
  return new Ufunc({
    name,
    arity: 2,
    signature,
    compares: signature === comparing || signature === logical || signature === floating,
    emit: (e, [a, b], compute) => e.binary(compute === bool ? boolOp : op, e.cast(a, compute), e.cast(b, compute)),
  });
}
